"""The command line, `scorekeeper`: the group of all commands."""

import codecs
import gc
import io
import os
import sys
import unicodedata
from difflib import get_close_matches
from importlib import import_module

import click

COMMANDS = {
    "backup": "maintenance.backup",
    "check": "maintenance.check",
    "cleanup": "maintenance.cleanup",
    "code": "access.code",
    "copy-database": "maintenance.copy_database",
    "demo": "serving.demo",
    "erase": "maintenance.erase",
    "export": "transfer.export",
    "health": "health.health",
    "import": "transfer.import_",
    "restore": "maintenance.restore",
    "score": "scoring.score",
    "scorebooks": "access.scorebooks",
    "serve": "serving.serve",
    "upgrade": "maintenance.upgrade",
}
"""Module and function of each command."""

SIMILAR = "similar"
"""Handler of characters that a terminal does not have: similar ones replace them."""
SIGNS = {"−": "-", "–": "-", "—": "-", "‑": "-", "·": "|", "…": "...", "→": "->", "×": "x"}
SIGNS |= {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "«": '"', "»": '"', "\u00a0": " "}
SIGNS |= dict(zip("ŁłØøĐđı", "LlOoDdi", strict=True)) | {"Œ": "OE", "œ": "oe"}


def replace_with_similar(error: UnicodeError) -> tuple[str, int]:
    """Return what a terminal shows instead of a character: a sign, a bare letter, or a number."""
    assert isinstance(error, UnicodeEncodeError)
    signs = [_find_similar(sign, error.encoding) for sign in error.object[error.start : error.end]]
    return "".join(signs), error.end


def _find_similar(sign: str, encoding: str) -> str:
    plain = unicodedata.normalize("NFKD", SIGNS.get(sign, sign))
    similar = plain.encode(encoding, "ignore").decode(encoding)
    return similar or (f"<{ord(sign):X}>" if sign.isalnum() else "?")


codecs.register_error(SIMILAR, replace_with_similar)


class LazyGroup(click.Group):
    """A group that imports each command when it is used, so that `score` loads no SQLAlchemy."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import and return a command."""
        if name not in COMMANDS:
            return super().get_command(context, name)
        module, _, function = COMMANDS[name].partition(".")
        gc.disable()  # no object of a new module is garbage
        command: click.Command = getattr(import_module(f"scorekeeper.cli.{module}"), function)
        gc.enable()
        return command

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the arguments; for an unknown one, suggest a similar name."""
        name = arguments[0]
        if not name.startswith("-") and self.get_command(context, name) is None:
            similar = [f" Did you mean '{one}'?" for one in get_close_matches(name, COMMANDS, n=1)]
            context.fail(f"No such command '{name}'.{''.join(similar)}")
        return super().resolve_command(context, arguments)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--local", is_flag=True, help="Serve this computer only, not the network.")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.version_option(package_name="spades-scorekeeper", prog_name="scorekeeper")
@click.pass_context
def main(context: click.Context, local: bool, no_browser: bool) -> None:
    """Keep score at Spades.

    Without a command, starts the server for all phones on your network.
    """
    os.umask(0o077)  # no other user may read scores, backups and keys
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal with a limited character set must not stop the program, or lose a sign.
            stream.reconfigure(errors=SIMILAR)
    context.obj = "127.0.0.1" if local else "0.0.0.0"
    if context.invoked_subcommand is None:
        serve = main.get_command(context, "serve")
        assert serve is not None
        context.invoke(serve, no_browser=no_browser)
