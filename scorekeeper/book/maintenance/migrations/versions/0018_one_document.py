"""Store each evening as one document, and the rights to it with all other rights.

A small table has the players who take part in an evening. A join code has the role that it gives.
"""

import re
from collections import defaultdict
from collections.abc import Callable
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
OF_EVENT = "FOREIGN KEY(scorebook_id, event_id) REFERENCES events (scorebook_id, id)"
PLAYERS = f"""
CREATE TABLE event_players (
  scorebook_id INTEGER NOT NULL,
  event_id BIGINT NOT NULL,
  entrant INTEGER NOT NULL,
  person INTEGER NOT NULL,
  player_id BIGINT NOT NULL,
  CONSTRAINT pk_event_players PRIMARY KEY (scorebook_id, event_id, entrant, person),
  CONSTRAINT fk_event_players_scorebook_id_event_id {OF_EVENT} ON DELETE CASCADE,
  CONSTRAINT fk_event_players_scorebook_id_player_id FOREIGN KEY(scorebook_id, player_id)
    REFERENCES players (scorebook_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT ck_event_players_entrant CHECK (entrant >= 1),
  CONSTRAINT ck_event_players_person CHECK (person BETWEEN 0 AND 1)
)
"""
IS_TYPED = """
UPDATE matches SET is_typed = true WHERE event_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM event_tables WHERE event_tables.scorebook_id = matches.scorebook_id
  AND event_tables.event_id = matches.event_id AND event_tables.round = matches.event_round
  AND event_tables.table_number = matches.event_table)
"""
ROLES = "'owner', 'viewer', 'board', 'scorer', 'spectator'"
OPENS_ONE = {
    "ck_{}_whole_scorebook": "CHECK ((role IN ('owner', 'viewer', 'board'))"
    " = (match_id IS NULL AND event_id IS NULL))",
    "ck_{}_match_or_event": "CHECK (match_id IS NULL OR event_id IS NULL)",
    "fk_{}_scorebook_id_event_id": f"{OF_EVENT} ON DELETE CASCADE",
}
CONSTRAINTS = {
    "grants": {
        **OPENS_ONE,
        "ck_{}_role": f"CHECK (role IN ({ROLES}, 'removed'))",
        "ck_{}_removed_from_event": "CHECK (role <> 'removed' OR event_id IS NOT NULL)",
        "uq_{}_device_id_scorebook_id_event_id": "UNIQUE (device_id, scorebook_id, event_id)",
    },
    "join_codes": {**OPENS_ONE, "ck_{}_role": f"CHECK (role IN ({ROLES}))"},
}
ROLE_OF_CODE = (
    "CASE WHEN event_id IS NOT NULL THEN 'spectator' WHEN role = 'viewer' THEN 'board'"
    " ELSE role END"
)


def upgrade() -> None:
    make_documents()
    join_grants()
    # Searches for a place read the matches in the order of their start.
    op.drop_index("ix_matches_place", "matches")


def make_documents() -> None:
    """Replace the tables of evenings by documents."""
    create_players()
    is_typed = sa.Column("is_typed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", is_typed)
    op.execute(IS_TYPED)
    # Each event has a document before none may be without.
    op.add_column("events", sa.Column("document", sa.JSON))
    op.add_column("events", sa.Column("latest_round", sa.Integer))
    write_documents()
    for table in OLD_TABLES:
        op.drop_table(table)
    if is_postgresql():
        for column in OLD_COLUMNS:
            op.drop_column("events", column)
        op.alter_column("events", "document", nullable=False)
    else:
        rebuild(
            "events",
            lambda columns: drop_lines(columns, *OLD_COLUMNS).replace(
                "document JSON", "document JSON NOT NULL"
            ),
        )


def create_players() -> None:
    """Make the table of players, from the entrants and their partners."""
    op.execute(PLAYERS if is_postgresql() else f"{PLAYERS} WITHOUT ROWID")
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


def is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def drop_lines(columns: str, *names: str) -> str:
    """Drop the lines with these names; each column and each constraint has a line of its own."""
    dropped = re.compile(rf"\b({'|'.join(names)})\b")
    return "\n".join(line for line in columns.splitlines() if not dropped.search(line))


def rebuild(table: str, change: Callable[[str], str], role: str = "role") -> None:
    """Rebuild a table from its own statement: SQLite changes no check and no checked column."""
    connection = op.get_bind()
    statement, *indexes = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY type = 'table' DESC, name",
        (table,),
    ).scalars()
    columns, end = statement.split("(", 1)[1].rsplit(")", 1)
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({change(columns)}){end}")
    names = [row.name for row in connection.exec_driver_sql(f"PRAGMA table_info(new_{table})")]
    values = ", ".join(role if name == "role" else name for name in names)
    connection.exec_driver_sql(
        f"INSERT INTO new_{table} ({', '.join(names)}) SELECT {values} FROM {table}"
    )
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)


