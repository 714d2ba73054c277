"""The tables read before the scorebook is known: devices, scorebooks, grants, addresses, events.

`access.grants` says how a phone gets access, and to what.
"""

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

from scorekeeper.book.db import types
from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES

ROLES = "'owner', 'viewer', 'board', 'scorer', 'spectator'"

DEVICES = sa.Table(
    "devices",
    types.metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    # Random bytes after the device is retired: its row stays, because its changes refer to it.
    sa.Column("secret_hash", types.HASH, nullable=False, unique=True),
    sa.Column("created_at", types.Moment, nullable=False, default=now),
    sa.Column("seen_at", types.Moment, nullable=False, default=now),
    # The same for all devices of one phone.
    sa.Column("phone", sa.String(22), nullable=False, default=new_public_id),
    sa.Column("name", sa.String(types.MAX_NAME_LENGTH)),
    # The older device of the phone, which ends when this one is first used.
    sa.Column("replaces_id", sa.ForeignKey("devices.id", ondelete="SET NULL")),
    types.length("secret_hash", 32, 32),
    types.length("phone", 22, 22),
    types.length("name", 1, types.MAX_NAME_LENGTH),
    sa.Index(None, "phone"),
    types.partial_index("ix_devices_replaces_id", "replaces_id", where="replaces_id IS NOT NULL"),
)
"""A browser that saved something, identified by the hash of a secret in its cookie."""


SCOREBOOKS = sa.Table(
    "scorebooks",
    types.metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("created_at", types.Moment, nullable=False, default=now),
    # For times without a UTC offset from a phone.
    sa.Column("time_zone", sa.String(types.MAX_TIME_ZONE_LENGTH)),
    sa.Column("public_id", sa.String(22), nullable=False, unique=True, default=new_public_id),
    sa.Column("name", sa.String(types.MAX_NAME_LENGTH)),
    # Whether it is the shared scorebook of a home, or was until it was deleted.
    sa.Column("is_home", sa.Boolean, nullable=False, default=False),
    # Raising it ends all links to read the scorebook.
    sa.Column("generation", sa.Integer, nullable=False, default=0, server_default=sa.text("0")),
    sa.Column("recovery_hash", types.HASH, unique=True),
    # Deleted scorebooks are stored for some days and can be restored.
    sa.Column("deleted_at", types.Moment),
    # The first day that tables and pages count, such as 20261120; NULL counts all days.
    sa.Column("season_from", sa.Integer),
    # Replaced whenever the statistics change; they are cached under it.
    sa.Column(
        "statistics_revision",
        sa.BigInteger,
        nullable=False,
        default=new_id,
        server_default=sa.text("0"),
    ),
    # The recovery code is derived from it. NULL for a code made by 0.10 or earlier.
    sa.Column("recovery_made_at", types.Moment),
    # How many evenings of a season count for a player, the best ones; NULL counts all.
    sa.Column("season_best", sa.Integer),
    types.length("time_zone", 1, types.MAX_TIME_ZONE_LENGTH),
    types.length("public_id", 22, 22),
    types.length("name", 1, types.MAX_NAME_LENGTH),
    types.check("generation", "generation >= 0"),
    types.length("recovery_hash", 32, 32),
    types.between("season_best", 1, 60),
    # At most one of a home.
    types.partial_index(
        "uq_scorebooks_is_home", "is_home", where="is_home AND deleted_at IS NULL", unique=True
    ),
    types.partial_index("ix_scorebooks_deleted", "deleted_at", where="deleted_at IS NOT NULL"),
)
"""A scorebook: the players and matches that one household shares."""


ADDRESSES = sa.Table(
    "addresses",
    types.metadata,
    sa.Column("public_id", sa.String(22), primary_key=True, default=new_public_id),
    types.parent("scorebook_id", "scorebooks.id"),
    sa.Column("match_id", sa.BigInteger, nullable=False, default=new_id),
    # Raising it ends all links to the match.
    sa.Column("generation", sa.Integer, nullable=False, default=0, server_default=sa.text("0")),
    sa.UniqueConstraint("scorebook_id", "match_id"),
    types.length("public_id", 22, 22),
    types.check("generation", "generation >= 0"),
    sqlite_with_rowid=False,
)
"""The scorebook and the id of a match, found by its public id."""


