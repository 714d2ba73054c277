"""Rulings, tallies, changed house rules, and house rules that a table keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("hands", sa.Column("tally", sa.JSON(none_as_null=True), nullable=True))
    op.create_table(
        "rulings",
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=False),
        sa.Column("to_side", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("set", sa.Boolean(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("length(note) BETWEEN 0 AND 500", name="ck_rulings_note_length"),
        sa.CheckConstraint("place BETWEEN 0 AND 99", name="ck_rulings_place"),
        sa.CheckConstraint("points BETWEEN 0 AND 500", name="ck_rulings_points"),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_rulings_seat"),
        sa.CheckConstraint("to_side BETWEEN 0 AND 5", name="ck_rulings_to_side"),
        sa.CheckConstraint("tricks BETWEEN 0 AND 17", name="ck_rulings_tricks"),
        sa.ForeignKeyConstraint(
            ["hand_id"], ["hands.id"], name="fk_rulings_hand_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hand_id", "place", name="pk_rulings"),
    )
    op.create_table(
        "house_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "length(reason) BETWEEN 0 AND 500", name="ck_house_changes_reason_length"
        ),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_house_changes_device_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_house_changes_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_house_changes"),
    )
    op.create_index("ix_house_changes_match_id", "house_changes", ["match_id"])
    op.create_table(
        "saved_houses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("house", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_saved_houses_name_length"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_saved_houses_public_id_length"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"],
            ["scorebooks.id"],
            name="fk_saved_houses_scorebook_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_saved_houses"),
        sa.UniqueConstraint("public_id", name="uq_saved_houses_public_id"),
        sa.UniqueConstraint(
            "scorebook_id", "game", "name", name="uq_saved_houses_scorebook_id_game_name"
        ),
    )
