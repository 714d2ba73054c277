"""Rulings, replies and changes of matches, saved house rules, and the keys of stored forms."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.book.db.ids import new_public_id, now
from scorekeeper.book.db.types import (
    IN_KEY_ORDER,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    Base,
    between,
    check,
    key,
    length,
    part_of,
)
from scorekeeper.book.models.recorded import OfHand, OfMatch, of_hand, of_match


class Ruling(OfHand, Base):
    """A ruling about an incident in a hand."""

    __tablename__ = "rulings"
    __table_args__ = (
        of_hand(),
        between("place", 0, 99),
        between("seat", 0, 5),
        between("tricks", 0, 17),
        between("to_side", 0, 5),
        between("points", 0, 500),
        length("note", 0, MAX_NOTE_LENGTH),
        IN_KEY_ORDER,
    )

    place: Mapped[int] = key()
    kind: Mapped[str] = mapped_column(String(40))
    seat: Mapped[int]
    tricks: Mapped[int]
    to_side: Mapped[int | None]
    points: Mapped[int]
    set: Mapped[bool]
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH))
    noted_at: Mapped[datetime | None]


class Reply(OfHand, Base):
    """The reply of a seat to a recorded hand: confirmed or queried."""

    __tablename__ = "replies"
    __table_args__ = (
        of_hand(),
        between("seat", 0, 5),
        check("word", "word IN ('confirmed', 'queried')"),
        IN_KEY_ORDER,
    )

    seat: Mapped[int] = key()
    word: Mapped[str] = mapped_column(String(9))
    at: Mapped[datetime] = mapped_column(default=now)


class Change(OfMatch, Base):
    """A change of a match: the difference it made, its parent in the undo tree, when and why."""

    __tablename__ = "changes"
    __table_args__ = (
        of_match(),
        check("place", "place >= 1"),
        check("parent", "parent >= 0"),
        check("hand", "hand >= 1"),
        length("fact", 1, 20),
        length("reason", 0, MAX_NOTE_LENGTH),
        Index(None, "device_id"),
        IN_KEY_ORDER,
    )

    # The version of the match after this change.
    place: Mapped[int] = key()
    # The place of the change it followed, 0 before the first. A change from before 0.3 has its own
    # place here: its parent is unknown, and it cannot be undone.
    parent: Mapped[int]
    fact: Mapped[str] = mapped_column(String(20))
    # The number of the first hand that differs.
    hand: Mapped[int]
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]
    reason: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    at: Mapped[datetime] = mapped_column(default=now)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id", ondelete="SET NULL"))


class SavedHouse(Base):
    """House rules that a table saved under a name of its own."""

    __tablename__ = "saved_houses"
    __table_args__ = (
        part_of("scorebooks", "scorebook_id", key=("id",)),
        UniqueConstraint("scorebook_id", "public_id"),
        length("public_id", 22, 22),
        length("name", 1, MAX_NAME_LENGTH),
    )

    scorebook_id: Mapped[int] = key()
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), default=new_public_id)
    house: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime] = mapped_column(default=now)


class Receipt(Base):
    """The idempotency key of a stored form: sent again, it writes nothing."""

    __tablename__ = "receipts"
    __table_args__ = (
        of_match(),
        Index(None, "scorebook_id", "match_id"),
        length("key", 1, 64),
        length("fingerprint", 32, 32),
        IN_KEY_ORDER,
    )

    scorebook_id: Mapped[int] = key()
    # Together with the key: after going back, another content may be sent under the same key.
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    fingerprint: Mapped[bytes] = mapped_column(primary_key=True)
    # Last in the key: a form that starts a match is looked up before the match exists.
    match_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(default=now)
