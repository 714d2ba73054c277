"""The matches of a page grouped by evening, with the winner of each evening.

The matches of an event are a group of their own; the others are grouped by their times.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, select, union_all
from sqlalchemy.orm import Session

from scorekeeper.book.history.history import HistoryPage
from scorekeeper.book.history.history_entries import (
    HISTORY_ROWS,
    HistoryEntry,
    HistoryRow,
    load_entries,
)
from scorekeeper.book.history.search import BY_MATCH
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.rules.review.evenings import (
    EVENING_GAP,
    EveningMatch,
    find_victory,
    split_into_evenings,
)

SEARCH_WINDOW = timedelta(hours=18)
"""Time around the matches of a page in which others of the same evening are searched."""
MAX_NEARBY_MATCHES = 16
"""Nearby matches that are loaded; with more, the winner of the evening isn't shown."""


@dataclass(frozen=True)
class Evening:
    """The listed matches of an evening, its start in local time, and its winners, if any.

    `minutes` is how long the evening was, if it has several matches and all are known. The winners
    of an event are not known here.
    """

    began: datetime
    entries: tuple[HistoryEntry, ...]
    minutes: int = 0
    winners: tuple[str, ...] = ()
    won: int = 0
    played: int = 0
    on_points: bool = False
    event_id: int | None = None


@dataclass(frozen=True)
class _Span:
    """A period of which all matches are known."""

    since: datetime
    until: datetime

    def holds(self, evening: Sequence[HistoryRow]) -> bool:
        """Whether the period includes all matches that an evening can have."""
        first, last = evening[-1].started, evening[0].started
        return self.since <= _shift(first, -EVENING_GAP) and _shift(last, EVENING_GAP) <= self.until


def group_by_evening(session: Session, listed: HistoryPage) -> list[Evening]:
    """Return the evenings of a page, latest first."""
    if any(row.event for row in listed.rows):
        return _group_with_events(session, listed)
    page = _Span(listed.since, listed.until)
    open_ones = [one for one in _split_evenings(listed.rows) if not page.holds(one)]
    rows, spans = _find_nearby(session, open_ones)
    spans.append(page)
    all_known = {row.id: row for row in (*rows, *listed.rows)}
    ordered = sorted(all_known.values(), key=lambda row: (row.started, row.id), reverse=True)
    listed_ids = {row.id for row in listed.rows}
    evenings = [one for one in _split_evenings(ordered) if any(row.id in listed_ids for row in one)]
    all_rows = [row for one in evenings for row in one]
    entries = {entry.id: entry for entry in load_entries(session, all_rows)}
    return [
        _build_evening(
            [entries[row.id] for row in one],
            [entries[row.id] for row in one if row.id in listed_ids],
            is_whole=any(span.holds(one) for span in spans),
        )
        for one in evenings
    ]


def _group_with_events(session: Session, listed: HistoryPage) -> list[Evening]:
    """Return the evenings and events of a page, latest first."""
    groups: dict[int | None, list[HistoryRow]] = defaultdict(list)
    for row in listed.rows:
        groups[row.event].append(row)
    alone = replace(listed, rows=tuple(groups.pop(None, ())))
    evenings = group_by_evening(session, alone) if alone.rows else []
    played = [row for rows in groups.values() for row in rows if row.game_key]
    entries = {entry.id: entry for entry in load_entries(session, played)}
    for event_id, rows in groups.items():
        listed_entries = tuple(entries[row.id] for row in rows if row.game_key)
        evenings.append(Evening(rows[-1].began, listed_entries, event_id=event_id))
    places = {row.event or row.id: place for place, row in reversed([*enumerate(listed.rows)])}
    return sorted(evenings, key=lambda one: places[one.event_id or one.entries[0].id])


def _split_evenings(rows: Sequence[HistoryRow]) -> list[Sequence[HistoryRow]]:
    return [rows[evening] for evening in split_into_evenings([row.started for row in rows])]


def _build_evening(
    entries: Sequence[HistoryEntry], listed: Sequence[HistoryEntry], *, is_whole: bool
) -> Evening:
    began = entries[-1].began
    won = find_victory([_played_match(entry) for entry in entries]) if is_whole else None
    minutes = sum(entry.minutes for entry in entries) if is_whole and len(entries) > 1 else 0
    names = {
        canonical_id: name
        for entry in entries
        for canonical_id, name in zip(entry.canonical_ids, entry.players, strict=True)
        if canonical_id is not None
    }
    # An unnamed player may be a different person in the next match.
    if won is None or any(person not in names for person in won.people):
        return Evening(began, tuple(listed), minutes)
    winners = tuple(names[canonical_id] for canonical_id in names if canonical_id in won.people)
    return Evening(began, tuple(listed), minutes, winners, won.won, won.played, won.on_points)


def _played_match(entry: HistoryEntry) -> EveningMatch:
    people = [
        (entry.id, seat) if canonical_id is None else canonical_id
        for seat, canonical_id in enumerate(entry.canonical_ids)
    ]
    sides = tuple(tuple(people[seat] for seat in side) for side in entry.game.sides)
    return EveningMatch(sides, entry.points if entry.ended else None, entry.winner)


def _find_nearby(
    session: Session, evenings: Sequence[Sequence[HistoryRow]]
) -> tuple[list[HistoryRow], list[_Span]]:
    """Return the matches near these evenings, and the periods in which all are known."""
    if not evenings:
        return [], []
    spans = [
        _Span(_shift(rows[-1].started, -SEARCH_WINDOW), _shift(rows[0].started, SEARCH_WINDOW))
        for rows in evenings
    ]
    values: dict[str, Any] = {"scorebook": evenings[0][0].scorebook_id}
    for place, span in enumerate(spans):
        values |= {f"since_{place}": span.since, f"until_{place}": span.until}
    rows_nearby = [
        HistoryRow(*row) for row in session.execute(_select_in_spans(len(spans)), values)
    ]
    complete: list[_Span] = []
    around: dict[int, HistoryRow] = {}
    for span in spans:
        inside = [row for row in rows_nearby if span.since <= row.started <= span.until]
        if len(inside) < MAX_NEARBY_MATCHES:
            complete.append(span)
            around |= {row.id: row for row in inside if not row.event}
    return [*around.values()], complete


@cache
def _select_in_spans(number: int) -> Select[Any]:
    began, newest = MATCHES.c.started_at, [column.desc() for column in BY_MATCH]
    spans = [
        select(MATCHES.c.id)
        .where(of_scorebook(MATCHES), NOT_DELETED)
        .where(began >= bindparam(f"since_{place}", type_=began.type))
        .where(began <= bindparam(f"until_{place}", type_=began.type))
        .order_by(*newest)
        .limit(MAX_NEARBY_MATCHES)
        .subquery()
        for place in range(number)
    ]
    nearby = union_all(*map(select, spans)).subquery()
    return HISTORY_ROWS.where(of_scorebook(MATCHES), MATCHES.c.id.in_(select(nearby))).order_by(
        *newest
    )


def _shift(moment: datetime, by: timedelta) -> datetime:
    """Shift a time; at the ends of the calendar return it unchanged."""
    try:
        return moment + by
    except OverflowError:
        return moment
