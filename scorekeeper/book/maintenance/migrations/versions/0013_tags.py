"""Add tags and records of matches, and when each match was last played.

The tags and records are filled in after the migrations, as all stored results are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    add_last_played()
    for name in ("final_points", "margin", "comeback", "worst_set"):
        op.add_column(
            "results", sa.Column(name, sa.Integer, nullable=False, server_default=sa.text("0"))
        )
    create_tags()


def add_last_played() -> None:
    """Add the time when something was last recorded in a match, and list running ones by it."""
    op.add_column(
        "matches",
        sa.Column(
            "last_played_at", MOMENT, nullable=False, server_default="1970-01-01 00:00:00.000000"
        ),
    )
    latest = "max" if op.get_bind().dialect.name == "sqlite" else "greatest"
    hands, changes = (
        f"coalesce((SELECT max({column}) FROM {table} WHERE {table}.scorebook_id ="
        f" matches.scorebook_id AND {table}.match_id = matches.id), started_at)"
        for table, column in (("hands", "noted_at"), ("changes", "at"))
    )
    op.execute(f"UPDATE matches SET last_played_at = {latest}(started_at, {hands}, {changes})")
    is_running = sa.text("ended_at IS NULL AND deleted_at IS NULL")
    op.create_index(
        "ix_matches_last_played",
        "matches",
        ["scorebook_id", "ended_at", "deleted_at", "last_played_at", "id"],
        sqlite_where=is_running,
        postgresql_where=is_running,
    )


def create_tags() -> None:
    op.create_table(
        "match_tags",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tag", sa.String(length=20), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("figure", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_match_tags_side"),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_match_tags_seat"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_match_tags_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "tag", name="pk_match_tags"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_match_tags_scorebook_id_tag_started_at_match_id",
        "match_tags",
        ["scorebook_id", "tag", "started_at", "match_id"],
    )
