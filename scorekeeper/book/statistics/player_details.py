"""The latest matches of a player, their best and worst hand, and winning streaks."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.models.conditions import of_match, of_scorebook, same_match
from scorekeeper.book.models.tables import ADDRESSES, PLAYERS, RESULTS
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.book.statistics.roster import Person, Roster
from scorekeeper.rules.review.evenings import Streak, find_streak

MAX_LATEST_MATCHES = 100
"""Matches of a player that are loaded one by one, for streaks and recent form."""
MAX_STREAK_MATCHES = 50
"""Matches that are read for a streak."""
WON = RESULTS.alias("won")
WINNERS = (
    sa.select(PLAYERS.c.canonical_id, WON.c.started_at)
    .select_from(WON.outerjoin(PLAYERS))
    .where(*of_match(WON), WON.c.won == 1)
    .order_by(WON.c.seat)
)


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


def _select_by_spelling(place: int, way: str, *order: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Select matches of one spelling by the index on player and day."""
    return (
        sa.select(*RESULTS.c["match_id", "day", "started_at", "points", "hands", "decided", "won"])
        .add_columns(*RESULTS.c["best", "best_hand", "worst", "worst_hand"], ADDRESSES.c.public_id)
        .add_columns(sa.literal(way).label("way"))
        .join(ADDRESSES, same_match(ADDRESSES, RESULTS))
        .where(
            of_scorebook(RESULTS),
            RESULTS.c.player_id == sa.bindparam(f"player_{place}"),
            RESULTS.c.day >= sa.bindparam("since"),
        )
        .order_by(*order)
        .limit(MAX_LATEST_MATCHES if way == "latest" else 1)
    )


@cache
def _select_details(spellings: int) -> sa.Select[Any]:
    # If several hands are the best, the newest counts; if several are the worst, the oldest.
    ways = (
        ("latest", RESULTS.c.day.desc(), RESULTS.c.started_at.desc()),
        ("best", RESULTS.c.best.desc(), RESULTS.c.match_id.desc()),
        ("worst", RESULTS.c.worst, RESULTS.c.match_id),
    )
    parts = [_select_by_spelling(place, *way) for place in range(spellings) for way in ways]
    within = [sa.select(part.subquery()) for part in parts]
    return sa.select(sa.union_all(*within).subquery())


def load_streak(session: Session, key: tuple[int, int]) -> Streak:
    """Return how many matches in a row the winners of a match have won together, up to this one.

    Matches count in which exactly they were a side, and that someone won; none if one has no name.
    """
    bound = {"scorebook": key[0], "match": key[1]}
    winners = session.execute(WINNERS, bound).all()
    players = [winner.canonical_id for winner in winners]
    if not players or None in players:
        return Streak()
    seats = [RESULTS.alias() for _player in players]
    first, others = seats[0], seats[1:]
    another = RESULTS.alias()
    query = (
        sa.select(first.c.started_at, first.c.won)
        .where(
            of_scorebook(first),
            _is_player(first, players[0]),
            first.c.decided == 1,
            first.c.started_at <= winners[0].started_at,
            ~sa.exists().where(
                _same_side(another, first), another.c.seat.not_in([seat.c.seat for seat in seats])
            ),
        )
        .order_by(first.c.started_at.desc(), first.c.match_id.desc())
        .limit(MAX_STREAK_MATCHES)
    )
    for other, player in zip(others, players[1:], strict=True):
        query = query.join(other, _same_side(other, first) & _is_player(other, player))
    played = session.execute(query, bound)
    return find_streak([(row.started_at, bool(row.won)) for row in played])


def _is_player(result: sa.FromClause, player: int) -> sa.ColumnElement[bool]:
    spellings = sa.select(PLAYERS.c.id).where(
        of_scorebook(PLAYERS), PLAYERS.c.canonical_id == player
    )
    return result.c.player_id.in_(spellings)


def _same_side(one: sa.FromClause, other: sa.FromClause) -> sa.ColumnElement[bool]:
    return same_match(one, other) & (one.c.side == other.c.side)
