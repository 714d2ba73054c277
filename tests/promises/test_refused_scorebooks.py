"""A scorebook that can't be used is refused with a sentence and not changed."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ON_THIS_MACHINE, run

AS_NOBODY = """
import os, sys
import alembic.command, filelock, scorekeeper.cli.serving
from scorekeeper.cli import main
# To root nothing is read-only.
os.seteuid(os.geteuid() or 65534)
main()
"""


@pytest.fixture
def open_data(empty_scorebook: Path) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="scores-"))
    folder.chmod(0o755)
    data = folder / "data"
    data.mkdir()
    shutil.copy(empty_scorebook, data)
    yield data
    data.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "reason"),
    [
        pytest.param(0o777, 0o444, "Can't read and write the scorebook", id="file"),
        pytest.param(0o555, 0o666, "Can't write to the folder", id="folder"),
        pytest.param(0o555, 0o444, "Can't write to the folder", id="folder and file"),
    ],
)
def test_a_read_only_scorebook_is_refused_and_unchanged(
    open_data: Path, folder_mode: int, file_mode: int, reason: str
) -> None:
    key = "Vn0vT1bq8cKZ2mXw4rYs7uPd3fGh5jLk"
    command = (sys.executable, "-c", AS_NOBODY)
    scorebook = open_data / "scorebook.sqlite"
    before = scorebook.read_bytes()
    scorebook.chmod(file_mode)
    open_data.chmod(folder_mode)

    ended = run(open_data, *ON_THIS_MACHINE, command=command, SCOREKEEPER_SECRET_KEY=key)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("Error: ")
    assert (ended.stderr.count("\n"), reason in ended.stderr) == (1, True)
    assert scorebook.read_bytes() == before
    assert os.listdir(open_data) == ["scorebook.sqlite"]
