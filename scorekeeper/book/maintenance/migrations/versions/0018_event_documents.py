"""Store each evening as one document, with a table of the players who take part in it."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

MOMENT = sa.DateTime(timezone=True)
OF_EVENT = ("scorebook_id", "event_id")
COLUMNS = (
    *("scorebook_id", "id", "public_id", "generation", "name", "revision", "started_at"),
    *("utc_offset", "ended_at", "deleted_at"),
)
OLD_COLUMNS = ("kind", "house_rules", "planned_rounds", "max_tables")
OLD_TABLES = ("event_seats", "event_tables", "event_rounds", "event_entrants")


def upgrade() -> None:
    make_documents()


def make_documents() -> None:
    """Replace the tables of evenings by documents."""
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    documents = [*write_documents()]
    create_players()
    op.add_column(
        "matches", sa.Column("is_typed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute(
        "UPDATE matches SET is_typed = true WHERE event_id IS NOT NULL AND EXISTS (SELECT 1 FROM"
        " event_tables WHERE event_tables.scorebook_id = matches.scorebook_id"
        " AND event_tables.event_id = matches.event_id"
        " AND event_tables.round = matches.event_round"
        " AND event_tables.table_number = matches.event_table)"
    )
    for column in (sa.Column("document", sa.JSON), sa.Column("latest_round", sa.Integer)):
        op.add_column("events", column)
    events = table_of("events", "scorebook_id", "id", "latest_round", document=sa.JSON)
    of_event = (events.c[name] == sa.bindparam(f"its_{name}") for name in ("scorebook_id", "id"))
    update = events.update().where(*of_event)
    if documents:
        new = {
            "document": sa.bindparam("new_document", type_=sa.JSON),
            "latest_round": sa.bindparam("new_latest_round"),
        }
        op.get_bind().execute(update.values(new), documents)
    for name in OLD_TABLES:
        op.drop_table(name)
    if is_postgresql:
        for old in OLD_COLUMNS:
            op.drop_column("events", old)
        op.alter_column("events", "document", nullable=False)
    else:
        build_events()


def create_players() -> None:
    """Make the table of players, from the entrants and their partners."""
    op.create_table(
        "event_players",
        key("scorebook_id"),
        key("event_id", sa.BigInteger),
        key("entrant"),
        key("person"),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint(*OF_EVENT, "entrant", "person", name="pk_event_players"),
        sa.ForeignKeyConstraint(
            OF_EVENT,
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
    columns = "scorebook_id, event_id, entrant, person, player_id"
    for person, column in enumerate(("player_id", "partner_id")):
        op.execute(
            f"INSERT INTO event_players ({columns}) SELECT scorebook_id, event_id, number,"
            f" {person}, {column} FROM event_entrants WHERE {column} IS NOT NULL"
        )


def build_events() -> None:
    """Rebuild the table of events, because SQLite drops no column that a check names."""
    op.create_table(
        "new_events",
        key("scorebook_id"),
        key("id", sa.BigInteger),
        sa.Column("public_id", sa.String(22), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("utc_offset", sa.Integer),
        sa.Column("ended_at", MOMENT),
        sa.Column("deleted_at", MOMENT),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("latest_round", sa.Integer),
        sa.PrimaryKeyConstraint("scorebook_id", "id", name="pk_events"),
        sa.ForeignKeyConstraint(
            ["scorebook_id"],
            ["scorebooks.id"],
            name="fk_events_scorebook_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("public_id", name="uq_events_public_id"),
        sa.CheckConstraint(
            "length(public_id) BETWEEN 22 AND 22", name="ck_events_public_id_length"
        ),
        sa.CheckConstraint("generation >= 0", name="ck_events_generation"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="ck_events_name_length"),
        sa.CheckConstraint("revision >= 1", name="ck_events_revision"),
        sa.CheckConstraint("utc_offset BETWEEN -840 AND 840", name="ck_events_utc_offset"),
        sqlite_with_rowid=False,
    )
    columns = ", ".join((*COLUMNS, "document", "latest_round"))
    op.execute(f"INSERT INTO new_events ({columns}) SELECT {columns} FROM events")
    op.drop_table("events")
    op.rename_table("new_events", "events")
    op.create_index("ix_events_scorebook_id_started_at", "events", ["scorebook_id", "started_at"])
    op.create_index(
        "ix_events_deleted",
        "events",
        ["deleted_at"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
    )


def write_documents() -> Iterator[dict[str, Any]]:
    """Yield the values of each event: its key, its document and the number of its latest round."""
    entrants = group("event_entrants", "number", "lot", "is_present", "seed", order="number")
    rounds = group(
        *("event_rounds", "round", "lives"), order="round", house_rules=sa.JSON, started_at=MOMENT
    )
    seats = group("event_seats", "round", "entrant", "table_number", "seat", order="seat")
    tables = group(
        *("event_tables", "round", "table_number", "ending", "points_0", "points_1", "winner"),
        order="round",
        entered_at=MOMENT,
    )
    events = table_of("events", "scorebook_id", "id", *OLD_COLUMNS, house_rules=sa.JSON)
    for event in op.get_bind().execute(sa.select(events)).all():
        its_key = event.scorebook_id, event.id
        typed = {(row.round, row.table_number): row for row in tables[its_key]}
        document = leave_out_none(
            kind=event.kind,
            house={"game": "partnership", **event.house_rules},
            rounds_planned=event.planned_rounds,
            most_tables=event.max_tables,
            entrants=[
                leave_out_none(
                    number=row.number,
                    lot=row.lot,
                    left=None if row.is_present else True,
                    seed=row.seed,
                )
                for row in entrants[its_key]
            ],
            rounds=[
                write_round(one, [row for row in seats[its_key] if row.round == one.round], typed)
                for one in rounds[its_key]
            ],
        )
        yield {
            "its_scorebook_id": event.scorebook_id,
            "its_id": event.id,
            "new_document": document,
            "new_latest_round": max((one.round for one in rounds[its_key]), default=None),
        }


def write_round(one: Any, seats: list[Any], typed: dict[tuple[int, int], Any]) -> dict[str, Any]:
    numbers = sorted({row.table_number for row in seats if row.table_number is not None})
    return leave_out_none(
        round=one.round,
        lives=one.lives,
        house=one.house_rules or None,
        started=write_time(one.started_at),
        tables=[
            {
                "table": number,
                "seats": [row.entrant for row in seats if row.table_number == number],
                **write_result(typed.get((one.round, number))),
            }
            for number in numbers
        ],
        sits_out=sorted(row.entrant for row in seats if row.table_number is None) or None,
    )


def write_result(row: Any) -> dict[str, Any]:
    if row is None:
        return {}
    return leave_out_none(
        result=row.ending,
        points=None if row.points_0 is None else [row.points_0, row.points_1],
        winner=row.winner,
        typed=write_time(row.entered_at),
    )


def leave_out_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def write_time(moment: datetime) -> str:
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return aware.isoformat().replace("+00:00", "Z")


def group(name: str, *columns: str, order: str, **typed: Any) -> dict[tuple[int, int], list[Any]]:
    """Return the rows of a table of events in an order, by event."""
    table = table_of(name, *OF_EVENT, *columns, **typed)
    rows: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for row in op.get_bind().execute(sa.select(table).order_by(table.c[order])):
        rows[row.scorebook_id, row.event_id].append(row)
    return rows


def table_of(name: str, *columns: str, **typed: Any) -> sa.TableClause:
    untyped: Iterator[sa.ColumnClause[Any]] = (
        sa.column(column) for column in columns if column not in typed
    )
    return sa.table(name, *untyped, *(sa.column(one, type_) for one, type_ in typed.items()))


def key(name: str, type_: type[sa.Integer] = sa.Integer) -> sa.Column[int]:
    return sa.Column(name, type_, autoincrement=False, nullable=False)
