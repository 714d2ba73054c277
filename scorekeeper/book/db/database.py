"""One database per app: reading and writing in transactions, on SQLite or PostgreSQL."""

import math
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.orm import Session

from scorekeeper.book.db.errors import Busy, ScorebookError, translate_errors

LOCK_TIMEOUT_SECONDS = 8.0
"""Seconds to wait for somebody else's writing before saying so."""

MAX_WAITING_WRITERS = 16
"""Threads that may wait for their turn to write: fewer than there are, so that others read."""

QUEUE_TIMEOUT_SECONDS = 0.25
"""Seconds to wait for one of these places: long for those who write, short for those who read."""

LIBPQ_OPTIONS = {
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""Settings of libpq that notice a server that is gone or a network that is cut.

What is sent and not acknowledged ends a connection after 8 seconds, waiting in vain after 16.

A server that is frozen while its kernel answers is waited for.
"""

POOL_SIZE = 10
"""To a server: fewer than there are threads, so that pages go on that do without."""

MAX_WRITING_CONNECTIONS = 6
"""Of them, those that may wait to write."""

POOL_TIMEOUT_SECONDS = 1.0
"""Seconds to wait for one of these."""


def parse_url(url: str | URL) -> URL:
    """Read the address of a database and choose the driver that this program brings for it."""
    if isinstance(url, str) and url.startswith("postgres://"):
        url = url.replace("postgres", "postgresql", 1)
    parsed = make_url(url)
    kind = parsed.get_backend_name()
    drivers = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
    return parsed.set(drivername=drivers.get(kind, parsed.drivername))


class Database:
    """The scorebook's database for all threads of a process; nothing is opened before its use."""

    def __init__(
        self,
        url: str | URL,
        lock_timeout: float = LOCK_TIMEOUT_SECONDS,
        *,
        no_timeout: bool = False,
    ) -> None:
        self.url = parse_url(url)
        self.lock_timeout = lock_timeout
        # What one scorebook may hold where many are hosted.
        self.quotas: Mapping[str, int] = {}
        self._idle: sqlite3.Connection | None = None
        self._places = threading.BoundedSemaphore(MAX_WAITING_WRITERS)
        # The values of statements are names and secrets: they belong in no message and no log.
        options: dict[str, Any] = {"hide_parameters": True, "pool_timeout": lock_timeout}
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            self.engine = create_engine(self.url, creator=self._open, **options)
            event.listen(self.engine, "first_connect", self._keep_one_open)
            event.listen(self.engine, "begin", self._begin)
            self._to_ask: dict[str, Any] = {}
            self._to_read: dict[str, Any] = {}
            # SQLite's own waiting is unfair: the threads of one process queue here for writing.
            self._turns, self._longest_for_a_turn = threading.BoundedSemaphore(1), math.inf
        else:
            # Longer than any honest statement of ours, its waiting for locks included.
            self._longest_statement = 0 if no_timeout else 3 * lock_timeout
            network = {
                name: LIBPQ_OPTIONS[name] for name in LIBPQ_OPTIONS if name not in self.url.query
            }
            options |= {"pool_size": POOL_SIZE, "max_overflow": 0, "connect_args": network}
            self.engine = create_engine(self.url, **options)
            # First of all: SQLAlchemy cannot read what comes from one without an encoding.
            event.listen(self.engine, "connect", self._require_every_letter, insert=True)
            event.listen(self.engine, "connect", self._limit_waiting)
            event.listen(self.engine, "checkout", _require_open)
            self._turns = threading.BoundedSemaphore(MAX_WRITING_CONNECTIONS)
            # Whoever has a turn here may still wait for a row, and for as long as anybody waits.
            self._longest_for_a_turn = POOL_TIMEOUT_SECONDS
            self._to_ask = {"isolation_level": "AUTOCOMMIT"}
            self._to_read = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}

    def ask(self) -> AbstractContextManager[Session]:
        """Open a session for one question, which a server is sent with nothing around it."""
        return self._opened(self._to_ask)

    def read(self) -> AbstractContextManager[Session]:
        """Open a session that sees one state of the scorebook; the database refuses writing."""
        return self._opened(self._to_read)

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a session whose changes are all kept at its end, or none after an error."""
        deadline = time.monotonic() + self.lock_timeout
        with self._turn_to_write(deadline), self._opened({"deadline": deadline}) as session:
            session.info["quotas"] = self.quotas
            yield session

    def close(self) -> None:
        """Close every connection; the last one folds SQLite's log into the file."""
        self.engine.dispose()
        if self._idle is not None:
            self._idle.close()
            self._idle = None

    @contextmanager
    def _opened(self, options: Mapping[str, Any]) -> Iterator[Session]:
        with (
            translate_errors(),
            Session(self.engine, expire_on_commit=False) as session,
            # What was only read is committed, too: a rollback lets psycopg, the driver, forget
            # which statements the server has prepared, and each would be planned again.
            session.begin(),
        ):
            session.connection(execution_options=options)
            yield session

    @contextmanager
    def _turn_to_write(self, deadline: float) -> Iterator[None]:
        with (
            _held(self._places, min(QUEUE_TIMEOUT_SECONDS, self.lock_timeout), "too many wait"),
            _held(
                self._turns,
                min(self._longest_for_a_turn, deadline - time.monotonic()),
                "other threads are writing",
            ),
        ):
            yield

    def _open(self) -> sqlite3.Connection:
        # mode=rw: a file that is gone must not come back empty.
        file = Path(str(self.url.database)).absolute().as_uri()
        connection = sqlite3.connect(
            f"{file}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
        )
        connection.execute(f"PRAGMA busy_timeout = {_milliseconds(self.lock_timeout)}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _keep_one_open(self, *_: Any) -> None:
        # Without any open connection the log is removed, and on a full disk it could not be made
        # again: then even reading would fail.
        self._idle = self._open()

    def _begin(self, connection: Connection) -> None:
        deadline = connection.get_execution_options().get("deadline")
        driver: Any = connection.connection.dbapi_connection
        only_reads = deadline is None
        # Only where it changes: SQLite then makes every statement of the connection anew.
        if connection.info.get("only_reads") is not only_reads:
            driver.execute(f"PRAGMA query_only = {only_reads}")
            connection.info["only_reads"] = only_reads
        if deadline is None:
            driver.execute("BEGIN")
        else:
            left = max(0.0, deadline - time.monotonic())
            driver.execute(f"PRAGMA busy_timeout = {_milliseconds(left)}")
            driver.execute("BEGIN IMMEDIATE")

    def _require_every_letter(self, driver: Any, _: Any) -> None:
        encoding = driver.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise ScorebookError(
                f"The database {self.url.render_as_string(hide_password=True)} keeps its texts as"
                f" {encoding}, into which not every name fits: make one by"
                " `createdb --encoding=UTF8 --locale=C --template=template0`."
            )

    def _limit_waiting(self, driver: Any, _: Any) -> None:
        with driver.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {_milliseconds(self.lock_timeout)}")
            longest = _milliseconds(self._longest_statement)
            cursor.execute(f"SET statement_timeout = {longest}")
        driver.commit()


def _require_open(driver: Any, *_: Any) -> None:
    # Unasked, a server says nothing but that it ends: that is heard without a question.
    if driver.closed:
        raise DisconnectionError
    with DefaultSelector() as said:
        said.register(driver.fileno(), EVENT_READ)
        if said.select(0):
            raise DisconnectionError


@contextmanager
def _held(places: threading.Semaphore, seconds: float, otherwise: str) -> Iterator[None]:
    if not places.acquire(timeout=max(0.0, seconds)):
        raise Busy(otherwise)
    try:
        yield
    finally:
        places.release()


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)
