"""Count how each contract came out, and make the search keys of places again.

The counts are filled in after the migrations, as all stored results are. Until 0.20, a place that
was typed after the start of a match didn't get a key.
"""

import sqlalchemy as sa
from alembic import op

from scorekeeper.rules import fold

revision = "0021"
down_revision = "0020"

COLUMNS = ("scorebook_id", "place", "place_search_key")
MATCHES = sa.table("matches", *map(sa.column, COLUMNS))


def upgrade() -> None:
    create_contract_counts()
    remake_place_keys()


def remake_place_keys() -> None:
    update = sa.update(MATCHES).where(
        *(MATCHES.c[name] == sa.bindparam(f"its_{name}") for name in COLUMNS)
    )
    rows = [
        {"new": fold(row["place"]), **{f"its_{name}": row[name] for name in COLUMNS}}
        for row in op.get_bind().execute(sa.select(MATCHES).distinct()).mappings()
        if fold(row["place"]) != row["place_search_key"]
    ]
    if rows:
        op.get_bind().execute(update.values(place_search_key=sa.bindparam("new")), rows)


def create_contract_counts() -> None:
    op.create_table(
        "contract_counts",
        sa.Column("scorebook_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("contract", sa.Integer, autoincrement=False, nullable=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("over", "exact", "short", "under")
        ),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_contract_counts_side"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_contract_counts_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "scorebook_id", "match_id", "side", "contract", name="pk_contract_counts"
        ),
        sqlite_with_rowid=False,
    )
