"""Check and repair of a scorebook: every page of the file and the result of every match."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book.access.grants import AccessDenied, MatchRef
from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.db.errors import ScorebookError, StorageError
from scorekeeper.book.maintenance.backups.damage import find_damaged
from scorekeeper.book.maintenance.backups.sqlite_copy import keep_copy
from scorekeeper.book.maintenance.file_check import (
    check_file,
    open_sqlite,
    read_release_number,
    require_sqlite_file,
)
from scorekeeper.book.maintenance.recompute import (
    StoredResult,
    UnreadableMatches,
    compute_result,
    load_stored_results,
    recompute_in_batches,
)
from scorekeeper.book.maintenance.schema import HEAD, require_current, require_known
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.book.matches.matches import load


def check(url: str | URL) -> Iterator[str]:
    """Yield a sentence for each damaged backup, unreadable match and wrong result."""
    place = parse_url(url)
    if place.get_backend_name() == "sqlite":
        path = Path(str(place.database))
        for backup in find_damaged(path):
            yield f"The backup {backup} is damaged and can't be restored. Delete it."
        _check_file(path)
    with closing(Database(place)) as database:
        for ref, result in _load_all(database):
            yield from _check_match(database, ref, result)


def repair(url: str | URL) -> Iterator[str]:
    """Rebuild the indexes of the file, and recompute all results; yield a sentence for each."""
    place = parse_url(url)
    if place.get_backend_name() == "sqlite":
        path = Path(str(place.database))
        require_sqlite_file(path)
        yield f"The previous state is kept in {keep_copy(path, f'{path.stem}-before-repair')}."
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("REINDEX")
        _check_file(path)
    else:
        require_current(place)
        yield "PostgreSQL's indexes are unchanged. Rebuild them with REINDEX."
    with closing(Database(place)) as database:
        left_out = 0
        try:
            recomputed = recompute_in_batches(database)
        except UnreadableMatches as error:
            recomputed, left_out = error.recomputed, error.left_out
        yield f"Recomputed {recomputed:,} {'result' if recomputed == 1 else 'results'}."
        if left_out:
            matches, they = ("match", "it") if left_out == 1 else ("matches", "they")
            yield f"Left out {left_out:,} {matches}, because {they} can't be read."


def _check_file(path: Path) -> None:
    revision = check_file(path, thoroughly=True)
    require_known(revision, str(path), read_release_number(path))
    if revision != HEAD:
        raise ScorebookError(
            f"The scorebook {path} is from an older version and undamaged."
            " The next start upgrades it."
        )
    with open_sqlite(path) as connection:
        lost = connection.execute("PRAGMA foreign_key_check").fetchone()
        if lost is not None:
            raise ScorebookError(
                f"In the scorebook {path}, {lost[0]} has rows without a parent."
                " Restore a backup with `scorekeeper restore FILE`."
            )


def _load_all(database: Database) -> Iterator[tuple[MatchRef, StoredResult]]:
    last = 0, 0
    while True:
        with database.read() as session:
            batch = load_stored_results(session, last)
        if not batch:
            return
        yield from batch.items()
        last = max(ref.key for ref in batch)


def _check_match(database: Database, ref: MatchRef, result: StoredResult) -> Iterator[str]:
    try:
        with database.read() as session:
            match = load(session, ref).match
        right = compute_result(fill_in_times(match))
    except (AccessDenied, StorageError):
        raise
    except Exception as error:  # any damage in its rows
        yield f"Can't read match {ref.public_id}: {type(error).__name__}."
    else:
        if right != result:
            yield (
                f"The stored result of match {ref.public_id} is wrong."
                " Fix it with `scorekeeper check --repair`."
            )
