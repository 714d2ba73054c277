"""Search for a page of matches, the newest first, with one condition for each filter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session
from sqlalchemy.sql.expression import FunctionElement

from scorekeeper import rules
from scorekeeper.book.history.history_entries import EVENT_ROWS, HISTORY_ROWS
from scorekeeper.book.models.conditions import (
    IS_FINISHED,
    IS_IN_PROGRESS,
    NOT_DELETED,
    of_scorebook,
    same_match,
)
from scorekeeper.book.models.tables import (
    EVENT_PLAYERS,
    EVENTS,
    MATCH_TAGS,
    MATCHES,
    PLAYERS,
    SEATS,
)
from scorekeeper.book.players.clocks import find_time_zone, load_time_zone
from scorekeeper.book.players.players import CANONICAL_PLAYERS, IS_CANONICAL
from scorekeeper.rules.review.remarkable import Tag

MAX_CACHED_STATEMENTS = 50
"""Statements of the latest searches, which take longer to build than to execute."""
MAX_UTC_OFFSET = timedelta(hours=15)
"""The largest difference between local time and UTC."""
DAY = timedelta(days=1)
WON, LOST = "won", "lost"

BY_MATCH = (MATCHES.c.started_at, MATCHES.c.id)
BY_EVENT = (EVENTS.c.started_at, EVENTS.c.id)
BESIDE = SEATS.alias("beside")
SPELLINGS = PLAYERS.alias("spellings")
_BEFORE = sa.tuple_(
    sa.bindparam("before_began", type_=MATCHES.c.started_at.type),
    sa.bindparam("before_id", type_=MATCHES.c.id.type),
)
LIST_NAMES = (
    sa.select(PLAYERS.c.public_id, CANONICAL_PLAYERS.c.name)
    .join(CANONICAL_PLAYERS, IS_CANONICAL)
    .where(of_scorebook(PLAYERS), PLAYERS.c.public_id.in_(sa.bindparam("ids", expanding=True)))
)


@dataclass(frozen=True)
class Filters:
    """The filters of a list of matches; empty fields don't filter.

    `names` are parts of names, each of a player of the match; `player` and `partner` are public
    ids of two players on one side. `result` is how a match ended, or whether all these players
    won or lost it. `since` and `until` are days in local time, both included. `tags` happened in
    the match, all of them.
    """

    names: tuple[str, ...] = ()
    player: str = ""
    partner: str = ""
    game: str = ""
    preset: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    place: str = ""
    unfinished: bool = False
    finished: bool = False
    tags: tuple[Tag, ...] = ()


class Position(NamedTuple):
    """A position in the history: the start of a match, and its id as a tie-breaker."""

    began: datetime
    id: int


def find_matches(
    session: Session,
    scorebook_id: int,
    filters: Filters,
    before: Position | None,
    limit: int,
    *,
    events: bool = False,
) -> Sequence[Any]:
    """Return the newest matches that fit the filters, before a position.

    With `events`, also the events without a match, all or those of the people searched for.
    """
    values: dict[str, Any] = {"scorebook": scorebook_id, "limit": limit}
    if before is not None:
        values |= {"before_began": before.began, "before_id": before.id}
    zone = load_time_zone(session, scorebook_id) if filters.since or filters.until else None
    return session.execute(_select_page(filters, zone, before is not None, events), values).all()


def find_names(session: Session, scorebook_id: int, filters: Filters) -> tuple[str, str]:
    """Return the names of the player and the partner that are searched for by public id."""
    names: dict[str, str] = {}
    if filters.player:
        asked = {"scorebook": scorebook_id, "ids": [filters.player, filters.partner]}
        names = dict(session.execute(LIST_NAMES, asked).all())
    return names.get(filters.player, ""), names.get(filters.partner, "")


@lru_cache(maxsize=MAX_CACHED_STATEMENTS)
def _select_page(
    filters: Filters, zone: str | None, before: bool, events: bool
) -> sa.Select[Any] | sa.CompoundSelect[Any]:
    """Return the statement for a page; `zone` is the time zone in which days begin."""
    patterns = [_like_pattern(name) for name in filters.names]
    named = [_select_spelled(SPELLINGS.c.search_key.like(one, escape="/")) for one in patterns]
    conditions = _build_conditions(filters, zone)
    conditions += [_sat(people, filters.result) for people in named]
    if filters.player:
        partner = _select_by_public_id(filters.partner) if filters.partner else None
        conditions.append(_sat(_select_by_public_id(filters.player), filters.result, partner))
    conditions += [
        sa.exists()
        .where(of_scorebook(MATCH_TAGS), same_match(MATCH_TAGS, MATCHES))
        .where(MATCH_TAGS.c.tag == str(tag))
        .correlate(MATCHES)
        for tag in filters.tags
    ]
    matches = (
        HISTORY_ROWS.where(of_scorebook(MATCHES), NOT_DELETED, *conditions)
        .where(*_before_position(before, BY_MATCH))
        .order_by(*(column.desc() for column in BY_MATCH))
        .limit(sa.bindparam("limit"))
    )
    if not events:
        return matches
    of_people = sa.select(EVENT_PLAYERS.c.event_id).where(of_scorebook(EVENT_PLAYERS))
    taken_part = [of_people.where(EVENT_PLAYERS.c.player_id.in_(people)) for people in named]
    entered = [EVENTS.c.id.in_(theirs) for theirs in taken_part]
    return _add_events(matches, *entered, *_before_position(before, BY_EVENT))


def _select_by_public_id(public_id: str) -> sa.Select[Any]:
    return _select_spelled(SPELLINGS.c.public_id == public_id)


def _select_spelled(condition: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Select the players who are the same person as one that fits the condition."""
    same = sa.select(SPELLINGS.c.canonical_id).where(of_scorebook(SPELLINGS), condition)
    return sa.select(PLAYERS.c.id).where(of_scorebook(PLAYERS), PLAYERS.c.canonical_id.in_(same))


