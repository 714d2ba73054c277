"""The built-in server for a home network."""

import gc
import io
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress

import click
import waitress
from flask import Flask
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from scorekeeper.app import create_app
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import history
from scorekeeper.book.joining import codes, home_code, join_codes, links
from scorekeeper.book.maintenance.backups.create import run_daily_backups
from scorekeeper.book.maintenance.cleanup import try_cleanup
from scorekeeper.book.maintenance.schema import describe_location, prepare
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config
from scorekeeper.network import list_addresses, network_name
from scorekeeper.server import memory, server_file, sockets
from scorekeeper.server.connections import ClientChannel, LimitedChannel
from scorekeeper.server.sockets import ALL_INTERFACES, LOOPBACK
from scorekeeper.web.http import logs
from scorekeeper.web.http.public_urls import QR_BORDER

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
WAITRESS_SETTINGS = {
    # A request that waits for the database holds a thread; the database queues are shorter.
    "threads": 12,
    # A slow or idle connection holds no thread, only one of these.
    "connection_limit": 500,
    # Longer than the idle timeout of browsers and proxies, so that no request meets a closing
    # connection.
    "channel_timeout": 330,
    "cleanup_interval": 5,
    # Bodies up to this size are received, even if they are too large for the app: a browser reads
    # the error page only after it sent everything.
    "max_request_body_size": 32 * 1024 * 1024,
    "ident": None,
}


def serve(config: Config, host: str, port: int | None, *, browser: bool = False) -> None:
    """Upgrade the database and serve it; without a port, on the last one or the next free one."""
    memory.share_memory()
    host = host.strip("[]")
    logs.configure_logging(config.log)
    prepare(config.database_url, click.echo)
    app = create_app(config)
    database = app.extensions["database"]
    code = None
    if config.is_home_server:
        shared_scorebook.ensure_shared(database)
        code = home_code.load(config.home_code_file, config.home_code)
    try_cleanup(database)
    # A log file or a journal has more readers than the terminal.
    shown_code = code if sys.stdout.isatty() else None
    gc.freeze()
    gc.enable()
    last = server_file.read_last_port(config.data) if port is None else None
    with closing(database), sockets.open_listener(host, port, last) as listener:
        bound_port = listener.getsockname()[1]
        app.config["ONLY_HERE"] = host in LOOPBACK
        addresses = [config.public_url] if config.public_url else _list_addresses(host, bound_port)
        local_url = f"http://{_local_host(host)}:{bound_port}"
        _print_addresses(host, local_url, addresses, shown_code)
        if code and not shown_code:
            click.echo("\nRun `scorekeeper code` to see the home code.")
        stored = "Scores are stored in {}"
        if config.demo_secret is not None:
            _print_demo_links(app, local_url, Secret(config.demo_secret))
            stored = "Sample matches are in {} until you stop it"
        click.echo(f"\n{stored.format(describe_location(config.database_url))}")
        with (
            server_file.registered(config.data, (host, bound_port), addresses, remember=port != 0),
            run_daily_backups(config.scorebook_file if config.auto_backup else None),
        ):
            click.echo("Press Ctrl-C to stop.")
            if browser and has_browser():
                path = _login_path(database) if config.is_home_server else ""
                open_page(local_url + path)
            _run(app, listener)


def draw_qr_code(address: str) -> str:
    """Return the QR code of an address for a terminal; empty if it has no letters for blocks."""
    import segno

    output = io.StringIO()
    segno.make(address, micro=False).terminal(output, border=QR_BORDER, compact=True)
    # With fixed colours: not every phone reads a code that a light terminal inverts.
    lines = output.getvalue().splitlines()
    try:
        "".join(lines).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


def has_browser(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether the command was started in a terminal on a computer with a screen."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in environment:
        return False
    # systemd sets this to the process id of its own services; terminals may inherit other values.
    if environment.get("SYSTEMD_EXEC_PID") == str(os.getpid()):
        return False
    has_screen = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return has_screen or platform in ("darwin", "win32")


def open_page(address: str) -> None:
    """Open a page without waiting for the browser; the address is printed in any case."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@contextmanager
def graceful_shutdown() -> Iterator[None]:
    """Exit the block quietly on SIGINT or SIGTERM; further signals are ignored."""

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
    """Return a one-time path for this computer's browser; it keeps the code out of the history."""
    with database.write() as session:
        right = shared_scorebook.find_owner_right(session)
        assert right is not None
        seconds = join_codes.LOCAL_BROWSER_SECONDS
        return f"/open/{join_codes.create_by_host(session, right.scorebook_id, seconds)}"


def _local_host(host: str) -> str:
    if host in (*ALL_INTERFACES, *LOOPBACK):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _print_addresses(host: str, local_url: str, addresses: Sequence[str], code: str | None) -> None:
    click.echo(f"\nOn this computer: {local_url}")
    if not addresses:
        no_network = "No network found, so other phones can't join."
        click.echo(no_network if host in ALL_INTERFACES else "Only this computer can open it.")
    else:
        first, *others = [f"{address}/in/{code}" if code else address for address in addresses]
        click.echo(f"On your network:  {first}")
        for other in others:
            click.echo(f"             or:  {other}")
        if host in ALL_INTERFACES and (name := network_name()):
            port = local_url.rpartition(":")[2]
            click.echo(f"By name, where your network supports it: http://{name}:{port}")
        if qr_code := draw_qr_code(first):
            click.echo(f"\nScan this with a phone:\n{qr_code}")
    if code:
        click.echo(f"\nHome code: {codes.format_code(code)}. Anyone who has it can join.")


def _print_demo_links(app: Flask, address: str, demo_secret: Secret) -> None:
    """Print the addresses of the board and of a spectator's link."""
    with app.extensions["database"].read() as session:
        match = history.find_running(session, demo_secret)[0]
        link = links.create_match_link(session, app.config["SECRET_KEY"], "spectator", match)
    click.echo(f"\nScoreboard for a big screen: {address}/board")
    click.echo(f"A spectator's view: {address}/w/{link} (open it in a private window)")


def _list_addresses(host: str, port: int) -> list[str]:
    """Return the addresses on the local network; empty if only this machine is served."""
    if host in LOOPBACK:
        return []
    if host not in ALL_INTERFACES:
        return [f"http://{_local_host(host)}:{port}"]
    has_ipv6 = host == "::" and socket.has_dualstack_ipv6()
    return [f"http://{address}:{port}" for address in list_addresses(ipv6=has_ipv6)]


def _run(app: Flask, listener: socket.socket) -> None:
    # It would log a warning for every request that waits for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    channels: dict[int, wasyncore.dispatcher] = {}
    server = waitress.create_server(
        app,
        map=channels,
        sockets=[listener],
        # The app decides which proxy headers to trust.
        clear_untrusted_proxy_headers=False,
        **WAITRESS_SETTINGS,
    )
    assert isinstance(server, BaseWSGIServer)
    # All phones have the address of their proxy.
    is_proxied = app.config["TRUSTED_PROXIES"] > 0
    server.channel_class = ClientChannel if is_proxied else LimitedChannel
    stopping = threading.Event()

    def stop() -> None:
        stopping.set()
        server.pull_trigger()

    # Not by an exception, which could leave a connection half open.
    _on_signal(stop)
    try:
        while not stopping.is_set():
            # select is limited to 1024 files.
            wasyncore.loop(timeout=1, use_poll=True, map=channels, count=1)
    finally:
        server.task_dispatcher.shutdown()
        wasyncore.close_all(channels)
