"""Check and repair of a scorebook: every page of the file and the result of every match."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

from sqlalchemy import URL, text

from scorekeeper.book.db.database import Database, find_file, parse_url
from scorekeeper.book.db.errors import Busy, ScorebookError, StorageError
from scorekeeper.book.maintenance.backups.backup_report import find_damaged
from scorekeeper.book.maintenance.backups.sqlite_copy import keep_copy
from scorekeeper.book.maintenance.file_check import (
    DamagedIndex,
    check_file,
    open_sqlite,
    read_release_number,
)
from scorekeeper.book.maintenance.recompute import (
    compute_result,
    just_before,
    list_batches,
    load_stored_results,
    recompute_in_batches,
)
from scorekeeper.book.maintenance.schema import HEAD, require_current, require_known
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.book.matches.matches import load


def check(url: str | URL) -> Iterator[str]:
    """Yield a sentence for each damaged backup, unreadable match and wrong result."""
    place = parse_url(url)
    if path := find_file(place):
        for backup in find_damaged(path):
            yield f"The backup {backup} is damaged and can't be restored. Delete it."
        _check_file(path)
    else:
        require_current(place)
    with closing(Database(place)) as database:
        for public_id, error in _find_wrong(database):
            yield (
                f"Can't read match {public_id}: {error}."
                if error
                else f"The stored result of match {public_id} is wrong."
                " Fix it with `scorekeeper check --repair`."
            )


def repair(url: str | URL) -> Iterator[str]:
    """Rebuild what is damaged, and recompute all results; yield a sentence for each."""
    place = parse_url(url)
    if path := find_file(place):
        with _explained_lock("Nothing was changed. "):
            copy = _rebuild_if_necessary(place, path)
        if copy is not None:
            yield f"The previous state is kept in {copy}."
            _check_file(path)
    else:
        require_current(place)
        yield "PostgreSQL's indexes are unchanged. Rebuild them with REINDEX."
    with _explained_lock(), closing(Database(place)) as database:
        recomputed, left_out = recompute_in_batches(database)
    yield f"Recomputed {recomputed:,} {'result' if recomputed == 1 else 'results'}."
    if left_out:
        matches, they = ("match", "it") if left_out == 1 else ("matches", "they")
        yield f"Left out {left_out:,} {matches}, because {they} can't be read."


def _rebuild_if_necessary(place: URL, path: Path) -> Path | None:
    """Rebuild the indexes if one is damaged or a result is wrong; return a copy made before."""
    has_damaged_index = False
    try:
        _check_file(path)
    except DamagedIndex:
        has_damaged_index = True
    with closing(Database(place)) as database:
        has_wrong_result = any(not error for _, error in _find_wrong(database))
        if not has_damaged_index and not has_wrong_result:
            return None
        # Locked first, so that nothing is left behind if another process is writing.
        with database.write() as session:
            copy = keep_copy(path, f"{path.stem}-before-repair")
            session.execute(text("REINDEX"))
    return copy


@contextmanager
def _explained_lock(unchanged: str = "") -> Iterator[None]:
    """Raise ScorebookError with a sentence if another process is writing for too long."""
    try:
        yield
    except Busy as error:
        raise ScorebookError(
            f"The scorebook is in use. {unchanged}Try again, or stop the server."
        ) from error


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


def _find_wrong(database: Database) -> Iterator[tuple[str, str]]:
    """Yield the matches with a wrong result, or with the kind of error why they can't be read."""
    for ref in chain.from_iterable(list_batches(database)):
        try:
            with database.read() as session:
                batch = load_stored_results(session, just_before(ref), 1)
                stored = {found.key: result for found, result in batch.items()}
                # It may have been deleted since.
                is_right = ref.key not in stored or stored[ref.key] == compute_result(
                    fill_in_times(load(session, ref).match)
                )
        except StorageError:
            raise
        except Exception as error:  # any damage in its rows
            yield ref.public_id, type(error).__name__
        else:
            if not is_right:
                yield ref.public_id, ""
