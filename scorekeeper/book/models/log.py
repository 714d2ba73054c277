"""Rulings, replies and changes of matches, saved house rules, and the keys of stored forms."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from scorekeeper.book.db.ids import new_public_id, now
from scorekeeper.book.db.types import (
    HASH,
    JSON_VALUE,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    Moment,
    between,
    check,
    key,
    length,
    metadata,
    part_of,
)
from scorekeeper.book.models.matches import part_of_hand, part_of_match

RULINGS = Table(
    "rulings",
    metadata,
    *part_of_hand(),
    key("number"),
    Column("kind", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("tricks", Integer, nullable=False),
    Column("to_side", Integer),
    Column("points", Integer, nullable=False),
    Column("set", Boolean, nullable=False),
    Column("note", String(MAX_NOTE_LENGTH), nullable=False),
    Column("noted_at", Moment),
    between("number", 0, 99),
    between("seat", 0, 5),
    between("tricks", 0, 17),
    between("to_side", 0, 5),
    between("points", 0, 500),
    length("note", 0, MAX_NOTE_LENGTH),
    sqlite_with_rowid=False,
)
"""A ruling about an incident in a hand."""


CONFIRMATIONS = Table(
    "confirmations",
    metadata,
    *part_of_hand(),
    key("seat"),
    Column("answer", String(9), nullable=False),
    Column("at", Moment, nullable=False, default=now),
    between("seat", 0, 5),
    check("answer", "answer IN ('confirmed', 'queried')"),
    sqlite_with_rowid=False,
)
"""The reply of a seat to a recorded hand: confirmed or queried."""


CHANGES = Table(
    "changes",
    metadata,
    *part_of_match(),
    # The version of the match after this change.
    key("number"),
    # The number of the change it followed, 0 before the first. A change from before 0.3 has its own
    # number here: its parent is unknown, and it cannot be undone.
    Column("parent", Integer, nullable=False),
    Column("fact", String(20), nullable=False),
    # The number of the first hand that differs.
    Column("hand", Integer, nullable=False),
    Column("before", JSON_VALUE, nullable=False),
    Column("after", JSON_VALUE, nullable=False),
    Column("reason", String(MAX_NOTE_LENGTH), nullable=False, default=""),
    Column("at", Moment, nullable=False, default=now),
    Column("device_id", ForeignKey("devices.id", ondelete="SET NULL")),
    check("number", "number >= 1"),
    check("parent", "parent >= 0"),
    check("hand", "hand >= 1"),
    length("fact", 1, 20),
    length("reason", 0, MAX_NOTE_LENGTH),
    Index(None, "device_id"),
    sqlite_with_rowid=False,
)
"""A change of a match: the difference it made, its parent in the undo tree, when and why."""


SAVED_HOUSE_RULES = Table(
    "saved_house_rules",
    metadata,
    key("scorebook_id"),
    Column("game", String(40), primary_key=True),
    Column("name", String(MAX_NAME_LENGTH), primary_key=True),
    Column("public_id", String(22), nullable=False, default=new_public_id),
    Column("house_rules", JSON_VALUE, nullable=False, default=dict),
    Column("at", Moment, nullable=False, default=now),
    part_of("scorebooks", "scorebook_id", key=("id",)),
    UniqueConstraint("scorebook_id", "public_id"),
    length("public_id", 22, 22),
    length("name", 1, MAX_NAME_LENGTH),
)
"""House rules that a table saved under a name of its own."""


IDEMPOTENCY_KEYS = Table(
    "idempotency_keys",
    metadata,
    key("scorebook_id"),
    # Together with the key: after going back, another content may be sent under the same key.
    Column("key", String(64), primary_key=True),
    Column("fingerprint", HASH, primary_key=True),
    # Last in the key: a form that starts a match is looked up before the match exists.
    Column("match_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False, default=now),
    part_of("matches", "scorebook_id", "match_id", key=("scorebook_id", "id")),
    Index(None, "scorebook_id", "match_id"),
    length("key", 1, 64),
    length("fingerprint", 32, 32),
    sqlite_with_rowid=False,
)
"""The idempotency key of a stored form: sent again, it writes nothing."""
