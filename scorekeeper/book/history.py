"""Lists of matches: the running ones, and the history page by page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from sqlalchemy import BigInteger, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import Secret, Seen, current, granted, in_current
from scorekeeper.book.clocks import clock, shown_by
from scorekeeper.book.columns import table_of, these
from scorekeeper.book.filters import Filters
from scorekeeper.book.finding import Position, find
from scorekeeper.book.loading import in_order
from scorekeeper.book.models import Address, Hand, Match, MatchSide, Seat
from scorekeeper.book.players import LEADERS, LED, PLAYERS
from scorekeeper.rules.evenings import APART

EVERYTHING = Filters()
PAGE = 20
"""Matches on one page of the history."""
SPARE = 12
"""Matches by which a page may be longer, so that it ends where an evening begins."""


FIRST, LAST = (moment.replace(tzinfo=UTC) for moment in (datetime.min, datetime.max))


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
    place: str
    time_zone: str | None

    @property
    def clock(self) -> tzinfo | None:
        """The clock of its table."""
        return clock(self.utc_offset, self.time_zone)


@dataclass(frozen=True)
class Listed:
    """The matches of a page of the history; if there are older ones, where to go on.

    Of all matches that began between `since` and `until` none is left out. `player` and `partner`
    are the names of those who were looked for by their addresses.
    """

    rows: tuple[Row, ...]
    older: Position | None = None
    may_write: bool = True
    since: datetime = FIRST
    until: datetime = LAST
    player: str = ""
    partner: str = ""

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
    leaders: tuple[int | None, ...]
    sides: tuple[str, ...]
    points: tuple[int, ...] | None
    winner: int | None
    ending: str | None
    ended: datetime | None
    place: str
    began: datetime
    last_noted: datetime
    minutes: float


MATCHES, ADDRESSES = table_of(Match), table_of(Address)
SEATS, SIDES, HANDS = table_of(Seat), table_of(MatchSide), table_of(Hand)
_IN_SCOREBOOK = MATCHES.c.scorebook_id == bindparam("scorebook")
_THERE = MATCHES.c.deleted_at.is_(None)
_OF_SEAT = (PLAYERS.c.scorebook_id == SEATS.c.scorebook_id) & (PLAYERS.c.id == SEATS.c.player_id)
# By what the index of running matches has alone.
_NEWEST = (
    select(MATCHES.c.id)
    .where(_IN_SCOREBOOK, MATCHES.c.ended_at.is_(None), _THERE)
    .order_by(MATCHES.c.started_at.desc(), MATCHES.c.id.desc())
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
    .add_columns(LEADERS.c.name.label("player"), LEADERS.c.id.label("leader"), _LAST.c.last_noted)
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
    filters: Filters = EVERYTHING,
    *,
    before: Position | None = None,
    limit: int = PAGE,
    spare: int = 0,
) -> Listed:
    """List the matches that are looked for, the newest first, from those that stand before one.

    They are those of the scorebook that the device used last. A list of all matches may be longer
    by some, to end where an evening begins.
    """
    first = current(session, secret)
    if first is None:
        return Listed(())
    is_whole = filters == EVERYTHING
    asked = limit + 1 + (spare if is_whole else 0)
    found = find(session, first.scorebook_id, filters, before, asked)
    rows = tuple(Row(*row) for row in found.rows)
    end = _end(rows, limit, asked)
    older = Position(rows[end - 1].started, rows[end - 1].id) if len(rows) > end else None
    since, until = LAST, FIRST
    if is_whole:
        since = rows[end].started if older else FIRST
        until = rows[0].started if before and rows else LAST
    names = found.player, found.partner
    return Listed(rows[:end], older, first.role == "owner", since, until, *names)


def _end(rows: Sequence[Row], limit: int, asked: int) -> int:
    """Return where a page ends: after an evening, unless that would be too long."""
    if len(rows) <= limit:
        return len(rows)
    ends = (
        place
        for place in range(limit, len(rows))
        if rows[place - 1].started - rows[place].started > APART
    )
    return next(ends, limit if len(rows) == asked else len(rows))


def entries(session: Session, listed: Listed) -> list[Entry]:
    """Tell who played the listed matches, and their points."""
    players: dict[tuple[int, int], dict[int, tuple[str | None, int | None]]] = defaultdict(dict)
    sides: dict[tuple[int, int], dict[int, tuple[str | None, int | None]]] = defaultdict(dict)
    last_noted: dict[tuple[int, int], datetime | None] = {}
    for scorebook_id in {row.scorebook_id for row in listed.rows}:
        ids = [row.id for row in listed.rows if row.scorebook_id == scorebook_id]
        for row in session.execute(PEOPLE, {"scorebook": scorebook_id, "matches": ids}):
            sides[scorebook_id, row.match_id][row.side] = (row.name, row.points)
            players[scorebook_id, row.match_id][row.seat] = (row.player, row.leader)
            last_noted[scorebook_id, row.match_id] = row.last_noted
    keys = [((row.scorebook_id, row.id), row) for row in listed.rows]
    return [
        _entry(row, in_order(players[key]), in_order(sides[key]), last_noted[key])
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


def _entry(
    row: Row,
    sat: Sequence[tuple[str | None, int | None]],
    sides: Sequence[tuple[str | None, int | None]],
    last_noted: datetime | None,
) -> Entry:
    game = rules.GAMES[row.game]
    players = rules.seated([name for name, _ in sat])
    usual = game.side_names or players
    points = tuple(number for _, number in sides if number is not None)
    last, table = last_noted or row.started, row.clock
    return Entry(
        public_id=row.public_id,
        id=row.id,
        shown=row.shown,
        game=game,
        players=players,
        leaders=tuple(leader for _, leader in sat),
        sides=tuple(name or usual[side] for side, (name, _) in enumerate(sides)),
        points=points if len(points) == len(sides) else None,
        winner=row.winner,
        ending=row.ending,
        ended=row.ended,
        place=row.place,
        began=shown_by(table, row.started),
        last_noted=shown_by(table, last),
        minutes=(last - row.started).total_seconds() / 60,
    )
