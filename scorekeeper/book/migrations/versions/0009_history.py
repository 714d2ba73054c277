"""The history by when the tables began, by player, game, house rules, ending and place."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"

UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe"}
)
ACCENTS = range(0x0300, 0x0370)
RUNNING = "ended_at IS NULL AND deleted_at IS NULL"
THERE = "deleted_at IS NULL"
STRETCH = 1000


def upgrade() -> None:
    # What each match's house rules are called is computed afterwards, with all that is kept.
    op.add_column(
        "matches", sa.Column("preset", sa.String(20), server_default="usual", nullable=False)
    )
    op.add_column(
        "matches", sa.Column("folded_place", sa.String(120), server_default="", nullable=False)
    )
    never = "1970-01-01 00:00:00.000000"
    began = sa.Column(
        "started_at", sa.DateTime(timezone=True), server_default=never, nullable=False
    )
    op.add_column("seats", began)
    op.execute(
        "UPDATE seats SET started_at = (SELECT started_at FROM matches"
        " WHERE matches.scorebook_id = seats.scorebook_id AND matches.id = seats.match_id)"
    )
    fold_places()
    index_matches()
    op.drop_index("ix_seats_scorebook_id_player_id", "seats")
    columns = ["scorebook_id", "player_id", "started_at", "match_id"]
    op.create_index("ix_seats_scorebook_id_player_id_started_at_match_id", "seats", columns)


def index_matches() -> None:
    listed = {
        "started": [],
        "game": ["game"],
        "preset": ["preset"],
        "ending": ["ending"],
        "place": ["folded_place"],
    }
    for name, columns in listed.items():
        by = ["scorebook_id", *columns, "started_at", "id"]
        where = sa.text(THERE)
        op.create_index(
            f"ix_matches_{name}", "matches", by, sqlite_where=where, postgresql_where=where
        )
    op.drop_index("ix_matches_running", "matches")
    op.create_index(
        "ix_matches_running",
        "matches",
        ["scorebook_id", "ended_at", "deleted_at", "started_at", "id"],
        sqlite_where=sa.text(RUNNING),
        postgresql_where=sa.text(RUNNING),
    )


def fold_places() -> None:
    matches = sa.table("matches", *map(sa.column, ("scorebook_id", "id", "place", "folded_place")))
    key = sa.tuple_(matches.c.scorebook_id, matches.c.id)
    some = sa.select(matches.c.scorebook_id, matches.c.id, matches.c.place)
    some = some.where(key > sa.tuple_(sa.bindparam("book"), sa.bindparam("match")))
    some = some.where(matches.c.place != "").order_by(matches.c.scorebook_id, matches.c.id)
    fill = sa.update(matches).where(
        matches.c.scorebook_id == sa.bindparam("book"), matches.c.id == sa.bindparam("match")
    )
    fill = fill.values(folded_place=sa.bindparam("found"))
    last = {"book": 0, "match": 0}
    while rows := op.get_bind().execute(some.limit(STRETCH), last).all():
        found = [{"book": row[0], "match": row[1], "found": fold(row[2])} for row in rows]
        op.get_bind().execute(fill, found)
        last = {"book": rows[-1][0], "match": rows[-1][1]}


def fold(place: str) -> str:
    apart = unicodedata.normalize("NFD", place.casefold().translate(UNDECOMPOSED))
    bare = "".join(sign for sign in apart if ord(sign) not in ACCENTS)
    return unicodedata.normalize("NFC", bare)[:120]
