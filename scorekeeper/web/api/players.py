"""API responses about players and their statistics."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.history.search import Position
from scorekeeper.book.statistics import player_details, queries, roster
from scorekeeper.rules.review.player_figures import Sums
from scorekeeper.web.api import responses
from scorekeeper.web.forms import filters, periods
from scorekeeper.web.site.db import load_statistics_book


def players(
    session: Session, scorebook_id: int, period: str | None, limit: int, cursor: Position | None
) -> responses.CachedBody:
    """Return a page of the players, newest first."""
    book = load_statistics_book(session, scorebook_id)
    span = periods.find_period(book, period)
    standing = queries.sum_by_player(session, book, span.days)
    rest = [one for one in book.people.values() if cursor is None or one.id < cursor.id]
    rest.sort(key=lambda one: one.id, reverse=True)
    people = rest[:limit]
    older = Position(filters.EPOCH, people[-1].id) if len(rest) > limit else None
    return _build_body(
        span,
        standing.everybody,
        players=[_serialize_player(one, standing.people.get(one.id, Sums())) for one in people],
        next=older and filters.format_position(older),
    )


def player(
    session: Session, scorebook_id: int, player: str, period: str | None
) -> responses.CachedBody | None:
    """Return a player by the id of any of their names; None if there is none."""
    book = load_statistics_book(session, scorebook_id)
    try:
        person = book.find_person(player)
    except AccessDenied:
        return None
    span = periods.find_period(book, period)
    everybody, (figures,) = queries.sum_for_people(session, book, [person], span.days)
    details = player_details.load_player_details(session, book, person, span.days.first)
    return _build_body(
        span,
        everybody,
        player=_serialize_player(person, figures.own),
        best_hand=_serialize_hand(details.best),
        worst_hand=_serialize_hand(details.worst),
        partners=_serialize_players(book, figures.partners),
        opponents=_serialize_players(book, figures.opponents),
    )


def _build_body(period: periods.Period, everybody: Sums, **values: Any) -> responses.CachedBody:
    body = {
        "period": period.key,
        "since": period.since_day,
        "everybody": everybody._asdict(),
        **values,
    }
    return responses.CachedBody(repr(body), lambda: body)


def _serialize_players(book: roster.Roster, sums: Mapping[int, Sums]) -> list[dict[str, Any]]:
    people = sorted((book.people[id_] for id_ in sums), key=lambda one: one.name)
    return [_serialize_player(one, sums[one.id]) for one in people]


def _serialize_player(person: roster.Person, sums: Sums) -> dict[str, Any]:
    return {
        "id": person.public_id,
        "name": person.name,
        "guest": person.guest,
        "figures": sums._asdict(),
    }


def _serialize_hand(extreme: player_details.RecordHand | None) -> dict[str, Any] | None:
    return None if extreme is None else extreme._asdict()
