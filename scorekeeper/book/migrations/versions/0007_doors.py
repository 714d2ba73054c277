"""Phones and their seats, named scorebooks, links that can be ended, passes, knocks, replies."""

import secrets
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

MOMENT = sa.DateTime(timezone=True)
ROLES = "role IN ('owner', 'reader', 'keeper', 'watcher')"
WHOLE = "(role IN ('owner', 'reader')) = (match_id IS NULL)"
SEAT = "seat BETWEEN 0 AND 5"
SEAT_OF_MATCH = "seat IS NULL OR match_id IS NOT NULL"
STRETCH = 1000
# Both databases read this; Alembic would build each table anew on SQLite to give it a condition.
NEW = "ALTER TABLE {0} ADD COLUMN {1} CONSTRAINT ck_{0}_{2} CHECK ({3})"


def upgrade() -> None:
    add(
        "devices",
        sa.Column("phone", sa.String(length=22), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("follows_id", sa.Integer(), nullable=True),
    )
    add(
        "scorebooks",
        sa.Column("public_id", sa.String(length=22), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("house", sa.Boolean(), nullable=True),
        sa.Column("generation", sa.Integer(), server_default="0", nullable=False),
        sa.Column("recovery_hash", sa.LargeBinary(length=32), nullable=True),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.Column("moved_into", sa.Integer(), nullable=True),
    )
    fill_in("devices", "phone")
    fill_in("scorebooks", "public_id")
    if op.get_bind().dialect.name == "postgresql":
        alter_directory()
    else:
        build_devices()
        build_scorebooks()
        build_grants()
    index_directory()
    generation = "generation INTEGER DEFAULT '0' NOT NULL"
    op.execute(NEW.format("addresses", generation, "generation", "generation >= 0"))
    create_passes()
    create_knocks()
    create_tries()
    create_replies()


def add(table: str, *columns: sa.Column[Any]) -> None:
    for column in columns:
        op.add_column(table, column)


def fill_in(table: str, column: str) -> None:
    """Give each row an id that nobody guesses."""
    rows = sa.table(table, sa.column("id"), sa.column(column))
    fill = sa.update(rows).where(rows.c.id == sa.bindparam("this"))
    fill = fill.values({column: sa.bindparam("made")})
    for ids in stretches(rows):
        made = [{"this": id_, "made": secrets.token_urlsafe(16)} for id_ in ids]
        op.get_bind().execute(fill, made)


def stretches(rows: Any) -> Iterator[list[int]]:
    """The ids of a table, some at a time."""
    last = 0
    while True:
        some = sa.select(rows.c.id).where(rows.c.id > last).order_by(rows.c.id).limit(STRETCH)
        ids = list(op.get_bind().execute(some).scalars())
        if not ids:
            return
        yield ids
        last = ids[-1]


def alter_directory() -> None:
    op.alter_column("devices", "phone", nullable=False)
    op.alter_column("scorebooks", "public_id", nullable=False)
    op.create_unique_constraint("uq_scorebooks_public_id", "scorebooks", ["public_id"])
    op.create_unique_constraint("uq_scorebooks_recovery_hash", "scorebooks", ["recovery_hash"])
    for table, name, condition in (
        ("devices", "phone_length", "length(phone) BETWEEN 22 AND 22"),
        ("devices", "name_length", "length(name) BETWEEN 1 AND 40"),
        ("scorebooks", "public_id_length", "length(public_id) BETWEEN 22 AND 22"),
        ("scorebooks", "name_length", "length(name) BETWEEN 1 AND 40"),
        ("scorebooks", "generation", "generation >= 0"),
        ("scorebooks", "recovery_hash_length", "length(recovery_hash) BETWEEN 32 AND 32"),
    ):
        op.create_check_constraint(f"ck_{table}_{name}", table, condition)
    for table, column in (("devices", "follows_id"), ("scorebooks", "moved_into")):
        name = f"fk_{table}_{column}"
        op.create_foreign_key(name, table, table, [column], ["id"], ondelete="SET NULL")
    op.drop_constraint("ck_grants_role", "grants")
    op.drop_constraint("ck_grants_owner_of_scorebook", "grants")
    op.add_column("grants", sa.Column("seat", sa.Integer(), nullable=True))
    op.add_column("grants", sa.Column("used", sa.Integer(), server_default="0", nullable=False))
    for name, condition in (
        ("role", ROLES),
        ("whole_scorebook", WHOLE),
        ("seat", SEAT),
        ("seat_of_match", SEAT_OF_MATCH),
    ):
        op.create_check_constraint(f"ck_grants_{name}", "grants", condition)


def build_devices() -> None:
    op.create_table(
        "new_devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("phone", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("follows_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_devices_name_length"),
        sa.CheckConstraint("length(phone) BETWEEN 22 AND 22", name="ck_devices_phone_length"),
        sa.CheckConstraint(
            "length(secret_hash) BETWEEN 32 AND 32", name="ck_devices_secret_hash_length"
        ),
        sa.ForeignKeyConstraint(
            ["follows_id"], ["devices.id"], name="fk_devices_follows_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("secret_hash", name="uq_devices_secret_hash"),
    )
    put_in_place("devices", "id, secret_hash, created_at, seen_at, phone")


def build_scorebooks() -> None:
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
        sa.Column("moved_into", sa.Integer(), nullable=True),
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
        sa.ForeignKeyConstraint(
            ["moved_into"], ["scorebooks.id"], name="fk_scorebooks_moved_into", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_scorebooks"),
        sa.UniqueConstraint("public_id", name="uq_scorebooks_public_id"),
        sa.UniqueConstraint("recovery_hash", name="uq_scorebooks_recovery_hash"),
    )
    put_in_place("scorebooks", "id, created_at, time_zone, public_id")


def build_grants() -> None:
    op.create_table(
        "new_grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.String(length=7), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint(ROLES, name="ck_grants_role"),
        sa.CheckConstraint(SEAT, name="ck_grants_seat"),
        sa.CheckConstraint(SEAT_OF_MATCH, name="ck_grants_seat_of_match"),
        sa.CheckConstraint(WHOLE, name="ck_grants_whole_scorebook"),
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
    put_in_place("grants", "id, device_id, scorebook_id, match_id, role, created_at")
    op.create_index("ix_grants_scorebook_id_match_id", "grants", ["scorebook_id", "match_id"])
    rows = sa.text("match_id IS NULL")
    whole = ["device_id", "scorebook_id"]
    op.create_index("uq_grants_whole_scorebook", "grants", whole, unique=True, sqlite_where=rows)


def put_in_place(table: str, columns: str) -> None:
    op.execute(f"INSERT INTO new_{table} ({columns}) SELECT {columns} FROM {table}")
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)


def index_directory() -> None:
    op.create_index("ix_devices_phone", "devices", ["phone"])
    for name, column, rows, unique in (
        ("uq_scorebooks_house", "house", "house", True),
        ("ix_scorebooks_deleted", "deleted_at", "deleted_at IS NOT NULL", False),
    ):
        some = sa.text(rows)
        op.create_index(
            name,
            "scorebooks",
            [column],
            unique=unique,
            sqlite_where=some,
            postgresql_where=some,
        )


def create_passes() -> None:
    op.create_table(
        "passes",
        sa.Column("code_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.String(length=7), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "length(code_hash) BETWEEN 32 AND 32", name="ck_passes_code_hash_length"
        ),
        sa.CheckConstraint(ROLES, name="ck_passes_role"),
        sa.CheckConstraint("seconds > 0", name="ck_passes_seconds"),
        sa.CheckConstraint(WHOLE, name="ck_passes_whole_scorebook"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["addresses.scorebook_id", "addresses.match_id"],
            name="fk_passes_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_passes_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("code_hash", name="pk_passes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_passes_scorebook_id_match_id", "passes", ["scorebook_id", "match_id"])


def create_knocks() -> None:
    op.create_table(
        "knocks",
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("digits", sa.String(length=4), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("answer", sa.String(length=6), nullable=True),
        sa.CheckConstraint("answer IN ('owner', 'reader', 'no')", name="ck_knocks_answer"),
        sa.CheckConstraint("length(digits) BETWEEN 4 AND 4", name="ck_knocks_digits_length"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_knocks_name_length"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_knocks_public_id_length"
        ),
        sa.CheckConstraint(
            "length(secret_hash) BETWEEN 32 AND 32", name="ck_knocks_secret_hash_length"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_knocks_scorebook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("public_id", name="pk_knocks"),
        sa.UniqueConstraint("digits", name="uq_knocks_digits"),
        sa.UniqueConstraint("secret_hash", name="uq_knocks_secret_hash"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_knocks_scorebook_id", "knocks", ["scorebook_id"])


def create_tries() -> None:
    op.create_table(
        "tries",
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("who", sa.String(length=64), nullable=False),
        sa.Column("times", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("length(what) BETWEEN 1 AND 20", name="ck_tries_what_length"),
        sa.PrimaryKeyConstraint("what", "who", name="pk_tries"),
        sqlite_with_rowid=False,
    )


def create_replies() -> None:
    op.create_table(
        "replies",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("word", sa.String(length=9), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint(SEAT, name="ck_replies_seat"),
        sa.CheckConstraint("word IN ('confirmed', 'queried')", name="ck_replies_word"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id", "hand"],
            ["hands.scorebook_id", "hands.match_id", "hands.number"],
            name="fk_replies_scorebook_id_match_id_hand",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "hand", "seat", name="pk_replies"),
        sqlite_with_rowid=False,
    )
