"""Keeping the statistics of finished matches, in the transaction that changes the matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, text
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.clocks import clock, shown_by
from scorekeeper.book.columns import insert_rows, table_of, these
from scorekeeper.book.models import Match, Played, Scorebook, Seat, Total
from scorekeeper.book.statistics.cells import NAMES, Added, add, add_up, key_of
from scorekeeper.rules.figures import figures

PLAYED, TOTALS, MATCHES = table_of(Played), table_of(Total), table_of(Match)
SEATS, SCOREBOOKS = table_of(Seat), table_of(Scorebook)
KEY = tuple(TOTALS.primary_key.columns.keys())
TAKE = delete(PLAYED).where(*these(PLAYED)).returning(PLAYED)
# What is deleted can be brought back, and counts for nothing until then.
WHO = (
    select(*SEATS.c["match_id", "seat", "player_id"])
    .add_columns(MATCHES.c.started_at, MATCHES.c.utc_offset, SCOREBOOKS.c.time_zone)
    .select_from(SEATS)
    .join(
        MATCHES,
        (MATCHES.c.scorebook_id == SEATS.c.scorebook_id) & (MATCHES.c.id == SEATS.c.match_id),
    )
    .join(SCOREBOOKS, SCOREBOOKS.c.id == SEATS.c.scorebook_id)
    .where(*these(SEATS), MATCHES.c.deleted_at.is_(None))
    .order_by(SEATS.c.match_id, SEATS.c.seat)
)
SEASON_OF = select(SCOREBOOKS.c.season_from).where(SCOREBOOKS.c.id == bindparam("scorebook"))
KEEP = insert(PLAYED)
FORGET_EMPTY = delete(TOTALS).where(
    *(TOTALS.c[name] == bindparam(f"its_{name}") for name in KEY), TOTALS.c.matches == 0
)
COUNTING = 520071314
"""Any number will do that is no other lock's."""
# Until the end of the transaction, and of one scorebook alone.
HOLD = text("SELECT pg_advisory_xact_lock(:counting, :scorebook)")
EARLIEST = 1000_01_01
"""The number of an earlier month or year could be another period's: 1, of the season; 2012."""
STRETCH = 500
"""Matches whose rows are written anew together."""
ROWS = select(PLAYED).where(*these(PLAYED)).order_by(PLAYED.c.match_id, PLAYED.c.seat)
_IN_SCOREBOOK = PLAYED.c.scorebook_id == bindparam("scorebook")
COUNTED = select(PLAYED.c.match_id).where(_IN_SCOREBOOK).distinct()
UNCLOCKED = COUNTED.join(
    MATCHES,
    (MATCHES.c.scorebook_id == PLAYED.c.scorebook_id) & (MATCHES.c.id == PLAYED.c.match_id),
).where(MATCHES.c.utc_offset.is_(None))


def keep(session: Session, scorebook_id: int, matches: Mapping[int, rules.Match]) -> None:
    """Let statistics count these matches, by their ids, as they are now: all seats are written."""
    said = {match_id: told(match) for match_id, match in matches.items()}
    taken = _take(session, scorebook_id, matches)
    rows = [
        {**head, **said[head["match_id"]][head["seat"]]}
        for head in _heads(session, scorebook_id, [id_ for id_, found in said.items() if found])
    ]
    _write(session, scorebook_id, taken, rows)


def told(match: rules.Match) -> list[dict[str, int]]:
    """Return what a match says of each seat as it is written; none where it goes on."""
    house, side_of = key_of(match.house), match.house.game.side_of
    return [
        {
            "side": side,
            "house": house,
            **found.sums._asdict(),
            **{"best": found.best.points, "best_hand": found.best.place},
            **{"worst": found.worst.points, "worst_hand": found.worst.place},
        }
        for side, found in zip(side_of, figures(match), strict=False)
    ]


def forget(session: Session, scorebook_id: int, ids: Collection[int]) -> None:
    """Let matches count for nothing any more."""
    _write(session, scorebook_id, _take(session, scorebook_id, ids), [])


def seat_anew(session: Session, scorebook_id: int, ids: Sequence[int]) -> None:
    """Let matches count for who sits there now, on the day it is by the clock of the table now."""
    for start in range(0, len(ids), STRETCH):
        taken = _take(session, scorebook_id, ids[start : start + STRETCH])
        _write(session, scorebook_id, taken, _seated(session, scorebook_id, taken))


