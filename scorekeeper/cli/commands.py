"""What can be asked of the command."""

from typing import BinaryIO

import click


@click.group(invoke_without_command=True)
@click.option("--local", is_flag=True, help="Only for this machine, not for the network.")
@click.pass_context
def main(context: click.Context, local: bool) -> None:
    """Keep the score of Spades: alone, this serves the pages for all phones at the table."""
    context.obj = "127.0.0.1" if local else "0.0.0.0"


@main.command()
@click.argument("file", default="-")
@click.option("--table", is_flag=True, help="Print the score sheet for people.")
@click.pass_context
def score(context: click.Context, file: str, table: bool) -> None:
    """Score a match file, or several as JSON Lines, from FILE or standard input."""
    from . import scoring

    all_are_matches = True
    with _opened(file) as stream:
        for text, is_match in scoring.results(stream, table=table):
            click.echo(text)
            all_are_matches = all_are_matches and is_match
    context.exit(0 if all_are_matches else 1)


def _opened(file: str) -> BinaryIO:
    try:
        return click.open_file(file, "rb")  # type: ignore[return-value]
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}.") from None
