import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from psycopg.pq import TransactionStatus
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.book.db.database import LIBPQ_OPTIONS, Database, parse_url
from scorekeeper.book.db.errors import Busy, Full, StorageError
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.statements import VersionQuery
from scorekeeper.book.models.tables import (
    ADDRESSES,
    DEVICES,
    GRANTS,
    MATCHES,
    PLAYERS,
    SCOREBOOKS,
    SEATS,
)
from tests.databases import ask, count_rows, do, execute, no_space_beyond
from tests.servers import run_python, start_python

Opened = Callable[[Database], AbstractContextManager[Session]]


def scorebooks(database: Database) -> int:
    return count_rows(database, SCOREBOOKS)


def add_scorebook(database: Database) -> None:
    execute(database, insert(SCOREBOOKS))


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://ann@host/scores", "postgresql+psycopg://ann@host/scores"),
        ("postgresql://ann@host/scores", "postgresql+psycopg://ann@host/scores"),
        ("postgresql+psycopg2://ann@host/scores", "postgresql+psycopg://ann@host/scores"),
        ("sqlite:///scores.sqlite", "sqlite+pysqlite:///scores.sqlite"),
        ("mysql+pymysql://host/scores", "mysql+pymysql://host/scores"),
    ],
)
def test_parse_url_sets_the_driver(given: str, used: str) -> None:
    assert parse_url(given).render_as_string() == used


def test_an_exception_or_database_error_rolls_the_transaction_back_also_at_commit(
    database: Database,
) -> None:
    with pytest.raises(ZeroDivisionError), database.write() as session:
        session.execute(insert(SCOREBOOKS))
        raise ZeroDivisionError
    assert scorebooks(database) == 0
    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(insert(SCOREBOOKS))
        session.execute(insert(DEVICES).values(secret_hash=b"short"))
    assert scorebooks(database) == 0
    with database.write() as session:
        session.execute(insert(SCOREBOOKS).values(id=1))
        session.execute(insert(PLAYERS).values(id=1, scorebook_id=1, name="Ann", search_key="ann"))
        session.execute(insert(ADDRESSES).values(scorebook_id=1, match_id=1))
        match = {"scorebook_id": 1, "id": 1, "game": "two-player", "first_seat": 0}
        session.execute(insert(MATCHES).values(match))
        session.execute(insert(SEATS).values(scorebook_id=1, match_id=1, seat=0, player_id=1))
    # Foreign keys of seats are checked when the transaction ends.
    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(insert(SCOREBOOKS).values(id=2))
        session.execute(delete(PLAYERS))
    assert scorebooks(database) == 1


def test_a_version_is_current_until_its_row_changes(database: Database) -> None:
    is_empty = VersionQuery(select(func.count()).select_from(SCOREBOOKS), {}, (0,))
    before = [database.is_current(is_empty) for _ in range(2)]
    add_scorebook(database)
    assert [*before, database.is_current(is_empty)] == [True, True, False]
    assert scorebooks(database) == 1


def test_a_reader_sees_one_snapshot_and_cannot_write(database: Database) -> None:
    count = select(func.count()).select_from(SCOREBOOKS)
    with database.read() as session:
        before = session.scalar(count)
        add_scorebook(database)
        after = session.scalar(count)
    assert (before, after) == (0, 0)
    assert scorebooks(database) == 1
    with pytest.raises(StorageError), database.read() as session:
        session.execute(insert(SCOREBOOKS))
    assert scorebooks(database) == 1


def test_a_writer_locks_before_it_reads(sqlite_file: Path, sqlite_url: str) -> None:
    with (
        closing(Database(sqlite_url)) as database,
        closing(sqlite3.connect(sqlite_file, timeout=0)) as other,
    ):
        with database.write() as session:
            seen = session.scalar(select(func.count()).select_from(SCOREBOOKS))
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("INSERT INTO scorebooks (created_at) VALUES ('2026-11-20')")
            session.execute(insert(SCOREBOOKS))
        assert (seen, scorebooks(database)) == (0, 1)


def test_no_write_of_many_threads_is_lost(database: Database) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add_scorebook, [database] * 80))
    assert scorebooks(database) == 80


def test_no_write_of_many_processes_is_lost(database_url: str) -> None:
    program = (
        "import sys; from scorekeeper.book.db.database import Database;"
        "from scorekeeper.book.models.tables import SCOREBOOKS; database = Database(sys.argv[1])\n"
        "for _ in range(20):\n"
        "    with database.write() as session: session.execute(SCOREBOOKS.insert())\n"
        "database.close()"
    )
    run_python("-c", program, database_url, times=3)
    with closing(Database(database_url)) as database:
        assert scorebooks(database) == 60


