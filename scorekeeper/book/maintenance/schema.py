"""Preparation of the scorebook at the start: created if new, migrated if older."""

import logging
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from scorekeeper.atomic_write import delete_abandoned, lock_file, move_into_place
from scorekeeper.book.db.database import LOCK_TIMEOUT_SECONDS, Database, find_file, parse_url
from scorekeeper.book.db.errors import ScorebookError, StorageError, translate_errors
from scorekeeper.book.maintenance.backups.sqlite_copy import keep_copy
from scorekeeper.book.maintenance.file_check import (
    check_file,
    count_bytes,
    read_release_number,
    require_folder,
    restrict_permissions,
)
from scorekeeper.book.models.tables import metadata

HEAD = "0021"
"""The revision of the tables that this program reads and writes."""

OLDEST = "0015"
"""The first revision of tables that this program can upgrade, that of 0.14.0."""

_STEPS = (("0010", "0.7.0 (commit bc9b8706)"), (OLDEST, "0.14.0 (commit 35527edb)"))
"""The revisions to which former releases upgrade all tables since the one before, and where
these releases are."""

SCRIPTS = Path(__file__).parent / "migrations"

VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic stores the revision, as Alembic would create it."""

# Long enough for another process to migrate a very large scorebook.
_MIGRATION_TIMEOUT_SECONDS = 600.0

# Any number will do, as long as all processes that migrate one scorebook use the same.
_ADVISORY_LOCK = 520071313

_log = logging.getLogger(__name__)


def prepare(
    url: str | sa.URL,
    report: Callable[[str], None] = _log.warning,
    *,
    scripts: Path = SCRIPTS,
    head: str = HEAD,
    patience: float = LOCK_TIMEOUT_SECONDS,
) -> None:
    """Create or upgrade the scorebook, or refuse it; `report` gets a sentence before an upgrade."""
    migrations = _Migrations(scripts, head, patience)
    with _explained_errors(parse_url(url)) as parsed:
        if path := find_file(parsed):
            _prepare_file(path, migrations, report)
        else:
            _prepare_server(parsed, migrations, report)


def require_current(url: str | sa.URL) -> None:
    """Refuse a database without a scorebook, or with one of another version."""
    with _explained_errors(parse_url(url)) as parsed:
        revision, release = _read_revision(parsed)
        place = describe_location(parsed)
        if revision is None:
            raise ScorebookError(
                f"There is no scorebook at {place} yet. Create it with `scorekeeper upgrade`."
            )
        require_known(revision, place, release)
        if revision != HEAD:
            raise ScorebookError(
                f"The scorebook {place} is from an older version (database version {revision}; this"
                f" is {read_version()}, database version {HEAD}). Run `scorekeeper"
                " upgrade`."
            )


def is_empty(url: str | sa.URL) -> bool:
    """Whether there is no scorebook yet; refuse a database with other tables."""
    with _explained_errors(parse_url(url)) as parsed:
        return _read_revision(parsed)[0] is None


def exists(url: sa.URL) -> bool:
    """Whether there is a scorebook, or a file in its place."""
    path = find_file(url)
    return path.exists() if path else not is_empty(url)


def describe_location(url: sa.URL) -> str:
    """Return the location of a scorebook, without a password."""
    return str(find_file(url) or url.render_as_string(hide_password=True))


def require_known(revision: str, place: str, release: int = 0, scripts: Path = SCRIPTS) -> None:
    """Refuse a scorebook that can neither be used nor upgraded; `release` created its tables."""
    from alembic.script import ScriptDirectory

    if revision in {script.revision for script in ScriptDirectory(scripts).walk_revisions()}:
        return
    theirs = release_name(release)
    if revision < OLDEST:
        steps = ", then with ".join(step for upgraded, step in _STEPS if revision < upgraded)
        raise ScorebookError(
            f"The scorebook {place} is from {theirs or 'before 0.14'}. Open it once with {steps},"
            " then again with this version. Nothing was changed.",
            "older",
        )
    description = ", ".join(filter(None, (theirs, f"database version {revision}")))
    raise ScorebookError(
        f"The scorebook {place} is from a newer version ({description}; this is"
        f" {read_version()}, database version {HEAD}). Install that version to use it.",
        "newer",
    )


@cache
def read_version() -> str:
    """Return the version of this program: 0.20.0."""
    return version("spades-scorekeeper")


def release_number() -> int:
    """Return the version as the number that a scorebook keeps: 0.20.0 is 2000."""
    parsed = re.match(r"(\d+)\.(\d+)\.(\d+)", read_version())
    major, minor, patch = map(int, parsed.groups()) if parsed else (0, 0, 0)
    return (major * 100 + minor) * 100 + patch


def release_name(number: int) -> str:
    """Return the release with this stored number; empty without one."""
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}" if number > 0 else ""


@contextmanager
def _explained_errors(url: sa.URL) -> Iterator[sa.URL]:
    """Raise ScorebookError with a sentence if the scorebook cannot be reached."""
    try:
        yield url
    except ModuleNotFoundError as error:
        raise ScorebookError(
            f"The module {error.name} is missing. Install the extra 'postgresql'."
        ) from error
    except StorageError as error:
        place = url.render_as_string(hide_password=True)
        raise ScorebookError(f"Can't open the scorebook {place}: {error}.") from error


def _read_revision(url: sa.URL) -> tuple[str | None, int]:
    if path := find_file(url):
        return (check_file(path), read_release_number(path)) if path.exists() else (None, 0)
    with closing(Database(url)) as database, database.read() as session:
        connection = session.connection()
        return _stored_revision(connection, describe_location(url)), _stored_release(connection)


@dataclass(frozen=True)
class _Migrations:
    scripts: Path
    head: str
    patience: float

    def build(self, connection: sa.Connection) -> None:
        """Create the current tables in an empty database."""
        metadata.create_all(connection)
        VERSION.create(connection)
        connection.execute(sa.insert(VERSION).values(version_num=self.head))

    def upgrade(self, connection: sa.Connection) -> None:
        # Loading Alembic takes longer than everything else here, and most starts need none of it.
        from alembic import command
        from alembic.config import Config

        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(self.scripts).replace("%", "%%"))
        command.upgrade(config, self.head)
        if self.head == HEAD:
            self._recount(connection)

    def _recount(self, connection: sa.Connection) -> None:
        """Recompute stored results, because the program may apply the rules differently now."""
        from sqlalchemy.exc import SQLAlchemyError
        from sqlalchemy.orm import Session

        from scorekeeper.book.maintenance.integrity import recompute_all

        try:
            with Session(connection) as session:
                recompute_all(session)
        except (SQLAlchemyError, sqlite3.Error):
            raise
        except Exception as error:  # any damage in its rows
            raise ScorebookError(
                f"Can't read a match in the scorebook ({type(error).__name__})."
                " Nothing was changed.",
                "damaged",
            ) from error


def _prepare_file(path: Path, migrations: _Migrations, report: Callable[[str], None]) -> None:
    require_folder(path.parent)
    delete_abandoned(path.parent)
    restrict_permissions(path)
    if path.exists() and check_file(path) == migrations.head:
        return
    try:
        with lock_file(path).acquire(timeout=_MIGRATION_TIMEOUT_SECONDS):
            if path.exists():
                _migrate_file(path, check_file(path), migrations, report)
            else:
                _build_file(path, migrations)
    except TimeoutError as error:
        raise ScorebookError(
            f"Another process has been preparing the scorebook {path} for too long. Try again."
        ) from error


def _build_file(path: Path, migrations: _Migrations) -> None:
    # SQLite would read a log without its file into the new one.
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size > 0:
        raise ScorebookError(
            f"The scorebook {path} is missing, but its log {log.name} is still there."
            " Move the scorebook there again, or move the log away."
        )
    # Renamed into place, so that a crash leaves no unfinished scorebook.
    unfinished = path.with_name(f"{path.name}.new")
    for ending in ("", "-wal", "-shm", "-journal"):
        unfinished.with_name(f"{unfinished.name}{ending}").unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    _run_on_file(unfinished, migrations, migrations.build)
    move_into_place(unfinished, path)


def _migrate_file(
    path: Path, revision: str, migrations: _Migrations, report: Callable[[str], None]
) -> None:
    if revision == migrations.head:
        return
    require_known(revision, str(path), read_release_number(path), migrations.scripts)
    _require_space(path)
    name = f"{path.stem}-before-{migrations.head}"

    def keep_and_upgrade(connection: sa.Connection) -> None:
        old = keep_copy(path, name)
        report(f"Upgrading the scorebook {path}. The old version is kept in {old}.")
        migrations.upgrade(connection)

    _run_on_file(path, migrations, keep_and_upgrade)


def _require_space(path: Path) -> None:
    # A copy, the log of a change of all rows, and new tables before the old ones are dropped.
    needed = 3 * count_bytes(path)
    if shutil.disk_usage(path.parent).free < needed:
        raise ScorebookError(
            f"Upgrading the scorebook {path} needs {needed // 1_000_000 + 1} MB of free disk space."
            " Make some room and try again. Nothing was changed.",
            "room",
        )


def _run_on_file(path: Path, migrations: _Migrations, run: Callable[[sa.Connection], None]) -> None:
    database = Database(sa.URL.create("sqlite", database=str(path)), migrations.patience)
    with translate_errors(), closing(database), database.engine.connect() as connection:
        # A migration that rebuilds a table drops the old one, which must not delete its children.
        # Inside a transaction this setting would have no effect.
        driver: Any = connection.connection.dbapi_connection
        driver.execute("PRAGMA foreign_keys = OFF")
        deadline = time.monotonic() + database.lock_timeout
        with connection.execution_options(deadline=deadline).begin():
            run(connection)
            driver.execute(f"PRAGMA user_version = {release_number()}")
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise ScorebookError(
                    f"A row in the scorebook {path} has no parent. Nothing was changed.", "damaged"
                )


def _prepare_server(url: sa.URL, migrations: _Migrations, report: Callable[[str], None]) -> None:
    place = url.render_as_string(hide_password=True)
    with closing(Database(url, migrations.patience, no_timeout=True)) as database:
        with database.read() as session:
            if _stored_revision(session.connection(), place) == migrations.head:
                return
        with database.write() as session:
            # A migration by another process may hold the lock longer than a save.
            session.execute(sa.text("SET LOCAL lock_timeout = 0"))
            session.execute(
                sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK}
            )
            revision = _stored_revision(session.connection(), place)
            if revision == migrations.head:
                return
            if revision is None:
                migrations.build(session.connection())
            else:
                release = _stored_release(session.connection())
                require_known(revision, place, release, migrations.scripts)
                report(f"Upgrading the scorebook {place}.")
                migrations.upgrade(session.connection())
            session.execute(sa.text(f"COMMENT ON TABLE alembic_version IS '{release_number()}'"))


def _stored_revision(connection: sa.Connection, place: str) -> str | None:
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")))
    if tables:
        raise ScorebookError(
            f"The database {place} has other tables and is not a scorebook. Use an empty one."
        )
    return None


def _stored_release(connection: sa.Connection) -> int:
    statement = sa.text("SELECT obj_description(to_regclass('alembic_version'), 'pg_class')")
    number = str(connection.scalar(statement) or "")
    return int(number) if number.isdecimal() else 0
