"""The facts recorded at the table: players, matches, seats, hands."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.schema import SchemaItem

from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.book.db.search_key import make_search_key
from scorekeeper.book.db.types import (
    EPOCH,
    JSON_VALUE,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_SEARCH_KEY_LENGTH,
    Moment,
    between,
    check,
    key,
    length,
    metadata,
    part_of,
    partial_index,
)
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES, USUAL


def player(column: str) -> ForeignKeyConstraint:
    """Refer to a player of the same scorebook.

    A player who sat in a match or is canonical for another can be deleted only with the scorebook:
    the key is checked at the end of the transaction.
    """
    return ForeignKeyConstraint(
        ["scorebook_id", column],
        ["players.scorebook_id", "players.id"],
        deferrable=True,
        initially="DEFERRED",
    )


def _place_search_key(context: Any) -> str:
    """Return the search key of a new match's place."""
    return make_search_key(context.get_current_parameters().get("place") or "")


def _own_id(context: Any) -> int:
    """Return the id of a new player, who is its own canonical player."""
    own: int = context.get_current_parameters()["id"]
    return own


PLAYERS = Table(
    "players",
    metadata,
    key("scorebook_id"),
    Column("id", BigInteger, primary_key=True, autoincrement=False, default=new_id),
    Column("public_id", String(22), nullable=False, default=new_public_id),
    Column("name", String(MAX_NAME_LENGTH), nullable=False),
    Column("search_key", String(MAX_SEARCH_KEY_LENGTH), nullable=False),
    Column("created_at", Moment, nullable=False, default=now),
    Column("canonical_id", BigInteger, nullable=False, default=_own_id),
    Column("merged_into", BigInteger),
    # Guests are left out of statistics tables.
    Column("guest", Boolean, nullable=False, default=False, server_default=false()),
    # The colour of the disc with the first letter of the name.
    Column("colour", Integer),
    part_of("scorebooks", "scorebook_id", key=("id",)),
    player("canonical_id"),
    player("merged_into"),
    UniqueConstraint("scorebook_id", "name"),
    UniqueConstraint("scorebook_id", "public_id"),
    Index(None, "scorebook_id", "search_key"),
    Index(None, "scorebook_id", "canonical_id"),
    length("public_id", 22, 22),
    check("canonical", "(canonical_id = id) = (merged_into IS NULL)"),
    length("name", 1, MAX_NAME_LENGTH),
    between("colour", 0, 3),
    sqlite_with_rowid=False,
)
"""A person whose name was typed once and is remembered.

Somebody under two spellings is two rows, of which one is canonical; nothing is moved, so that both
can be split again. `canonical_id` is the player whose name is shown, usually the player itself;
`merged_into` is the one it was merged into.
"""


def _list_index(name: str, *columns: str) -> Index:
    """Return an index of the matches that are not deleted, by these columns and their start."""
    by = ("scorebook_id", *columns, "started_at", "id")
    return partial_index(f"ix_matches_{name}", *by, where="deleted_at IS NULL")


MATCHES = Table(
    "matches",
    metadata,
    key("scorebook_id"),
    key("id", BigInteger),
    Column("game", String(40), nullable=False),
    Column("house_rules", JSON_VALUE, nullable=False, default=dict),
    Column("first_seat", Integer, nullable=False),
    # Raised by each fact of the table; forms are made for a version.
    Column("version", Integer, nullable=False, default=1),
    # Raised by whatever changes a page of the match; pages are cached under it.
    Column("revision", Integer, nullable=False, default=1),
    Column("started_at", Moment, nullable=False, default=now),
    Column("ended_at", Moment),
    Column("place", String(MAX_NOTE_LENGTH), nullable=False, default=""),
    Column("note", String(MAX_NOTE_LENGTH), nullable=False, default=""),
    Column("winner", Integer),
    Column("ending", String(6)),
    # The last change applied, and the one redo would apply; 0 is none.
    Column("at_change", Integer, nullable=False, default=0, server_default=text("0")),
    Column("next_change", Integer, nullable=False, default=0, server_default=text("0")),
    # Deleted matches are stored for some days and can be restored.
    Column("deleted_at", Moment),
    # The match that this one is a rematch of; it may have been purged.
    Column("rematch_of", BigInteger),
    # Minutes ahead of UTC on the clock of the table.
    Column("utc_offset", Integer),
    # The name of the house rules, for lists.
    Column("preset", String(20), nullable=False, default=USUAL, server_default=USUAL),
    # The search key of the place.
    Column(
        "place_search_key",
        String(MAX_SEARCH_KEY_LENGTH),
        nullable=False,
        default=_place_search_key,
        server_default=text("''"),
    ),
    part_of("addresses", "scorebook_id", "id", key=("scorebook_id", "match_id")),
    between("first_seat", 0, 5),
    check("version", "version >= 1"),
    check("revision", "revision >= version"),
    length("place", 0, MAX_NOTE_LENGTH),
    length("note", 0, MAX_NOTE_LENGTH),
    between("winner", 0, 5),
    check("ending", "ending IN ('target', 'floor', 'sets', 'hands', 'time', 'early')"),
    between("utc_offset", -MAX_UTC_OFFSET_MINUTES, MAX_UTC_OFFSET_MINUTES),
    check("result", "ended_at IS NOT NULL OR (winner IS NULL AND ending IS NULL)"),
    # Pages of the history go down by when the table began, whatever they are narrowed to.
    _list_index("started"),
    _list_index("game", "game"),
    _list_index("preset", "preset"),
    _list_index("ending", "ending"),
    _list_index("place", "place_search_key"),
    # Running matches are found without passing old ones: without the columns that are always
    # empty, SQLite would rather go down another way.
    partial_index(
        "ix_matches_running",
        "scorebook_id",
        "ended_at",
        "deleted_at",
        "started_at",
        "id",
        where="ended_at IS NULL AND deleted_at IS NULL",
    ),
    partial_index(
        "ix_matches_deleted", "scorebook_id", "deleted_at", where="deleted_at IS NOT NULL"
    ),
    partial_index(
        "ix_matches_rematch_of", "scorebook_id", "rematch_of", where="rematch_of IS NOT NULL"
    ),
    sqlite_with_rowid=False,
)
"""A match: its set-up, its version, and its result once decided."""


