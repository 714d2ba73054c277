"""Rulings, replies and changes of matches, saved house rules, and the keys of stored forms."""

import sqlalchemy as sa

from scorekeeper.book.db import types
from scorekeeper.book.db.ids import new_public_id, now
from scorekeeper.book.models.matches import part_of_hand, part_of_match

RULINGS = sa.Table(
    "rulings",
    types.metadata,
    *part_of_hand(),
    types.key("number"),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("tricks", sa.Integer, nullable=False),
    sa.Column("to_side", sa.Integer),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("set", sa.Boolean, nullable=False),
    sa.Column("note", sa.String(types.MAX_NOTE_LENGTH), nullable=False),
    sa.Column("noted_at", types.Moment),
    types.between("number", 0, 99),
    types.between("seat", 0, 5),
    types.between("tricks", 0, 18),
    types.between("to_side", 0, 5),
    types.between("points", 0, 500),
    types.length("note", 0, types.MAX_NOTE_LENGTH),
    sqlite_with_rowid=False,
)
"""A ruling about an incident in a hand."""


CONFIRMATIONS = sa.Table(
    "confirmations",
    types.metadata,
    *part_of_hand(),
    types.key("seat"),
    sa.Column("answer", sa.String(9), nullable=False),
    sa.Column("at", types.Moment, nullable=False, default=now),
    types.between("seat", 0, 5),
    types.check("answer", "answer IN ('confirmed', 'queried')"),
    sqlite_with_rowid=False,
)
"""The reply of a seat to a recorded hand: confirmed or queried."""


CHANGES = sa.Table(
    "changes",
    types.metadata,
    *part_of_match(),
    # The version of the match after this change.
    types.key("number"),
    # The number of the change it followed, 0 before the first. A change from before 0.3 has its own
    # number here: its parent is unknown, and it cannot be undone.
    sa.Column("parent", sa.Integer, nullable=False),
    sa.Column("fact", sa.String(20), nullable=False),
    # The number of the first hand that differs.
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("before", types.JSON_VALUE, nullable=False),
    sa.Column("after", types.JSON_VALUE, nullable=False),
    sa.Column("reason", sa.String(types.MAX_NOTE_LENGTH), nullable=False, default=""),
    sa.Column("at", types.Moment, nullable=False, default=now),
    sa.Column("device_id", sa.ForeignKey("devices.id", ondelete="SET NULL")),
    types.check("number", "number >= 1"),
    types.check("parent", "parent >= 0"),
    types.check("hand", "hand >= 1"),
    types.length("fact", 1, 20),
    types.length("reason", 0, types.MAX_NOTE_LENGTH),
    sa.Index(None, "device_id"),
    sqlite_with_rowid=False,
)
"""A change of a match: the difference it made, its parent in the undo tree, when and why."""


SAVED_HOUSE_RULES = sa.Table(
    "saved_house_rules",
    types.metadata,
    types.key("scorebook_id"),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(types.MAX_NAME_LENGTH), primary_key=True),
    sa.Column("public_id", sa.String(22), nullable=False, default=new_public_id),
    sa.Column("house_rules", types.JSON_VALUE, nullable=False, default=dict),
    sa.Column("at", types.Moment, nullable=False, default=now),
    types.part_of("scorebooks", "scorebook_id", key=("id",)),
    sa.UniqueConstraint("scorebook_id", "public_id"),
    types.length("public_id", 22, 22),
    types.length("name", 1, types.MAX_NAME_LENGTH),
)
"""House rules that a table saved under a name."""


IDEMPOTENCY_KEYS = sa.Table(
    "idempotency_keys",
    types.metadata,
    types.key("scorebook_id"),
    # Part of the key: after the Back button, a form may send different content with the same key.
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("fingerprint", types.HASH, primary_key=True),
    # Last in the key: a form that starts a match is looked up before the match exists.
    sa.Column("match_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", types.Moment, nullable=False, default=now),
    types.part_of("matches", "scorebook_id", "match_id", key=("scorebook_id", "id")),
    sa.Index(None, "scorebook_id", "match_id"),
    types.length("key", 1, 64),
    types.length("fingerprint", 32, 32),
    sqlite_with_rowid=False,
)
"""The idempotency key of a stored form: if the form is sent again, nothing is written."""
