"""Keys that begin with the scorebook, a directory of addresses, and what is shown of a match."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

CHANGED = (
    "grants",
    "players",
    "matches",
    "match_sides",
    "seats",
    "hands",
    "hand_seats",
    "hand_sides",
    "rulings",
    "corrections",
    "house_changes",
    "saved_houses",
    "receipts",
)

# Parents first: PostgreSQL looks at once for what a row refers to.
COPIES = (
    """
    INSERT INTO addresses (public_id, scorebook_id, match_id)
    SELECT public_id, scorebook_id, id FROM old_matches
    """,
    """
    INSERT INTO grants (id, device_id, scorebook_id, match_id, role, created_at)
    SELECT old.id, old.device_id, coalesce(old.scorebook_id, found.scorebook_id), old.match_id,
           old.role, old.created_at
    FROM old_grants AS old LEFT JOIN old_matches AS found ON found.id = old.match_id
    """,
    """
    INSERT INTO players (scorebook_id, id, public_id, name, folded, created_at)
    SELECT scorebook_id, id, public_id, name, folded, created_at FROM old_players
    """,
    """
    INSERT INTO saved_houses (scorebook_id, game, name, public_id, house, at)
    SELECT scorebook_id, game, name, public_id, house, at FROM old_saved_houses
    """,
    """
    INSERT INTO matches (scorebook_id, id, game, house, first, version, shown, started_at,
                         ended_at, place, note, winner, ending)
    SELECT scorebook_id, id, game, house, first, version, version, started_at,
           ended_at, place, note, winner, ending
    FROM old_matches
    """,
    """
    INSERT INTO match_sides (scorebook_id, match_id, side, name, opening_points, opening_bags,
                             points)
    SELECT found.scorebook_id, found.id, old.side, old.name, old.opening_points, old.opening_bags,
           old.points
    FROM old_match_sides AS old JOIN old_matches AS found ON found.id = old.match_id
    """,
    """
    INSERT INTO seats (scorebook_id, match_id, seat, player_id)
    SELECT found.scorebook_id, found.id, old.seat, old.player_id
    FROM old_seats AS old JOIN old_matches AS found ON found.id = old.match_id
    """,
    """
    INSERT INTO hands (scorebook_id, match_id, number, redeal, noted_at, tally)
    SELECT found.scorebook_id, found.id, old.number, old.redeal, old.noted_at, old.tally
    FROM old_hands AS old JOIN old_matches AS found ON found.id = old.match_id
    """,
    """
    INSERT INTO hand_seats (scorebook_id, match_id, hand, seat, bid, blind, tricks)
    SELECT found.scorebook_id, found.id, hand.number, old.seat, old.bid, old.blind, old.tricks
    FROM old_hand_seats AS old
    JOIN old_hands AS hand ON hand.id = old.hand_id
    JOIN old_matches AS found ON found.id = hand.match_id
    """,
    """
    INSERT INTO hand_sides (scorebook_id, match_id, hand, side, pile)
    SELECT found.scorebook_id, found.id, hand.number, old.side, old.pile
    FROM old_hand_sides AS old
    JOIN old_hands AS hand ON hand.id = old.hand_id
    JOIN old_matches AS found ON found.id = hand.match_id
    """,
    """
    INSERT INTO rulings (scorebook_id, match_id, hand, place, kind, seat, tricks, to_side, points,
                         "set", note, noted_at)
    SELECT found.scorebook_id, found.id, hand.number, old.place, old.kind, old.seat, old.tricks,
           old.to_side, old.points, old."set", old.note, old.noted_at
    FROM old_rulings AS old
    JOIN old_hands AS hand ON hand.id = old.hand_id
    JOIN old_matches AS found ON found.id = hand.match_id
    """,
    """
    INSERT INTO corrections (scorebook_id, match_id, place, hand, before, after, reason, at,
                             device_id)
    SELECT found.scorebook_id, found.id,
           row_number() OVER (PARTITION BY old.match_id ORDER BY old.id),
           old.number, old.before, old.after, old.reason, old.at, old.device_id
    FROM old_corrections AS old JOIN old_matches AS found ON found.id = old.match_id
    """,
    """
    INSERT INTO house_changes (scorebook_id, match_id, place, before, after, reason, at, device_id)
    SELECT found.scorebook_id, found.id,
           row_number() OVER (PARTITION BY old.match_id ORDER BY old.id),
           old.before, old.after, old.reason, old.at, old.device_id
    FROM old_house_changes AS old JOIN old_matches AS found ON found.id = old.match_id
    """,
    """
    INSERT INTO receipts (scorebook_id, key, fingerprint, match_id, at)
    SELECT found.scorebook_id, old.key, old.fingerprint, found.id, old.at
    FROM old_receipts AS old JOIN old_matches AS found ON found.id = old.match_id
    """,
)


def upgrade() -> None:
    make_way()
    create_tables()
    for copy in COPIES:
        op.execute(copy)
    if on_a_server():
        op.execute("SELECT setval('grants_id_seq', max(id)) FROM grants HAVING count(*) > 0")
    for table in CHANGED:
        op.drop_table(f"old_{table}")


def make_way() -> None:
    """Leave the names of tables, constraints and indexes to the new ones."""
    op.drop_index("ix_matches_running", "matches")
    for table in CHANGED:
        if on_a_server():
            # There the names of keys are as public as those of tables.
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT pk_{table} CASCADE")
        op.rename_table(table, f"old_{table}")
    if on_a_server():
        op.drop_constraint("uq_players_scorebook_id_name", "old_players")
        op.execute("ALTER SEQUENCE grants_id_seq RENAME TO old_grants_id_seq")


def on_a_server() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def create_tables() -> None:
    op.create_table(
        "addresses",
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_addresses_public_id_length"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"],
            ["scorebooks.id"],
            name="fk_addresses_scorebook_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("public_id", name="pk_addresses"),
        sa.UniqueConstraint("scorebook_id", "match_id", name="uq_addresses_scorebook_id_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
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
        sa.PrimaryKeyConstraint("scorebook_id", "id", name="pk_players"),
        sa.UniqueConstraint("scorebook_id", "name", name="uq_players_scorebook_id_name"),
        sa.UniqueConstraint("scorebook_id", "public_id", name="uq_players_scorebook_id_public_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "saved_houses",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
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
        sa.PrimaryKeyConstraint("scorebook_id", "game", "name", name="pk_saved_houses"),
        sa.UniqueConstraint(
            "scorebook_id", "public_id", name="uq_saved_houses_scorebook_id_public_id"
        ),
    )
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.String(length=7), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(role = 'owner') = (match_id IS NULL)", name="ck_grants_owner_of_scorebook"
        ),
        sa.CheckConstraint("role IN ('owner', 'keeper', 'watcher')", name="ck_grants_role"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_grants_device_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["addresses.scorebook_id", "addresses.match_id"],
            name="fk_grants_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_grants_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_grants"),
        sa.UniqueConstraint(
            "device_id",
            "scorebook_id",
            "match_id",
            name="uq_grants_device_id_scorebook_id_match_id",
        ),
    )
    op.create_index(
        "ix_grants_scorebook_id_match_id", "grants", ["scorebook_id", "match_id"], unique=False
    )
    op.create_index(
        "uq_grants_whole_scorebook",
        "grants",
        ["device_id", "scorebook_id"],
        unique=True,
        sqlite_where=sa.text("match_id IS NULL"),
        postgresql_where=sa.text("match_id IS NULL"),
    )
    op.create_table(
        "matches",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("house", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
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
        sa.CheckConstraint("shown >= version", name="ck_matches_shown"),
        sa.CheckConstraint("version >= 1", name="ck_matches_version"),
        sa.CheckConstraint("winner BETWEEN 0 AND 5", name="ck_matches_winner"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "id"],
            ["addresses.scorebook_id", "addresses.match_id"],
            name="fk_matches_scorebook_id_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "id", name="pk_matches"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_matches_running",
        "matches",
        ["scorebook_id", "ended_at", "id"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "corrections",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("hand >= 1", name="ck_corrections_hand"),
        sa.CheckConstraint("length(reason) BETWEEN 0 AND 500", name="ck_corrections_reason_length"),
        sa.CheckConstraint("place >= 1", name="ck_corrections_place"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_corrections_device_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_corrections_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "place", name="pk_corrections"),
    )
    op.create_table(
        "hands",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("redeal", sa.String(length=7), nullable=True),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tally", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint("redeal IN ('misdeal')", name="ck_hands_redeal"),
        sa.CheckConstraint("number >= 1", name="ck_hands_number"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_hands_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "number", name="pk_hands"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "house_changes",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "length(reason) BETWEEN 0 AND 500", name="ck_house_changes_reason_length"
        ),
        sa.CheckConstraint("place >= 1", name="ck_house_changes_place"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_house_changes_device_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_house_changes_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "place", name="pk_house_changes"),
    )
    op.create_table(
        "match_sides",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("opening_points", sa.Integer(), nullable=False),
        sa.Column("opening_bags", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_match_sides_name_length"),
        sa.CheckConstraint("opening_bags >= 0", name="ck_match_sides_opening_bags"),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_match_sides_side"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_match_sides_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "side", name="pk_match_sides"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "receipts",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "length(fingerprint) BETWEEN 32 AND 32", name="ck_receipts_fingerprint_length"
        ),
        sa.CheckConstraint("length(key) BETWEEN 1 AND 64", name="ck_receipts_key_length"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_receipts_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "scorebook_id", "key", "fingerprint", "match_id", name="pk_receipts"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_receipts_scorebook_id_match_id", "receipts", ["scorebook_id", "match_id"], unique=False
    )
    op.create_table(
        "seats",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_seats_seat"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_seats_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "player_id"],
            ["players.scorebook_id", "players.id"],
            name="fk_seats_scorebook_id_player_id",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_seats_scorebook_id_player_id", "seats", ["scorebook_id", "player_id"], unique=False
    )
    op.create_table(
        "hand_seats",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("blind", sa.Boolean(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.CheckConstraint("bid BETWEEN 0 AND 17", name="ck_hand_seats_bid"),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name="ck_hand_seats_seat"),
        sa.CheckConstraint("tricks BETWEEN 0 AND 17", name="ck_hand_seats_tricks"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id", "hand"],
            ["hands.scorebook_id", "hands.match_id", "hands.number"],
            name="fk_hand_seats_scorebook_id_match_id_hand",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "hand", "seat", name="pk_hand_seats"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hand_sides",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pile", sa.Integer(), nullable=False),
        sa.CheckConstraint("pile BETWEEN 0 AND 17", name="ck_hand_sides_pile"),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_hand_sides_side"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id", "hand"],
            ["hands.scorebook_id", "hands.match_id", "hands.number"],
            name="fk_hand_sides_scorebook_id_match_id_hand",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "hand", "side", name="pk_hand_sides"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rulings",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
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
            ["scorebook_id", "match_id", "hand"],
            ["hands.scorebook_id", "hands.match_id", "hands.number"],
            name="fk_rulings_scorebook_id_match_id_hand",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "hand", "place", name="pk_rulings"),
        sqlite_with_rowid=False,
    )
