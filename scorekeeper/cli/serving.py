"""The commands `serve` and `demo`."""

import gc
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from scorekeeper.cli.database import report_errors
from scorekeeper.config import Config, read_public_url
from scorekeeper.server import server

LOOPBACK = "127.0.0.1"
MAX_PORT = 65535


class Port(click.ParamType[int]):
    """A port number; 0 is any free port."""

    name = "port"

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> int:
        """Return the number, or fail with a sentence."""
        if not re.fullmatch("[0-9]{1,5}", str(value)) or int(value) > MAX_PORT:
            self.fail(f"It must be between 1 and {MAX_PORT}, not {value}.", parameter, context)
        return int(value)


def address_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --host and --port to a command."""
    port = click.option("--port", metavar="PORT", type=Port(), help="Listen on this port only.")
    host = click.option("--host", metavar="HOST", help="Listen on this address only.")
    return host(port(command))


@click.command()
@address_options
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
@address_options
@report_errors()
def demo(host: str | None, port: int | None) -> None:
    """Start a demo with sample matches.

    Serves this computer only; add --host 0.0.0.0 for the network. Nothing is kept when you stop it.
    """
    from scorekeeper.demo.demo import demo_scorebook

    with server.graceful_shutdown(), demo_scorebook() as config:
        server.serve(config, host or LOOPBACK, port)
