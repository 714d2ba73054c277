"""Players that are called alike or not at all, deleted matches, and whose rematch a match is."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe"}
)
ACCENTS = range(0x0300, 0x0370)

RUNNING = "ended_at IS NULL AND deleted_at IS NULL"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        alter_players()
    else:
        build_players()
        build_seats()
    op.create_index("ix_players_scorebook_id_folded", "players", ["scorebook_id", "folded"])
    op.create_index("ix_players_scorebook_id_leader_id", "players", ["scorebook_id", "leader_id"])
    add_to_matches()
    fold_names()


def alter_players() -> None:
    op.add_column("players", sa.Column("leader_id", sa.BigInteger(), nullable=True))
    op.add_column("players", sa.Column("merged_into", sa.BigInteger(), nullable=True))
    op.execute("UPDATE players SET leader_id = id")
    # Changing a column has to wait for no check that is still to come.
    op.execute("SET CONSTRAINTS ALL IMMEDIATE")
    op.alter_column("players", "leader_id", nullable=False)
    op.create_check_constraint(
        "ck_players_leader", "players", "(leader_id = id) = (merged_into IS NULL)"
    )
    for column in ("leader_id", "merged_into"):
        op.create_foreign_key(
            f"fk_players_scorebook_id_{column}",
            "players",
            "players",
            ["scorebook_id", column],
            ["scorebook_id", "id"],
            deferrable=True,
            initially="DEFERRED",
        )
    op.alter_column("seats", "player_id", nullable=True)


def build_players() -> None:
    op.create_table(
        "new_players",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leader_id", sa.BigInteger(), nullable=False),
        sa.Column("merged_into", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_players_name_length"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_players_public_id_length"
        ),
        sa.CheckConstraint("(leader_id = id) = (merged_into IS NULL)", name="ck_players_leader"),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebooks.id"], name="fk_players_scorebook_id", ondelete="CASCADE"
        ),
        *(
            sa.ForeignKeyConstraint(
                ["scorebook_id", column],
                ["players.scorebook_id", "players.id"],
                name=f"fk_players_scorebook_id_{column}",
                initially="DEFERRED",
                deferrable=True,
            )
            for column in ("leader_id", "merged_into")
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "id", name="pk_players"),
        sa.UniqueConstraint("scorebook_id", "name", name="uq_players_scorebook_id_name"),
        sa.UniqueConstraint("scorebook_id", "public_id", name="uq_players_scorebook_id_public_id"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO new_players (scorebook_id, id, public_id, name, folded, created_at, leader_id)"
        " SELECT scorebook_id, id, public_id, name, folded, created_at, id FROM players"
    )
    op.drop_table("players")
    op.rename_table("new_players", "players")


def build_seats() -> None:
    op.create_table(
        "new_seats",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
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
    op.execute(
        "INSERT INTO new_seats (scorebook_id, match_id, seat, player_id)"
        " SELECT scorebook_id, match_id, seat, player_id FROM seats"
    )
    op.drop_table("seats")
    op.rename_table("new_seats", "seats")
    op.create_index("ix_seats_scorebook_id_player_id", "seats", ["scorebook_id", "player_id"])


def add_to_matches() -> None:
    op.add_column("matches", sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("matches", sa.Column("rematch_of", sa.BigInteger(), nullable=True))
    op.drop_index("ix_matches_running", "matches")
    for name, columns, rows in (
        ("running", ["scorebook_id", "ended_at", "deleted_at", "id"], RUNNING),
        ("deleted", ["scorebook_id", "deleted_at"], "deleted_at IS NOT NULL"),
        ("rematch_of", ["scorebook_id", "rematch_of"], "rematch_of IS NOT NULL"),
    ):
        where = sa.text(rows)
        op.create_index(
            f"ix_matches_{name}", "matches", columns, sqlite_where=where, postgresql_where=where
        )


def fold_names() -> None:
    """Write names as they are looked for from now on: without accents."""
    players = sa.table(
        "players",
        *map(sa.column, ("scorebook_id", "id", "name", "folded")),
    )
    changed = [
        {"of": row.scorebook_id, "this": row.id, "now": fold(row.name)}
        for row in op.get_bind().execute(sa.select(players))
        if row.folded != fold(row.name)
    ]
    if changed:
        this = (
            players.c.scorebook_id == sa.bindparam("of"),
            players.c.id == sa.bindparam("this"),
        )
        fold_them = sa.update(players).where(*this).values(folded=sa.bindparam("now"))
        op.get_bind().execute(fold_them, changed)


def fold(name: str) -> str:
    """Return a name as it is looked for, as this revision looks for names."""
    apart = unicodedata.normalize("NFD", name.casefold().translate(UNDECOMPOSED))
    bare = "".join(sign for sign in apart if ord(sign) not in ACCENTS)
    return unicodedata.normalize("NFC", bare)[:120]
