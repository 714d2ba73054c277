"""Creates, opens, copies and dumps scorebooks for tests, in files or on PostgreSQL."""

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import (
    Dialect,
    Executable,
    MetaData,
    Select,
    Table,
    event,
    func,
    make_url,
    select,
    text,
)

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare

if TYPE_CHECKING:
    from tests.postgres import Server

Done = TypeVar("Done")
ON_A_SERVER = os.environ.get("TEST_DATABASE") == "postgresql"
"""Whether tests that can run on both databases use PostgreSQL."""

_dialects: dict[str, Dialect] = {}
_compiled: dict[Any, Any] = {}


def opened(url: str) -> Database:
    """Open a scorebook; sharing compiled statements halves the time of a short test."""
    database = Database(url)
    kind = database.url.get_backend_name()
    if kind not in _dialects:
        # A dialect is initialized by the first connection.
        with database.engine.connect():
            _dialects[kind] = database.engine.dialect
    for engine in (database.engine, database.write_engine):
        engine.dialect = _dialects[kind]
        engine.update_execution_options(compiled_cache=_compiled)
    return database


def do(database: Database, change: Callable[..., Done], *values: Any, **named: Any) -> Done:
    """Change something in a transaction, as a host does, whatever the phone."""
    with database.write() as session:
        return change(session, *values, **named)


def ask(database: Database, query: Callable[..., Done], *values: Any, **named: Any) -> Done:
    with database.read() as session:
        return query(session, *values, **named)


def execute(database: Database, statement: Executable, *values: Any) -> None:
    with database.write() as session:
        session.execute(statement, *values)


def fetch(database: Database, statement: Executable) -> list[Any]:
    """Return the first column of all rows."""
    with database.read() as session:
        return [*session.scalars(statement)]


def fetch_one(database: Database, statement: Executable) -> Any:
    [value] = fetch(database, statement)
    return value


def count_rows(database: Database, table: Table) -> int:
    count: int = fetch_one(database, select(func.count()).select_from(table))
    return count


@contextmanager
def recorded(database: Database) -> Iterator[list[str]]:
    """Record the statements that are sent to a database."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    def note_row(statement: Select[Any], values: Mapping[str, Any]) -> Sequence[Any] | None:
        # It bypasses SQLAlchemy.
        sent.append(str(statement))
        return Database.find_row(database, statement, values)

    database.find_row = note_row  # type: ignore[method-assign]
    with listening(database, "before_cursor_execute", note):
        yield sent
    del database.find_row


@contextmanager
def listening(database: Database, name: str, handle: Callable[..., None]) -> Iterator[None]:
    """Handle an event of the connections that read and write."""
    engines = {database.engine, database.write_engine}
    for engine in engines:
        event.listen(engine, name, handle)
    yield
    for engine in engines:
        event.remove(engine, name, handle)


class Files:
    """Scorebooks in files, each in its own folder."""

    def new(self, folder: Path) -> str:
        file = folder / "scorebook.sqlite"
        file.write_bytes(_empty())
        return f"sqlite:///{file}"

    def copy(self, url: str, folder: Path) -> str:
        copy = folder / "scorebook.sqlite"
        with closing(sqlite3.connect(_file(url))) as now, closing(sqlite3.connect(copy)) as kept:
            now.backup(kept)
        return f"sqlite:///{copy}"

    def fill(self, url: str, copied: str) -> None:
        """Replace an unused scorebook with a copy of another."""
        shutil.copy(_file(copied), _file(url))

    def remove(self, url: str) -> None:
        _file(url).unlink(missing_ok=True)


class Databases:
    """Scorebooks on a server; copying one closes its connections."""

    def __init__(self, server: "Server") -> None:
        self.server = server
        self._empty: str | None = None

    def new(self, folder: Path) -> str:
        if self._empty is None:
            self._empty = self.server.url(self.server.create())
            prepare(self._empty)
        return self.copy(self._empty, folder)

    def copy(self, url: str, _folder: Path) -> str:
        return self.server.url(self.server.create(_name(url)))

    def fill(self, url: str, copied: str) -> None:
        self.server.fill(_name(url), _name(copied))

    def remove(self, url: str) -> None:
        self.server.drop(_name(url))


Storage = Files | Databases
"""Where tests store scorebooks."""


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scorebook.sqlite"
        prepare(f"sqlite:///{file}")
        return file.read_bytes()


def written_down(url: str) -> str:
    """Return all rows of a scorebook as text."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(_file(url))) as connection:
            return "\n".join(connection.iterdump())
    with closing(Database(url)) as database, database.read() as session:
        tables = MetaData()
        tables.reflect(session.connection())
        return "\n".join(
            f"{table.name} {row}"
            for table in tables.sorted_tables
            for row in sorted(map(str, session.execute(select(table))))
        )


@contextmanager
def no_space_beyond(size: int) -> Iterator[None]:
    """Limit the size of files this process writes, like a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def change(url: str, statement: str, **values: object) -> None:
    """Execute a statement on a scorebook directly; times are in UTC."""
    with closing(Database(url)) as database, database.write() as session:
        if not database.is_sqlite:
            session.execute(text("SET LOCAL TIME ZONE 'UTC'"))
        session.execute(text(statement), values)


def _file(url: str) -> Path:
    return Path(str(make_url(url).database))


def _name(url: str) -> str:
    return str(make_url(url).database)
