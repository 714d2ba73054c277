"""Lists of matches: the running ones, and the history page by page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, bindparam, exists, select
from sqlalchemy.orm import Session

from scorekeeper import rules

from .access import Secret, is_id, scorebooks_of
from .loading import Kept, in_order, load_all, whole
from .models import Match, MatchSide, Player, Seat
from .players import fold

PAGE = 20
"""Matches on one page of the history."""


@dataclass(frozen=True)
class Entry:
    """A match in a list: who played, and the kept result if it is finished."""

    public_id: str
    game: rules.Game
    players: tuple[str, ...]
    sides: tuple[str, ...]
    points: tuple[int, ...] | None
    winner: int | None
    ending: str | None
    started: datetime
    ended: datetime | None


@dataclass(frozen=True)
class Page:
    """A page of the history and, if there are older matches, the id to go on from."""

    entries: list[Entry]
    older: str | None


def running(session: Session, secret: Secret | None, limit: int = 5) -> list[Kept]:
    """Return the newest matches that are still being played."""
    newest = (
        select(Match)
        .where(Match.scorebook_id.in_(scorebooks_of(secret)), Match.ended_at.is_(None))
        .order_by(Match.id.desc())
        .limit(limit)
        .subquery()
    )
    chosen = select(Match).join(newest, newest.c.id == Match.id).order_by(Match.id.desc())
    return load_all(session, whole(chosen))


def page(
    session: Session,
    secret: Secret | None,
    *,
    before: str | None = None,
    name: str = "",
    finished: bool = False,
    limit: int = PAGE,
) -> Page:
    """Return matches newest first, older than the match `before`, with a player called `name`."""
    chosen = select(Match).where(Match.scorebook_id.in_(scorebooks_of(secret)))
    if finished:
        chosen = chosen.where(Match.ended_at.is_not(None))
    if before and not is_id(before):
        return Page([], None)
    if before:
        position = select(Match.id).where(
            Match.public_id == before, Match.scorebook_id.in_(scorebooks_of(secret))
        )
        chosen = chosen.where(Match.id < position.scalar_subquery())
    if name:
        chosen = _with_player(chosen, name)
    rows = session.scalars(chosen.order_by(Match.id.desc()).limit(limit + 1)).all()
    entries = _entries(session, rows[:limit])
    return Page(entries, rows[limit - 1].public_id if len(rows) > limit else None)


def _with_player(chosen: Select[Match], name: str) -> Select[Match]:
    seated = (
        exists()
        .where(Seat.match_id == Match.id, Seat.player_id == Player.id)
        .where(Player.folded.contains(fold(name), autoescape=True))
        .correlate(Match)
    )
    return chosen.where(seated)


# Made once. A row for each seat and side together: few, and a statement less.
PEOPLE = (
    select(MatchSide.match_id, MatchSide.side, MatchSide.name, MatchSide.points)
    .add_columns(Seat.seat, Player.name)
    .join(Seat, Seat.match_id == MatchSide.match_id)
    .join(Player, Player.id == Seat.player_id)
    .where(MatchSide.match_id.in_(bindparam("matches", expanding=True)))
)


def _entries(session: Session, rows: Sequence[Match]) -> list[Entry]:
    players: dict[int, dict[int, str]] = defaultdict(dict)
    sides: dict[int, dict[int, tuple[str | None, int | None]]] = defaultdict(dict)
    ids = [row.id for row in rows]
    people = session.execute(PEOPLE, {"matches": ids}) if ids else ()
    for match_id, side, side_name, points, seat, player in people:
        sides[match_id][side] = (side_name, points)
        players[match_id][seat] = player
    return [_entry(row, tuple(in_order(players[row.id])), in_order(sides[row.id])) for row in rows]


def _entry(
    row: Match, players: tuple[str, ...], sides: Sequence[tuple[str | None, int | None]]
) -> Entry:
    game = rules.GAMES[row.game]
    usual = game.side_names or players
    points = tuple(number for _, number in sides if number is not None)
    return Entry(
        public_id=row.public_id,
        game=game,
        players=players,
        sides=tuple(name or usual[side] for side, (name, _) in enumerate(sides)),
        points=points if len(points) == len(sides) else None,
        winner=row.winner,
        ending=row.ending,
        started=row.started_at,
        ended=row.ended_at,
    )
