"""Search for a page of matches, the newest first, with one condition for each filter."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    bindparam,
    case,
    exists,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.history.filters import LOST, WON, Filters, build_conditions
from scorekeeper.book.history.history_entries import EVENT_ROWS, HISTORY_ROWS
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook, same_match
from scorekeeper.book.models.tables import (
    EVENT_PLAYERS,
    EVENTS,
    MATCH_TAGS,
    MATCHES,
    PLAYERS,
    SEATS,
)
from scorekeeper.book.players.clocks import load_time_zone
from scorekeeper.book.players.players import CANONICAL_PLAYERS, IS_CANONICAL

MAX_CACHED_STATEMENTS = 50
"""Statements of the latest searches, which take longer to build than to execute."""

BY_MATCH = (MATCHES.c.started_at, MATCHES.c.id)
BY_EVENT = (EVENTS.c.started_at, EVENTS.c.id)
BESIDE = SEATS.alias("beside")
SPELLINGS = PLAYERS.alias("spellings")
_BEFORE = tuple_(
    bindparam("before_began", type_=MATCHES.c.started_at.type),
    bindparam("before_id", type_=MATCHES.c.id.type),
)
LIST_NAMES = (
    select(PLAYERS.c.public_id, CANONICAL_PLAYERS.c.name)
    .join(CANONICAL_PLAYERS, IS_CANONICAL)
    .where(of_scorebook(PLAYERS), PLAYERS.c.public_id.in_(bindparam("ids", expanding=True)))
)


class Position(NamedTuple):
    """A position in the history: the start of a match, and its id as a tie-breaker."""

    began: datetime
    id: int


@dataclass(frozen=True)
class SearchResult:
    """The rows of a page, and the names of players that were searched for by public id."""

    rows: Sequence[Any]
    player: str = ""
    partner: str = ""


def find_matches(
    session: Session,
    scorebook_id: int,
    filters: Filters,
    before: Position | None,
    limit: int,
    *,
    events: bool = False,
) -> SearchResult:
    """Return the newest matches that fit the filters, before a position.

    With `events`, also the events without a match, all or those of the people searched for.
    """
    values: dict[str, Any] = {"scorebook": scorebook_id, "limit": limit}
    if before is not None:
        values |= {"before_began": before.began, "before_id": before.id}
    zone = load_time_zone(session, scorebook_id) if filters.since or filters.until else None
    rows = session.execute(_select_page(filters, zone, before is not None, events), values).all()
    names: dict[str, str] = {}
    if filters.player:
        asked = {"scorebook": scorebook_id, "ids": [filters.player, filters.partner]}
        names = dict(session.execute(LIST_NAMES, asked).all())
    return SearchResult(rows, names.get(filters.player, ""), names.get(filters.partner, ""))


@lru_cache(maxsize=MAX_CACHED_STATEMENTS)
def _select_page(
    filters: Filters, zone: str | None, before: bool, events: bool
) -> Select[Any] | CompoundSelect[Any]:
    """Return the statement for a page; `zone` is the time zone in which days begin."""
    named = [_select_named(name) for name in filters.names]
    conditions = build_conditions(filters, zone)
    conditions += [_sat(people, filters.result) for people in named]
    if filters.player:
        partner = _select_by_public_id(filters.partner) if filters.partner else None
        conditions.append(_sat(_select_by_public_id(filters.player), filters.result, partner))
    if filters.place:
        pattern = _like_pattern(filters.place)
        conditions.append(MATCHES.c.place_search_key.like(pattern, escape="/"))
    conditions += [_has_tag(str(tag)) for tag in filters.tags]
    matches = (
        HISTORY_ROWS.where(of_scorebook(MATCHES), NOT_DELETED, *conditions)
        .where(*_before_position(before, BY_MATCH))
        .order_by(*(column.desc() for column in BY_MATCH))
        .limit(bindparam("limit"))
    )
    if not events:
        return matches
    entered = [_took_part(people) for people in named]
    return _add_events(matches, *entered, *_before_position(before, BY_EVENT))


def _select_named(name: str) -> Select[Any]:
    """Select the players with a spelling that contains a text."""
    spelled = SPELLINGS.c.search_key.like(_like_pattern(name), escape="/")
    return _select_spelled(spelled)


def _select_by_public_id(public_id: str) -> Select[Any]:
    return _select_spelled(SPELLINGS.c.public_id == public_id)


def _select_spelled(condition: ColumnElement[bool]) -> Select[Any]:
    """Select the players who are the same person as one that fits the condition."""
    same = select(SPELLINGS.c.canonical_id).where(of_scorebook(SPELLINGS), condition)
    return select(PLAYERS.c.id).where(of_scorebook(PLAYERS), PLAYERS.c.canonical_id.in_(same))


def _like_pattern(text: str) -> str:
    text = rules.fold(text)
    for sign in "/%_":
        text = text.replace(sign, f"/{sign}")
    return f"%{text}%"


def _sat(
    people: Select[Any], result: str, partner: Select[Any] | None = None
) -> ColumnElement[bool]:
    """Return the condition that one of these people sat in a match, with this result."""
    sat = exists().where(
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


def _side(seat: ColumnElement[int]) -> ColumnElement[int]:
    sides = {
        key: case(dict(enumerate(game.side_of)), value=seat) for key, game in rules.GAMES.items()
    }
    return case(sides, value=MATCHES.c.game)


def _has_tag(tag: str) -> ColumnElement[bool]:
    tagged = exists().where(same_match(MATCH_TAGS, MATCHES), MATCH_TAGS.c.tag == tag)
    return tagged.where(of_scorebook(MATCH_TAGS)).correlate(MATCHES)


def _took_part(people: Select[Any]) -> ColumnElement[bool]:
    theirs = select(EVENT_PLAYERS.c.event_id).where(
        of_scorebook(EVENT_PLAYERS), EVENT_PLAYERS.c.player_id.in_(people)
    )
    return EVENTS.c.id.in_(theirs)


def _before_position(before: bool, by: tuple[Any, Any]) -> list[ColumnElement[bool]]:
    return [tuple_(*by) < _BEFORE] if before else []


def _add_events(matches: Select[Any], *conditions: ColumnElement[bool]) -> CompoundSelect[Any]:
    """Select the newest of some matches and of the events without a match; all in one order."""
    newest = (column.desc() for column in BY_EVENT)
    events = EVENT_ROWS.where(*conditions).order_by(*newest).limit(bindparam("limit"))
    both = union_all(*(select(one.subquery()) for one in (matches, events)))
    columns = both.selected_columns
    return both.order_by(columns.started.desc(), columns.id.desc()).limit(bindparam("limit"))
