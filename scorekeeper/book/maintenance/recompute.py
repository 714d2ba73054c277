"""Recomputation of the stored results of matches from their recorded facts."""

from collections import defaultdict
from typing import Any

from sqlalchemy import bindparam, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MatchRef
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError, StorageError
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.matches.match_writer import fill_in_times, update_points, update_result
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
_BATCH = (
    select(*MATCHES.c["scorebook_id", "id"])
    .where(tuple_(bindparam("scorebook"), bindparam("match")) < _KEY)
    .order_by(MATCHES.c.scorebook_id, MATCHES.c.id)
    .limit(bindparam("stretch"))
    .subquery()
)
STORED_RESULTS = (
    select(
        *MATCHES.c["scorebook_id", "id", "version", "revision"],
        *MATCHES.c["ended_at", "winner", "ending", "preset"],
        ADDRESSES.c.public_id,
        MATCH_SIDES.c.points,
    )
    .select_from(MATCHES.join(ADDRESSES).join(MATCH_SIDES))
    .where(_KEY.in_(select(_BATCH)))
    .order_by(MATCHES.c.scorebook_id, MATCHES.c.id, MATCH_SIDES.c.side)
)
BATCH_KEYS = select(_BATCH)
LOCK_MATCHES = select(MATCHES.c.id).where(*of_matches(MATCHES)).with_for_update()

StoredResult = tuple[Any, ...]
"""The end of a match, its winner and ending, its preset, and the points of each side."""


class UnreadableMatches(Exception):
    """Some matches can't be read; all others were recomputed."""

    def __init__(self, recomputed: int, left_out: int) -> None:
        super().__init__(f"{left_out} of {recomputed + left_out} matches can't be read")
        self.recomputed = recomputed
        self.left_out = left_out


def recompute_all(session: Session) -> None:
    """Recompute all stored results in the transaction of a migration."""
    last = (0, 0)
    while batch := load_stored_results(session, last):
        for scorebook_id in {ref.scorebook_id for ref in batch}:
            raise_statistics_revision(session, scorebook_id)
        _repair(session, batch)
        last = max((ref.scorebook_id, ref.id) for ref in batch)


def recompute_in_batches(database: Database) -> int:
    """Recompute all results; return their number, or raise UnreadableMatches at the end."""
    done, left_out, last = 0, 0, (0, 0)
    while keys := _load_keys(database, last):
        recomputed = _try_to_recompute(database, last)
        if recomputed is None:
            one_by_one = [_try_to_recompute(database, (key[0], key[1] - 1), 1) for key in keys]
            recomputed = sum(filter(None, one_by_one))
            left_out += one_by_one.count(None)
        done, last = done + recomputed, keys[-1]
    if left_out:
        raise UnreadableMatches(done, left_out)
    return done


def _load_keys(database: Database, last: tuple[int, int]) -> list[tuple[int, int]]:
    with database.read() as session:
        rows = session.execute(BATCH_KEYS, _after(last))
        return sorted((row.scorebook_id, row.id) for row in rows)


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
        ref = MatchRef.from_row(row, can_write=True)
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
    for scorebook_id, match_id in session.execute(BATCH_KEYS, _after(last, size)):
        locked[scorebook_id].append(match_id)
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
