"""The house: imports point down only, and everything is written in one hand."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LINT_IMPORTS = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["-c", LINT_IMPORTS], id="imports point down only"),
        pytest.param(["-m", "ruff", "check"], id="ruff finds nothing"),
        pytest.param(["-m", "ruff", "format", "--check"], id="ruff would write it the same"),
    ],
)
def test_the_whole_house(command: list[str]) -> None:
    checked = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
