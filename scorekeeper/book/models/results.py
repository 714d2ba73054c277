"""Results of finished matches, as the rules compute them; `check --repair` does it again."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, text

from scorekeeper.book.db.types import Moment, between, key, metadata
from scorekeeper.book.models.matches import part_of_match, player
from scorekeeper.rules.review.bidding import ContractCounts
from scorekeeper.rules.review.figures import Sums

RESULTS = Table(
    "results",
    metadata,
    *part_of_match(),
    key("seat"),
    Column("side", Integer, nullable=False),
    # NULL if the table gave no name.
    Column("player_id", BigInteger),
    # The day on which the match began in local time, such as 20261120.
    Column("day", Integer, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("house_rules_key", BigInteger, nullable=False),
    # Points of the side in its best and worst hand, and the places of those hands.
    Column("best", Integer, nullable=False),
    Column("best_hand", Integer, nullable=False),
    Column("worst", Integer, nullable=False),
    Column("worst_hand", Integer, nullable=False),
    # Added up over matches.
    *(Column(name, Integer, nullable=False) for name in Sums._fields if name != "shared"),
    # Of the side, for the records; 0 means none. `margin` is by how much it won, `comeback` how far
    # behind it was before it won, `worst_set` the points that its most expensive set bid cost.
    *(
        Column(name, Integer, nullable=False, server_default=text("0"))
        for name in ("final_points", "margin", "comeback", "worst_set")
    ),
    # Hands in which partners bid together, added up as the sums above.
    Column("shared", Integer, nullable=False, server_default=text("0")),
    player("player_id"),
    # A player's matches by time, and the years with matches.
    Index(None, "scorebook_id", "player_id", "day", "started_at"),
    Index(None, "scorebook_id", "day"),
    between("seat", 0, 5),
    sqlite_with_rowid=False,
)
"""The result of one seat in a finished match; statistics are sums over these rows.

They are computed from the facts; a deleted match has none.
"""


MATCH_TAGS = Table(
    "match_tags",
    metadata,
    *part_of_match(),
    Column("tag", String(20), primary_key=True),
    # Copied from the match, so that an index lists the matches with a tag in order.
    Column("started_at", Moment, nullable=False),
    # rules.review.remarkable.TagDetail explains these.
    Column("figure", Integer, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("side", Integer),
    Column("seat", Integer),
    Index(None, "scorebook_id", "tag", "started_at", "match_id"),
    between("side", 0, 5),
    between("seat", 0, 5),
    sqlite_with_rowid=False,
)
"""A tag of a finished match, for the filters of the history; a deleted match has none."""


CONTRACT_COUNTS = Table(
    "contract_counts",
    metadata,
    *part_of_match(),
    key("side"),
    key("contract"),
    # rules.review.bidding.ContractCounts explains these.
    *(Column(name, Integer, nullable=False) for name in ContractCounts._fields),
    between("side", 0, 5),
    sqlite_with_rowid=False,
)
"""How the contracts of a side came out in a finished match; a deleted match has none."""