def set_clock(session: Session, scorebook_id: int) -> None:
    """Let matches without a clock of their own count on the day by that of the scorebook."""
    ids = session.scalars(UNCLOCKED, {"scorebook": scorebook_id}).all()
    seat_anew(session, scorebook_id, ids)


def hold_counting(session: Session, scorebook_id: int) -> None:
    """Let nobody else count matches of a scorebook until the end of the transaction.

    Many sums change at once, in one order or another: two who did so together could wait for each
    other. Only one at a time writes into a file anyway.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(HOLD, {"counting": COUNTING, "scorebook": scorebook_id})


def season_of(session: Session, scorebook_id: int) -> int | None:
    """Return the first day that counts in a scorebook, as 20261120, if one was set."""
    found: int | None = session.scalar(SEASON_OF, {"scorebook": scorebook_id})
    return found


def day_of(moment: date) -> int:
    """Return a day as it is kept: an earlier one, of a wrong clock, as the earliest that is.

    >>> day_of(date(2026, 11, 20)), day_of(date(20, 12, 5))
    (20261120, 10000101)
    """
    return max(EARLIEST, moment.year * 10000 + moment.month * 100 + moment.day)


def _take(session: Session, scorebook_id: int, ids: Collection[int]) -> list[Any]:
    """Take away the rows of matches, and return those that counted.

    On a server whoever else counts matches of the scorebook waits from here on.
    """
    hold_counting(session, scorebook_id)
    values = {"scorebook": scorebook_id, "matches": list(ids)}
    taken = session.execute(TAKE, values).mappings().all()
    counted = [row for row in taken if row["day"] > 0]
    return sorted(counted, key=lambda row: (row["match_id"], row["seat"]))


def _heads(session: Session, scorebook_id: int, ids: list[int]) -> list[dict[str, Any]]:
    """Return for each seat of matches that are there who sits in it, and the day of the match."""
    if not ids:
        return []
    values = {"scorebook": scorebook_id, "matches": ids}
    return [
        {
            "scorebook_id": scorebook_id,
            "match_id": row.match_id,
            "seat": row.seat,
            "player_id": row.player_id,
            "day": day_of(shown_by(clock(row.utc_offset, row.time_zone), row.started_at)),
            "started_at": row.started_at,
        }
        for row in session.execute(WHO, values)
    ]


def _seated(session: Session, scorebook_id: int, rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return rows with who sits there now and when that was."""
    known = {(row["match_id"], row["seat"]): row for row in rows}
    heads = _heads(session, scorebook_id, sorted({match_id for match_id, _ in known}))
    return [
        {**known[key], **head}
        for head in heads
        if (key := (head["match_id"], head["seat"])) in known
    ]


def _write(
    session: Session,
    scorebook_id: int,
    taken: Sequence[Any],
    rows: list[dict[str, Any]],
) -> None:
    """Write the rows of matches, and to the totals what is different by them."""
    if not (taken or rows):
        return
    if rows:
        insert_rows(session, KEEP, [*rows[0]], [row.values() for row in rows])
    season = season_of(session, scorebook_id)
    added = add_up(rows, season)
    for cell, sums in add_up(taken, season).items():
        add(added, cell, [-number for number in sums])
    change_totals(session, scorebook_id, added)


def change_totals(session: Session, scorebook_id: int, added: Added) -> None:
    """Add to the totals; those that nothing is left of are gone."""
    rows = [(scorebook_id, *cell, *sums) for cell, sums in sorted(added.items()) if any(sums)]
    insert_rows(session, _adding(session.get_bind().dialect.name), (*KEY, *NAMES), rows)
    fewer = [
        {f"its_{name}": value for name, value in zip(KEY, row, strict=False)}
        for row in rows
        if row[len(KEY) + NAMES.index("matches")] < 0
    ]
    if fewer:
        session.execute(FORGET_EMPTY, fewer)


@cache
def _adding(dialect: str) -> Any:
    """Add to a total, or begin it."""
    # Each knows this in its own way, and only one of them is loaded.
    new: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(TOTALS)
    summed = {name: TOTALS.c[name] + new.excluded[name] for name in NAMES}
    return new.on_conflict_do_update(index_elements=list(KEY), set_=summed)
