"""Drop what 0.8 no longer uses."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    # First, because on SQLite it rebuilds the table of scorebooks with the columns left of 0.7.
    end_moves()
    drop_attempts()
    drop_statistics_ledger()
    settle_changes()


def end_moves() -> None:
    """Drop the link from a scorebook to the one that its matches were moved into.

    The matches stay where they are. The scorebook that was left has a second copy of them, which is
    never shown: the next cleanup deletes it for good, as if its 30 days were over.
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
    # SQLite can't drop a column with a foreign key.
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
    """Drop rows that were kept for minutes only: requests to join, and attempts at codes."""
    op.drop_table("knocks")
    op.drop_table("tries")


def drop_statistics_ledger() -> None:
    """Drop the stored sums: they are now computed from the rows of finished matches, and cached."""
    op.drop_table("totals")
    op.drop_index("ix_played_scorebook_id_player_id_best", "played")
    op.drop_index("ix_played_scorebook_id_player_id_worst", "played")
    # Hidden rows that an interrupted import left.
    op.execute("DELETE FROM played WHERE day < 0")
    number = sa.Column("statistics_revision", sa.BigInteger, server_default="0", nullable=False)
    op.add_column("scorebooks", number)


def settle_changes() -> None:
    """Give each change a parent.

    The parents of changes from before 0.3 are unknown. These changes become their own parents: they
    stay in the list of changes and can't be undone.
    """
    op.execute("UPDATE changes SET parent = place WHERE parent IS NULL")
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("changes", "parent", nullable=False)
        return
    build_changes()
    columns = (
        "scorebook_id, match_id, place, parent, fact, hand, before, after, reason, at, device_id"
    )
    op.execute(f"INSERT INTO new_changes ({columns}) SELECT {columns} FROM changes")
    op.drop_table("changes")
    op.rename_table("new_changes", "changes")
    op.create_index("ix_changes_device_id", "changes", ["device_id"])


def build_changes() -> None:
    op.create_table(
        "new_changes",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("fact", sa.String(length=20), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("place >= 1", name="ck_changes_place"),
        sa.CheckConstraint("parent >= 0", name="ck_changes_parent"),
        sa.CheckConstraint("hand >= 1", name="ck_changes_hand"),
        sa.CheckConstraint("length(fact) BETWEEN 1 AND 20", name="ck_changes_fact_length"),
        sa.CheckConstraint("length(reason) BETWEEN 0 AND 500", name="ck_changes_reason_length"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_changes_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_changes_device_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "place", name="pk_changes"),
        sqlite_with_rowid=False,
    )
