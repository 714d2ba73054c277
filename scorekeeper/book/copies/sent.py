"""Taking in a copy that a phone sent: a file that anybody may have made."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from scorekeeper.book import checking
from scorekeeper.book.backup import copy_online
from scorekeeper.book.copies import giving, keeping
from scorekeeper.book.copies.contents import UNREADABLE, opened, scorebooks
from scorekeeper.book.database import Database
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.examination import examine, examine_sqlite_file, made_by
from scorekeeper.book.schema import prepare, require_known

LARGEST = 30_000_000
"""Bytes of a copy that a phone may send; larger ones are put back by the command."""


LARGEST_BODY = LARGEST + 64 * 1024
"""Bytes of such a form, with what stands around the file."""


def take(scorebook: Path, name: str, save: Callable[[Path], None], mine: frozenset[str]) -> None:
    """Keep a copy that was sent, under this name, if it is one; raise ScorebookError if not.

    One with several scorebooks has to be of those that are the phone's: else nobody here could
    have it all again.
    """
    folder = keeping.folder_of(scorebook)
    folder.mkdir(mode=0o700, exist_ok=True)
    giving.require_room(scorebook, 4)
    sent = folder / f"{name}.part"
    try:
        save(sent)
        examine_stranger(sent)
        _require_one(sent, mine)
        copy_online(sent, folder / name)
    except (OSError, sqlite3.Error) as error:
        raise ScorebookError(f"The copy could not be kept: {error}.", "full") from error
    finally:
        for left in folder.glob(f"{sent.name}*"):
            left.unlink(missing_ok=True)


def examine_stranger(path: Path) -> None:
    """Refuse what this program did not write: other tables, triggers, rows that cannot be read."""
    examine_sqlite_file(path)
    try:
        revision = _revision(path)
        require_known(revision, path.name, made_by(path))
        # Looked at before anything is asked of its tables.
        with TemporaryDirectory(prefix=".sent-", dir=path.parent) as folder:
            _require_own_tables(path, revision, Path(folder))
            examine(path, thoroughly=True)
            _try_out(path, Path(folder) / "tried.sqlite")
    except UNREADABLE as error:
        raise ScorebookError(f"The copy {path} is damaged.", "damaged") from error


def _require_one(path: Path, mine: frozenset[str]) -> None:
    with opened(path) as copy:
        (number,) = copy.execute("SELECT count(*) FROM scorebooks").fetchone()
    known = scorebooks(path)
    if number > 1 and (known is None or not known <= mine):
        raise ScorebookError(f"In {path} there are scorebooks of several people.", "of many")


def _revision(path: Path) -> str:
    with opened(path) as copy:
        tables = "SELECT 1 FROM sqlite_master WHERE (type, name) = ('table', 'alembic_version')"
        if copy.execute(tables).fetchone() is None:
            raise ScorebookError(f"The file {path} is no scorebook.", "no scorebook")
        row = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def _require_own_tables(path: Path, revision: str, folder: Path) -> None:
    """Refuse tables that are not to the letter those of the release: triggers, views, and more."""
    ours = folder / f"{revision}.sqlite"
    prepare(_url(ours), lambda _told: None, head=revision)
    if _tables(path) != _tables(ours):
        raise ScorebookError(f"The tables of {path} are not those of this program.", "no scorebook")


def _tables(path: Path) -> set[tuple[str, ...]]:
    with opened(path) as copy:
        encoding = copy.execute("PRAGMA encoding").fetchone()
        found = copy.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"
        )
        return {encoding, *found}


def _try_out(path: Path, tried: Path) -> None:
    """Bring a copy of the copy up to date, and read every match in it."""
    copy_online(path, tried)
    prepare(_url(tried), lambda _told: None)
    with closing(sqlite3.connect(tried)) as rows:
        if rows.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise ScorebookError(f"In {path} a row belongs to nothing that is there.", "damaged")
    with closing(Database(_url(tried))) as database:
        if next(checking.unreadable(database), None) is not None:
            raise ScorebookError(f"In {path} a match cannot be read.", "damaged")


def _url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))