def _like_pattern(text: str) -> str:
    text = rules.fold(text)
    for sign in "/%_":
        text = text.replace(sign, f"/{sign}")
    return f"%{text}%"


def _sat(
    people: sa.Select[Any], result: str, partner: sa.Select[Any] | None = None
) -> sa.ColumnElement[bool]:
    """Return the condition that one of these people sat in a match, with this result."""
    sat = sa.exists().where(
        of_scorebook(SEATS), same_match(SEATS, MATCHES), SEATS.c.player_id.in_(people)
    )
    if result == WON:
        sat = sat.where(MATCHES.c.winner == _side(SEATS.c.seat))
    if result == LOST:
        sat = sat.where(MATCHES.c.winner != _side(SEATS.c.seat))
    if partner is not None:
        sat = sat.where(
            same_match(BESIDE, SEATS),
            BESIDE.c.seat != SEATS.c.seat,
            BESIDE.c.player_id.in_(partner),
            _side(BESIDE.c.seat) == _side(SEATS.c.seat),
        )
    return sat.correlate(MATCHES)


def _side(seat: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    sides = {
        key: sa.case(dict(enumerate(game.side_of)), value=seat) for key, game in rules.GAMES.items()
    }
    return sa.case(sides, value=MATCHES.c.game)


def _before_position(before: bool, by: tuple[Any, Any]) -> list[sa.ColumnElement[bool]]:
    return [sa.tuple_(*by) < _BEFORE] if before else []


def _add_events(
    matches: sa.Select[Any], *conditions: sa.ColumnElement[bool]
) -> sa.CompoundSelect[Any]:
    """Select the newest of some matches and of the events without a match; all in one order."""
    newest = (column.desc() for column in BY_EVENT)
    events = EVENT_ROWS.where(*conditions).order_by(*newest).limit(sa.bindparam("limit"))
    both = sa.union_all(*(sa.select(one.subquery()) for one in (matches, events)))
    columns = both.selected_columns
    return both.order_by(columns.started.desc(), columns.id.desc()).limit(sa.bindparam("limit"))


def _build_conditions(filters: Filters, zone: str | None) -> list[sa.ColumnElement[bool]]:
    """Return the conditions on the match itself; `zone` is the time zone in which days begin."""
    place = MATCHES.c.place_search_key.like(_like_pattern(filters.place), escape="/")
    by_filter = [
        (filters.game, MATCHES.c.game == filters.game),
        (filters.preset, MATCHES.c.preset == filters.preset),
        (filters.result not in ("", WON, LOST), MATCHES.c.ending == filters.result),
        (filters.unfinished, IS_IN_PROGRESS),
        (filters.finished, IS_FINISHED),
        (filters.place, place),
    ]
    conditions = [condition for is_set, condition in by_filter if is_set]
    return [*conditions, *_day_conditions(zone, filters)]


class _Day(FunctionElement[str]):
    """The day on which a match began in its local time, in ISO format."""

    type = sa.String()
    inherit_cache = True


@compiles(_Day, "sqlite")
def _on_sqlite(element: _Day, compiler: Any, **_: Any) -> str:
    began, offset = (compiler.process(clause) for clause in element.clauses)
    return f"date({began}, {offset} || ' minutes')"


@compiles(_Day, "postgresql")
def _on_postgresql(element: _Day, compiler: Any, **_: Any) -> str:
    began, offset = (compiler.process(clause) for clause in element.clauses)
    local = f"({began} AT TIME ZONE 'UTC') + {offset} * interval '1 minute'"
    return f"to_char({local}, 'YYYY-MM-DD')"


def _day_conditions(zone: str | None, filters: Filters) -> Iterator[sa.ColumnElement[bool]]:
    """Yield conditions on the day a match began: by its UTC offset or its scorebook's zone."""
    # The first of each pair is for the index.
    began = MATCHES.c.started_at
    day = _Day(began, MATCHES.c.utc_offset)
    if filters.since:
        first = _midnight(filters.since, zone)
        yield began > first - MAX_UTC_OFFSET - DAY
        yield _choose_clock(began >= first, day >= filters.since.isoformat())
    if filters.until:
        end = _midnight(filters.until + DAY, zone)
        yield began < end + MAX_UTC_OFFSET + DAY
        yield _choose_clock(began < end, day <= filters.until.isoformat())


def _choose_clock(
    by_scorebook: sa.ColumnElement[bool], by_table: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    has_none = MATCHES.c.utc_offset.is_(None)
    return sa.or_(sa.and_(has_none, by_scorebook), sa.and_(~has_none, by_table))


def _midnight(day: date, zone: str | None) -> datetime:
    """Return the start of a day in a time zone; None means the time zone of this computer."""
    midnight = datetime.combine(day, time(), find_time_zone(zone))
    return midnight.astimezone(UTC)
