"""Serving the pages to every phone at the table, until somebody stops it."""

import errno
import gc
import io
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import click
import waitress
from flask import Flask
from sqlalchemy import URL
from waitress import wasyncore

from scorekeeper.app import create_app
from scorekeeper.book.deletion import forget
from scorekeeper.book.errors import StorageError
from scorekeeper.book.schema import prepare
from scorekeeper.config import Config

USUAL_PORTS = range(8000, 8100)
EVERYWHERE = ("0.0.0.0", "::")
SETTINGS = {
    # Whoever waits for a lock of the database holds a thread; the others go on.
    "threads": 8,
    # A connection that drips or sleeps holds no thread, only its place among these.
    "connection_limit": 500,
    "channel_timeout": 60,
    "asyncore_use_poll": True,
    # What is too large for the app still gets the app's own page that says so.
    "max_request_body_size": 32 * 1024 * 1024,
    "ident": None,
}


class NoAddress(click.ClickException):
    """There is no serving at this address; the message says why."""


def serve(config: Config, host: str, port: int | None) -> None:
    """Prepare the scorebook and serve it; without a port, on the first usual one that is free."""
    prepare(config.database, click.echo)
    app = create_app(config)
    gc.freeze()
    gc.enable()
    with closing(app.extensions["database"]) as database, closing(_listen(host, port)) as listener:
        # A disk that is full is told to whoever wants to write, not here.
        with suppress(StorageError):
            forget(database)
        _introduce(host, listener.getsockname()[1], config.database)
        _run(app, listener, behind_proxy=config.proxies > 0)


@contextmanager
def until_stopped() -> Iterator[None]:
    """End quietly at Ctrl-C and SIGTERM; a second one does not disturb the ending."""
    signals = (signal.SIGINT, signal.SIGTERM)

    def stop(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in signals:
        signal.signal(number, stop)
    with suppress(KeyboardInterrupt):
        yield


def network_address() -> str | None:
    """Return this machine's address for the phones in the same house, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would leave.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("0.", "127.")) else address


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in USUAL_PORTS if port is None else (port,):
        try:
            return socket.create_server((host, candidate), family=family, backlog=1024)
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
    nearby = network_address() if host in EVERYWHERE else shown
    here = "localhost" if host in (*EVERYWHERE, "127.0.0.1", "::1") else shown
    click.echo(f"\nOn this machine: http://{here}:{port}")
    if host in ("127.0.0.1", "::1", "localhost"):
        click.echo("Only this machine can open it.")
    elif nearby is None:
        click.echo("No network was found for other phones to come in by.")
    else:
        click.echo(f"On the network:  http://{nearby}:{port}\n")
        click.echo(_qr_code(f"http://{nearby}:{port}"))
    place = database.database if database.get_backend_name() == "sqlite" else database
    click.echo(f"\nThe scores lie in {place}")
    click.echo("Ctrl-C stops it.")


def _qr_code(address: str) -> str:
    import segno

    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, border=2, compact=True)
    # In its own colours: a code that a light terminal turns inside out is not read by every phone.
    lines = drawing.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


def _run(app: Flask, listener: socket.socket, *, behind_proxy: bool) -> None:
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
    try:
        server.run()
    finally:
        wasyncore.close_all(channels)
