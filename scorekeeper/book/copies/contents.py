"""What is in a copy of the scorebook, of whatever release."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.book.database import PATIENCE
from scorekeeper.book.errors import StorageError
from scorekeeper.book.examination import made_by
from scorekeeper.book.releases import release

UNREADABLE = (sqlite3.Error, UnicodeDecodeError, SQLAlchemyError, StorageError)
"""What is raised for a file that is not what it says it is."""


@dataclass(frozen=True)
class Contents:
    """What is in a SQLite file of ours: its matches that are not deleted, and who made it."""

    matches: int
    newest: datetime | None
    revision: str
    release: str | None
    bytes: int


@dataclass(frozen=True)
class Lost:
    """What a scorebook holds that a copy does not: whole matches, and what was said since."""

    matches: int
    newest: datetime | None
    changed: int

    @property
    def is_something(self) -> bool:
        """Whether anything would be lost."""
        return bool(self.matches or self.changed)


@dataclass(frozen=True)
class _Kept:
    started: str
    hands: int
    changes: int
    place: str | None
    note: str | None
    words: int | None
    """Characters of the notes on its hands."""


def contents(path: Path) -> Contents:
    """Read what is in a file that was examined."""
    with opened(path) as copy:
        lives = " WHERE deleted_at IS NULL" if "deleted_at" in columns(copy, "matches") else ""
        found = f"SELECT count(*), max(started_at) FROM matches{lives}"
        matches, newest = copy.execute(found).fetchone()
        (revision,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    return Contents(
        matches,
        _moment(newest),
        revision,
        release(revision, made_by(path)),
        path.stat().st_size,
    )


def lost(present: Path, copy: Path) -> Lost:
    """Compare a scorebook of today with a copy that may be put back in its place."""
    now, then = _matches(present), _matches(copy)
    gone = [kept for public_id, kept in now.items() if public_id not in then]
    changed = [
        public_id
        for public_id, kept in now.items()
        if public_id in then and _has_more(kept, then[public_id])
    ]
    newest = max((kept.started for kept in gone), default=None)
    return Lost(len(gone), _moment(newest), len(changed))


def state(path: Path) -> str:
    """Return what changes with all that is said of matches: how far they are, and what is shown."""
    with opened(path) as scorebook:
        found = (
            "SELECT count(*), coalesce(sum(version + shown), 0), coalesce(max(id), 0) FROM matches"
        )
        return "-".join(str(number) for number in scorebook.execute(found).fetchone())


def scorebooks(path: Path) -> frozenset[str] | None:
    """Return the public ids of all scorebooks in a file; None for one that has none yet."""
    with opened(path) as copy:
        if "public_id" not in columns(copy, "scorebooks"):
            return None
        return frozenset(row[0] for row in copy.execute("SELECT public_id FROM scorebooks"))


@contextmanager
def opened(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    """Open a SQLite file that somebody else may have made: nothing in it is run."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    with closing(connection):
        connection.execute("PRAGMA trusted_schema = OFF")
        yield connection


def columns(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    """Return the columns of a table; none where there is no such table."""
    return frozenset(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))


def _matches(path: Path) -> dict[str, _Kept]:
    with opened(path) as book:
        has = columns(book, "matches")
        lives = "WHERE m.deleted_at IS NULL" if "deleted_at" in has else ""
        changes = "m.next_change" if "next_change" in has else "0"
        if "public_id" in has:
            name, names, same = "m.public_id", "", "h.match_id = m.id"
        else:
            name = "a.public_id"
            names = "JOIN addresses a ON (a.scorebook_id, a.match_id) = (m.scorebook_id, m.id)"
            same = "(h.scorebook_id, h.match_id) = (m.scorebook_id, m.id)"
        hands = f"(SELECT count(*) FROM hands h WHERE {same})"
        place, note = (f"m.{one}" if one in has else "NULL" for one in ("place", "note"))
        words = "NULL"
        if "note" in columns(book, "hands"):
            words = f"(SELECT coalesce(sum(length(h.note)), 0) FROM hands h WHERE {same})"
        found = book.execute(
            f"SELECT {name}, m.started_at, {hands}, {changes}, {place}, {note}, {words} "
            f"FROM matches m {names} {lives}"
        )
        return {public_id: _Kept(*rest) for public_id, *rest in found}


def _has_more(now: _Kept, then: _Kept) -> bool:
    # What an earlier release did not count tells nothing.
    said = now.changes != then.changes and then.changes > 0
    noted = (
        (now.place, then.place),
        (now.note, then.note),
        (now.words, then.words),
    )
    return (
        said
        or now.hands != then.hands
        or any(was is not None and is_now != was for is_now, was in noted)
    )


def _moment(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written).replace(tzinfo=UTC)
