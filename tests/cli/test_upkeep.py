"""What a host does now and then: `scorekeeper copy`."""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.book.database import Database
from scorekeeper.book.schema import prepare
from tests.book.keeping import Scorer
from tests.servers import run


@pytest.fixture
def played(tmp_path: Path) -> str:
    """The address of a scorebook with one match."""
    url = f"sqlite:///{tmp_path}/played.sqlite"
    prepare(url)
    with closing(Database(url)) as database:
        Scorer(database).start()
    return url


def copy(folder: Path, source: str, target: str) -> subprocess.CompletedProcess[str]:
    return run(folder / "data", "copy", "--from", source, "--to", target)


def test_copying_says_what_came_and_what_to_do_now(played: str, tmp_path: Path) -> None:
    done = copy(tmp_path, played, f"sqlite:///{tmp_path}/copy.sqlite")

    assert (done.returncode, done.stderr) == (0, "Copying\n")
    first, verified, then = done.stdout.splitlines()
    assert first.startswith("Everything is copied: 1 scorebook with 1 match, ")
    assert verified == "All rows were counted, and every match comes to the same result."
    assert then.startswith("Let SCOREKEEPER_DATABASE name the copy.")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("played", "played", "is not empty"),
        ("played", "mysql://ann:hunter2@host/scores", "--to names mysql"),
        ("sqlite://", "played", "--from must name a file"),
        ("played", "postgresql://ann:hunter2@127.0.0.1:1/scores", "cannot be used"),
    ],
)
def test_what_cannot_be_copied_is_said_in_a_sentence_without_a_password(
    played: str, tmp_path: Path, source: str, target: str, told: str
) -> None:
    here, there = (played if url == "played" else url for url in (source, target))

    done = copy(tmp_path, here, there)

    assert done.returncode == 1
    assert told in done.stderr
    assert done.stderr.count("Error: ") == 1
    assert "hunter2" not in done.stderr
    assert "Traceback" not in done.stderr
