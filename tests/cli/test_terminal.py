"""What the commands print on any terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context, Option
from click.testing import CliRunner

from scorekeeper.cli import COMMANDS, main
from tests.cli.match_files import FIFTEEN_TRICKS


def print_error(data: Path, text: str, encoding: str = "utf-8") -> str:
    """Return what a terminal of this encoding shows of an import that fails."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "import", "--yes"],
        input=text.replace("\n", "").encode(),
        env={**os.environ, "PYTHONIOENCODING": encoding, "SCOREKEEPER_DATA": str(data)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr.decode(encoding)


@pytest.mark.parametrize("encoding", ["cp437", "cp850", "cp1252", "cp1251"])
def test_a_terminal_without_a_character_shows_a_similar_one(tmp_path: Path, encoding: str) -> None:
    broken = FIFTEEN_TRICKS.replace("Gold", "Łëo–王").replace(
        '"players"', '"sides": ["Łëo–王", "Blue"], "players"'
    )
    printed = print_error(tmp_path, broken, encoding)
    assert "?" not in printed
    assert re.search("can['’]t be read", printed)
    assert re.search(r"L[eë]o[-–]<738B>", printed)


def test_control_characters_are_removed(tmp_path: Path) -> None:
    printed = print_error(tmp_path, '{"format": "\\u001b[2J\\u009b2J"}')
    assert "[2J" in printed
    assert "\x1b" not in printed
    assert "\x9b" not in printed


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
