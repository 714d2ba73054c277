"""Streaks: how often the same players have won in a row."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.models.conditions import of_match, of_scorebook, same_match
from scorekeeper.book.models.tables import PLAYERS, RESULTS
from scorekeeper.rules.review.evenings import Streak, find_streak

MOST = 50
"""Maximum matches that are read for a streak."""
WON = RESULTS.alias("won")
WINNERS = (
    sa.select(PLAYERS.c.canonical_id, WON.c.started_at)
    .select_from(WON.outerjoin(PLAYERS))
    .where(*of_match(WON), WON.c.won == 1)
    .order_by(WON.c.seat)
)


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
        .limit(MOST)
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
