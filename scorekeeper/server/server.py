"""Serving the pages to every phone at the table, until somebody stops it."""

import gc
import io
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress

import click
import waitress
from flask import Flask
from sqlalchemy import URL
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from scorekeeper.app import create_app
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import history
from scorekeeper.book.joining import codes, home_code, join_codes, links
from scorekeeper.book.maintenance.backups.create import by_the_clock
from scorekeeper.book.maintenance.cleanup import tidy
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config
from scorekeeper.network import list_addresses, network_name
from scorekeeper.server import browsers, server_file, sockets, upgrade
from scorekeeper.server.connections import ClientChannel
from scorekeeper.web.http import logs

ALL_INTERFACES = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
WAITRESS_SETTINGS = {
    # Whoever waits for the scorebook holds a thread; it lets fewer wait than there are.
    "threads": 24,
    # A connection that drips or sleeps holds no thread, only its place among these.
    "connection_limit": 500,
    # Longer than browsers and proxies keep one: a form never meets a connection that is closed for
    # being idle at that moment.
    "channel_timeout": 330,
    "cleanup_interval": 5,
    # Up to here, what is too large for the app is received without being kept, so that even a
    # browser that reads only when it has sent everything gets the page that says so.
    "max_request_body_size": 32 * 1024 * 1024,
    "ident": None,
}


def serve(config: Config, host: str, port: int | None, *, browser: bool = False) -> None:
    """Prepare the scorebook and serve it; without a port, where it was last or the next free one.

    `browser` says whether to open this computer's own, where there is one.
    """
    host = host.strip("[]")
    logs.configure_logging(config.log)
    upgrade.prepare_tables(config)
    app = create_app(config)
    database = app.extensions["database"]
    upgrade.settle_shared_scorebook(config, database)
    tidy(database)
    code = home_code.load(config.house_code) if config.at_home else None
    gc.freeze()
    gc.enable()
    last = server_file.read_last_port(config.data) if port is None else None
    with closing(database), sockets.open_listener(host, port, last) as listener:
        at = host, listener.getsockname()[1]
        app.config["ONLY_HERE"] = host in LOOPBACK
        addresses = [config.address] if config.address else _list_addresses(*at)
        here = f"http://{_local_host(host)}:{at[1]}"
        _print_addresses(host, here, addresses, code)
        if config.everyone is not None:
            _print_demo_links(app, here, Secret(config.everyone))
        _print_location(config.database)
        if browser and browsers.is_available():
            browsers.open_page(f"{here}{_login_path(database) if config.at_home else ''}")
        with (
            server_file.registered(config.data, at, addresses, remember=port != 0),
            by_the_clock(config.scorebook if config.copies else None),
        ):
            _run(app, listener)


def draw_qr_code(address: str) -> str:
    """Draw an address for the camera of a phone."""
    import segno

    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, border=2, compact=True)
    # In its own colours: a code that a light terminal turns inside out is not read by every phone.
    lines = drawing.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


@contextmanager
def graceful_shutdown() -> Iterator[None]:
    """End quietly at Ctrl-C and SIGTERM; a second one does not disturb the ending."""

    def stop() -> None:
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        _on_signal(stop)
        yield


def _on_signal(stop: Callable[[], None]) -> None:
    def stop_once(*_: object) -> None:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        stop()

    for number in STOP_SIGNALS:
        signal.signal(number, stop_once)


def _login_path(database: Database) -> str:
    """Return where this computer's own browser is let in; the code would stand in its history."""
    with database.write() as session:
        right = shared_scorebook.find_owner_right(session)
        assert right is not None
        return f"/open/{join_codes.create_for_local_browser(session, right.scorebook_id)}"


def _local_host(host: str) -> str:
    shown = f"[{host}]" if ":" in host else host
    return "localhost" if host in (*ALL_INTERFACES, *LOOPBACK) else shown


def _print_addresses(host: str, here: str, addresses: Sequence[str], code: str | None) -> None:
    click.echo(f"\nOn this machine: {here}")
    if not addresses:
        nobody = "No network was found for other phones to come in by."
        click.echo(nobody if host in ALL_INTERFACES else "Only this machine can open it.")
    else:
        first, *others = [f"{address}/in/{code}" if code else address for address in addresses]
        click.echo(f"On the network:  {first}")
        for other in others:
            click.echo(f"            or:  {other}")
        if host in ALL_INTERFACES and (name := network_name()):
            port = here.rpartition(":")[2]
            click.echo(f"Where names work: http://{name}:{port} (it stays the same)")
        click.echo()
        click.echo(draw_qr_code(first))
    if code:
        click.echo(f"\nThe house's code: {codes.format_code(code)} (whoever has it is in)")


def _print_demo_links(app: Flask, address: str, everyone: Secret) -> None:
    """Tell how the match that is being played looks to others."""
    with app.extensions["database"].read() as session:
        server_file = history.find_running(session, everyone)[0]
        link = links.create_match_link(session, app.config["SECRET_KEY"], "watcher", server_file)
    click.echo(f"\nA board for a big screen: {address}/board")
    click.echo(f"Somebody who only watches: {address}/w/{link} (open it in a private window)")


def _print_location(database: URL) -> None:
    place = database.database if database.get_backend_name() == "sqlite" else database
    click.echo(f"\nThe scores lie in {place}")
    click.echo("Ctrl-C stops it.")


def _list_addresses(host: str, port: int) -> list[str]:
    """Return where phones in the same house find what is served; nothing for this machine alone."""
    if host in LOOPBACK:
        return []
    shown = f"[{host}]" if ":" in host else host
    both = host == "::" and socket.has_dualstack_ipv6()
    hosts = list_addresses(also_new=both) if host in ALL_INTERFACES else [shown]
    return [f"http://{one}:{port}" for one in hosts]


def _run(app: Flask, listener: socket.socket) -> None:
    # It would warn of every request that waits for a thread for a moment.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    channels: dict[int, wasyncore.dispatcher] = {}
    server = waitress.create_server(
        app,
        map=channels,
        sockets=[listener],
        # Which of a proxy's headers count is decided in the app.
        clear_untrusted_proxy_headers=False,
        **WAITRESS_SETTINGS,
    )
    assert isinstance(server, BaseWSGIServer)
    server.channel_class = ClientChannel
    stopping = threading.Event()

    def stop() -> None:
        stopping.set()
        server.pull_trigger()

    # Not by an exception: it would leave a connection behind that is just being made or closed.
    _on_signal(stop)
    try:
        while not stopping.is_set():
            # select knows no more than 1024 files.
            wasyncore.loop(timeout=1, use_poll=True, map=channels, count=1)
    finally:
        server.task_dispatcher.shutdown()
        wasyncore.close_all(channels)
