"""The tables of club evenings: who takes part, who sits where, and typed results.

All else is derived: the result of a table from its match, the standings and the next seating from
the results.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

from scorekeeper.book.db import types
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.directory import EVENTS
from scorekeeper.book.models.matches import player


def part_of_event() -> tuple[SchemaItem, ...]:
    """Return the key of a part of an event, without its last column, and the foreign key."""
    event = types.part_of("events", "scorebook_id", "event_id", key=("scorebook_id", "id"))
    return types.key("scorebook_id"), types.key("event_id", sa.BigInteger), event


def _part_of_round() -> tuple[SchemaItem, ...]:
    columns = ("scorebook_id", "event_id", "round")
    its_round = types.part_of("event_rounds", *columns)
    keys = types.key("scorebook_id"), types.key("event_id", sa.BigInteger), types.key("round")
    return *keys, its_round


EVENT_ENTRANTS = sa.Table(
    "event_entrants",
    types.metadata,
    *part_of_event(),
    types.key("number"),
    sa.Column("player_id", sa.BigInteger, nullable=False),
    # The other of a pair; NULL in singles.
    sa.Column("partner_id", sa.BigInteger),
    # Drawn at check-in: it decides where standings are equal and an order is needed.
    sa.Column("lot", sa.Integer, nullable=False),
    sa.Column("is_present", sa.Boolean, nullable=False, default=True),
    # The place in the playoff; two people with the same are a pair of it.
    sa.Column("seed", sa.Integer),
    player("player_id"),
    player("partner_id"),
    types.check("number", "number >= 1"),
    types.check("partner", "partner_id IS NULL OR partner_id <> player_id"),
    types.check("seed", "seed >= 1"),
    sa.Index(None, "scorebook_id", "player_id"),
    sa.Index(None, "scorebook_id", "partner_id"),
    sqlite_with_rowid=False,
)
"""A person who takes part in an event, or two who always play together."""


EVENT_ROUNDS = sa.Table(
    "event_rounds",
    types.metadata,
    *part_of_event(),
    types.key("round"),
    # What differs from the house rules of the event.
    sa.Column("house_rules", types.JSON_VALUE, nullable=False, default=dict),
    # In the playoff: how many losses put a pair out.
    sa.Column("lives", sa.Integer),
    sa.Column("started_at", types.Moment, nullable=False, default=now),
    types.between("round", 1, 99),
    types.between("lives", 1, 2),
    sqlite_with_rowid=False,
)
"""A round that was seated."""


EVENT_SEATS = sa.Table(
    "event_seats",
    types.metadata,
    *_part_of_round(),
    types.key("entrant"),
    # NULL for those who sit out.
    sa.Column("table_number", sa.Integer),
    # Singles: 0 and 2 play 1 and 3. Pairs: 0 plays 1.
    sa.Column("seat", sa.Integer),
    types.part_of(
        "event_entrants",
        "scorebook_id",
        "event_id",
        "entrant",
        key=("scorebook_id", "event_id", "number"),
    ),
    sa.UniqueConstraint("scorebook_id", "event_id", "round", "table_number", "seat"),
    types.check("table_number", "table_number >= 1"),
    types.between("seat", 0, 3),
    types.check("seat_of_table", "(seat IS NULL) = (table_number IS NULL)"),
    sqlite_with_rowid=False,
)
"""The seat of an entrant in a round: nobody sits at two tables, no two on one chair."""


EVENT_TABLES = sa.Table(
    "event_tables",
    types.metadata,
    *_part_of_round(),
    types.key("table_number"),
    sa.Column("ending", sa.String(8), nullable=False),
    sa.Column("points_0", sa.Integer),
    sa.Column("points_1", sa.Integer),
    sa.Column("winner", sa.Integer),
    sa.Column("entered_at", types.Moment, nullable=False, default=now),
    types.check("ending", "ending IN ('played', 'walkover', 'none')"),
    types.check("points", "(points_0 IS NULL) = (points_1 IS NULL)"),
    types.between("winner", 0, 1),
    sqlite_with_rowid=False,
)
"""A result that an organiser typed, which wins over the match of the table."""


ROUND_KEY = ("scorebook_id", "event_id", "round")


def of_event(table: sa.FromClause) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions for the rows of an event, or for its own row, bound as `event`."""
    event_id: sa.ColumnElement[Any] = table.c.id if table is EVENTS else table.c.event_id
    return table.c.scorebook_id == sa.bindparam("scorebook"), event_id == sa.bindparam("event")
