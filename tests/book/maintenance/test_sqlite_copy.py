import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups.sqlite_copy import create_backup
from scorekeeper.book.models.tables import DEVICES, SCOREBOOKS
from tests.databases import execute, no_space_beyond


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite"


def counts(path: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as kept:
        scorebooks = kept.execute("SELECT count(*) FROM scorebooks").fetchone()[0]
        devices = kept.execute("SELECT count(*) FROM devices").fetchone()[0]
        return scorebooks, devices


def test_a_copy_contains_the_latest_save_in_one_file(sqlite_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    with closing(Database(sqlite_url)) as database:
        execute(database, insert(SCOREBOOKS))
        create_backup(sqlite_url, folder / "copy.sqlite")
    assert counts(folder / "copy.sqlite") == (1, 0)
    assert [path.name for path in folder.iterdir()] == ["copy.sqlite"]


def test_a_copy_contains_no_uncommitted_data(sqlite_url: str, copy: Path) -> None:
    with closing(Database(sqlite_url)) as database, database.write() as session:
        session.execute(insert(SCOREBOOKS))
        create_backup(sqlite_url, copy)
    assert counts(copy) == (0, 0)


def test_a_copy_during_writes_is_consistent(sqlite_url: str, copy: Path) -> None:
    with closing(Database(sqlite_url)) as database, writing_pairs(database):
        create_backup(sqlite_url, copy)
    scorebooks, devices = counts(copy)
    assert scorebooks == devices
    assert scorebooks >= 5


@contextmanager
def writing_pairs(database: Database) -> Iterator[None]:
    """Save a scorebook together with a device, again and again, up to 500 times."""
    stop, under_way = threading.Event(), threading.Event()

    def write() -> None:
        for number in range(500):
            with database.write() as session:
                session.execute(insert(SCOREBOOKS))
                session.execute(insert(DEVICES).values(secret_hash=number.to_bytes(32)))
            if number == 5:
                under_way.set()
            if stop.is_set():
                break

    writer = threading.Thread(target=write)
    writer.start()
    under_way.wait(10)
    try:
        yield
    finally:
        stop.set()
        writer.join()


def test_a_missing_target_folder_and_a_scorebook_on_a_server_are_reported(
    sqlite_url: str, tmp_path: Path, copy: Path
) -> None:
    with pytest.raises(ScorebookError, match="There is no folder"):
        create_backup(sqlite_url, tmp_path / "nowhere" / "copy.sqlite")
    with pytest.raises(ScorebookError, match="pg_dump"):
        create_backup("postgresql://ann@host/scores", copy)


def test_a_full_disk_leaves_no_partial_copy(sqlite_url: str, tmp_path: Path, copy: Path) -> None:
    with no_space_beyond(8192), pytest.raises(ScorebookError, match=r"Can't back up .+ to .+copy"):
        create_backup(sqlite_url, copy)
    assert not list(tmp_path.glob("copy*"))


def test_a_file_that_is_no_scorebook_is_named(tmp_path: Path, copy: Path) -> None:
    file = tmp_path / "scorebook.sqlite"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(ScorebookError, match=r"scorebook\.sqlite is not a scorebook"):
        create_backup(f"sqlite:///{file}", copy)
    assert not copy.exists()
