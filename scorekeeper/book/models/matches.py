"""Players, matches, seats and hands: the facts recorded, and the results that the rules compute.

`check --repair` computes the results again.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

from scorekeeper.book.db import types
from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES, USUAL, fold
from scorekeeper.rules.limits import MAX_KEY_LENGTH
from scorekeeper.rules.review.bidding import ContractCounts
from scorekeeper.rules.review.figures import Sums


def player(column: str) -> sa.ForeignKeyConstraint:
    """Refer to a player of the same scorebook.

    A player who sat in a match or is canonical for another can be deleted only with the scorebook:
    the key is checked at the end of the transaction.
    """
    return sa.ForeignKeyConstraint(
        ["scorebook_id", column],
        ["players.scorebook_id", "players.id"],
        deferrable=True,
        initially="DEFERRED",
    )


def _place_search_key(context: Any) -> str:
    return fold(context.get_current_parameters().get("place") or "")


def _own_id(context: Any) -> int:
    """Return the id of a new player, who is its own canonical player."""
    own: int = context.get_current_parameters()["id"]
    return own


PLAYERS = sa.Table(
    "players",
    types.metadata,
    types.key("scorebook_id"),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, default=new_id),
    sa.Column("public_id", sa.String(22), nullable=False, default=new_public_id),
    sa.Column("name", sa.String(types.MAX_NAME_LENGTH), nullable=False),
    sa.Column("search_key", sa.String(MAX_KEY_LENGTH), nullable=False),
    sa.Column("created_at", types.Moment, nullable=False, default=now),
    sa.Column("canonical_id", sa.BigInteger, nullable=False, default=_own_id),
    sa.Column("merged_into", sa.BigInteger),
    # Guests are left out of statistics tables.
    sa.Column("guest", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    # The colour of the disc with the first letter of the name.
    sa.Column("colour", sa.Integer),
    # Someone said that this is not the person with another spelling of the name.
    sa.Column("namesake", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    types.part_of("scorebooks", "scorebook_id", key=("id",)),
    player("canonical_id"),
    player("merged_into"),
    sa.UniqueConstraint("scorebook_id", "name"),
    sa.UniqueConstraint("scorebook_id", "public_id"),
    sa.Index(None, "scorebook_id", "search_key"),
    sa.Index(None, "scorebook_id", "canonical_id"),
    types.length("public_id", 22, 22),
    types.check("canonical", "(canonical_id = id) = (merged_into IS NULL)"),
    types.length("name", 1, types.MAX_NAME_LENGTH),
    types.between("colour", 0, 3),
    sqlite_with_rowid=False,
)
"""A person whose name was typed at least once.