def part_of_match() -> tuple[SchemaItem, ...]:
    """Return the key of a part of a match, without its last column, and the foreign key."""
    match = part_of("matches", "scorebook_id", "match_id", key=("scorebook_id", "id"))
    return key("scorebook_id"), key("match_id", BigInteger), match


def part_of_hand() -> tuple[SchemaItem, ...]:
    """Return the key of a part of a hand, without its last column, and the foreign key."""
    columns = ("scorebook_id", "match_id", "hand")
    hand = part_of("hands", *columns, key=("scorebook_id", "match_id", "number"))
    return key("scorebook_id"), key("match_id", BigInteger), key("hand"), hand


MATCH_SIDES = Table(
    "match_sides",
    metadata,
    *part_of_match(),
    key("side"),
    Column("name", String(MAX_NAME_LENGTH)),
    Column("opening_points", Integer, nullable=False, default=0),
    Column("opening_bags", Integer, nullable=False, default=0),
    Column("points", Integer),
    between("side", 0, 5),
    length("name", 1, MAX_NAME_LENGTH),
    check("opening_bags", "opening_bags >= 0"),
    sqlite_with_rowid=False,
)
"""A side of a match: its name, its opening score, and its result once decided."""


SEATS = Table(
    "seats",
    metadata,
    *part_of_match(),
    key("seat"),
    # NULL if the table gave no name.
    Column("player_id", BigInteger),
    # The start of the match again, so that an index has the matches of a player in order.
    Column("started_at", Moment, nullable=False, default=now, server_default=EPOCH),
    player("player_id"),
    Index(None, "scorebook_id", "player_id", "started_at", "match_id"),
    between("seat", 0, 5),
    sqlite_with_rowid=False,
)
"""A seat of a match and its player."""


HANDS = Table(
    "hands",
    metadata,
    *part_of_match(),
    key("number"),
    Column("redeal", String(7)),
    Column("noted_at", Moment, nullable=False, default=now),
    # Who took each trick so far, as the table tapped it; it may be incomplete.
    Column("tally", JSON_VALUE),
    Column("note", String(MAX_NOTE_LENGTH)),
    check("number", "number >= 1"),
    check("redeal", "redeal IN ('misdeal')"),
    length("note", 0, MAX_NOTE_LENGTH),
    sqlite_with_rowid=False,
)
"""A hand of a match: from its bids on, or a misdeal."""


HAND_SEATS = Table(
    "hand_seats",
    metadata,
    *part_of_hand(),
    key("seat"),
    # NULL in a game without bidding.
    Column("bid", Integer),
    Column("blind", Boolean, nullable=False, default=False),
    Column("tricks", Integer),
    between("seat", 0, 5),
    between("bid", 0, 17),
    between("tricks", 0, 17),
    sqlite_with_rowid=False,
)
"""The bid of a seat in a hand, and its tricks if the table counted them by player."""


HAND_SIDES = Table(
    "hand_sides",
    metadata,
    *part_of_hand(),
    key("side"),
    Column("pile", Integer, nullable=False),
    between("side", 0, 5),
    between("pile", 0, 17),
    sqlite_with_rowid=False,
)
"""The tricks in the pile of a side, if the table did not count them by player."""
