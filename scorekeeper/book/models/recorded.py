"""The facts of the table: players, matches, hands, rulings. Keys begin with the scorebook."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.book.db.search_key import make_search_key
from scorekeeper.book.db.types import (
    EPOCH,
    IN_KEY_ORDER,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_SEARCH_KEY_LENGTH,
    Base,
    between,
    check,
    key,
    length,
    part_of,
)
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES, USUAL


def player(column: str) -> ForeignKeyConstraint:
    """Refer to a player of the same scorebook.

    One who sat in a match or leads another cannot be deleted alone, only with the whole scorebook:
    that is known at the end of the transaction.
    """
    return ForeignKeyConstraint(
        ["scorebook_id", column],
        ["players.scorebook_id", "players.id"],
        deferrable=True,
        initially="DEFERRED",
    )


def _folded_place(context: Any) -> str:
    """Return the search key of a new match's place."""
    return make_search_key(context.get_current_parameters().get("place") or "")


def _own_id(context: Any) -> int:
    """Return the id of a new player, who is its own canonical player."""
    own: int = context.get_current_parameters()["id"]
    return own


class Player(Base):
    """A person whose name was typed once and is remembered.

    Somebody under two spellings is two players, of whom one leads the other; nothing is moved, so
    that both can be parted again. `leader_id` is the player by whose name a player is called at
    last, mostly the player itself; `merged_into` is the one it was merged into.
    """

    __tablename__ = "players"
    __table_args__ = (
        part_of("scorebooks", "scorebook_id", key=("id",)),
        player("leader_id"),
        player("merged_into"),
        UniqueConstraint("scorebook_id", "name"),
        UniqueConstraint("scorebook_id", "public_id"),
        Index(None, "scorebook_id", "folded"),
        Index(None, "scorebook_id", "leader_id"),
        length("public_id", 22, 22),
        check("leader", "(leader_id = id) = (merged_into IS NULL)"),
        length("name", 1, MAX_NAME_LENGTH),
        between("colour", 0, 3),
        IN_KEY_ORDER,
    )

    scorebook_id: Mapped[int] = key()
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, autoincrement=False, default=new_id
    )
    public_id: Mapped[str] = mapped_column(String(22), default=new_public_id)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    folded: Mapped[str] = mapped_column(String(MAX_SEARCH_KEY_LENGTH))
    created_at: Mapped[datetime] = mapped_column(default=now)
    leader_id: Mapped[int] = mapped_column(BigInteger, default=_own_id)
    merged_into: Mapped[int | None] = mapped_column(BigInteger)
    # Guests are left out of statistics tables.
    guest: Mapped[bool] = mapped_column(default=False, server_default=false())
    # The colour of the disc with the first letter of the name.
    colour: Mapped[int | None]


def _listed_by(name: str, *columns: str) -> Index:
    """Return an index of the matches that are not deleted, by these columns and their start."""
    there = text("deleted_at IS NULL")
    by = ("scorebook_id", *columns, "started_at", "id")
    return Index(f"ix_matches_{name}", *by, sqlite_where=there, postgresql_where=there)


class Match(Base):
    """A match: its set-up, its version, and its result once decided."""

    __tablename__ = "matches"
    __table_args__ = (
        part_of("addresses", "scorebook_id", "id", key=("scorebook_id", "match_id")),
        between("first", 0, 5),
        check("version", "version >= 1"),
        check("shown", "shown >= version"),
        length("place", 0, MAX_NOTE_LENGTH),
        length("note", 0, MAX_NOTE_LENGTH),
        between("winner", 0, 5),
        check("ending", "ending IN ('target', 'floor', 'sets', 'hands', 'time', 'early')"),
        between("utc_offset", -MAX_UTC_OFFSET_MINUTES, MAX_UTC_OFFSET_MINUTES),
        check("result", "ended_at IS NOT NULL OR (winner IS NULL AND ending IS NULL)"),
        # Pages of the history go down by when the table began, whatever they are narrowed to.
        _listed_by("started"),
        _listed_by("game", "game"),
        _listed_by("preset", "preset"),
        _listed_by("ending", "ending"),
        _listed_by("place", "folded_place"),
        # Running matches are found without passing old ones: without the columns that are always
        # empty, SQLite would rather go down another way.
        Index(
            "ix_matches_running",
            "scorebook_id",
            "ended_at",
            "deleted_at",
            "started_at",
            "id",
            sqlite_where=text("ended_at IS NULL AND deleted_at IS NULL"),
            postgresql_where=text("ended_at IS NULL AND deleted_at IS NULL"),
        ),
        Index(
            "ix_matches_deleted",
            "scorebook_id",
            "deleted_at",
            sqlite_where=text("deleted_at IS NOT NULL"),
            postgresql_where=text("deleted_at IS NOT NULL"),
        ),
        Index(
            "ix_matches_rematch_of",
            "scorebook_id",
            "rematch_of",
            sqlite_where=text("rematch_of IS NOT NULL"),
            postgresql_where=text("rematch_of IS NOT NULL"),
        ),
        IN_KEY_ORDER,
    )

    scorebook_id: Mapped[int] = key()
    id: Mapped[int] = key(big=True)
    game: Mapped[str] = mapped_column(String(40))
    house: Mapped[dict[str, Any]] = mapped_column(default=dict)
    first: Mapped[int]
    # Raised by each fact of the table; forms are made for a version.
    version: Mapped[int] = mapped_column(default=1)
    # Raised by whatever changes a page of the match; pages are cached under it.
    shown: Mapped[int] = mapped_column(default=1)
    started_at: Mapped[datetime] = mapped_column(default=now)
    ended_at: Mapped[datetime | None]
    place: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    winner: Mapped[int | None]
    ending: Mapped[str | None] = mapped_column(String(6))
    # The last change applied, and the one redo would apply; 0 is none.
    at_change: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    next_change: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    # Deleted matches are stored for some days and can be restored.
    deleted_at: Mapped[datetime | None]
    # The match that this one is a rematch of; it may have been purged.
    rematch_of: Mapped[int | None] = mapped_column(BigInteger)
    # Minutes ahead of UTC on the clock of the table.
    utc_offset: Mapped[int | None]
    # The name of the house rules, for lists.
    preset: Mapped[str] = mapped_column(String(20), default=USUAL, server_default=USUAL)
    # The search key of the place.
    folded_place: Mapped[str] = mapped_column(
        String(MAX_SEARCH_KEY_LENGTH), default=_folded_place, server_default=text("''")
    )