A person with two spellings has two rows, one of them canonical. No rows are moved, so the two can
be split again. `canonical_id` is the player whose name is shown, usually the player itself;
`merged_into` is the one it was merged into.
"""


def _list_index(name: str, *columns: str) -> sa.Index:
    """Return an index of the matches that are not deleted, by these columns and their start."""
    by = ("scorebook_id", *columns, "started_at", "id")
    return types.partial_index(f"ix_matches_{name}", *by, where="deleted_at IS NULL")


def _running_index(name: str, order: str) -> sa.Index:
    """Return an index of running matches; without NULL columns, SQLite would choose another one."""
    by = ("scorebook_id", "ended_at", "deleted_at", order, "id")
    where = "ended_at IS NULL AND deleted_at IS NULL"
    return types.partial_index(f"ix_matches_{name}", *by, where=where)


MATCHES = sa.Table(
    "matches",
    types.metadata,
    types.key("scorebook_id"),
    types.key("id", sa.BigInteger),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("house_rules", types.JSON_VALUE, nullable=False, default=dict),
    sa.Column("first_seat", sa.Integer, nullable=False),
    # Raised by each fact that is recorded; forms are made for a version.
    sa.Column("version", sa.Integer, nullable=False, default=1),
    # Raised by everything that changes a page of the match; pages are cached under it.
    sa.Column("revision", sa.Integer, nullable=False, default=1),
    sa.Column("started_at", types.Moment, nullable=False, default=now),
    sa.Column("ended_at", types.Moment),
    sa.Column("place", sa.String(types.MAX_NOTE_LENGTH), nullable=False, default=""),
    sa.Column("note", sa.String(types.MAX_NOTE_LENGTH), nullable=False, default=""),
    sa.Column("winner", sa.Integer),
    sa.Column("ending", sa.String(8)),
    # The last change applied, and the one that redo would apply; 0 means none.
    sa.Column("at_change", sa.Integer, nullable=False, default=0, server_default=sa.text("0")),
    sa.Column("next_change", sa.Integer, nullable=False, default=0, server_default=sa.text("0")),
    # Deleted matches are stored for some days and can be restored.
    sa.Column("deleted_at", types.Moment),
    # The match that this one is a rematch of; it may have been purged.
    sa.Column("rematch_of", sa.BigInteger),
    # Minutes ahead of UTC on the clock of the table.
    sa.Column("utc_offset", sa.Integer),
    # The name of the house rules, for lists.
    sa.Column("preset", sa.String(20), nullable=False, default=USUAL, server_default=USUAL),
    # The search key of the place.
    sa.Column(
        "place_search_key",
        sa.String(MAX_KEY_LENGTH),
        nullable=False,
        default=_place_search_key,
        server_default=sa.text("''"),
    ),
    # When something was last recorded, undone or redone: the order of running matches.
    sa.Column(
        "last_played_at", types.Moment, nullable=False, default=now, server_default=types.EPOCH
    ),
    # The table of an event at which it is played.
    sa.Column("event_id", sa.BigInteger),
    sa.Column("event_round", sa.Integer),
    sa.Column("event_table", sa.Integer),
    # An organiser typed the result of that table, which wins over that of the match.
    sa.Column("is_typed", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    # The side that the table calls the winner of a match given up.
    sa.Column("awarded", sa.Integer),
    # The moment from which its minutes count, if that is not its start.
    sa.Column("clock_at", types.Moment),
    types.part_of("addresses", "scorebook_id", "id", key=("scorebook_id", "match_id")),
    types.between("first_seat", 0, 5),
    types.check("version", "version >= 1"),
    types.check("revision", "revision >= version"),
    types.length("place", 0, types.MAX_NOTE_LENGTH),
    types.length("note", 0, types.MAX_NOTE_LENGTH),
    types.between("winner", 0, 5),
    types.between("awarded", 0, 5),
    types.check(
        "ending", "ending IN ('target', 'floor', 'sets', 'hands', 'time', 'early', 'given up')"
    ),
    types.between("utc_offset", -MAX_UTC_OFFSET_MINUTES, MAX_UTC_OFFSET_MINUTES),
    types.check("result", "ended_at IS NOT NULL OR (winner IS NULL AND ending IS NULL)"),
    # Pages of the history are ordered by the start of the match, with any filter.
    _list_index("started"),
    _list_index("game", "game"),
    _list_index("preset", "preset"),
    _list_index("ending", "ending"),
    # Find running matches without reading old ones.
    _running_index("running", "started_at"),
    _running_index("last_played", "last_played_at"),
    types.partial_index(
        "ix_matches_deleted", "scorebook_id", "deleted_at", where="deleted_at IS NOT NULL"
    ),
    types.partial_index(
        "ix_matches_rematch_of", "scorebook_id", "rematch_of", where="rematch_of IS NOT NULL"
    ),
    # Two phones cannot start the match of one table twice. SQLite finds the matches of an event
    # with it if a query names the round, too.
    types.partial_index(
        "uq_matches_event_table",
        *("scorebook_id", "event_id", "event_round", "event_table"),
        where="event_id IS NOT NULL AND deleted_at IS NULL",
        unique=True,
    ),
    sqlite_with_rowid=False,
)
"""A match: its set-up, its version, and its result once decided."""


def part_of_match() -> tuple[SchemaItem, ...]:
    """Return the key of a part of a match, without its last column, and the foreign key."""
    match = types.part_of("matches", "scorebook_id", "match_id", key=("scorebook_id", "id"))
    return types.key("scorebook_id"), types.key("match_id", sa.BigInteger), match


def part_of_hand() -> tuple[SchemaItem, ...]:
    """Return the key of a part of a hand, without its last column, and the foreign key."""
    columns = ("scorebook_id", "match_id", "hand")
    hand = types.part_of("hands", *columns, key=("scorebook_id", "match_id", "number"))
    return types.key("scorebook_id"), types.key("match_id", sa.BigInteger), types.key("hand"), hand


MATCH_SIDES = sa.Table(
    "match_sides",
    types.metadata,
    *part_of_match(),
    types.key("side"),
    sa.Column("name", sa.String(types.MAX_NAME_LENGTH)),
    sa.Column("opening_points", sa.Integer, nullable=False, default=0),
    sa.Column("opening_bags", sa.Integer, nullable=False, default=0),
    sa.Column("points", sa.Integer),
    types.between("side", 0, 5),
    types.length("name", 1, types.MAX_NAME_LENGTH),
    types.check("opening_bags", "opening_bags >= 0"),
    sqlite_with_rowid=False,
)
"""A side of a match: its name, its opening score, and its result once decided."""


SEATS = sa.Table(
    "seats",
    types.metadata,
    *part_of_match(),
    types.key("seat"),
    # NULL if the table gave no name.
    sa.Column("player_id", sa.BigInteger),
    # Copied from the match, so that an index lists the matches of a player in order.
    sa.Column("started_at", types.Moment, nullable=False, default=now, server_default=types.EPOCH),
    player("player_id"),
    sa.Index(None, "scorebook_id", "player_id", "started_at", "match_id"),
    types.between("seat", 0, 5),
    sqlite_with_rowid=False,
)
"""A seat of a match and its player."""


HANDS = sa.Table(
    "hands",
    types.metadata,
    *part_of_match(),
    types.key("number"),
    sa.Column("redeal", sa.String(7)),
    sa.Column("noted_at", types.Moment, nullable=False, default=now),
    # The side or seat that took each trick so far, as tapped at the table; may be incomplete.
    sa.Column("tally", types.JSON_VALUE),
    sa.Column("note", sa.String(types.MAX_NOTE_LENGTH)),
    # The seat that deals, or draws first, if the table said so; the others follow in turn.
    sa.Column("first_seat", sa.Integer),
    types.check("number", "number >= 1"),
    types.check("redeal", "redeal IN ('misdeal')"),
    types.length("note", 0, types.MAX_NOTE_LENGTH),
    types.between("first_seat", 0, 5),
    sqlite_with_rowid=False,
)
"""A hand of a match: from its bids on, or a misdeal."""


HAND_SEATS = sa.Table(
    "hand_seats",
    types.metadata,
    *part_of_hand(),
    types.key("seat"),
    # NULL in a hand without bids, and for a seat whose partner holds the number of both.
    sa.Column("bid", sa.Integer),
    sa.Column("blind", sa.Boolean, nullable=False, default=False),
    sa.Column("tricks", sa.Integer),
    types.between("seat", 0, 5),
    types.between("bid", 0, 18),
    types.between("tricks", 0, 18),
    sqlite_with_rowid=False,
)
"""The bid of a seat in a hand, and its tricks if the table counted them by player."""


HAND_SIDES = sa.Table(
    "hand_sides",
    types.metadata,
    *part_of_hand(),
    types.key("side"),
    sa.Column("pile", sa.Integer, nullable=False),
    types.between("side", 0, 5),
    types.between("pile", 0, 18),
    sqlite_with_rowid=False,
)
"""The tricks in the pile of a side, if the table did not count them by player."""


EVENT_PLAYERS = sa.Table(
    "event_players",
    types.metadata,
    types.key("scorebook_id"),
    types.key("event_id", sa.BigInteger),
    # The number of the entrant in the document, and which of the two in a pair.
    types.key("entrant"),
    types.key("person"),
    sa.Column("player_id", sa.BigInteger, nullable=False),
    types.part_of("events", "scorebook_id", "event_id", key=("scorebook_id", "id")),
    player("player_id"),
    types.check("entrant", "entrant >= 1"),
    types.between("person", 0, 1),
    sa.Index(None, "scorebook_id", "player_id"),
    sqlite_with_rowid=False,
)
"""A player who takes part in an event."""


RESULTS = sa.Table(
    "results",
    types.metadata,
    *part_of_match(),
    types.key("seat"),
    sa.Column("side", sa.Integer, nullable=False),
    # NULL if the table gave no name.
    sa.Column("player_id", sa.BigInteger),
    # The day on which the match began in local time, such as 20261120.
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("started_at", types.Moment, nullable=False),
    sa.Column("house_rules_key", sa.BigInteger, nullable=False),
    # Points of the side in its best and worst hand, and the places of those hands.
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("best_hand", sa.Integer, nullable=False),
    sa.Column("worst", sa.Integer, nullable=False),
    sa.Column("worst_hand", sa.Integer, nullable=False),
    # Added up over matches.
    *(sa.Column(name, sa.Integer, nullable=False) for name in Sums._fields if name != "shared"),
    # Of the side, for the records; 0 means none. `margin` is by how much it won, `comeback` how far
    # behind it was before it won, `worst_set` the points that its most expensive set bid cost.
    *(
        sa.Column(name, sa.Integer, nullable=False, server_default=sa.text("0"))
        for name in ("final_points", "margin", "comeback", "worst_set")
    ),
    # Hands in which partners bid together, added up as the sums above.
    sa.Column("shared", sa.Integer, nullable=False, server_default=sa.text("0")),
    player("player_id"),
    # A player's matches by time, and the years with matches.
    sa.Index(None, "scorebook_id", "player_id", "day", "started_at"),
    sa.Index(None, "scorebook_id", "day"),
    types.between("seat", 0, 5),
    sqlite_with_rowid=False,
)
"""The result of one seat in a finished match; statistics are sums over these rows.

They are computed from the facts; a deleted match has none.
"""


MATCH_TAGS = sa.Table(
    "match_tags",
    types.metadata,
    *part_of_match(),
    sa.Column("tag", sa.String(20), primary_key=True),
    # Copied from the match, so that an index lists the matches with a tag in order.
    sa.Column("started_at", types.Moment, nullable=False),
    # rules.review.remarkable.TagDetail explains these.
    sa.Column("figure", sa.Integer, nullable=False),
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("side", sa.Integer),
    sa.Column("seat", sa.Integer),
    sa.Index(None, "scorebook_id", "tag", "started_at", "match_id"),
    types.between("side", 0, 5),
    types.between("seat", 0, 5),
    sqlite_with_rowid=False,
)
"""A tag of a finished match, for the filters of the history; a deleted match has none."""


CONTRACT_COUNTS = sa.Table(
    "contract_counts",
    types.metadata,
    *part_of_match(),
    types.key("side"),
    types.key("contract"),
    # rules.review.bidding.ContractCounts explains these.
    *(sa.Column(name, sa.Integer, nullable=False) for name in ContractCounts._fields),
    types.between("side", 0, 5),
    sqlite_with_rowid=False,
)
"""How the contracts of a side came out in a finished match; a deleted match has none."""
