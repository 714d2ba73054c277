"""Writes the tables of commands.md from the code: `python docs/reference.py`."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.cli import main
from scorekeeper.cli.group import COMMANDS

PAGE = Path(__file__).parent / "commands.md"
PART = re.compile(r"(<!-- made by docs/reference.py: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)
SHORT_HELP_LENGTH = 45
"""Characters of a command's help that `scorekeeper --help` shows."""


def update(page: str) -> str:
    """Return the page with current tables between its marks."""
    return PART.sub(lambda part: f"{part[1]}\n{PARTS[part[2]]()}\n\n{part[3]}", page)


def overview() -> str:
    """Return a table of all commands, each with a link to its section."""
    rows = [
        f"| [`{name}`](#scorekeeper-{name}) | {command.get_short_help_str(SHORT_HELP_LENGTH)} |"
        for name, command in _commands()
    ]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def commands() -> str:
    """Return a section for each command, the group first, with its help and its options."""
    sections = [_section("scorekeeper", main)]
    sections += [_section(f"scorekeeper {name}", command) for name, command in _commands()]
    return "\n\n".join(sections)


def _commands() -> Iterator[tuple[str, click.Command]]:
    context = click.Context(main)
    for name in sorted(COMMANDS):
        command = main.get_command(context, name)
        assert command is not None
        yield name, command


def _section(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    parts = [f"## {name}", f"`{usage}`", *(" ".join(one.split()) for one in paragraphs)]
    options = [
        record
        for option in command.params
        if isinstance(option, click.Option) and (record := option.get_help_record(context))
    ]
    if options:
        parts.append("\n".join(f"- `{names}`: {' '.join(text.split())}" for names, text in options))
    return "\n\n".join(parts)


PARTS = {part.__name__: part for part in (overview, commands)}

if __name__ == "__main__":
    PAGE.write_text(update(PAGE.read_text()))
