import json
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.models.tables import DEVICES, IDEMPOTENCY_KEYS
from tests.book.scorers import Scorer
from tests.servers import run


@pytest.fixture
def played(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/played.sqlite"
    prepare(url)
    with closing(Database(url)) as database:
        Scorer(database).start(key="first")
    return url


def copy(folder: Path, source: str, target: str) -> subprocess.CompletedProcess[str]:
    return run(folder / "data", "copy-database", "--from", source, "--to", target)


def test_copy_database_prints_what_was_copied_and_what_next(played: str, tmp_path: Path) -> None:
    done = copy(tmp_path, played, f"sqlite:///{tmp_path}/copy.sqlite")
    assert (done.returncode, done.stderr) == (0, "Copying\n")
    first, verified, then = done.stdout.splitlines()
    assert first.startswith("Copied: 1 scorebook with 1 match, ")
    assert verified == "Verified: all rows are there and every match has the same result."
    assert then.startswith("Now set SCOREKEEPER_DATABASE_URL to the new database.")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ("played", "played", "isn't empty"),
        ("played", "mysql://ann:hunter2@host/scores", "--to is a mysql URL"),
        ("sqlite://", "played", "--from must be a file"),
        ("played", "postgresql://ann:hunter2@127.0.0.1:1/scores", "Can't open the scorebook"),
    ],
)
def test_a_failed_copy_prints_a_sentence_without_the_password(
    played: str, tmp_path: Path, source: str, target: str, sentence: str
) -> None:
    here, there = (played if url == "played" else url for url in (source, target))
    done = copy(tmp_path, here, there)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert done.stderr.count("Error: ") == 1
    assert "hunter2" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        *(["export", "x"], ["erase", "1", "x"], ["code", "1"], ["scorebooks", "--share", "1"]),
        *(["scorebooks"], ["cleanup"], ["check"], ["check", "--repair"], ["backup", "x"]),
    ],
    ids=" ".join,
)
def test_a_command_with_mistyped_settings_leaves_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    done = run(tmp_path / "dtaa", *arguments, SCOREKEEPER_HOSTED="0")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert f"{tmp_path}/dtaa/scorebook.sqlite" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_cleanup_lists_and_with_yes_deletes(played: str, tmp_path: Path) -> None:
    with closing(Database(played)) as database, database.write() as session:
        session.execute(update(IDEMPOTENCY_KEYS).values(at=now() - timedelta(days=61)))

    listed, done, again = (
        run(tmp_path / "data", "cleanup", *flags, SCOREKEEPER_DATABASE_URL=played)
        for flags in ([], ["--yes"], [])
    )

    sentence = "       1  form receipts older than 60 days\n"
    assert (
        listed.stdout
        == f"{sentence}Nothing was deleted. Run `scorekeeper cleanup --yes` to delete it.\n"
    )
    assert done.stdout == f"{sentence}Deleted.\n"
    assert again.stdout == "Nothing to delete.\n"


def test_erase_exports_the_matches_first(played: str, tmp_path: Path) -> None:
    file = tmp_path / "written.jsonl"

    def erase(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run(tmp_path / "data", "erase", *arguments, SCOREKEEPER_DATABASE_URL=played)

    unasked = erase("1", str(file))
    question = "Erase scorebook 1 (1 match, 0 hands, 4 players) for good?"
    assert (unasked.returncode, question in unasked.stdout) == (1, True)
    assert [one.name for one in tmp_path.iterdir() if "written" in one.name] == []
    file.touch()
    again = erase("1", str(file), "--yes")
    assert "written.jsonl: File exists" in again.stderr
    file.unlink()
    done = erase("1", str(file), "--yes")

    assert done.returncode == 0, done.stderr
    assert "Scorebook 1 is erased" in done.stdout
    assert json.loads(file.read_text())["players"] == ["Ann", "Ben", "Cleo", "Dan"]
    assert "There is no scorebook called '1'" in erase("1", str(tmp_path / "none")).stderr
    with closing(Database(played)) as database, database.read() as session:
        assert session.scalars(select(DEVICES.c.id)).all() == []


def test_erase_refuses_the_shared_scorebook_before_it_asks_and_writes(tmp_path: Path) -> None:
    at_home, file = {"SCOREKEEPER_HOSTED": "0"}, tmp_path / "written.jsonl"
    run(tmp_path / "data", "upgrade", **at_home)
    refused = run(tmp_path / "data", "erase", "1", str(file), **at_home)
    assert (refused.returncode, refused.stdout, file.exists()) == (1, "", False)
    assert refused.stderr.startswith("Error: This is the shared scorebook.")
