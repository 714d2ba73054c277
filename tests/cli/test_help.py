import re

import pytest
from click import Context, Option
from click.testing import CliRunner

from scorekeeper.cli import COMMANDS, main


def test_no_line_of_the_command_list_is_cut() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    lines = [" ".join(line.split()[1:]) for line in shown.partition("Commands:")[2].splitlines()]
    assert len(list(filter(None, lines))) == len(COMMANDS)
    assert [line for line in lines if line and not re.fullmatch(r"[A-Z].*[^.]\.", line)] == []


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_has_a_sentence(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    options = [one for one in command.params if isinstance(one, Option) and not one.hidden]
    assert [one.name for one in options if not (one.help or "").endswith((".", "…"))] == []
    assert "<=" not in CliRunner().invoke(main, [name, "--help"]).output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["exprot"], "No such command 'exprot'. Did you mean 'export'?"),
        (["nonsense"], "No such command 'nonsense'."),
        *(
            (["serve", "--port", port], f"It must be between 1 and 65535, not {port}.")
            for port in ("abc", "65536", "-1", "²")
        ),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
def test_a_mistyped_command_gets_a_hint(arguments: list[str], sentence: str) -> None:
    failed = CliRunner().invoke(main, arguments)
    assert failed.exit_code == 2
    assert failed.stderr.endswith(f"{sentence}\n")


@pytest.mark.parametrize("arguments", [["-h"], ["import", "-h"]], ids=" ".join)
def test_help_has_a_short_option(arguments: list[str]) -> None:
    assert CliRunner().invoke(main, arguments).output.startswith("Usage:")
