"""The tables read before the scorebook is known: devices, scorebooks, grants and addresses.

How one gets in:

- `access` asks with every query what a device may do: its grants.
- `devices` writes grants when a right is gained, and takes them away. What is shown for it is a
  link (`links`: derived, nothing stored), a pass (`passes`: good for some minutes), the house's
  code (`house_code`: a file) or a recovery code (`recovery`).
- `scorebooks` names, chooses, leaves and deletes them; `house` knows which one is the house's.
"""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.book.db.types import (
    IN_KEY_ORDER,
    MAX_NAME_LENGTH,
    MAX_TIME_ZONE_LENGTH,
    Base,
    between,
    check,
    length,
    parent,
    part_of,
)


class Device(Base):
    """A browser that wrote something, known by the hash of a secret in its cookie."""

    __tablename__ = "devices"
    __table_args__ = (
        length("secret_hash", 32, 32),
        length("phone", 22, 22),
        length("name", 1, MAX_NAME_LENGTH),
        Index(None, "phone"),
        Index(
            "ix_devices_follows_id",
            "follows_id",
            sqlite_where=text("follows_id IS NOT NULL"),
            postgresql_where=text("follows_id IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    # Random bytes once the device has ended: its row stays for the changes it made.
    secret_hash: Mapped[bytes] = mapped_column(unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    # The same for all devices of one phone.
    phone: Mapped[str] = mapped_column(String(22), default=new_public_id)
    name: Mapped[str | None] = mapped_column(String(MAX_NAME_LENGTH))
    # The older device of the phone, which ends when this one is first used.
    follows_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id", ondelete="SET NULL"))


class Scorebook(Base):
    """A scorebook: the players and matches that one household shares."""

    __tablename__ = "scorebooks"
    __table_args__ = (
        length("time_zone", 1, MAX_TIME_ZONE_LENGTH),
        length("public_id", 22, 22),
        length("name", 1, MAX_NAME_LENGTH),
        check("generation", "generation >= 0"),
        length("recovery_hash", 32, 32),
        # At most one.
        Index(
            "uq_scorebooks_house",
            "house",
            unique=True,
            sqlite_where=text("house"),
            postgresql_where=text("house"),
        ),
        Index(
            "ix_scorebooks_deleted",
            "deleted_at",
            sqlite_where=text("deleted_at IS NOT NULL"),
            postgresql_where=text("deleted_at IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    # For times that no phone gave an offset with.
    time_zone: Mapped[str | None] = mapped_column(String(MAX_TIME_ZONE_LENGTH))
    public_id: Mapped[str] = mapped_column(String(22), unique=True, default=new_public_id)
    name: Mapped[str | None] = mapped_column(String(MAX_NAME_LENGTH))
    # Whether it is the shared one of a home; NULL in scorebooks of older versions that never said.
    house: Mapped[bool | None] = mapped_column(default=False)
    # Raising it ends all links to read the scorebook.
    generation: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    recovery_hash: Mapped[bytes | None] = mapped_column(unique=True)
    # Deleted scorebooks are stored for some days and can be restored.
    deleted_at: Mapped[datetime | None]
    # The first day from which tables and pages count, as 20261120; none is from the beginning.
    season_from: Mapped[int | None]
    # Another one after each change of what statistics show: they are cached by it.
    statistics_revision: Mapped[int] = mapped_column(
        BigInteger, default=new_id, server_default=text("0")
    )


class Address(Base):
    """The scorebook and the id of a match, found by its public id."""

    __tablename__ = "addresses"
    __table_args__ = (
        UniqueConstraint("scorebook_id", "match_id"),
        length("public_id", 22, 22),
        check("generation", "generation >= 0"),
        IN_KEY_ORDER,
    )

    public_id: Mapped[str] = mapped_column(String(22), primary_key=True, default=new_public_id)
    scorebook_id: Mapped[int] = parent("scorebooks.id")
    match_id: Mapped[int] = mapped_column(BigInteger, default=new_id)
    # Raising it ends all links to the match.
    generation: Mapped[int] = mapped_column(default=0, server_default=text("0"))


ROLES = "role IN ('owner', 'reader', 'keeper', 'watcher')"
WHOLE = "(role IN ('owner', 'reader')) = (match_id IS NULL)"


class Grant(Base):
    """A right of a device: to own or read a scorebook, or to keep or watch one match of it."""

    __tablename__ = "grants"
    __table_args__ = (
        part_of("addresses", "scorebook_id", "match_id"),
        UniqueConstraint("device_id", "scorebook_id", "match_id"),
        # A unique constraint takes two NULLs in match_id for different.
        Index(
            "uq_grants_whole_scorebook",
            "device_id",
            "scorebook_id",
            unique=True,
            sqlite_where=text("match_id IS NULL"),
            postgresql_where=text("match_id IS NULL"),
        ),
        Index(None, "scorebook_id", "match_id"),
        check("role", ROLES),
        check("whole_scorebook", WHOLE),
        between("seat", 0, 5),
        check("seat_of_match", "seat IS NULL OR match_id IS NOT NULL"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = parent("devices.id")
    scorebook_id: Mapped[int] = parent("scorebooks.id")
    match_id: Mapped[int | None] = mapped_column(BigInteger)
    role: Mapped[str] = mapped_column(String(7))
    created_at: Mapped[datetime] = mapped_column(default=now)
    # The seat whose phone this is.
    seat: Mapped[int | None]
    # The greatest of a device's scorebooks is the one used last; a counter, not a time.
    used: Mapped[int] = mapped_column(default=0, server_default=text("0"))


class Pass(Base):
    """A code that gives access for some minutes, stored as a hash."""

    __tablename__ = "passes"
    __table_args__ = (
        part_of("addresses", "scorebook_id", "match_id"),
        Index(None, "scorebook_id", "match_id"),
        length("code_hash", 32, 32),
        check("role", ROLES),
        check("whole_scorebook", WHOLE),
        check("seconds", "seconds > 0"),
        IN_KEY_ORDER,
    )

    code_hash: Mapped[bytes] = mapped_column(primary_key=True)
    scorebook_id: Mapped[int] = parent("scorebooks.id")
    match_id: Mapped[int | None] = mapped_column(BigInteger)
    role: Mapped[str] = mapped_column(String(7))
    made_at: Mapped[datetime] = mapped_column(default=now)
    seconds: Mapped[int]
    once: Mapped[bool] = mapped_column(default=True)
