"""A restore is all or nothing, even if it is killed."""

import json
import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups.restore_file import restore
from scorekeeper.book.maintenance.backups.retention import find_previous
from scorekeeper.book.maintenance.integrity import check
from scorekeeper.book.maintenance.schema import HEAD, read_version, release_name
from scorekeeper.book.models.tables import SCOREBOOKS
from tests.book.maintenance.test_released import FILES, RELEASES
from tests.book.release_fixture import ANN, OLDEST, upgrade, written_by
from tests.book.scorers import Scorer
from tests.databases import execute
from tests.effort import THOROUGH
from tests.servers import run_python


def restored(scorebook: Path, copy: Path) -> Path | None:
    """Restore a backup with its phones; return the file with what was there before."""
    return restore(f"sqlite:///{scorebook}", copy, at_home=False, with_phones=True).kept


@pytest.fixture
def served(tmp_path: Path) -> Path:
    path = upgrade(tmp_path / "data")
    with closing(Database(f"sqlite:///{path}")) as database:
        Scorer(database, ANN).start()
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLDEST, tmp_path / "copy.sqlite"))


@pytest.mark.parametrize("release", RELEASES)
def test_a_backup_of_a_release_is_upgraded(served: Path, copy: Path, release: str) -> None:
    shutil.copy(FILES[release], copy)
    before = copy.read_bytes()
    kept = restored(served, copy)
    assert list(check(f"sqlite:///{served}")) == []
    assert copy.read_bytes() == before
    assert find_previous(served) == [kept]


def test_revisions_rise_above_those_of_a_scorebook_that_was_not_upgraded_yet(
    tmp_path: Path, copy: Path
) -> None:
    path = Path(shutil.copy(OLDEST, tmp_path / "book.sqlite"))
    with closing(sqlite3.connect(path, isolation_level=None)) as present:
        present.execute("UPDATE matches SET revision = 5000")
        present.execute("UPDATE events SET revision = 7000")
    restored(path, copy)
    with closing(sqlite3.connect(path)) as book:
        found = book.execute("SELECT min(revision), min(version) FROM matches").fetchone()
        (of_events,) = book.execute("SELECT min(revision) FROM events").fetchone()
    assert (min(found) > 5000, of_events > 7000) == (True, True)


def test_a_killed_restore_is_complete_or_undone(served: Path, copy: Path) -> None:
    found = killed(served, copy, rounds=40 if THOROUGH else 8)
    assert (found["torn"], found["stuck"]) == (0, 0)
    assert found["killed"] > 0
    assert found["old"] > 0


def test_a_file_that_is_not_a_scorebook_is_kept(served: Path, copy: Path) -> None:
    served.write_bytes(b"x" * 9000)
    restored(served, copy)
    assert list(check(f"sqlite:///{served}")) == []
    [kept] = find_previous(served)
    assert kept.read_bytes() == b"x" * 9000


def killed(served: Path, copy: Path, rounds: int) -> dict[str, int]:
    """Count the outcomes of restores that were killed, each a little later."""
    given = {
        "folder": str(served.parent.with_name("tried")),
        "start": str(served.parent),
        "copy": str(copy),
        "rounds": rounds,
    }
    [printed] = run_python("-m", "tests.book.kill_restore", json.dumps(given))
    found: dict[str, int] = json.loads(printed)
    return found


def test_saves_during_a_restore_are_not_lost(served: Path, copy: Path) -> None:
    with closing(Database(f"sqlite:///{served}")) as database, writing(database) as written:
        kept = [restored(served, copy) for _ in range(3)]
    assert None not in kept
    found = set(names(served)).union(*(names(path) for path in kept if path))
    assert len(written) > 3
    assert set(written) <= found


@contextmanager
def writing(database: Database) -> Iterator[list[str]]:
    """Save one scorebook after another; give the names of those that were acknowledged."""
    stop, written = threading.Event(), list[str]()

    def write() -> None:
        while not stop.is_set():
            name = f"number {len(written)}"
            execute(database, insert(SCOREBOOKS).values(name=name))
            written.append(name)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield written
    finally:
        stop.set()
        writer.join()


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as scorebook:
        return [name for (name,) in scorebook.execute("SELECT name FROM scorebooks")]


def test_a_backup_with_another_page_size_is_restored(served: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as other:
        other.execute("PRAGMA page_size = 8192")
        other.execute("VACUUM")
    with closing(Database(f"sqlite:///{served}")) as database, database.read():
        restored(served, copy)
    assert list(check(f"sqlite:///{served}")) == []


def test_a_backup_of_a_newer_release_is_refused(served: Path, copy: Path) -> None:
    before = served.read_bytes()
    with closing(sqlite3.connect(copy, isolation_level=None)) as later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.execute("PRAGMA user_version = 20103")
    this = f"this is {read_version()}, database version {HEAD}"
    told = rf"\(2\.1\.3, database version 9999; {this}\)"
    with pytest.raises(ScorebookError, match=told):
        restored(served, copy)
    assert served.read_bytes() == before
    assert find_previous(served) == []


def test_a_backup_from_before_0_14_is_refused(served: Path, tmp_path: Path) -> None:
    copy = written_by("0014", 1300, tmp_path / "copy.sqlite")
    before, given = served.read_bytes(), copy.read_bytes()
    told = re.escape(f"The scorebook {copy} is from 0.13.0. Open it once with 0.14.0 (commit ")
    with pytest.raises(ScorebookError, match=told):
        restored(served, copy)
    assert (served.read_bytes(), copy.read_bytes()) == (before, given)
    assert find_previous(served) == []


def test_a_scorebook_knows_the_release_of_its_tables(served: Path) -> None:
    with closing(sqlite3.connect(served)) as scorebook:
        (number,) = scorebook.execute("PRAGMA user_version").fetchone()
    assert release_name(number) in (read_version(), "0.14.0")
