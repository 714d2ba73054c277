"""The tables of the scorebook: what the table said, and nothing that the rules can compute."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.book.columns import (
    NAME_LENGTH,
    NOTE_LENGTH,
    Base,
    between,
    check,
    length,
    new_public_id,
    now,
    parent,
)


class Device(Base):
    """A browser that wrote something, known by the hash of a secret in its cookie."""

    __tablename__ = "devices"
    __table_args__ = (length("secret_hash", 32, 32),)

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)


class Scorebook(Base):
    """What one household shares: its players and its matches."""

    __tablename__ = "scorebooks"

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Grant(Base):
    """What a device may do: own a scorebook, or keep or watch one match."""

    __tablename__ = "grants"
    __table_args__ = (
        UniqueConstraint("device_id", "scorebook_id"),
        UniqueConstraint("device_id", "match_id"),
        check("role", "role IN ('owner', 'keeper', 'watcher')"),
        check("one_subject", "(scorebook_id IS NULL) <> (match_id IS NULL)"),
        check("owner_of_scorebook", "(role = 'owner') = (scorebook_id IS NOT NULL)"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = parent("devices.id")
    role: Mapped[str] = mapped_column(String(7))
    scorebook_id: Mapped[int | None] = parent("scorebooks.id", index=True)
    match_id: Mapped[int | None] = parent("matches.id", index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Player(Base):
    """A person whose name was typed once and is remembered."""

    __tablename__ = "players"
    __table_args__ = (
        UniqueConstraint("scorebook_id", "name"),
        length("public_id", 22, 22),
        length("name", 1, NAME_LENGTH),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), unique=True, default=new_public_id)
    scorebook_id: Mapped[int] = parent("scorebooks.id")
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    # Folding case can make one letter three.
    folded: Mapped[str] = mapped_column(String(3 * NAME_LENGTH))
    created_at: Mapped[datetime] = mapped_column(default=now)


class Match(Base):
    """A match: how it was set up, how often it was written, and the kept result once decided."""

    __tablename__ = "matches"
    __table_args__ = (
        length("public_id", 22, 22),
        between("first", 0, 5),
        check("version", "version >= 1"),
        length("place", 0, NOTE_LENGTH),
        length("note", 0, NOTE_LENGTH),
        between("winner", 0, 5),
        check("ending", "ending IN ('target', 'floor', 'sets', 'hands', 'time', 'early')"),
        check("result", "ended_at IS NOT NULL OR (winner IS NULL AND ending IS NULL)"),
        # Pages of history go down by id; running matches are found without passing old ones.
        Index(None, "scorebook_id", "id"),
        Index(
            "ix_matches_running",
            "scorebook_id",
            "id",
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), unique=True, default=new_public_id)
    scorebook_id: Mapped[int] = parent("scorebooks.id")
    game: Mapped[str] = mapped_column(String(40))
    house: Mapped[dict[str, Any]] = mapped_column(default=dict)
    first: Mapped[int]
    version: Mapped[int] = mapped_column(default=1)
    started_at: Mapped[datetime] = mapped_column(default=now)
    ended_at: Mapped[datetime | None]
    place: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    note: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    winner: Mapped[int | None]
    ending: Mapped[str | None] = mapped_column(String(6))

    sides: Mapped[list["MatchSide"]] = relationship(
        order_by="MatchSide.side", cascade="all, delete-orphan", passive_deletes=True
    )
    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.seat", cascade="all, delete-orphan", passive_deletes=True
    )
    hands: Mapped[list["Hand"]] = relationship(
        order_by="Hand.number", cascade="all, delete-orphan", passive_deletes=True
    )
    corrections: Mapped[list["Correction"]] = relationship(
        order_by="Correction.id", cascade="all, delete-orphan", passive_deletes=True
    )


class MatchSide(Base):
    """A side of a match: its name, where it started from, and the kept result once decided."""

    __tablename__ = "match_sides"
    __table_args__ = (
        between("side", 0, 5),
        length("name", 1, NAME_LENGTH),
        check("opening_bags", "opening_bags >= 0"),
    )

    match_id: Mapped[int] = parent("matches.id", primary_key=True)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    opening_points: Mapped[int] = mapped_column(default=0)
    opening_bags: Mapped[int] = mapped_column(default=0)
    points: Mapped[int | None]


class Seat(Base):
    """Who sits where in a match."""

    __tablename__ = "seats"
    __table_args__ = (between("seat", 0, 5),)

    match_id: Mapped[int] = parent("matches.id", primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    # A player who sat in a match cannot be deleted alone, only with the whole scorebook:
    # that is known at the end of the transaction.
    player_id: Mapped[int] = mapped_column(
        ForeignKey("players.id", deferrable=True, initially="DEFERRED"), index=True
    )

    player: Mapped[Player] = relationship()


class Hand(Base):
    """A hand of a match, from its bids on, or thrown in."""

    __tablename__ = "hands"
    __table_args__ = (
        UniqueConstraint("match_id", "number"),
        check("number", "number >= 1"),
        check("redeal", "redeal IN ('misdeal')"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = parent("matches.id")
    number: Mapped[int]
    redeal: Mapped[str | None] = mapped_column(String(7))
    noted_at: Mapped[datetime] = mapped_column(default=now)
    # Who took each trick so far, as the table tapped it: an aid that may stop anywhere.
    tally: Mapped[list[Any] | None]

    seats: Mapped[list["HandSeat"]] = relationship(
        order_by="HandSeat.seat", cascade="all, delete-orphan", passive_deletes=True
    )
    sides: Mapped[list["HandSide"]] = relationship(
        order_by="HandSide.side", cascade="all, delete-orphan", passive_deletes=True
    )
    rulings: Mapped[list["Ruling"]] = relationship(
        order_by="Ruling.place", cascade="all, delete-orphan", passive_deletes=True
    )


class HandSeat(Base):
    """What a seat bid in a hand, and the tricks it took where the table said so."""

    __tablename__ = "hand_seats"
    __table_args__ = (between("seat", 0, 5), between("bid", 0, 17), between("tricks", 0, 17))

    hand_id: Mapped[int] = parent("hands.id", primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    # None in a hand that bids itself.
    bid: Mapped[int | None]
    blind: Mapped[bool] = mapped_column(default=False)
    tricks: Mapped[int | None]


class HandSide(Base):
    """The tricks in a side's pile where nobody said who took how many."""

    __tablename__ = "hand_sides"
    __table_args__ = (between("side", 0, 5), between("pile", 0, 17))

    hand_id: Mapped[int] = parent("hands.id", primary_key=True)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    pile: Mapped[int]


