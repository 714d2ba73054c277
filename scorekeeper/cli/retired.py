"""Retired commands and options, which fail with the name of their replacement."""

from collections.abc import Callable
from typing import Any

import click


def retired_option(*names: str, instead: str, is_flag: bool = False) -> Callable[..., Any]:
    """Reject a retired option; `instead` is a sentence that names its replacement."""

    def refuse(_context: click.Context, _parameter: click.Parameter, value: Any) -> None:
        if value:
            raise click.UsageError(f"{names[0]} is no longer an option. {instead}")

    return click.option(
        *names, is_flag=is_flag, hidden=True, expose_value=False, is_eager=True, callback=refuse
    )


def retire_command(group: click.Group, name: str, instead: str) -> None:
    """Reject a retired command; `instead` is a sentence that names its replacement."""

    def refuse(arguments: tuple[str, ...]) -> None:
        raise click.UsageError(f"'{name}' is no longer a command. {instead}")

    group.add_command(
        click.Command(
            name,
            callback=refuse,
            params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)],
            context_settings={"ignore_unknown_options": True},
            add_help_option=False,
            hidden=True,
        )
    )
