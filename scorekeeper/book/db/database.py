"""One database per app: transactions on SQLite or PostgreSQL, and deletion of expired rows."""

import math
import selectors
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.orm import Session

from scorekeeper.book.db.errors import Busy, ScorebookError, translate_errors
from scorekeeper.book.db.statements import VersionQuery, compile_for_reading

LOCK_TIMEOUT_SECONDS = 8.0
"""How long a transaction waits for other writers before it raises Busy."""

MAX_WAITING_WRITERS = 10
"""Maximum number of threads that queue for writing; fewer than all, so that the rest can read."""

QUEUE_TIMEOUT_SECONDS = 0.25
"""Timeout in seconds for a place in the queue of writers."""

LIBPQ_OPTIONS = {
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""Settings of libpq that detect a dead server or a cut network.

A connection ends after 8 seconds without acknowledgement of sent data, after 16 seconds idle.
A server process that hangs while its kernel still answers is not detected.
"""

CACHE_KILOBYTES = 500
"""Pages that each connection to SQLite keeps; the operating system keeps the whole file."""

POOL_SIZE = 10
"""Connections to a server; fewer than threads, so that pages without queries are still served."""

MAX_WRITING_CONNECTIONS = 6
"""How many of them may wait for a write lock."""

POOL_TIMEOUT_SECONDS = 1.0
"""Timeout in seconds for one of these connections."""

BATCH_SIZE = 500
"""Rows examined and deleted in one transaction, so that other writers get their turn."""


# Linux makes it in a third of the time of its default; Windows has none.
SELECTOR = getattr(selectors, "PollSelector", selectors.DefaultSelector)


def parse_url(url: str | sa.URL) -> sa.URL:
    """Parse a database URL and set the driver that this program depends on."""
    if isinstance(url, str) and url.startswith("postgres://"):
        url = url.replace("postgres", "postgresql", 1)
    parsed = sa.make_url(url)
    kind = parsed.get_backend_name()
    drivers = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
    return parsed.set(drivername=drivers.get(kind, parsed.drivername))


def find_file(url: sa.URL) -> Path | None:
    """Return the file of a SQLite scorebook; None for one on a server."""
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


class Database:
    """The scorebook's database, shared by all threads of a process; it connects on first use."""

    def __init__(
        self,
        url: str | sa.URL,
        lock_timeout: float = LOCK_TIMEOUT_SECONDS,
        *,
        no_timeout: bool = False,
    ) -> None:
        self.url = parse_url(url)
        self.lock_timeout = lock_timeout
        # Limits for each scorebook on a server that hosts many.
        self.quotas: Mapping[str, int] = {}
        self._idle: sqlite3.Connection | None = None
        self._queue = threading.BoundedSemaphore(MAX_WAITING_WRITERS)
        # Parameters hold names and secrets, which belong in no message and no log.
        options: dict[str, Any] = {"hide_parameters": True, "pool_timeout": lock_timeout}
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            # Last in, first out: connections that are seldom needed don't fill their caches.
            options |= {"pool_use_lifo": True, "creator": self._connect}
            self.engine = sa.create_engine(self.url, **options)
            # A connection that reads and writes in turn compiles its statements again each time.
            self.write_engine = sa.create_engine(self.url, pool_size=1, max_overflow=0, **options)
            for engine in (self.engine, self.write_engine):
                sa.event.listen(engine, "first_connect", self._keep_idle_connection)
                sa.event.listen(engine, "begin", self._begin)
            self._query_options: dict[str, Any] = {}
            self._read_options: dict[str, Any] = {}
            # SQLite's busy handler is unfair, so the threads of a process queue here for writing.
            self._turns, self._turn_timeout = threading.BoundedSemaphore(1), math.inf
        else:
            # Longer than any regular statement, including its wait for locks.
            self._statement_timeout = 0 if no_timeout else 3 * lock_timeout
            network = {
                name: LIBPQ_OPTIONS[name] for name in LIBPQ_OPTIONS if name not in self.url.query
            }
            options |= {"pool_size": POOL_SIZE, "max_overflow": 0, "connect_args": network}
            self.engine = self.write_engine = sa.create_engine(self.url, **options)
            # Inserted first: SQLAlchemy cannot decode results from a server without an encoding.
            sa.event.listen(self.engine, "connect", self._require_utf8, insert=True)
            sa.event.listen(self.engine, "connect", self._limit_waiting)
            sa.event.listen(self.engine, "checkout", _require_open)
            self._turns = threading.BoundedSemaphore(MAX_WRITING_CONNECTIONS)
            # A writer with a turn may still wait for a row lock, up to the lock timeout.
            self._turn_timeout = POOL_TIMEOUT_SECONDS
            self._query_options = {"isolation_level": "AUTOCOMMIT"}
            self._read_options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}

    def query(self) -> AbstractContextManager[Session]:
        """Open a session for a single query, in autocommit mode on PostgreSQL."""
        return self._open_session(self.engine, self._query_options)

    def read(self) -> AbstractContextManager[Session]:
        """Open a read-only session on one snapshot of the scorebook."""
        return self._open_session(self.engine, self._read_options)

    def is_current(self, version: VersionQuery) -> bool:
        """Whether a query still returns the same row."""
        return bool(self.find_row(version.statement, version.values) == version.row)

    def find_row(
        self, statement: sa.Select[Any], values: Mapping[str, Any]
    ) -> Sequence[Any] | None:
        """Return the first row of a query with the driver's values.

        A session takes five times as long.
        """
        text, constants = compile_for_reading(statement, self.engine.dialect)
        with translate_errors(), closing(self.engine.raw_connection()) as pooled:
            driver: Any = pooled.driver_connection
            if not self.is_sqlite:
                driver.autocommit = True
            try:
                row: Sequence[Any] | None = driver.execute(text, {**constants, **values}).fetchone()
            except Exception:
                pooled.invalidate()
                raise
            if not self.is_sqlite:
                driver.autocommit = False
        return row

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a session that commits at the end of the block and rolls back after an error."""
        deadline = time.monotonic() + self.lock_timeout
        in_queue = min(QUEUE_TIMEOUT_SECONDS, self.lock_timeout)
        with (
            _acquire(self._queue, in_queue, "too many requests wait"),
            _acquire(
                self._turns,
                min(self._turn_timeout, deadline - time.monotonic()),
                "other threads are writing",
            ),
            self._open_session(self.write_engine, {"deadline": deadline}) as session,
        ):
            session.info["quotas"] = self.quotas
            yield session

    def close(self) -> None:
        """Close every connection; closing the last one checkpoints SQLite's WAL."""
        self.engine.dispose()
        self.write_engine.dispose()
        if self._idle is not None:
            self._idle.close()
            self._idle = None

    @contextmanager
    def _open_session(self, engine: sa.Engine, options: Mapping[str, Any]) -> Iterator[Session]:
        with (
            translate_errors(),
            Session(engine, expire_on_commit=False) as session,
            # Commit after reading, too: on rollback psycopg drops its prepared statements, and
            # the server would plan each again.
            session.begin(),
        ):
            session.connection(execution_options=options)
            yield session

    def _connect(self) -> sqlite3.Connection:
        # mode=rw: a deleted file must not be recreated empty.
        file = Path(str(self.url.database)).absolute().as_uri()
        connection = sqlite3.connect(
            f"{file}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute(f"PRAGMA busy_timeout = {_milliseconds(self.lock_timeout)}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _keep_idle_connection(self, *_: Any) -> None:
        # SQLite removes the WAL with the last connection. On a full disk it could not create
        # it again, and even reading would fail.
        self._idle = self._idle or self._connect()

    def _begin(self, connection: sa.Connection) -> None:
        deadline = connection.get_execution_options().get("deadline")
        driver: Any = connection.connection.dbapi_connection
        only_reads = deadline is None
        # Only on change, because SQLite then recompiles every statement of the connection.
        if connection.info.get("only_reads") is not only_reads:
            driver.execute(f"PRAGMA query_only = {only_reads}")
            connection.info["only_reads"] = only_reads
        if deadline is None:
            driver.execute("BEGIN")
        else:
            left = max(0.0, deadline - time.monotonic())
            driver.execute(f"PRAGMA busy_timeout = {_milliseconds(left)}")
            driver.execute("BEGIN IMMEDIATE")

    def _require_utf8(self, driver: Any, _: Any) -> None:
        encoding = driver.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise ScorebookError(
                f"The database {self.url.render_as_string(hide_password=True)} uses the"
                f" encoding {encoding}. It must be UTF8. Create one with"
                " `createdb --encoding=UTF8 --locale=C --template=template0`."
            )

    def _limit_waiting(self, driver: Any, _: Any) -> None:
        with driver.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {_milliseconds(self.lock_timeout)}")
            milliseconds = _milliseconds(self._statement_timeout)
            cursor.execute(f"SET statement_timeout = {milliseconds}")
        driver.commit()


def _require_open(driver: Any, *_: Any) -> None:
    # A server sends unrequested data only when it closes the connection.
    if driver.closed:
        raise DisconnectionError
    with SELECTOR() as selector:
        selector.register(driver.fileno(), selectors.EVENT_READ)
        if selector.select(0):
            raise DisconnectionError


@contextmanager
def _acquire(semaphore: threading.Semaphore, seconds: float, message: str) -> Iterator[None]:
    if not semaphore.acquire(timeout=max(0.0, seconds)):
        raise Busy(message)
    try:
        yield
    finally:
        semaphore.release()


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)


