"""Check and repair of a scorebook: every page of the file and the stored result of every match."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import URL, bindparam, select, text, tuple_
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MATCH_REFS, OF_OWNER, MatchRef
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
from scorekeeper.book.maintenance.schema import HEAD, require_current, require_known
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.matches.match_writer import fill_in_times, update_points, update_result
from scorekeeper.book.matches.matches import load
from scorekeeper.book.models.conditions import (
    of_matches,
    raise_event_revisions,
    raise_statistics_revision,
)
from scorekeeper.book.models.tables import ADDRESSES, MATCH_SIDES, MATCHES
from scorekeeper.book.statistics import results

BATCH_SIZE = 200
"""Matches in one transaction; others can write in between."""

_KEY = tuple_(MATCHES.c.scorebook_id, MATCHES.c.id)
BATCH_OF_ALL = (
    MATCH_REFS.where(tuple_(bindparam("scorebook"), bindparam("match")) < _KEY)
    .order_by(MATCHES.c.scorebook_id, MATCHES.c.id)
    .limit(bindparam("stretch"))
)
STORED_RESULTS = (
    select(
        *MATCHES.c["scorebook_id", "id", "version", "revision"],
        *MATCHES.c["ended_at", "winner", "ending", "preset"],
        ADDRESSES.c.public_id,
        MATCH_SIDES.c.points,
    )
    .select_from(MATCHES.join(ADDRESSES).join(MATCH_SIDES))
    .where(_KEY.in_(select(*BATCH_OF_ALL.subquery().c["scorebook_id", "id"])))
    .order_by(MATCHES.c.scorebook_id, MATCHES.c.id, MATCH_SIDES.c.side)
)
LOCK_MATCHES = select(MATCHES.c.id).where(*of_matches(MATCHES)).with_for_update()

StoredResult = tuple[Any, ...]
"""The end of a match, its winner and ending, its preset, and the points of each side."""


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


def recompute_all(session: Session) -> None:
    """Recompute all stored results in the transaction of a migration."""
    last = (0, 0)
    while batch := load_stored_results(session, last):
        for scorebook_id in {ref.scorebook_id for ref in batch}:
            raise_statistics_revision(session, scorebook_id)
        _repair(session, batch)
        last = max((ref.scorebook_id, ref.id) for ref in batch)


def recompute_in_batches(database: Database) -> tuple[int, int]:
    """Recompute all results; return their number, and that of the matches that can't be read."""
    done, left_out, last = 0, 0, (0, 0)
    for batch in list_batches(database):
        recomputed = _try_to_recompute(database, last)
        if recomputed is None:
            one_by_one = [_try_to_recompute(database, just_before(ref), 1) for ref in batch]
            recomputed = sum(filter(None, one_by_one))
            left_out += one_by_one.count(None)
        done, last = done + recomputed, batch[-1].key
    return done, left_out


def list_batches(database: Database) -> Iterator[list[MatchRef]]:
    """Yield the references of all matches, some in each batch, sorted by their keys."""
    last = 0, 0
    while True:
        with database.read() as session:
            rows = session.execute(BATCH_OF_ALL, _after(last)).all()
        if not rows:
            return
        yield [MatchRef.from_row(row) for row in rows]
        last = rows[-1].scorebook_id, rows[-1].id


def just_before(ref: MatchRef) -> tuple[int, int]:
    return ref.scorebook_id, ref.id - 1


def _try_to_recompute(
    database: Database, last: tuple[int, int], size: int | None = None
) -> int | None:
    """Recompute the next matches; return their number, or None if one of them can't be read."""
    try:
        with database.write() as session:
            _lock_batch(session, last, size)
            batch = load_stored_results(session, last, size)
            _repair(session, batch)
    except (ScorebookError, StorageError):
        raise
    except Exception:  # any damage in the rows of a match; the check names it
        return None
    return len(batch)


def load_stored_results(
    session: Session, last: tuple[int, int], size: int | None = None
) -> dict[MatchRef, StoredResult]:
    """Return the next batch of matches after a key, with their stored results."""
    results: dict[MatchRef, StoredResult] = {}
    for row in session.execute(STORED_RESULTS, _after(last, size)):
        ref = MatchRef.from_row(row, OF_OWNER)
        points = results.get(ref, (row.ended_at, row.winner, row.ending, row.preset))
        results[ref] = (*points, row.points)
    return results


def compute_result(match: rules.Match) -> StoredResult:
    """Compute the result of a match as it is stored."""
    outcome = match.outcome
    ended = (match.ended, outcome and outcome.winner, outcome and str(outcome.ending))
    return (
        *ended,
        rules.find_preset(match.house),
        *(standing.points if outcome else None for standing in match.standings),
    )


def _lock_batch(session: Session, last: tuple[int, int], size: int | None) -> None:
    """Lock the matches of a batch, one scorebook at a time: they may be in different partitions."""
    locked: dict[int, list[int]] = defaultdict(list)
    for row in session.execute(BATCH_OF_ALL, _after(last, size)):
        locked[row.scorebook_id].append(row.id)
    for scorebook_id, matches in locked.items():
        raise_statistics_revision(session, scorebook_id)
        session.execute(LOCK_MATCHES, {"scorebook": scorebook_id, "matches": matches})


def _after(last: tuple[int, int], size: int | None = None) -> dict[str, int]:
    return {"scorebook": last[0], "match": last[1], "stretch": size or BATCH_SIZE}


def _repair(session: Session, batch: dict[MatchRef, StoredResult]) -> None:
    """Replace the statistics; write wrong results again, and raise revisions of their matches."""
    expected = {ref.key: result for ref, result in batch.items()}
    counted: dict[int, dict[int, rules.Match]] = defaultdict(dict)
    wrong: dict[int, list[int]] = defaultdict(list)
    for stored in load_matches(session, list(batch)):
        match = fill_in_times(stored.match)
        counted[stored.scorebook_id][stored.id] = match
        if expected[stored.key] != compute_result(match):
            where = {"scorebook": stored.scorebook_id, "match": stored.id}
            update_result(session, where, match)
            update_points(session, where, match)
            wrong[stored.scorebook_id].append(stored.id)
    for scorebook_id, ids in wrong.items():
        raise_event_revisions(session, scorebook_id, ids)
    for scorebook_id, matches in counted.items():
        results.replace_results(session, scorebook_id, matches)
