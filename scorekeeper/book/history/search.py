"""Search for a page of matches.

The cost doesn't depend on the number of matches: each search walks down an index ordered by start
time. A search for players walks down the matches of the player with the fewest, a search for what
happened those with the rarest tag.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    bindparam,
    exists,
    func,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.orm import Session

from scorekeeper.book.history import search_terms
from scorekeeper.book.history.event_rows import BY_EVENT, add_events
from scorekeeper.book.history.filters import Filters, build_conditions
from scorekeeper.book.history.history_entries import HISTORY_ROWS
from scorekeeper.book.models.conditions import IS_FINISHED, NOT_DELETED, of_scorebook, same_match
from scorekeeper.book.models.tables import MATCH_TAGS, MATCHES, SEATS
from scorekeeper.book.players.clocks import load_time_zone
from scorekeeper.rules.review.tags import Tag


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


_BY_MATCH = (MATCHES.c.started_at, MATCHES.c.id)
_BY_SEAT = (SEATS.c.started_at, SEATS.c.match_id)
_BY_TAG = (MATCH_TAGS.c.started_at, MATCH_TAGS.c.match_id)
_BEFORE = tuple_(
    bindparam("before_began", type_=MATCHES.c.started_at.type),
    bindparam("before_id", type_=MATCHES.c.id.type),
)
_PLACE = MATCHES.c.place_search_key
TAGGED = MATCH_TAGS.alias("tagged")


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
    if replace(filters, finished=False) == Filters():
        statement = _select_all(before is not None, filters.finished, events)
        return SearchResult(session.execute(statement, values).all())
    terms = search_terms.find_people(session, scorebook_id, filters)
    called = [term.called for term in terms if not term.pattern]
    places = _find_places(session, scorebook_id, filters.place) if filters.place else []
    rows: Sequence[Any] = ()
    if all(term.ids for term in terms) and (places or not filters.place):
        if filters.player and filters.partner:
            terms[-2:] = [search_terms.combine_partners(*terms[-2:])]
        has_days = filters.since or filters.until
        zone = load_time_zone(session, scorebook_id) if has_days else None
        asked = filters, zone, tuple(terms), tuple(places), before is not None
        statement = _select_matches_and_events(*asked) if events else _select_filtered(*asked)
        rows = session.execute(statement, values).all()
    names = dict(
        zip([name for name in ("player", "partner") if getattr(filters, name)], called, strict=True)
    )
    return SearchResult(rows, **names)


def merge_newest(ways: Sequence[Select[Any]]) -> Select[Any]:
    """Select the newest matches of several selections."""
    ids = union_all(*(select(way.subquery()) for way in ways)).subquery()
    return _select_rows(of_scorebook(MATCHES), MATCHES.c.id.in_(select(ids)))


def select_between(
    since: ColumnElement[datetime], until: ColumnElement[datetime], most: int
) -> Select[Any]:
    """Select the matches that began between two times."""
    return _select_by_match(MATCHES.c.started_at >= since, MATCHES.c.started_at <= until).limit(
        most
    )


@cache
def _select_all(before: bool, finished: bool, events: bool) -> Select[Any] | CompoundSelect[Any]:
    """Return the statement for a page of all matches; the few variants are cached."""
    conditions = [IS_FINISHED] if finished else []
    matches = _select_rows(
        of_scorebook(MATCHES), NOT_DELETED, *conditions, *_before_position(before, _BY_MATCH)
    )
    return add_events(matches, *_before_position(before, BY_EVENT)) if events else matches


@lru_cache(maxsize=search_terms.MAX_CACHED_STATEMENTS)
def _select_matches_and_events(
    filters: Filters,
    zone: str | None,
    terms: tuple[search_terms.SearchTerm, ...],
    places: tuple[str, ...],
    before: bool,
) -> CompoundSelect[Any]:
    """Return the statement for a page of a search for names."""
    matches = _select_filtered(filters, zone, terms, places, before)
    took_part = [term.event_condition for term in terms]
    return add_events(matches, *took_part, *_before_position(before, BY_EVENT))


@lru_cache(maxsize=search_terms.MAX_CACHED_STATEMENTS)
def _select_filtered(
    filters: Filters,
    zone: str | None,
    terms: tuple[search_terms.SearchTerm, ...],
    places: tuple[str, ...],
    before: bool,
) -> Select[Any]:
    """Return the statement for a page of a search."""
    few = [term for term in terms if term.are_few]
    rarest = min(few, key=lambda one: one.often, default=None)
    # The tags are in order of rarity, more or less.
    tags = [tag for tag in Tag if tag in filters.tags]
    tag = tags.pop(0) if tags and (rarest is None or rarest.is_frequent) else None
    by = _BY_MATCH if rarest is None else _BY_SEAT
    if tag is not None:
        rarest, by = None, _BY_TAG
    conditions = build_conditions(filters, zone, by[0])
    conditions += [term.match_condition(filters.result) for term in terms if term is not rarest]
    conditions += [_has_tag(one) for one in tags]
    conditions += _before_position(before, by)
    has_few_places = 0 < len(places) <= search_terms.MAX_CANDIDATES
    if places and not has_few_places:
        conditions.append(_PLACE.like(search_terms.like_pattern(filters.place), escape="/"))
    if by is _BY_MATCH:
        if has_few_places:
            return merge_newest(
                [_select_by_match(*conditions, _PLACE.in_([place])) for place in places]
            )
        return _select_rows(of_scorebook(MATCHES), NOT_DELETED, *conditions)
    if has_few_places:
        conditions.append(_PLACE.in_(places))
    if rarest is None:
        return merge_newest([_select_by(by, MATCH_TAGS.c.tag == str(tag), *conditions)])
    conditions += rarest.seat_conditions(filters.result)
    return merge_newest(
        [_select_by(by, SEATS.c.player_id == player, *conditions) for player in rarest.ids]
    )


def _select_rows(*conditions: ColumnElement[bool]) -> Select[Any]:
    return (
        HISTORY_ROWS.where(*conditions)
        .order_by(*(column.desc() for column in _BY_MATCH))
        .limit(bindparam("limit"))
    )


def _select_by_match(*conditions: ColumnElement[bool]) -> Select[Any]:
    newest = (column.desc() for column in _BY_MATCH)
    return (
        select(MATCHES.c.id)
        .where(of_scorebook(MATCHES), NOT_DELETED, *conditions)
        .order_by(*newest)
        .limit(bindparam("limit"))
    )


def _select_by(by: tuple[Any, Any], *conditions: ColumnElement[bool]) -> Select[Any]:
    rows = by[0].table
    return (
        select(by[1])
        .select_from(rows.join(MATCHES, same_match(MATCHES, rows)))
        .where(of_scorebook(rows), NOT_DELETED, *conditions)
        .order_by(*(column.desc() for column in by))
        .limit(bindparam("limit"))
    )


def _has_tag(tag: Tag) -> ColumnElement[bool]:
    tagged = exists().where(
        of_scorebook(TAGGED), same_match(TAGGED, MATCHES), TAGGED.c.tag == str(tag)
    )
    return tagged.correlate(MATCHES)


def _before_position(before: bool, by: tuple[Any, Any]) -> list[ColumnElement[bool]]:
    return [tuple_(*by) < _BEFORE] if before else []


def _find_places(session: Session, scorebook_id: int, place: str) -> Sequence[str]:
    """Return the places whose name contains a text, by a loose index scan over the places."""
    conditions = (MATCHES.c.scorebook_id == scorebook_id, NOT_DELETED)
    first = select(func.min(_PLACE).label("place")).where(*conditions, _PLACE > "")
    walk = first.cte("walk", recursive=True)
    following = select(func.min(_PLACE)).where(*conditions, walk.c.place < _PLACE).scalar_subquery()
    walk = walk.union_all(select(following).where(walk.c.place.is_not(None)))
    matching = select(walk.c.place).where(
        walk.c.place.like(search_terms.like_pattern(place), escape="/")
    )
    return session.scalars(matching.limit(search_terms.MAX_CANDIDATES + 1)).all()
