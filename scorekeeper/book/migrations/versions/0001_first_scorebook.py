"""The first scorebook: devices, grants, players, matches and their hands."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "length(secret_hash) BETWEEN 32 AND 32", name="ck_devices_secret_hash_length"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("secret_hash", name="uq_devices_secret_hash"),
    )
    op.create_table(
        "scorebooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scorebooks"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("place", sa.String(length=500), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("ending", sa.String(length=6), nullable=True),
        sa.CheckConstraint(
            "ending IN ('target', 'floor', 'sets', 'hands', 'time', 'early')",
            name="ck_matches_ending",
        ),
        sa.CheckConstraint(
            "ended_at IS NOT NULL OR (winner IS NULL AND ending IS NULL)", name="ck_matches_result"
        ),
        sa.CheckConstraint("first BETWEEN 0 AND 5", name="ck_matches_first"),
        sa.CheckConstraint("length(note) BETWEEN 0 AND 500", name="ck_matches_note_length"),
        sa.CheckConstraint("length(place) BETWEEN 0 AND 500", name="ck_matches_place_length"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_matches_public_id_length"
        ),
        sa.CheckConstraint("version >= 1", name="ck_matches_version"),
        sa.CheckConstraint("winner BETWEEN 0 AND 5", name="ck_matches_winner"),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_matches_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("public_id", name="uq_matches_public_id"),
    )
    op.create_index(
        "ix_matches_running",
        "matches",
        ["scorebook_id", "id"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index("ix_matches_scorebook_id_id", "matches", ["scorebook_id", "id"], unique=False)
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_players_name_length"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_players_public_id_length"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_players_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("public_id", name="uq_players_public_id"),
        sa.UniqueConstraint("scorebook_id", "name", name="uq_players_scorebook_id_name"),
    )
    op.create_table(
        "corrections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(reason) BETWEEN 0 AND 500", name="ck_corrections_reason_length"),
        sa.CheckConstraint("number >= 1", name="ck_corrections_number"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_corrections_device_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_corrections_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_corrections"),
    )
    op.create_index("ix_corrections_match_id", "corrections", ["match_id"], unique=False)
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=7), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=True),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(role = 'owner') = (scorebook_id IS NOT NULL)", name="ck_grants_owner_of_scorebook"
        ),
        sa.CheckConstraint("role IN ('owner', 'keeper', 'watcher')", name="ck_grants_role"),
        sa.CheckConstraint(
            "(scorebook_id IS NULL) <> (match_id IS NULL)", name="ck_grants_one_subject"
        ),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_grants_device_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_grants_match_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_grants_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_grants"),
        sa.UniqueConstraint("device_id", "match_id", name="uq_grants_device_id_match_id"),
        sa.UniqueConstraint("device_id", "scorebook_id", name="uq_grants_device_id_scorebook_id"),
    )
    op.create_index("ix_grants_match_id", "grants", ["match_id"], unique=False)
    op.create_index("ix_grants_scorebook_id", "grants", ["scorebook_id"], unique=False)
    op.create_table(
        "hands",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("redeal", sa.String(length=7), nullable=True),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("redeal IN ('misdeal')", name="ck_hands_redeal"),
        sa.CheckConstraint("number >= 1", name="ck_hands_number"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_hands_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_hands"),
        sa.UniqueConstraint("match_id", "number", name="uq_hands_match_id_number"),
    )
    op.create_table(
        "match_sides",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("opening_points", sa.Integer(), nullable=False),
        sa.Column("opening_bags", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_match_sides_name_length"),
        sa.CheckConstraint("opening_bags >= 0", name="ck_match_sides_opening_bags"),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_match_sides_side"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_match_sides_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "side", name="pk_match_sides"),
    )
    op.create_table(
        "receipts",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("location", sa.String(length=200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "length(fingerprint) BETWEEN 32 AND 32", name="ck_receipts_fingerprint_length"
        ),
        sa.CheckConstraint("length(key) BETWEEN 1 AND 64", name="ck_receipts_key_length"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_receipts_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", "match_id", "fingerprint", name="pk_receipts"),
    )
    op.create_index("ix_receipts_match_id", "receipts", ["match_id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_seats_seat"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_seats_match_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name="fk_seats_player_id",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"], unique=False)
    op.create_table(
        "hand_seats",
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("blind", sa.Boolean(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.CheckConstraint("bid BETWEEN 0 AND 17", name="ck_hand_seats_bid"),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_hand_seats_seat"),
        sa.CheckConstraint("tricks BETWEEN 0 AND 17", name="ck_hand_seats_tricks"),
        sa.ForeignKeyConstraint(
            ["hand_id"], ["hands.id"], name="fk_hand_seats_hand_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hand_id", "seat", name="pk_hand_seats"),
    )
    op.create_table(
        "hand_sides",
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pile", sa.Integer(), nullable=False),
        sa.CheckConstraint("pile BETWEEN 0 AND 17", name="ck_hand_sides_pile"),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_hand_sides_side"),
        sa.ForeignKeyConstraint(
            ["hand_id"], ["hands.id"], name="fk_hand_sides_hand_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hand_id", "side", name="pk_hand_sides"),
    )
