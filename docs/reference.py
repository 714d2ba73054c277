"""Writes commands.md from the help of the commands: `python docs/reference.py`."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.cli import COMMANDS, main

PAGE = Path(__file__).parent / "commands.md"
PART = re.compile(r"(<!-- made by docs/reference.py -->\n).*?(<!-- end -->)", re.DOTALL)


def update(page: str) -> str:
    """Return the page with current sections between its marks."""
    return PART.sub(lambda part: f"{part[1]}\n{commands()}\n\n{part[2]}", page)


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


if __name__ == "__main__":
    PAGE.write_text(update(PAGE.read_text()))