def _opens_one() -> tuple[SchemaItem, ...]:
    """Return the constraints of a right: to a scorebook, to one match of it, or to one event."""
    return (
        types.part_of("addresses", "scorebook_id", "match_id"),
        types.part_of("events", "scorebook_id", "event_id", key=("scorebook_id", "id")),
        sa.Index(None, "scorebook_id", "match_id"),
        sa.Index(None, "scorebook_id", "event_id"),
        types.check("match_or_event", "match_id IS NULL OR event_id IS NULL"),
        types.check(
            "whole_scorebook",
            "(role IN ('owner', 'viewer', 'board')) = (match_id IS NULL AND event_id IS NULL)",
        ),
    )


GRANTS = sa.Table(
    "grants",
    types.metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    types.parent("device_id", "devices.id"),
    types.parent("scorebook_id", "scorebooks.id"),
    sa.Column("match_id", sa.BigInteger),
    sa.Column("role", sa.String(9), nullable=False),
    sa.Column("created_at", types.Moment, nullable=False, default=now),
    # The seat whose phone this is.
    sa.Column("seat", sa.Integer),
    # The scorebook with the greatest number is the one the device used last; a counter, not a time.
    sa.Column("use_order", sa.Integer, nullable=False, default=0, server_default=sa.text("0")),
    # How the phone joined: a key of `words.scorebooks.phones.WAYS`; NULL before 0.16.
    sa.Column("way", sa.String(8)),
    sa.Column("event_id", sa.BigInteger),
    *_opens_one(),
    sa.UniqueConstraint("device_id", "scorebook_id", "match_id"),
    sa.UniqueConstraint("device_id", "scorebook_id", "event_id"),
    # A unique constraint treats two NULLs as different.
    types.partial_index(
        "uq_grants_whole_scorebook",
        "device_id",
        "scorebook_id",
        where="match_id IS NULL AND event_id IS NULL",
        unique=True,
    ),
    types.check("role", f"role IN ({ROLES}, 'removed')"),
    types.check("removed_from_event", "role <> 'removed' OR event_id IS NOT NULL"),
    types.between("seat", 0, 5),
    types.check("seat_of_match", "seat IS NULL OR match_id IS NOT NULL"),
)
"""A right of a device to a scorebook, a match or an event, or that it was removed from an event.

`access.grants` says what each role may do.
"""


EVENTS = sa.Table(
    "events",
    types.metadata,
    types.key("scorebook_id"),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, default=new_id),
    sa.Column("public_id", sa.String(22), nullable=False, unique=True, default=new_public_id),
    # Raising it ends all links, table cards and codes of the event.
    sa.Column("generation", sa.Integer, nullable=False, default=0),
    sa.Column("name", sa.String(types.MAX_NAME_LENGTH), nullable=False),
    # Raised by everything that changes a page of the event, except running matches.
    sa.Column("revision", sa.Integer, nullable=False, default=1),
    sa.Column("started_at", types.Moment, nullable=False, default=now),
    sa.Column("utc_offset", sa.Integer),
    sa.Column("ended_at", types.Moment),
    # Deleted events are stored for some days and can be restored.
    sa.Column("deleted_at", types.Moment),
    # Its kind, house rules, entrants, rounds and typed results; see docs/match-file.md.
    sa.Column("document", types.JSON_VALUE, nullable=False),
    # The number of its latest round, for lists; NULL before the first.
    sa.Column("latest_round", sa.Integer),
    types.part_of("scorebooks", "scorebook_id", key=("id",)),
    types.length("public_id", 22, 22),
    types.check("generation", "generation >= 0"),
    types.length("name", 1, types.MAX_NAME_LENGTH),
    types.check("revision", "revision >= 1"),
    types.between("utc_offset", -MAX_UTC_OFFSET_MINUTES, MAX_UTC_OFFSET_MINUTES),
    sa.Index(None, "scorebook_id", "started_at"),
    types.partial_index("ix_events_deleted", "deleted_at", where="deleted_at IS NOT NULL"),
    sqlite_with_rowid=False,
)
"""A club evening."""


JOIN_CODES = sa.Table(
    "join_codes",
    types.metadata,
    sa.Column("code_hash", types.HASH, primary_key=True),
    types.parent("scorebook_id", "scorebooks.id"),
    sa.Column("match_id", sa.BigInteger),
    sa.Column("role", sa.String(9), nullable=False),
    sa.Column("created_at", types.Moment, nullable=False, default=now),
    sa.Column("valid_seconds", sa.Integer, nullable=False),
    sa.Column("single_use", sa.Boolean, nullable=False, default=True),
    sa.Column("event_id", sa.BigInteger),
    *_opens_one(),
    types.length("code_hash", 32, 32),
    types.check("role", f"role IN ({ROLES})"),
    types.check("valid_seconds", "valid_seconds > 0"),
    sqlite_with_rowid=False,
)
"""A code that gives a right for some minutes, stored as a hash."""