class OfMatch:
    """The key of a part of a match, without its last column."""

    scorebook_id: Mapped[int] = key(order=-3)
    match_id: Mapped[int] = key(big=True, order=-2)


class OfHand(OfMatch):
    """The key of a part of a hand, without its last column."""

    hand: Mapped[int] = key(order=-1)


def of_match() -> ForeignKeyConstraint:
    """Refer to the match of a row."""
    return part_of("matches", "scorebook_id", "match_id", key=("scorebook_id", "id"))


def of_hand() -> ForeignKeyConstraint:
    """Refer to the hand of a row."""
    hand = ("scorebook_id", "match_id", "number")
    return part_of("hands", "scorebook_id", "match_id", "hand", key=hand)


class MatchSide(OfMatch, Base):
    """A side of a match: its name, its opening score, and its result once decided."""

    __tablename__ = "match_sides"
    __table_args__ = (
        of_match(),
        between("side", 0, 5),
        length("name", 1, MAX_NAME_LENGTH),
        check("opening_bags", "opening_bags >= 0"),
        IN_KEY_ORDER,
    )

    side: Mapped[int] = key()
    name: Mapped[str | None] = mapped_column(String(MAX_NAME_LENGTH))
    opening_points: Mapped[int] = mapped_column(default=0)
    opening_bags: Mapped[int] = mapped_column(default=0)
    points: Mapped[int | None]


class Seat(OfMatch, Base):
    """A seat of a match and its player."""

    __tablename__ = "seats"
    __table_args__ = (
        of_match(),
        player("player_id"),
        Index(None, "scorebook_id", "player_id", "started_at", "match_id"),
        between("seat", 0, 5),
        IN_KEY_ORDER,
    )

    seat: Mapped[int] = key()
    # NULL if the table gave no name.
    player_id: Mapped[int | None] = mapped_column(BigInteger)
    # The start of the match again, so that an index has the matches of a player in order.
    started_at: Mapped[datetime] = mapped_column(default=now, server_default=EPOCH)


class Hand(OfMatch, Base):
    """A hand of a match: from its bids on, or a misdeal."""

    __tablename__ = "hands"
    __table_args__ = (
        of_match(),
        check("number", "number >= 1"),
        check("redeal", "redeal IN ('misdeal')"),
        length("note", 0, MAX_NOTE_LENGTH),
        IN_KEY_ORDER,
    )

    number: Mapped[int] = key()
    redeal: Mapped[str | None] = mapped_column(String(7))
    noted_at: Mapped[datetime] = mapped_column(default=now)
    # Who took each trick so far, as the table tapped it; it may be incomplete.
    tally: Mapped[list[Any] | None]
    note: Mapped[str | None] = mapped_column(String(MAX_NOTE_LENGTH))


class HandSeat(OfHand, Base):
    """The bid of a seat in a hand, and its tricks if the table counted them by player."""

    __tablename__ = "hand_seats"
    __table_args__ = (
        of_hand(),
        between("seat", 0, 5),
        between("bid", 0, 17),
        between("tricks", 0, 17),
        IN_KEY_ORDER,
    )

    seat: Mapped[int] = key()
    # NULL in a game without bidding.
    bid: Mapped[int | None]
    blind: Mapped[bool] = mapped_column(default=False)
    tricks: Mapped[int | None]


class HandSide(OfHand, Base):
    """The tricks in the pile of a side, if the table did not count them by player."""

    __tablename__ = "hand_sides"
    __table_args__ = (of_hand(), between("side", 0, 5), between("pile", 0, 17), IN_KEY_ORDER)

    side: Mapped[int] = key()
    pile: Mapped[int]
