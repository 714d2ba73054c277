"""The tables read before the scorebook is known: devices, scorebooks, grants and addresses.

How a phone gets access:

- `access.grants` answers with every query what a device may do.
- `access.devices` writes and deletes grants. A phone gets one by a link (`joining.links`: signed,
  nothing is stored), a join code (`joining.join_codes`: valid for minutes), the home code
  (`joining.home_code`: a file) or a recovery code (`joining.recovery`).
- `scorebooks.scorebooks` creates, chooses and deletes scorebooks; `scorebooks.shared_scorebook`
  finds the shared one of a home.
"""

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
    text,
)

from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.book.db.types import (
    HASH,
    MAX_NAME_LENGTH,
    MAX_TIME_ZONE_LENGTH,
    Moment,
    between,
    check,
    length,
    metadata,
    parent,
    part_of,
    partial_index,
)

DEVICES = Table(
    "devices",
    metadata,
    Column("id", Integer, primary_key=True),
    # Random bytes once the device has ended: its row stays for the changes it made.
    Column("secret_hash", HASH, nullable=False, unique=True),
    Column("created_at", Moment, nullable=False, default=now),
    Column("seen_at", Moment, nullable=False, default=now),
    # The same for all devices of one phone.
    Column("phone", String(22), nullable=False, default=new_public_id),
    Column("name", String(MAX_NAME_LENGTH)),
    # The older device of the phone, which ends when this one is first used.
    Column("replaces_id", ForeignKey("devices.id", ondelete="SET NULL")),
    length("secret_hash", 32, 32),
    length("phone", 22, 22),
    length("name", 1, MAX_NAME_LENGTH),
    Index(None, "phone"),
    partial_index("ix_devices_replaces_id", "replaces_id", where="replaces_id IS NOT NULL"),
)
"""A browser that wrote something, known by the hash of a secret in its cookie."""


SCOREBOOKS = Table(
    "scorebooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created_at", Moment, nullable=False, default=now),
    # For times that no phone gave an offset with.
    Column("time_zone", String(MAX_TIME_ZONE_LENGTH)),
    Column("public_id", String(22), nullable=False, unique=True, default=new_public_id),
    Column("name", String(MAX_NAME_LENGTH)),
    # Whether it is the shared one of a home. A deleted one stays it, to be restored as that.
    Column("is_home", Boolean, nullable=False, default=False),
    # Raising it ends all links to read the scorebook.
    Column("generation", Integer, nullable=False, default=0, server_default=text("0")),
    Column("recovery_hash", HASH, unique=True),
    # Deleted scorebooks are stored for some days and can be restored.
    Column("deleted_at", Moment),
    # The first day from which tables and pages count, as 20261120; none is from the beginning.
    Column("season_from", Integer),
    # Another one after each change of what statistics show: they are cached by it.
    Column(
        "statistics_revision", BigInteger, nullable=False, default=new_id, server_default=text("0")
    ),
    length("time_zone", 1, MAX_TIME_ZONE_LENGTH),
    length("public_id", 22, 22),
    length("name", 1, MAX_NAME_LENGTH),
    check("generation", "generation >= 0"),
    length("recovery_hash", 32, 32),
    # At most one.
    partial_index(
        "uq_scorebooks_is_home", "is_home", where="is_home AND deleted_at IS NULL", unique=True
    ),
    partial_index("ix_scorebooks_deleted", "deleted_at", where="deleted_at IS NOT NULL"),
)
"""A scorebook: the players and matches that one household shares."""


ADDRESSES = Table(
    "addresses",
    metadata,
    Column("public_id", String(22), primary_key=True, default=new_public_id),
    parent("scorebook_id", "scorebooks.id"),
    Column("match_id", BigInteger, nullable=False, default=new_id),
    # Raising it ends all links to the match.
    Column("generation", Integer, nullable=False, default=0, server_default=text("0")),
    UniqueConstraint("scorebook_id", "match_id"),
    length("public_id", 22, 22),
    check("generation", "generation >= 0"),
    sqlite_with_rowid=False,
)
"""The scorebook and the id of a match, found by its public id."""


ROLES = "role IN ('owner', 'viewer', 'scorer', 'spectator')"
WHOLE = "(role IN ('owner', 'viewer')) = (match_id IS NULL)"


GRANTS = Table(
    "grants",
    metadata,
    Column("id", Integer, primary_key=True),
    parent("device_id", "devices.id"),
    parent("scorebook_id", "scorebooks.id"),
    Column("match_id", BigInteger),
    Column("role", String(9), nullable=False),
    Column("created_at", Moment, nullable=False, default=now),
    # The seat whose phone this is.
    Column("seat", Integer),
    # The greatest of a device's scorebooks is the one used last; a counter, not a time.
    Column("use_order", Integer, nullable=False, default=0, server_default=text("0")),
    part_of("addresses", "scorebook_id", "match_id"),
    UniqueConstraint("device_id", "scorebook_id", "match_id"),
    # A unique constraint takes two NULLs in match_id for different.
    partial_index(
        "uq_grants_whole_scorebook",
        "device_id",
        "scorebook_id",
        where="match_id IS NULL",
        unique=True,
    ),
    Index(None, "scorebook_id", "match_id"),
    check("role", ROLES),
    check("whole_scorebook", WHOLE),
    between("seat", 0, 5),
    check("seat_of_match", "seat IS NULL OR match_id IS NOT NULL"),
)
"""A right of a device: to own or view a scorebook, or to score or watch one match."""


JOIN_CODES = Table(
    "join_codes",
    metadata,
    Column("code_hash", HASH, primary_key=True),
    parent("scorebook_id", "scorebooks.id"),
    Column("match_id", BigInteger),
    Column("role", String(9), nullable=False),
    Column("created_at", Moment, nullable=False, default=now),
    Column("valid_seconds", Integer, nullable=False),
    Column("single_use", Boolean, nullable=False, default=True),
    part_of("addresses", "scorebook_id", "match_id"),
    Index(None, "scorebook_id", "match_id"),
    length("code_hash", 32, 32),
    check("role", ROLES),
    check("whole_scorebook", WHOLE),
    check("valid_seconds", "valid_seconds > 0"),
    sqlite_with_rowid=False,
)
"""A code that gives access for some minutes, stored as a hash."""
