"""Store each evening as one document, beside a table of the players who take part in it."""

import re
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

MOMENT = sa.DateTime(timezone=True)
OLD_COLUMNS = ("kind", "house_rules", "planned_rounds", "max_tables")
OLD_TABLES = ("event_seats", "event_tables", "event_rounds", "event_entrants")
EVENTS = sa.table(
    "events",
    *map(sa.column, ("scorebook_id", "id", "kind", "planned_rounds", "max_tables", "latest_round")),
    sa.column("house_rules", sa.JSON),
    sa.column("document", sa.JSON),
)
IS_TYPED = """
UPDATE matches SET is_typed = true WHERE event_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM event_tables WHERE event_tables.scorebook_id = matches.scorebook_id
  AND event_tables.event_id = matches.event_id AND event_tables.round = matches.event_round
  AND event_tables.table_number = matches.event_table)
"""


def upgrade() -> None:
    make_documents()


def make_documents() -> None:
    """Replace the tables of evenings by documents."""
    create_players()
    false = sa.false()
    op.add_column(
        "matches", sa.Column("is_typed", sa.Boolean, nullable=False, server_default=false)
    )
    op.execute(IS_TYPED)
    # Each event has a document before none may be without.
    op.add_column("events", sa.Column("document", sa.JSON))
    op.add_column("events", sa.Column("latest_round", sa.Integer))
    write_documents()
    for table in OLD_TABLES:
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for column in OLD_COLUMNS:
            op.drop_column("events", column)
        op.alter_column("events", "document", nullable=False)
    else:
        build_events()


def create_players() -> None:
    """Make the table of players, from the entrants and their partners."""
    op.create_table(
        "event_players",
        *(
            sa.Column(name, type_, autoincrement=False, nullable=False)
            for name, type_ in (
                *(("scorebook_id", sa.Integer), ("event_id", sa.BigInteger)),
                *(("entrant", sa.Integer), ("person", sa.Integer), ("player_id", sa.BigInteger)),
            )
        ),
        sa.PrimaryKeyConstraint(
            *("scorebook_id", "event_id", "entrant", "person"), name="pk_event_players"
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "event_id"],
            ["events.scorebook_id", "events.id"],
            name="fk_event_players_scorebook_id_event_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "player_id"],
            ["players.scorebook_id", "players.id"],
            name="fk_event_players_scorebook_id_player_id",
            deferrable=True,
            initially="DEFERRED",
        ),
        sa.CheckConstraint("entrant >= 1", name="ck_event_players_entrant"),
        sa.CheckConstraint("person BETWEEN 0 AND 1", name="ck_event_players_person"),
        sqlite_with_rowid=False,
    )
    # Before the rows: PostgreSQL checks their deferred keys at the end of the transaction.
    op.create_index(
        "ix_event_players_scorebook_id_player_id", "event_players", ["scorebook_id", "player_id"]
    )
    for person, column in enumerate(("player_id", "partner_id")):
        op.execute(
            "INSERT INTO event_players (scorebook_id, event_id, entrant, person, player_id)"
            f" SELECT scorebook_id, event_id, number, {person}, {column} FROM event_entrants"
            f" WHERE {column} IS NOT NULL"
        )


def build_events() -> None:
    """Rebuild the table from its own statement: SQLite drops no column that a check names."""
    connection = op.get_bind()
    statement, *indexes = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE tbl_name = 'events' AND sql IS NOT NULL"
        " ORDER BY type = 'table' DESC, name"
    ).scalars()
    old = re.compile(rf"\b({'|'.join(OLD_COLUMNS)})\b")
    lines = [line for line in statement.splitlines() if not old.search(line)]
    _, columns = "\n".join(lines).split("(", 1)
    columns = columns.replace("document JSON", "document JSON NOT NULL")
    connection.exec_driver_sql(f"CREATE TABLE new_events ({columns}")
    info = connection.exec_driver_sql("PRAGMA table_info(new_events)")
    kept = ", ".join(row.name for row in info)
    connection.exec_driver_sql(f"INSERT INTO new_events ({kept}) SELECT {kept} FROM events")
    op.drop_table("events")
    op.rename_table("new_events", "events")
    for index in indexes:
        connection.exec_driver_sql(index)


def write_documents() -> None:
    entrants = group_rows("event_entrants", "number")
    rounds = group_rows("event_rounds", "round", house_rules=sa.JSON, started_at=MOMENT)
    seats = group_rows("event_seats", "seat")
    tables = group_rows("event_tables", "table_number", entered_at=MOMENT)
    for event in op.get_bind().execute(sa.select(EVENTS)).all():
        key = event.scorebook_id, event.id
        document = leave_out_none(
            kind=event.kind,
            house={"game": "partnership", **event.house_rules},
            rounds_planned=event.planned_rounds,
            most_tables=event.max_tables,
            entrants=[
                leave_out_none(
                    number=one.number,
                    lot=one.lot,
                    left=None if one.is_present else True,
                    seed=one.seed,
                )
                for one in entrants[key]
            ],
            rounds=[
                write_round(
                    one,
                    [row for row in seats[key] if row.round == one.round],
                    {row.table_number: row for row in tables[key] if row.round == one.round},
                )
                for one in rounds[key]
            ],
        )
        latest = max((one.round for one in rounds[key]), default=None)
        of_event = (EVENTS.c.scorebook_id == event.scorebook_id, EVENTS.c.id == event.id)
        values = {"document": document, "latest_round": latest}
        op.get_bind().execute(EVENTS.update().where(*of_event).values(values))


def write_round(one: Any, seats: list[Any], typed: dict[Any, Any]) -> dict[str, Any]:
    by_table: dict[Any, list[int]] = defaultdict(list)
    for row in seats:
        by_table[row.table_number].append(row.entrant)
    sits_out = sorted(by_table.pop(None, ()))
    return leave_out_none(
        round=one.round,
        lives=one.lives,
        house=one.house_rules or None,
        started=write_time(one.started_at),
        tables=[
            {"table": number, "seats": entrants, **write_result(typed.get(number))}
            for number, entrants in sorted(by_table.items())
        ],
        sits_out=sits_out or None,
    )


def write_result(row: Any) -> dict[str, Any]:
    if row is None:
        return {}
    points = None if row.points_0 is None else [row.points_0, row.points_1]
    typed = write_time(row.entered_at)
    return leave_out_none(result=row.ending, points=points, winner=row.winner, typed=typed)


def leave_out_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def write_time(moment: datetime) -> str:
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return aware.isoformat().replace("+00:00", "Z")


def group_rows(name: str, order: str, **types: Any) -> dict[tuple[int, int], list[Any]]:
    """Return the rows of a table by event, in this order."""
    rows: dict[tuple[int, int], list[Any]] = defaultdict(list)
    text = sa.text(f"SELECT * FROM {name} ORDER BY {order}").columns(**types)
    for row in op.get_bind().execute(text):
        rows[row.scorebook_id, row.event_id].append(row)
    return rows
