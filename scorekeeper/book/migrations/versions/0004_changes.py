"""One log of changes, by which everything is taken back, instead of one for hands and for rules."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SEATS_OF_SIDES = {
    "two-player": ((0,), (1,)),
    "partnership": ((0, 2), (1, 3)),
    "three-handed": ((0,), (1,), (2,)),
    "solo": ((0,), (1,), (2,), (3,)),
    "six-handed": ((0, 3), (1, 4), (2, 5)),
}
SIDE_NAMES = {"partnership": ("Gold", "Blue"), "six-handed": ("Gold", "Blue", "Green")}
NILS = (0, "nil", "blind nil")
JSON: Any = sa.JSON(none_as_null=True)
MOMENT = sa.DateTime(timezone=True)

LOGGED = ("scorebook_id", "match_id", "place", "reason", "device_id")


def log_of(name: str, *own: str) -> sa.TableClause:
    """A table that tells of changes, as statements need it."""
    typed = [("at", MOMENT), ("before", JSON), ("after", JSON)]
    columns: list[Any] = [sa.column(column) for column in (*LOGGED, *own)]
    return sa.table(name, *columns, *(sa.column(column, kind) for column, kind in typed))


CORRECTIONS = log_of("corrections", "hand")
HOUSE_CHANGES = log_of("house_changes")
CHANGES = log_of("changes", "parent", "fact", "hand")
GAMES = sa.text("SELECT game FROM matches WHERE scorebook_id = :scorebook AND id = :match")
NAMED = sa.text(
    "SELECT name FROM match_sides WHERE scorebook_id = :scorebook AND match_id = :match"
    " ORDER BY side"
)
PLAYED = sa.text(
    "SELECT players.name FROM seats JOIN players"
    " ON players.scorebook_id = seats.scorebook_id AND players.id = seats.player_id"
    " WHERE seats.scorebook_id = :scorebook AND seats.match_id = :match ORDER BY seats.seat"
)


def upgrade() -> None:
    create_changes()
    for column in ("at_change", "next_change"):
        op.add_column(
            "matches", sa.Column(column, sa.Integer(), server_default="0", nullable=False)
        )
    for (scorebook, match), rows in old_rows().items():
        op.get_bind().execute(sa.insert(CHANGES), list(changes_of(scorebook, match, rows)))
    op.drop_table("corrections")
    op.drop_table("house_changes")


def create_changes() -> None:
    op.create_table(
        "changes",
        sa.Column("scorebook_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("parent", sa.Integer(), nullable=True),
        sa.Column("fact", sa.String(length=20), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("hand >= 1", name="ck_changes_hand"),
        sa.CheckConstraint("length(fact) BETWEEN 1 AND 20", name="ck_changes_fact_length"),
        sa.CheckConstraint("length(reason) BETWEEN 0 AND 500", name="ck_changes_reason_length"),
        sa.CheckConstraint("parent >= 0", name="ck_changes_parent"),
        sa.CheckConstraint("place >= 1", name="ck_changes_place"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["devices.id"], name="fk_changes_device_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_changes_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scorebook_id", "match_id", "place", name="pk_changes"),
        sqlite_with_rowid=False,
    )


def old_rows() -> dict[tuple[int, int], list[dict[str, Any]]]:
    """The rows of both logs by their match, in the order of their times."""
    found: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for table in (CORRECTIONS, HOUSE_CHANGES):
        ordered = sa.select(table).order_by(table.c.at, table.c.place)
        for row in op.get_bind().execute(ordered).mappings():
            found[row["scorebook_id"], row["match_id"]].append(dict(row))
    return {key: sorted(rows, key=lambda row: row["at"]) for key, rows in found.items()}


def changes_of(
    scorebook: int, match: int, rows: Sequence[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The changes that these rows tell of, none of which says what it followed."""
    this = {"scorebook": scorebook, "match": match}
    ask = op.get_bind().execute
    game = ask(GAMES, this).scalar_one()
    usual = SIDE_NAMES.get(game) or ask(PLAYED, this).scalars().all()
    names = [name or usual[side] for side, name in enumerate(ask(NAMED, this).scalars())]
    for place, (row, house) in enumerate(paired(rows), start=1):
        before, after = (
            {"hands": [by_place(hand, game, names) for hand in row[part].get("hands", ())]}
            for part in ("before", "after")
        )
        fact = "house rules" if house else fact_of(before["hands"], after["hands"])
        if house:
            before["house"], after["house"] = house["before"], house["after"]
        yield {
            **{name: row[name] for name in (*LOGGED, "at")},
            "place": place,
            "parent": None,
            "fact": fact,
            "hand": row.get("hand", 1),
            "before": before,
            "after": after,
        }


def paired(
    rows: Sequence[dict[str, Any]],
) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Each row that tells of hands with the change of rules by which they fell away, if it was one.

    A change of rules without hands stands for itself.
    """
    houses = [place for place, row in enumerate(rows) if "hand" not in row]
    fallen: dict[int, dict[str, Any]] = {}
    for row in rows:
        if "hand" in row and len(row["before"]["hands"]) > 1:
            same = [place for place in houses if when_and_why(rows[place]) == when_and_why(row)]
            fallen |= dict.fromkeys(same[-1:], row)
    for place, row in enumerate(rows):
        if place in houses:
            yield fallen.get(place, {**row, "before": {}, "after": {}}), row
        elif not any(row is one for one in fallen.values()):
            yield row, None


def when_and_why(row: dict[str, Any]) -> tuple[Any, str]:
    return row["at"], row["reason"]


def fact_of(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> str:
    """What changed the first of these hands, or let those behind it fall away."""
    without = [{**hands[0], "rulings": None} for hands in (before, after)]
    if without[0] != without[1] or before == after:
        return "correction"
    more = len(after[0].get("rulings", ())) >= len(before[0].get("rulings", ()))
    return "ruling" if more else "withdrawal"


def by_place(hand: dict[str, Any], game: str, names: Sequence[str]) -> dict[str, Any]:
    """A hand that named its sides as they were called, by their places."""
    sides = SEATS_OF_SIDES[game]
    written = {
        name: hand[name] for name in ("bids", "redeal", "noted") if hand.get(name) is not None
    }
    bids = hand.get("bids")
    if bids is None and "redeal" not in written:
        written["redeal"] = "misdeal"
    if hand.get("tricks") is not None or hand.get("piles") is not None:
        seats = hand.get("tricks") or [None] * sum(map(len, sides))
        piles = dict.fromkeys(names) | (hand.get("piles") or {})
        told = [
            pile_of(piles[name], side, seats, bids) for name, side in zip(names, sides, strict=True)
        ]
        written["tricks"] = [seats, told]
    if hand.get("tally"):
        side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
        written["tally"] = [
            [names.index(taken), None] if isinstance(taken, str) else [side_of[taken], taken]
            for taken in hand["tally"]
        ]
    if hand.get("rulings"):
        usual = {"tricks": 0, "points": 0, "set": False, "note": "", "noted": None}
        written["rulings"] = [
            {**usual, **ruling, "to": names.index(ruling["to"]) if ruling.get("to") else None}
            for ruling in hand["rulings"]
        ]
    return written


def pile_of(
    pile: int | None, side: Sequence[int], seats: Sequence[int | None], bids: Sequence[Any] | None
) -> int:
    """The tricks in the pile of a side: as told, or those of its seats that did not bid nil."""
    if pile is not None:
        return pile
    return sum(seats[seat] or 0 for seat in side if not (bids and bids[seat] in NILS))
