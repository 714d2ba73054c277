"""The filters of a list of matches, and their SQL conditions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, String, and_, or_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

from scorekeeper.book.models.conditions import IS_FINISHED, IS_IN_PROGRESS
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.book.players.clocks import find_time_zone
from scorekeeper.rules.review.tags import Tag

MAX_UTC_OFFSET = timedelta(hours=15)
"""The largest difference between local time and UTC."""
DAY = timedelta(days=1)
WON, LOST = "won", "lost"


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


def build_conditions(filters: Filters, zone: str | None) -> list[ColumnElement[bool]]:
    """Return the conditions on the match itself; `zone` is the time zone in which days begin."""
    conditions: list[ColumnElement[bool]] = []
    if filters.game:
        conditions.append(MATCHES.c.game == filters.game)
    if filters.preset:
        conditions.append(MATCHES.c.preset == filters.preset)
    if filters.result and filters.result not in (WON, LOST):
        conditions.append(MATCHES.c.ending == filters.result)
    if filters.unfinished:
        conditions.append(IS_IN_PROGRESS)
    if filters.finished:
        conditions.append(IS_FINISHED)
    if filters.since or filters.until:
        conditions += _day_conditions(zone, filters)
    return conditions


class _Day(FunctionElement[str]):
    """The day on which a match began in its local time, in ISO format."""

    type = String()
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


def _day_conditions(zone: str | None, filters: Filters) -> Iterator[ColumnElement[bool]]:
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
    by_scorebook: ColumnElement[bool], by_table: ColumnElement[bool]
) -> ColumnElement[bool]:
    has_none = MATCHES.c.utc_offset.is_(None)
    return or_(and_(has_none, by_scorebook), and_(~has_none, by_table))


def _midnight(day: date, zone: str | None) -> datetime:
    """Return the start of a day in a time zone; None means the time zone of this computer."""
    midnight = datetime.combine(day, time(), find_time_zone(zone))
    return midnight.astimezone(UTC)