def write_documents() -> None:
    of_event, of_round = ("scorebook_id", "event_id"), ("scorebook_id", "event_id", "round")
    entrants = group_rows("event_entrants", of_event, "number")
    rounds = group_rows("event_rounds", of_event, "round", house_rules=sa.JSON, started_at=MOMENT)
    seats = group_rows("event_seats", of_round, "seat")
    typed = group_rows("event_tables", of_round, "table_number", entered_at=MOMENT)
    for event in op.get_bind().execute(sa.select(EVENTS)).all():
        key = event.scorebook_id, event.id
        document = leave_out_none(
            kind=event.kind,
            house={"game": "partnership", **event.house_rules},
            rounds_planned=event.planned_rounds,
            most_tables=event.max_tables,
            entrants=[write_entrant(one) for one in entrants[key]],
            rounds=[
                write_round(one, seats[*key, one.round], typed[*key, one.round])
                for one in rounds[key]
            ],
        )
        latest = max((one.round for one in rounds[key]), default=None)
        op.execute(
            EVENTS.update()
            .where(EVENTS.c.scorebook_id == event.scorebook_id, EVENTS.c.id == event.id)
            .values(document=document, latest_round=latest)
        )


def write_entrant(row: Any) -> dict[str, Any]:
    left = None if row.is_present else True
    return leave_out_none(number=row.number, lot=row.lot, left=left, seed=row.seed)


def write_round(one: Any, seats: list[Any], typed: list[Any]) -> dict[str, Any]:
    by_table: dict[Any, list[int]] = defaultdict(list)
    for row in seats:
        by_table[row.table_number].append(row.entrant)
    sits_out = sorted(by_table.pop(None, ()))
    results = {row.table_number: write_result(row) for row in typed}
    return leave_out_none(
        round=one.round,
        lives=one.lives,
        house=one.house_rules or None,
        started=write_time(one.started_at),
        tables=[
            {"table": number, "seats": entrants, **results.get(number, {})}
            for number, entrants in sorted(by_table.items())
        ],
        sits_out=sits_out or None,
    )


def write_result(row: Any) -> dict[str, Any]:
    points = None if row.points_0 is None else [row.points_0, row.points_1]
    typed = write_time(row.entered_at)
    return leave_out_none(result=row.ending, points=points, winner=row.winner, typed=typed)


def leave_out_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def write_time(moment: datetime) -> str:
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return aware.isoformat().replace("+00:00", "Z")


def group_rows(
    name: str, key: tuple[str, ...], order: str, **types: Any
) -> dict[tuple[int, ...], list[Any]]:
    """Return the rows of a table by key, in this order."""
    rows: dict[tuple[int, ...], list[Any]] = defaultdict(list)
    text = sa.text(f"SELECT * FROM {name} ORDER BY {order}").columns(**types)
    for row in op.get_bind().execute(text):
        rows[tuple(getattr(row, column) for column in key)].append(row)
    return rows


def join_grants() -> None:
    # Until now nothing deleted the codes of a deleted event at once.
    op.execute(
        "DELETE FROM join_codes WHERE event_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events"
        " WHERE events.scorebook_id = join_codes.scorebook_id AND events.id = join_codes.event_id)"
    )
    op.add_column("grants", sa.Column("event_id", sa.BigInteger))
    for table, role in (("grants", "role"), ("join_codes", ROLE_OF_CODE)):
        replace_constraints(table, role)
        columns = ["scorebook_id", "event_id"]
        op.create_index(f"ix_{table}_scorebook_id_event_id", table, columns)
    op.drop_index("uq_grants_whole_scorebook", "grants")
    op.execute(
        "CREATE UNIQUE INDEX uq_grants_whole_scorebook ON grants (device_id, scorebook_id)"
        " WHERE match_id IS NULL AND event_id IS NULL"
    )
    columns_of_right = "device_id, scorebook_id, event_id, role, created_at, way"
    op.execute(
        f"INSERT INTO grants ({columns_of_right})"
        f" SELECT {columns_of_right} FROM event_grants ORDER BY id"
    )
    op.drop_table("event_grants")


def replace_constraints(table: str, role: str) -> None:
    """Replace the checks of a table, and change its roles."""
    old = [f"ck_{table}_{name}" for name in ("role", "whole_scorebook")]
    new = [f"CONSTRAINT {name.format(table)} {text}" for name, text in CONSTRAINTS[table].items()]
    if is_postgresql():
        for name in old:
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        op.execute(f"UPDATE {table} SET role = {role} WHERE role <> {role}")
        for constraint in new:
            op.execute(f"ALTER TABLE {table} ADD {constraint}")
        return

    def change(columns: str) -> str:
        kept = drop_lines(columns, *old).rstrip().removesuffix(",")
        return ", ".join([kept, *new])

    rebuild(table, change, role)
