"""Serving the pages to every phone at the table, until somebody stops it."""

import errno
import gc
import io
import logging
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import click
import waitress
from flask import Flask
from sqlalchemy import URL
from waitress import wasyncore

from scorekeeper.app import create_app
from scorekeeper.book.schema import prepare
from scorekeeper.book.tidying import tidy
from scorekeeper.cli.connections import connections
from scorekeeper.config import Config

USUAL_PORTS = range(8000, 8100)
EVERYWHERE = ("0.0.0.0", "::")
STOPPING = (signal.SIGINT, signal.SIGTERM)
SETTINGS = {
    # Whoever waits for the scorebook holds a thread; it lets fewer wait than there are.
    "threads": 24,
    # A connection that drips or sleeps holds no thread, only its place among these.
    "connection_limit": 500,
    "channel_timeout": 20,
    "cleanup_interval": 5,
    # Up to here, what is too large for the app is received without being kept, so that even a
    # browser that reads only when it has sent everything gets the page that says so.
    "max_request_body_size": 32 * 1024 * 1024,
    "ident": None,
}


class NoAddress(click.ClickException):
    """There is no serving at this address; the message says why."""


def serve(config: Config, host: str, port: int | None) -> None:
    """Prepare the scorebook and serve it; without a port, on the first usual one that is free."""
    host = host.strip("[]")
    prepare(config.database, click.echo)
    app = create_app(config)
    database = app.extensions["database"]
    tidy(database)
    gc.freeze()
    gc.enable()
    with closing(database), closing(_listen(host, port)) as listener:
        _introduce(host, listener.getsockname()[1], config.database)
        _run(app, listener, behind_proxy=config.proxies > 0)


def log_with_times() -> None:
    """Write what is worth a line to standard error, and when it was."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")


@contextmanager
def until_stopped() -> Iterator[None]:
    """End quietly at Ctrl-C and SIGTERM; a second one does not disturb the ending."""

    def stop() -> None:
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        _at_a_signal(stop)
        yield


def _at_a_signal(stop: Callable[[], None]) -> None:
    def stop_once(*_: object) -> None:
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        stop()

    for number in STOPPING:
        signal.signal(number, stop_once)


def network_address() -> str | None:
    """Return this machine's address for the phones in the same house, if it has one."""
    return _outward(socket.AF_INET, "192.0.2.1")


def network_name() -> str | None:
    """Return the name by which phones in the same house find this machine, if they can."""
    name = socket.gethostname().partition(".")[0].lower()
    return f"{name}.local" if re.fullmatch("[a-z0-9-]+", name) and name != "localhost" else None


def _outward(family: socket.AddressFamily, somewhere: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: this only asks which way a packet would leave.
            probe.connect((somewhere, 9))
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith(("0.", "127.", "::")) else address


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    for candidate in USUAL_PORTS if port is None else (port,):
        try:
            return socket.create_server(
                (host, candidate), family=family, backlog=1024, dualstack_ipv6=both
            )
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise NoAddress(
                    f"{host} port {candidate} cannot be served: {error.strerror}."
                ) from None
    if port is None:
        raise NoAddress(f"All ports from {USUAL_PORTS[0]} to {USUAL_PORTS[-1]} are taken.")
    raise NoAddress(f"Port {port} is taken: something else is listening there.")


def _introduce(host: str, port: int, database: URL) -> None:
    shown = f"[{host}]" if ":" in host else host
    nearby = _nearby(host) if host in EVERYWHERE else shown
    here = "localhost" if host in (*EVERYWHERE, "127.0.0.1", "::1") else shown
    click.echo(f"\nOn this machine: http://{here}:{port}")
    if host in ("127.0.0.1", "::1", "localhost"):
        click.echo("Only this machine can open it.")
    elif nearby is None:
        click.echo("No network was found for other phones to come in by.")
    else:
        click.echo(f"On the network:  http://{nearby}:{port}")
        if host in EVERYWHERE and (name := network_name()):
            click.echo(f"Where names work: http://{name}:{port} (it stays the same)")
        click.echo()
        click.echo(_qr_code(f"http://{nearby}:{port}"))
    place = database.database if database.get_backend_name() == "sqlite" else database
    click.echo(f"\nThe scores lie in {place}")
    click.echo("Ctrl-C stops it.")


def _nearby(host: str) -> str | None:
    address = network_address()
    if host == "::" and (address is None or not socket.has_dualstack_ipv6()):
        address = _outward(socket.AF_INET6, "2001:db8::1")
        return address and f"[{address}]"
    return address


def _qr_code(address: str) -> str:
    import segno

    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, border=2, compact=True)
    # In its own colours: a code that a light terminal turns inside out is not read by every phone.
    lines = drawing.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


def _run(app: Flask, listener: socket.socket, *, behind_proxy: bool) -> None:
    log_with_times()
    # It would warn of every request that waits for a thread for a moment.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    channels: dict[int, wasyncore.dispatcher] = {}
    server = waitress.create_server(
        app,
        map=channels,
        sockets=[listener],
        # Which of a proxy's headers count is decided in the app.
        clear_untrusted_proxy_headers=not behind_proxy,
        **SETTINGS,
    )
    server.channel_class = connections(behind_proxy=behind_proxy)
    stopping = threading.Event()

    def stop() -> None:
        stopping.set()
        server.pull_trigger()

    # Not by an exception: it would leave a connection behind that is just being made or closed.
    _at_a_signal(stop)
    try:
        while not stopping.is_set():
            wasyncore.loop(timeout=1, use_poll=True, map=channels, count=1)
    finally:
        server.task_dispatcher.shutdown()
        wasyncore.close_all(channels)