class ExpiredRows(NamedTuple):
    """The expired rows of a table: those that meet all conditions."""

    table: sa.Table
    conditions: tuple[sa.ColumnElement[bool], ...]
    values: Mapping[str, Any]

    def count(self, session: Session) -> int:
        """Count the expired rows."""
        statement = sa.select(sa.func.count()).select_from(self.table).where(*self.conditions)
        return session.scalars(statement, self.values).one()

    def delete_in_batches(self, database: Database) -> None:
        """Delete the expired rows in batches; the search for them blocks no writer."""
        columns = self.table.primary_key.columns
        key, rows = sa.tuple_(*columns), sa.select(*columns).order_by(*columns)
        bounds: tuple[sa.ColumnElement[bool], ...] = ()
        while True:
            with database.read() as session:
                last = session.execute(rows.where(*bounds).offset(BATCH_SIZE - 1).limit(1)).first()
                if last is not None:
                    bounds = (*bounds, key <= tuple(last))
                end = session.execute(rows.where(*bounds, *self.conditions), self.values).first()
            if end is not None:
                self.delete_batch(database, *bounds)
            if last is None:
                return
            bounds = (key > tuple(last),)

    def delete_batch(self, database: Database, *bounds: sa.ColumnElement[bool]) -> None:
        """Delete the expired rows within these bounds that no request has just renewed."""
        columns = self.table.primary_key.columns
        rows = sa.select(*columns).where(*bounds, *self.conditions)
        with database.write() as session:
            held = session.execute(rows.with_for_update(skip_locked=True), self.values)
            keys = [tuple(row) for row in held]
            # `bounds` again: SQLite would search all rows for a composite key.
            statement = sa.delete(self.table).where(
                *bounds, sa.tuple_(*columns).in_(keys), *self.conditions
            )
            session.execute(statement, self.values)
