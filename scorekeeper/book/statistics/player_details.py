"""The latest matches of a player under any spelling, and their best and worst hand."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, literal, select, union_all
from sqlalchemy.orm import Session

from scorekeeper.book.models.conditions import of_scorebook, same_match
from scorekeeper.book.models.tables import ADDRESSES, RESULTS
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.book.statistics.roster import Person, Roster

MAX_LATEST_MATCHES = 100
"""Matches of a player that are loaded one by one, for streaks and recent form."""


@dataclass(frozen=True)
class PlayerMatch:
    """A finished match of a player."""

    match: str
    day: int
    points: int
    hands: int
    decided: bool
    won: bool


class RecordHand(NamedTuple):
    """The best or worst hand of a player: its points, its position, and its match's public id."""

    points: int
    place: int
    match: str


@dataclass(frozen=True)
class PlayerDetails:
    """The latest matches of a player, oldest first, and their best and worst hand."""

    latest: list[PlayerMatch]
    best: RecordHand | None
    worst: RecordHand | None


def load_player_details(
    session: Session, book: Roster, person: Person, since: int
) -> PlayerDetails:
    """Load the details of a player from a day on, with one statement."""
    ids = {f"player_{place}": id_ for place, id_ in enumerate(person.ids)}
    values = {"scorebook": book.id, "since": since, **ids}
    key = "singles", book.id, book.revision, person.ids, since
    rows = load_cached(
        session, key, lambda: session.execute(_select_details(len(person.ids)), values).all()
    )
    rows_by_kind: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        rows_by_kind[row.way].append(row)
    newest = sorted(rows_by_kind["latest"], key=lambda row: (row.day, row.started_at, row.match_id))
    best = max(rows_by_kind["best"], key=lambda row: row.best, default=None)
    worst = min(rows_by_kind["worst"], key=lambda row: row.worst, default=None)
    return PlayerDetails(
        [
            PlayerMatch(
                row.public_id, row.day, row.points, row.hands, bool(row.decided), bool(row.won)
            )
            for row in newest[-MAX_LATEST_MATCHES:]
        ],
        best and RecordHand(best.best, best.best_hand, best.public_id),
        worst and RecordHand(worst.worst, worst.worst_hand, worst.public_id),
    )


def _select_by_spelling(place: int, way: str, *order: ColumnElement[Any]) -> Select[Any]:
    """Select matches of one spelling by the index on player and day."""
    return (
        select(*RESULTS.c["match_id", "day", "started_at", "points", "hands", "decided", "won"])
        .add_columns(*RESULTS.c["best", "best_hand", "worst", "worst_hand"], ADDRESSES.c.public_id)
        .add_columns(literal(way).label("way"))
        .join(ADDRESSES, same_match(ADDRESSES, RESULTS))
        .where(
            of_scorebook(RESULTS),
            RESULTS.c.player_id == bindparam(f"player_{place}"),
            RESULTS.c.day >= bindparam("since"),
        )
        .order_by(*order)
        .limit(MAX_LATEST_MATCHES if way == "latest" else 1)
    )


@cache
def _select_details(spellings: int) -> Select[Any]:
    # If several hands are the best, the newest counts; if several are the worst, the oldest.
    ways = (
        ("latest", RESULTS.c.day.desc(), RESULTS.c.started_at.desc()),
        ("best", RESULTS.c.best.desc(), RESULTS.c.match_id.desc()),
        ("worst", RESULTS.c.worst, RESULTS.c.match_id),
    )
    parts = [_select_by_spelling(place, *way) for place in range(spellings) for way in ways]
    within = [select(part.subquery()) for part in parts]
    return select(union_all(*within).subquery())
