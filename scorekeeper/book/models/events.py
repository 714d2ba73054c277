"""The people of club evenings; the rest of an evening is the document in its row of `events`.

All else is derived: the result of a table from its match, the standings and the next seating from
the results.
"""

from typing import Any

import sqlalchemy as sa

from scorekeeper.book.db import types
from scorekeeper.book.models.directory import EVENTS
from scorekeeper.book.models.matches import player

EVENT_PLAYERS = sa.Table(
    "event_players",
    types.metadata,
    types.key("scorebook_id"),
    types.key("event_id", sa.BigInteger),
    # The number of the entrant in the document, and which of the two in a pair.
    types.key("entrant"),
    types.key("person"),
    sa.Column("player_id", sa.BigInteger, nullable=False),
    types.part_of("events", "scorebook_id", "event_id", key=("scorebook_id", "id")),
    player("player_id"),
    types.check("entrant", "entrant >= 1"),
    types.between("person", 0, 1),
    sa.Index(None, "scorebook_id", "player_id"),
    sqlite_with_rowid=False,
)
"""A player who takes part in an event."""


def of_event(table: sa.FromClause) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions for the rows of an event, or for its own row, bound as `event`."""
    event_id: sa.ColumnElement[Any] = table.c.id if table is EVENTS else table.c.event_id
    return table.c.scorebook_id == sa.bindparam("scorebook"), event_id == sa.bindparam("event")
