"""What stands out of the single matches of a player, under any spelling."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, literal, select, union_all
from sqlalchemy.orm import Session

from scorekeeper.book.db.types import table_of
from scorekeeper.book.models import Address
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.book.statistics.results import PLAYED
from scorekeeper.book.statistics.roster import Person, Roster

MAX_LATEST_MATCHES = 100
"""Matches of a player that are looked at one by one, for runs and for the form."""
ADDRESSES = table_of(Address)


@dataclass(frozen=True)
class PlayerMatch:
    """A match of a player as its row says it."""

    match: str
    day: int
    points: int
    hands: int
    decided: bool
    won: bool


class ExtremeHand(NamedTuple):
    """The best or the worst hand of a player: its points, its place in its match, and that."""

    points: int
    place: int
    match: str


@dataclass(frozen=True)
class PlayerDetails:
    """Single matches of a player: the newest, the oldest of them first, the best and worst hand."""

    latest: list[PlayerMatch]
    best: ExtremeHand | None
    worst: ExtremeHand | None


def load_player_details(
    session: Session, book: Roster, person: Person, since: int
) -> PlayerDetails:
    """Return what stands out of a player's single matches from a day on, with one statement."""
    ids = {f"player_{place}": id_ for place, id_ in enumerate(person.ids)}
    values = {"scorebook": book.id, "since": since, **ids}
    key = "singles", book.id, book.revision, person.ids, since
    rows = load_cached(
        session, key, lambda: session.execute(_select_details(len(person.ids)), values).all()
    )
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.way].append(row)
    newest = sorted(found["latest"], key=lambda row: (row.day, row.started_at, row.match_id))
    best = max(found["best"], key=lambda row: row.best, default=None)
    worst = min(found["worst"], key=lambda row: row.worst, default=None)
    return PlayerDetails(
        [
            PlayerMatch(
                row.public_id, row.day, row.points, row.hands, bool(row.decided), bool(row.won)
            )
            for row in newest[-MAX_LATEST_MATCHES:]
        ],
        best and ExtremeHand(best.best, best.best_hand, best.public_id),
        worst and ExtremeHand(worst.worst, worst.worst_hand, worst.public_id),
    )


def _select_by_spelling(place: int, way: str, *order: ColumnElement[Any]) -> Select[Any]:
    """Select matches of one spelling, down the index of its matches by day."""
    return (
        select(*PLAYED.c["match_id", "day", "started_at", "points", "hands", "decided", "won"])
        .add_columns(*PLAYED.c["best", "best_hand", "worst", "worst_hand"], ADDRESSES.c.public_id)
        .add_columns(literal(way).label("way"))
        .join(
            ADDRESSES,
            (ADDRESSES.c.scorebook_id == PLAYED.c.scorebook_id)
            & (ADDRESSES.c.match_id == PLAYED.c.match_id),
        )
        .where(
            PLAYED.c.scorebook_id == bindparam("scorebook"),
            PLAYED.c.player_id == bindparam(f"player_{place}"),
            PLAYED.c.day >= bindparam("since"),
        )
        .order_by(*order)
        .limit(MAX_LATEST_MATCHES if way == "latest" else 1)
    )


@cache
def _select_details(spellings: int) -> Select[Any]:
    # Of equal hands, the best of the newest match and the worst of the oldest.
    ways = (
        ("latest", PLAYED.c.day.desc(), PLAYED.c.started_at.desc()),
        ("best", PLAYED.c.best.desc(), PLAYED.c.match_id.desc()),
        ("worst", PLAYED.c.worst, PLAYED.c.match_id),
    )
    parts = [_select_by_spelling(place, *way) for place in range(spellings) for way in ways]
    within = [select(part.subquery()) for part in parts]
    return select(union_all(*within).subquery())
