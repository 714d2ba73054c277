import re
from contextlib import closing
from pathlib import Path

from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.rules import HouseRules, Match
from tests.servers import Server, run, serving

ANN = Secret("the device of Ann")


def start(database: Database, key: str) -> str:
    match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    with database.write() as session:
        return matches.start_match(session, ANN, Submission.of(key, ()), match)


def players(file: Path, match: str) -> tuple[str, ...]:
    with closing(Database(f"sqlite:///{file}")) as copied, copied.read() as session:
        return matches.load(session, matches.find_match(session, ANN, match)).match.players


def test_a_backup_during_a_write_is_complete(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with (
        serving(Server(tmp_path / "data", "--local")),
        closing(Database(f"sqlite:///{tmp_path / 'data' / 'scorebook.sqlite'}")) as database,
    ):
        match = start(database, "first")
        with database.write():
            done = run(tmp_path / "data", "backup", str(copy))

    sentence = rf"Backed up to {copy} and checked: \d+ kB, 1 match, from "
    assert re.match(sentence, done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert players(copy, match) == ("Ann", "Ben")


def test_backup_overwrites_no_file_and_creates_none_without_a_scorebook(tmp_path: Path) -> None:
    existing = tmp_path / "holiday.txt"
    existing.write_text("by the sea")

    done = run(tmp_path, "backup", str(existing))

    assert done.stderr == f"Error: {existing} already exists. Nothing was written.\n"
    assert done.returncode == 1
    assert existing.read_text() == "by the sea"
    done = run(tmp_path / "data", "backup", str(tmp_path / "copy.sqlite"))

    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1
    assert not (tmp_path / "copy.sqlite").exists()
