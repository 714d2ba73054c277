"""Drop what 0.8 no longer uses."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    # First: on SQLite it builds the table of scorebooks again, with the columns of 0.7 that stay.
    end_moves()
    drop_attempts()
    drop_statistics_ledger()


def end_moves() -> None:
    """Drop the link from a scorebook to the one that its matches were moved into.

    The matches stay where they are. What was left behind is a second copy of them that nobody
    sees: it is deleted for good with the next cleanup, as if its 30 days were over.
    """
    columns: list[sa.ColumnClause[object]] = [
        sa.column("moved_into"),
        sa.column("deleted_at", MOMENT),
    ]
    scorebooks = sa.table("scorebooks", *columns)
    was_moved = scorebooks.c.moved_into.is_not(None)
    long_ago = datetime(1970, 1, 1, tzinfo=UTC)
    op.execute(scorebooks.update().where(was_moved).values(deleted_at=long_ago))
    if op.get_bind().dialect.name == "postgresql":
        op.drop_column("scorebooks", "moved_into")
    else:
        build_scorebooks()


def build_scorebooks() -> None:
    # SQLite drops no column that a foreign key names.
    op.create_table(
        "new_scorebooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=True),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("house", sa.Boolean(), nullable=True),
        sa.Column("generation", sa.Integer(), server_default="0", nullable=False),
        sa.Column("recovery_hash", sa.LargeBinary(length=32), nullable=True),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.Column("season_from", sa.Integer(), nullable=True),
        sa.CheckConstraint("generation >= 0", name="ck_scorebooks_generation"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_scorebooks_name_length"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_scorebooks_public_id_length"
        ),
        sa.CheckConstraint(
            "length(recovery_hash) BETWEEN 32 AND 32", name="ck_scorebooks_recovery_hash_length"
        ),
        sa.CheckConstraint(
            "length(time_zone) BETWEEN 1 AND 64", name="ck_scorebooks_time_zone_length"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_scorebooks"),
        sa.UniqueConstraint("public_id", name="uq_scorebooks_public_id"),
        sa.UniqueConstraint("recovery_hash", name="uq_scorebooks_recovery_hash"),
    )
    kept = (
        "id, created_at, time_zone, public_id, name, house, generation, recovery_hash, deleted_at,"
        " season_from"
    )
    op.execute(f"INSERT INTO new_scorebooks ({kept}) SELECT {kept} FROM scorebooks")
    op.drop_table("scorebooks")
    op.rename_table("new_scorebooks", "scorebooks")
    for name, column, rows, unique in (
        ("uq_scorebooks_house", "house", "house", True),
        ("ix_scorebooks_deleted", "deleted_at", "deleted_at IS NOT NULL", False),
    ):
        op.create_index(name, "scorebooks", [column], unique=unique, sqlite_where=sa.text(rows))


def drop_attempts() -> None:
    """Drop what was kept for minutes only: phones that asked to join, and attempts at codes."""
    op.drop_table("knocks")
    op.drop_table("tries")


def drop_statistics_ledger() -> None:
    """Drop the kept sums: they are computed from the rows of finished matches, and cached."""
    op.drop_table("totals")
    op.drop_index("ix_played_scorebook_id_player_id_best", "played")
    op.drop_index("ix_played_scorebook_id_player_id_worst", "played")
    # What an interrupted import left, out of sight.
    op.execute("DELETE FROM played WHERE day < 0")
    number = sa.Column("statistics_revision", sa.BigInteger, server_default="0", nullable=False)
    op.add_column("scorebooks", number)
