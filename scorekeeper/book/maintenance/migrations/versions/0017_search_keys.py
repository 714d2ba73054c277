"""Make the search keys of players and places again, and note who is a person of their own.

Players who have the same key now stay two people with their names.
"""

import sqlalchemy as sa
from alembic import op

from scorekeeper.rules import fold

revision = "0017"
down_revision = "0016"

PLAYERS = sa.table("players", *map(sa.column, ("scorebook_id", "id", "name", "search_key")))
MATCHES = sa.table("matches", *map(sa.column, ("scorebook_id", "place", "place_search_key")))


def upgrade() -> None:
    op.add_column(
        "players", sa.Column("namesake", sa.Boolean, nullable=False, server_default=sa.false())
    )
    remake_keys(PLAYERS, "name", "search_key", ("scorebook_id", "id"))
    remake_keys(MATCHES, "place", "place_search_key", ("scorebook_id", "place", "place_search_key"))


def remake_keys(table: sa.TableClause, text: str, key: str, by: tuple[str, ...]) -> None:
    """Update the keys that differ from those made of their texts now."""
    update = sa.update(table).where(*(table.c[name] == sa.bindparam(f"its_{name}") for name in by))
    rows = [
        {"new": fold(row[text]), **{f"its_{name}": row[name] for name in by}}
        for row in op.get_bind().execute(sa.select(table).distinct()).mappings()
        if fold(row[text]) != row[key]
    ]
    if rows:
        op.get_bind().execute(update.values({key: sa.bindparam("new")}), rows)
