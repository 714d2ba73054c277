"""The commands `serve` and `demo`."""

import gc
import re
from dataclasses import replace

import click

from scorekeeper.cli.database import report_errors
from scorekeeper.config import Config, read_public_url
from scorekeeper.server import server

LOOPBACK = "127.0.0.1"
MAX_PORT = 65535


def read_port(_context: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    """Read a port number; 0 is any free port."""
    if value is not None and not (re.fullmatch("[0-9]{1,5}", value) and int(value) <= MAX_PORT):
        raise click.BadParameter(f"It must be between 1 and {MAX_PORT}, not {value}.")
    return None if value is None else int(value)


host_option = click.option("--host", metavar="HOST", help="Listen on this address only.")
port_option = click.option(
    "--port", metavar="PORT", callback=read_port, help="Listen on this port only."
)


@click.command()
@host_option
@port_option
@click.option("--public-url", metavar="URL", help="Address in links and QR codes: https://…")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.pass_obj
@report_errors()
def serve(
    default_host: str, host: str | None, port: int | None, public_url: str | None, no_browser: bool
) -> None:
    """Start the server.

    Uses the last port, or the first free one from 8000 on.
    """
    gc.disable()  # until all modules are loaded: none of their objects is garbage
    with server.graceful_shutdown():
        config = Config.from_environment()
        if public_url is not None:
            config = replace(config, public_url=read_public_url("--public-url", public_url))
        # A client that bypasses the proxy could forge its address.
        default_host = LOOPBACK if config.trusted_proxies else default_host
        server.serve(config, host or default_host, port, browser=not no_browser)


@click.command()
@host_option
@port_option
@report_errors()
def demo(host: str | None, port: int | None) -> None:
    """Start a demo with sample matches.

    Serves this computer only; add --host 0.0.0.0 for the network. Nothing is kept when you stop it.
    """
    from scorekeeper.demo.demo import demo_scorebook

    with server.graceful_shutdown(), demo_scorebook() as config:
        server.serve(config, host or LOOPBACK, port)
