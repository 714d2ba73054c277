"""Events without a match in the history: each is a row among those of the matches."""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    bindparam,
    cast,
    exists,
    false,
    literal,
    null,
    select,
    union_all,
)

from scorekeeper.book.models.conditions import IN_ANY_ROUND, NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import EVENTS, MATCHES
from scorekeeper.book.players.clocks import FIND_TIME_ZONE

BY_EVENT = (EVENTS.c.started_at, EVENTS.c.id)
_HAS_MATCH = exists().where(
    MATCHES.c.scorebook_id == EVENTS.c.scorebook_id,
    MATCHES.c.event_id == EVENTS.c.id,
    IN_ANY_ROUND,
    NOT_DELETED,
)
EVENT_ROWS = select(
    *EVENTS.c["scorebook_id", "id"],
    EVENTS.c.revision.label("version"),
    *EVENTS.c["revision", "public_id"],
    literal("").label("game"),
    cast(null(), MATCHES.c.winner.type).label("winner"),
    cast(null(), MATCHES.c.ending.type).label("ending"),
    EVENTS.c.utc_offset,
    literal("").label("place"),
    EVENTS.c.started_at.label("started"),
    EVENTS.c.ended_at.label("ended"),
    FIND_TIME_ZONE.scalar_subquery().label("time_zone"),
    EVENTS.c.id.label("event_id"),
    EVENTS.c.revision.label("event_revision"),
    false().label("is_typed"),
).where(of_scorebook(EVENTS), EVENTS.c.deleted_at.is_(None), ~_HAS_MATCH)
"""Rows with the columns of `HistoryRow`, in this order; without a game."""


def add_events(matches: Select[Any], *conditions: ColumnElement[bool]) -> CompoundSelect[Any]:
    """Select the newest of some matches and of the events without a match; all in one order."""
    newest = (column.desc() for column in BY_EVENT)
    events = EVENT_ROWS.where(*conditions).order_by(*newest).limit(bindparam("limit"))
    both = union_all(*(select(one.subquery()) for one in (matches, events)))
    columns = both.selected_columns
    return both.order_by(columns.started.desc(), columns.id.desc()).limit(bindparam("limit"))
