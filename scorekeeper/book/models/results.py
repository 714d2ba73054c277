"""The results of finished matches, computed by the rules; `recompute` computes them again."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table

from scorekeeper.book.db.types import Moment, between, key, metadata
from scorekeeper.book.models.matches import part_of_match, player

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
    # The key of the house rules.
    Column("house_rules_key", BigInteger, nullable=False),
    # Points of the side in its best and worst hand, and the places of those hands.
    Column("best", Integer, nullable=False),
    Column("best_hand", Integer, nullable=False),
    Column("worst", Integer, nullable=False),
    Column("worst_hand", Integer, nullable=False),
    # Added up over matches; rules.review.player_figures.Sums explains each.
    Column("matches", Integer, nullable=False),
    Column("decided", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("bags", Integer, nullable=False),
    Column("contracts", Integer, nullable=False),
    Column("made", Integer, nullable=False),
    Column("known", Integer, nullable=False),
    Column("bid", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("nils", Integer, nullable=False),
    Column("nils_made", Integer, nullable=False),
    Column("blinds", Integer, nullable=False),
    Column("blinds_made", Integer, nullable=False),
    Column("minutes", Integer, nullable=False),
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