def test_a_killed_process_loses_only_its_open_transaction(database_url: str) -> None:
    program = (
        "import os, signal, sys; from scorekeeper.book.db.database import Database;"
        "from scorekeeper.book.models.tables import SCOREBOOKS; database = Database(sys.argv[1])\n"
        "with database.write() as session: session.execute(SCOREBOOKS.insert())\n"
        "with database.write() as session:\n"
        "    session.execute(SCOREBOOKS.insert()); os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert start_python("-c", program, database_url).wait(60) == -signal.SIGKILL
    with closing(Database(database_url)) as database:
        assert scorebooks(database) == 1
        add_scorebook(database)


def test_a_writer_waits_for_a_short_lock(sqlite_file: Path, sqlite_url: str) -> None:
    with closing(Database(sqlite_url, lock_timeout=4)) as database, held(sqlite_file, 0.6):
        add_scorebook(database)
        assert scorebooks(database) == 1


def test_a_long_lock_raises_busy_and_does_not_stop_readers(
    sqlite_file: Path, sqlite_url: str
) -> None:
    with closing(Database(sqlite_url, lock_timeout=0.2)) as database:
        with held(sqlite_file, 5):
            with pytest.raises(Busy):
                add_scorebook(database)
            assert scorebooks(database) == 0
        add_scorebook(database)
        assert scorebooks(database) == 1


def test_waiting_for_another_thread_counts_towards_the_timeout(sqlite_url: str) -> None:
    with (
        closing(Database(sqlite_url, lock_timeout=0.4)) as database,
        ThreadPoolExecutor() as pool,
        database.write(),
    ):
        error = pool.submit(add_scorebook, database).exception(60)
    assert isinstance(error, Busy)


@contextmanager
def held(path: Path, longest: float) -> Iterator[None]:
    """Hold the write lock like another process, for up to `longest` seconds."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(longest, other.execute, ["ROLLBACK"])
        release.start()
        try:
            yield
        finally:
            release.cancel()
            release.join()


def test_a_writer_waits_for_a_locked_row(postgresql_url: str) -> None:
    with closing(Database(postgresql_url, lock_timeout=4)) as database:
        add_scorebook(database)
        with ThreadPoolExecutor(1) as threads:
            with database.write() as session:
                session.execute(update(SCOREBOOKS).values(created_at=now()))
                waiting = threads.submit(touch_scorebooks, database)
                time.sleep(0.3)
            waiting.result(timeout=10)


def test_a_row_locked_too_long_raises_busy(postgresql_url: str) -> None:
    with closing(Database(postgresql_url, lock_timeout=0.2)) as database:
        add_scorebook(database)
        with database.write() as session:
            session.execute(update(SCOREBOOKS).values(created_at=now()))
            with pytest.raises(Busy):
                touch_scorebooks(database)


def test_timeouts_of_libpq_can_be_set_in_the_url(postgresql_url: str) -> None:
    slow = f"{postgresql_url}&connect_timeout=5"
    with closing(Database(slow)) as database, database.read() as session:
        driver = session.connection().connection.dbapi_connection
        assert driver is not None
        told = driver.info.get_parameters()
    wanted = LIBPQ_OPTIONS | {"connect_timeout": 5}
    assert {name: int(told[name]) for name in wanted} == wanted


def test_a_long_statement_is_cancelled_unless_timeouts_are_off(postgresql_url: str) -> None:
    sleep = select(func.pg_sleep(0.5))
    with (
        closing(Database(postgresql_url, 0.1)) as hasty,
        pytest.raises(Busy),
        hasty.read() as session,
    ):
        session.execute(sleep)
    with closing(Database(postgresql_url, 0.1, no_timeout=True)) as calm, calm.read() as session:
        session.execute(sleep)


def touch_scorebooks(database: Database) -> None:
    execute(database, update(SCOREBOOKS).values(created_at=now()))


def test_a_full_disk_raises_full_until_there_is_room(
    sqlite_file: Path, sqlite_database: Database
) -> None:
    add_scorebook(sqlite_database)
    with no_space_beyond(sqlite_file.stat().st_size):
        with pytest.raises(Full), sqlite_database.write() as session:
            session.execute(insert(DEVICES), devices(5000))
        assert scorebooks(sqlite_database) == 1
    add_scorebook(sqlite_database)
    assert scorebooks(sqlite_database) == 2
    assert count_rows(sqlite_database, DEVICES) == 0


def devices(count: int) -> list[dict[str, bytes]]:
    return [{"secret_hash": number.to_bytes(32)} for number in range(count)]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        pytest.param("53100", Full, id="disk full"),
        pytest.param("58030", Full, id="disk fails"),
        pytest.param("40P01", Busy, id="deadlock"),
        pytest.param("40001", Busy, id="not serializable"),
        pytest.param("57014", Busy, id="statement took too long"),
        pytest.param("53300", Busy, id="too many connections"),
        pytest.param("57P01", StorageError, id="server is stopped"),
        pytest.param("XX001", StorageError, id="damaged"),
    ],
)
def test_errors_of_the_server_are_translated(
    postgresql_database: Database, code: str, error: type[StorageError]
) -> None:
    with pytest.raises(error) as raised, postgresql_database.write() as session:
        session.execute(insert(SCOREBOOKS))
        session.execute(text(f"DO $$ BEGIN RAISE '' USING ERRCODE = '{code}'; END $$"))
    assert raised.type is error
    assert scorebooks(postgresql_database) == 0


def test_a_connection_closed_by_the_server_is_replaced(postgresql_url: str) -> None:
    with closing(Database(postgresql_url)) as database, closing(Database(postgresql_url)) as other:
        add_scorebook(database)
        execute(
            other,
            text(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ),
        )
        assert scorebooks(database) == 1


def test_a_connection_closed_locally_is_replaced(postgresql_database: Database) -> None:
    add_scorebook(postgresql_database)
    with postgresql_database.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
    driver.close()
    assert scorebooks(postgresql_database) == 1


def test_a_single_query_opens_no_transaction(postgresql_url: str) -> None:
    with closing(Database(postgresql_url)) as database, database.query() as session:
        session.scalar(select(func.count()).select_from(SCOREBOOKS))
        driver: Any = session.connection().connection.dbapi_connection
        assert driver.info.transaction_status is TransactionStatus.IDLE


@pytest.mark.parametrize("opened", [Database.query, Database.read])
def test_a_repeated_query_is_prepared_once(postgresql_database: Database, opened: Opened) -> None:
    for _ in range(10):
        with opened(postgresql_database) as session:
            session.scalar(select(func.count()).select_from(SCOREBOOKS))
    with postgresql_database.read() as session:
        prepared = session.scalars(text("SELECT statement FROM pg_prepared_statements")).all()
        assert any("scorebooks" in statement for statement in prepared)


def test_what_cannot_be_read_is_a_storage_error_and_not_recreated(tmp_path: Path) -> None:
    gone, damaged = tmp_path / "gone.sqlite", tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"no scores " * 1000)
    for url in (f"postgresql:///?host={tmp_path}", f"sqlite:///{gone}", f"sqlite:///{damaged}"):
        database = Database(url)
        with closing(database), pytest.raises(StorageError), database.read():
            pass
    assert not gone.exists()


def test_the_wal_is_removed_only_at_the_end(sqlite_file: Path, sqlite_url: str) -> None:
    log = sqlite_file.with_name(f"{sqlite_file.name}-wal")
    with closing(Database(sqlite_url)) as database:
        add_scorebook(database)
        database.engine.dispose()
        assert log.exists()
    assert not log.exists()


def test_nothing_is_opened_before_the_first_use(tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/scorebook.sqlite")):
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("setting", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 8000)],
)
def test_sqlite_has_its_safety_settings(sqlite_url: str, setting: str, value: object) -> None:
    with closing(Database(sqlite_url)) as database, database.read() as session:
        assert session.scalar(text(f"PRAGMA {setting}")) == value


def test_one_connection_to_sqlite_writes_and_the_others_only_read(sqlite_url: str) -> None:
    def driver(session: Session) -> Any:
        return session.connection().connection.dbapi_connection

    # A connection that does both in turn compiles its statements again at each turn.
    with closing(Database(sqlite_url)) as database:
        add_scorebook(database)
        readers, writers = set(), set()
        for _ in range(2):
            readers.add(ask(database, driver))
            writers.add(do(database, driver))
        assert (len(readers), len(writers), readers & writers) == (1, 1, set())


def test_a_commit_that_fails_leaves_the_database_writable(database_url: str) -> None:
    orphan = {"scorebook_id": 999, "device_id": 999, "role": "owner", "use_order": 1}
    with closing(Database(database_url)) as database:
        add_scorebook(database)
        with pytest.raises(IntegrityError), database.write() as session:
            if database.is_sqlite:
                session.execute(text("PRAGMA defer_foreign_keys = ON"))
            session.execute(insert(GRANTS).values(created_at=now(), **orphan))
        touch_scorebooks(database)


def test_error_messages_contain_no_parameters(sqlite_url: str) -> None:
    with (
        closing(Database(sqlite_url)) as database,
        pytest.raises(IntegrityError) as raised,
        database.write() as session,
    ):
        session.execute(insert(DEVICES), [{"secret_hash": b"spades"}])
    assert "spades" not in str(raised.value)