class Ruling(Base):
    """What the table decided about an incident in a hand."""

    __tablename__ = "rulings"
    __table_args__ = (
        between("place", 0, 99),
        between("seat", 0, 5),
        between("tricks", 0, 17),
        between("to_side", 0, 5),
        between("points", 0, 500),
        length("note", 0, NOTE_LENGTH),
    )

    hand_id: Mapped[int] = parent("hands.id", primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(40))
    seat: Mapped[int]
    tricks: Mapped[int]
    to_side: Mapped[int | None]
    points: Mapped[int]
    set: Mapped[bool]
    note: Mapped[str] = mapped_column(String(NOTE_LENGTH))
    noted_at: Mapped[datetime | None]


class HouseChange(Base):
    """A change of a match's house rules in mid-match: before, after, when and why."""

    __tablename__ = "house_changes"
    __table_args__ = (length("reason", 0, NOTE_LENGTH),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = parent("matches.id", index=True)
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]
    reason: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    at: Mapped[datetime] = mapped_column(default=now)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id", ondelete="SET NULL"))


class SavedHouse(Base):
    """House rules a table keeps under a name of its own."""

    __tablename__ = "saved_houses"
    __table_args__ = (
        UniqueConstraint("scorebook_id", "game", "name"),
        length("public_id", 22, 22),
        length("name", 1, NAME_LENGTH),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), unique=True, default=new_public_id)
    scorebook_id: Mapped[int] = parent("scorebooks.id")
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    house: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime] = mapped_column(default=now)


class Correction(Base):
    """A change to a recorded hand: what stood there, what stands there now, when and why."""

    __tablename__ = "corrections"
    __table_args__ = (check("number", "number >= 1"), length("reason", 0, NOTE_LENGTH))

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = parent("matches.id", index=True)
    number: Mapped[int]
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]
    reason: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    at: Mapped[datetime] = mapped_column(default=now)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id", ondelete="SET NULL"))


class Receipt(Base):
    """A form that was answered: sent again, it gets the same answer and writes nothing."""

    __tablename__ = "receipts"
    __table_args__ = (length("key", 1, 64), length("fingerprint", 32, 32))

    # All three: what was sent may be changed after going back, under the key of the form shown.
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    match_id: Mapped[int] = parent("matches.id", primary_key=True, index=True)
    fingerprint: Mapped[bytes] = mapped_column(primary_key=True)
    location: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(default=now)
