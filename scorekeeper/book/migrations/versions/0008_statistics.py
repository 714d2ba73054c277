"""What finished matches add up to; guests, colours of players, and the season of a scorebook.

The rows are computed from the facts once the tables are there, with all other kept results.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

SUMS = (
    *("matches", "decided", "won", "hands", "points", "bags", "contracts", "made"),
    *("known", "bid", "taken", "nils", "nils_made", "blinds", "blinds_made", "minutes"),
)
COLOUR = "ALTER TABLE players ADD COLUMN colour INTEGER CONSTRAINT ck_players_colour CHECK ({})"


def upgrade() -> None:
    op.add_column("scorebooks", sa.Column("season_from", sa.Integer(), nullable=True))
    op.add_column(
        "players", sa.Column("guest", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    # Both databases read this; Alembic would build the table anew on SQLite.
    op.execute(COLOUR.format("colour BETWEEN 0 AND 3"))
    create_played()
    create_totals()


def numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def key(name: str, *, big: bool = False) -> sa.Column[int]:
    kind = sa.BigInteger() if big else sa.Integer()
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def create_played() -> None:
    op.create_table(
        "played",
        key("scorebook_id"),
        key("match_id", big=True),
        key("seat"),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("house", sa.BigInteger(), nullable=False),
        *numbers("best", "best_hand", "worst", "worst_hand", *SUMS),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_played_seat"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_played_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "player_id"],
            ["players.scorebook_id", "players.id"],
            name="fk_played_scorebook_id_player_id",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "seat", name="pk_played"),
        sqlite_with_rowid=False,
    )
    for columns in (
        ["player_id", "day", "started_at"],
        ["player_id", "best"],
        ["player_id", "worst"],
        ["day"],
    ):
        name = "_".join(["ix_played_scorebook_id", *columns])
        op.create_index(name, "played", ["scorebook_id", *columns])


def create_totals() -> None:
    op.create_table(
        "totals",
        key("scorebook_id"),
        key("period"),
        key("house", big=True),
        key("relation"),
        key("player_id", big=True),
        key("other_id", big=True),
        *numbers(*SUMS),
        sa.CheckConstraint("relation BETWEEN 0 AND 3", name="ck_totals_relation"),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_totals_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(
            *("scorebook_id", "period", "house", "relation", "player_id", "other_id"),
            name="pk_totals",
        ),
        sqlite_with_rowid=False,
    )
