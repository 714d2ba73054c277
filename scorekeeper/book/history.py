"""Lists of matches: the running ones, and the history page by page."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, BindParameter, Select, bindparam, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import Secret, Seen, current, granted, in_current, is_id
from scorekeeper.book.clocks import TIME_ZONE, clock, shown_by
from scorekeeper.book.columns import table_of, these
from scorekeeper.book.loading import in_order
from scorekeeper.book.models import Address, Hand, Match, MatchSide, Seat
from scorekeeper.book.players import LEADERS, LED, PLAYERS, fold

PAGE = 20
"""Matches on one page of the history."""
MOST_NAMES = 6
"""Names that are looked for together."""


@dataclass(frozen=True)
class Row:
    """What a list says of a match without its people: where it lies, and the kept result."""

    scorebook_id: int
    id: int
    version: int
    shown: int
    public_id: str
    game: str
    winner: int | None
    ending: str | None
    started: datetime
    ended: datetime | None
    utc_offset: int | None
    time_zone: str | None


@dataclass(frozen=True)
class Listed:
    """The matches of a page of the history; if there are older ones, the id to go on from."""

    rows: tuple[Row, ...]
    older: str | None = None
    may_write: bool = True

    @property
    def shown(self) -> tuple[tuple[int, int], ...]:
        """By match, the number that rises with whatever is seen of it."""
        return tuple((row.id, row.shown) for row in self.rows)

    @property
    def running(self) -> list[Seen]:
        """Where those matches are that are still being played."""
        return [_seen(row, self.may_write) for row in self.rows if row.ended is None]


@dataclass(frozen=True)
class Entry:
    """A match in a list: who played, and the kept result if it is finished.

    When it began and when a hand was last noted is on the clock of its table.
    """

    public_id: str
    id: int
    shown: int
    game: rules.Game
    players: tuple[str, ...]
    sides: tuple[str, ...]
    points: tuple[int, ...] | None
    winner: int | None
    ending: str | None
    ended: datetime | None
    began: datetime
    last_noted: datetime
    minutes: float


MATCHES, ADDRESSES = table_of(Match), table_of(Address)
SEATS, SIDES, HANDS = table_of(Seat), table_of(MatchSide), table_of(Hand)
_IN_SCOREBOOK = MATCHES.c.scorebook_id == bindparam("scorebook")
SPELLINGS = PLAYERS.alias("spellings")
_THERE = MATCHES.c.deleted_at.is_(None)
_OF_SEAT = (PLAYERS.c.scorebook_id == SEATS.c.scorebook_id) & (PLAYERS.c.id == SEATS.c.player_id)
# By ids alone, which the index of running matches has: SQLite would rather go down the key.
_NEWEST = (
    select(MATCHES.c.id)
    .where(_IN_SCOREBOOK, MATCHES.c.ended_at.is_(None), _THERE)
    .order_by(MATCHES.c.id.desc())
    .limit(bindparam("limit"))
)
RUNNING = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(_IN_SCOREBOOK, MATCHES.c.id.in_(_NEWEST))
    .order_by(MATCHES.c.id.desc())
)
STRETCH = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(_IN_SCOREBOOK, MATCHES.c.id > bindparam("after", type_=BigInteger), _THERE)
    .order_by(MATCHES.c.id)
    .limit(bindparam("limit"))
)
BESIDES = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(*these(MATCHES, "id"), MATCHES.c.ended_at.is_(None), _THERE)
)
_LAST = (
    select(HANDS.c.match_id, func.max(HANDS.c.noted_at).label("last_noted"))
    .where(*these(HANDS))
    .group_by(HANDS.c.match_id)
    .subquery()
)
# A row for each seat and side together: few, and a statement less.
PEOPLE = (
    select(*SIDES.c["match_id", "side", "name", "points"], SEATS.c.seat)
    .add_columns(LEADERS.c.name.label("player"), _LAST.c.last_noted)
    .select_from(SIDES)
    .join(
        SEATS,
        (SEATS.c.scorebook_id == SIDES.c.scorebook_id) & (SEATS.c.match_id == SIDES.c.match_id),
    )
    .outerjoin(PLAYERS, _OF_SEAT)
    .outerjoin(LEADERS, LED)
    .outerjoin(_LAST, _LAST.c.match_id == SIDES.c.match_id)
    .where(*these(SIDES))
)


def running(session: Session, secret: Secret | None, limit: int = 5) -> list[Seen]:
    """Return where the newest matches are that are still being played.

    They are those of the scorebook used last, and what the device keeps or watches besides.
    """
    rows = in_current(session, secret, RUNNING, {"limit": limit})
    found = [_seen(row, _owns_current(session, secret)) for row in rows]
    known = {seen.key for seen in found}
    found += [one for one in _besides(session, secret) if one.key not in known]
    return sorted(found, key=lambda seen: seen.id, reverse=True)[:limit]


def stretch(session: Session, scorebook_id: int, after: int = 0, limit: int = 100) -> list[Seen]:
    """Return where some matches of a scorebook are, the oldest first, those after one of them."""
    where = {"scorebook": scorebook_id, "after": after, "limit": limit}
    return [_seen(row, may_write=False) for row in session.execute(STRETCH, where)]


def listed(
    session: Session,
    secret: Secret | None,
    *,
    before: str | None = None,
    name: str = "",
    finished: bool = False,
    limit: int = PAGE,
) -> Listed:
    """List matches newest first, older than the match `before`, with all who are called `name`.

    They are those of the scorebook that the device used last. A name may be a part of
    one, or several: Ann & Cleo.
    """
    if before and not is_id(before):
        return Listed(())
    values: dict[str, Any] = {"limit": limit + 1}
    if before:
        values["before"] = before
    patterns = [_pattern(part) for part in parts_of(name)]
    values |= {f"pattern_{number}": pattern for number, pattern in enumerate(patterns)}
    rows = in_current(session, secret, _list(bool(before), len(patterns), finished), values)
    older = rows[limit - 1].public_id if len(rows) > limit else None
    return Listed(tuple(Row(*row) for row in rows[:limit]), older, _owns_current(session, secret))


def entries(session: Session, listed: Listed) -> list[Entry]:
    """Tell who played the listed matches, and their points."""
    players: dict[tuple[int, int], dict[int, str | None]] = defaultdict(dict)
    sides: dict[tuple[int, int], dict[int, tuple[str | None, int | None]]] = defaultdict(dict)
    last_noted: dict[tuple[int, int], datetime | None] = {}
    for scorebook_id in {row.scorebook_id for row in listed.rows}:
        ids = [row.id for row in listed.rows if row.scorebook_id == scorebook_id]
        for row in session.execute(PEOPLE, {"scorebook": scorebook_id, "matches": ids}):
            sides[scorebook_id, row.match_id][row.side] = (row.name, row.points)
            players[scorebook_id, row.match_id][row.seat] = row.player
            last_noted[scorebook_id, row.match_id] = row.last_noted
    keys = [((row.scorebook_id, row.id), row) for row in listed.rows]
    return [
        _entry(row, rules.seated(in_order(players[key])), in_order(sides[key]), last_noted[key])
        for key, row in keys
    ]


def _owns_current(session: Session, secret: Secret | None) -> bool:
    first = current(session, secret)
    return first is not None and first.role == "owner"


def _besides(session: Session, secret: Secret | None) -> list[Seen]:
    """Return where the running matches are that were granted one by one."""
    roles: dict[int, dict[int, str]] = defaultdict(dict)
    for one in granted(session, secret):
        if one.match_id is not None:
            roles[one.scorebook_id][one.match_id] = one.role
    return [
        _seen(row, matches[row.id] == "keeper")
        for scorebook_id, matches in roles.items()
        for row in session.execute(BESIDES, {"scorebook": scorebook_id, "matches": list(matches)})
    ]


def _seen(row: Any, may_write: bool) -> Seen:
    return Seen(row.scorebook_id, row.id, row.public_id, row.version, row.shown, may_write)


@cache
def _list(before: bool, names: int, finished: bool) -> Select[Any]:
    """Return the statement of a list of one scorebook; each of the few is made once."""
    chosen = (
        select(*MATCHES.c["scorebook_id", "id", "version", "shown"], ADDRESSES.c.public_id)
        .add_columns(*MATCHES.c["game", "winner", "ending", "started_at", "ended_at"])
        .add_columns(MATCHES.c.utc_offset, TIME_ZONE.scalar_subquery())
        .select_from(MATCHES.join(ADDRESSES))
        .where(_IN_SCOREBOOK, _THERE)
        .order_by(MATCHES.c.id.desc())
        .limit(bindparam("limit"))
    )
    if finished:
        chosen = chosen.where(MATCHES.c.ended_at.is_not(None))
    if before:
        position = select(ADDRESSES.c.match_id).where(
            ADDRESSES.c.public_id == bindparam("before"),
            ADDRESSES.c.scorebook_id == bindparam("scorebook"),
        )
        chosen = chosen.where(MATCHES.c.id < position.correlate(None).scalar_subquery())
    for number in range(names):
        pattern: BindParameter[str] = bindparam(f"pattern_{number}")
        # By any of the spellings that are called by one name.
        seated = exists().where(
            SEATS.c.scorebook_id == MATCHES.c.scorebook_id,
            SEATS.c.match_id == MATCHES.c.id,
            _OF_SEAT,
            SPELLINGS.c.scorebook_id == PLAYERS.c.scorebook_id,
            SPELLINGS.c.leader_id == PLAYERS.c.leader_id,
            SPELLINGS.c.folded.like(pattern, escape="/"),
        )
        chosen = chosen.where(seated.correlate(MATCHES))
    return chosen


def parts_of(name: str) -> list[str]:
    """Return the names in what was searched for, as they are looked for."""
    parts = (fold(part.strip()) for part in re.split("[&+,]", name))
    return [part for part in parts if part][:MOST_NAMES]


def _pattern(looked_for: str) -> str:
    """Return what a folded name is like that has this in it."""
    for sign in "/%_":
        looked_for = looked_for.replace(sign, f"/{sign}")
    return f"%{looked_for}%"


def _entry(
    row: Row,
    players: tuple[str, ...],
    sides: Sequence[tuple[str | None, int | None]],
    last_noted: datetime | None,
) -> Entry:
    game = rules.GAMES[row.game]
    usual = game.side_names or players
    points = tuple(number for _, number in sides if number is not None)
    last, table = last_noted or row.started, clock(row.utc_offset, row.time_zone)
    return Entry(
        public_id=row.public_id,
        id=row.id,
        shown=row.shown,
        game=game,
        players=players,
        sides=tuple(name or usual[side] for side, (name, _) in enumerate(sides)),
        points=points if len(points) == len(sides) else None,
        winner=row.winner,
        ending=row.ending,
        ended=row.ended,
        began=shown_by(table, row.started),
        last_noted=shown_by(table, last),
        minutes=(last - row.started).total_seconds() / 60,
    )
