"""What the commands print on any terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
