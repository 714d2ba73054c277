"""Add club evenings: their entrants, rounds, seats, typed results and rights."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

MOMENT = sa.DateTime(timezone=True)
OF_EVENT = ("scorebook_id", "event_id")
OF_ROUND = ("scorebook_id", "event_id", "round")


def upgrade() -> None:
    create_events()
    create_entrants()
    create_rounds()
    create_tables()
    create_grants()
    op.add_column("join_codes", sa.Column("event_id", sa.BigInteger))
    for column in (
        sa.Column("event_id", sa.BigInteger),
        sa.Column("event_round", sa.Integer),
        sa.Column("event_table", sa.Integer),
    ):
        op.add_column("matches", column)
    create_partial_index(
        "uq_matches_event_table",
        "matches",
        ["scorebook_id", "event_id", "event_round", "event_table"],
        "event_id IS NOT NULL AND deleted_at IS NULL",
        unique=True,
    )


def create_events() -> None:
    op.create_table(
        "events",
        key("scorebook_id"),
        key("id", sa.BigInteger),
        sa.Column("public_id", sa.String(22), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(11), nullable=False),
        sa.Column("house_rules", sa.JSON, nullable=False),
        sa.Column("planned_rounds", sa.Integer, nullable=False),
        sa.Column("max_tables", sa.Integer),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("utc_offset", sa.Integer),
        sa.Column("ended_at", MOMENT),
        sa.Column("deleted_at", MOMENT),
        sa.PrimaryKeyConstraint("scorebook_id", "id", name="pk_events"),
        part_of("events", "scorebooks", ("scorebook_id",), ("id",)),
        sa.UniqueConstraint("public_id", name="uq_events_public_id"),
        check("events", "public_id_length", "length(public_id) BETWEEN 22 AND 22"),
        check("events", "generation", "generation >= 0"),
        check("events", "name_length", "length(name) BETWEEN 1 AND 40"),
        check("events", "kind", "kind IN ('singles', 'round robin', 'swiss')"),
        check("events", "planned_rounds", "planned_rounds BETWEEN 1 AND 40"),
        check("events", "max_tables", "max_tables BETWEEN 1 AND 60"),
        check("events", "revision", "revision >= 1"),
        check("events", "utc_offset", "utc_offset BETWEEN -840 AND 840"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_events_scorebook_id_started_at", "events", ["scorebook_id", "started_at"])
    create_partial_index("ix_events_deleted", "events", ["deleted_at"], "deleted_at IS NOT NULL")


def create_entrants() -> None:
    op.create_table(
        "event_entrants",
        *(key("scorebook_id"), key("event_id", sa.BigInteger), key("number")),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.Column("partner_id", sa.BigInteger),
        sa.Column("lot", sa.Integer, nullable=False),
        sa.Column("is_present", sa.Boolean, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.PrimaryKeyConstraint(*OF_EVENT, "number", name="pk_event_entrants"),
        part_of("event_entrants", "events", OF_EVENT, ("scorebook_id", "id")),
        *(
            sa.ForeignKeyConstraint(
                ["scorebook_id", column],
                ["players.scorebook_id", "players.id"],
                name=f"fk_event_entrants_scorebook_id_{column}",
                deferrable=True,
                initially="DEFERRED",
            )
            for column in ("player_id", "partner_id")
        ),
        check("event_entrants", "number", "number >= 1"),
        check("event_entrants", "partner", "partner_id IS NULL OR partner_id <> player_id"),
        check("event_entrants", "seed", "seed >= 1"),
        sqlite_with_rowid=False,
    )
    for column in ("player_id", "partner_id"):
        name = f"ix_event_entrants_scorebook_id_{column}"
        op.create_index(name, "event_entrants", ["scorebook_id", column])


def create_rounds() -> None:
    op.create_table(
        "event_rounds",
        *(key("scorebook_id"), key("event_id", sa.BigInteger), key("round")),
        sa.Column("house_rules", sa.JSON, nullable=False),
        sa.Column("lives", sa.Integer),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint(*OF_ROUND, name="pk_event_rounds"),
        part_of("event_rounds", "events", OF_EVENT, ("scorebook_id", "id")),
        check("event_rounds", "round", "round BETWEEN 1 AND 99"),
        check("event_rounds", "lives", "lives BETWEEN 1 AND 2"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event_seats",
        *(key("scorebook_id"), key("event_id", sa.BigInteger), key("round"), key("entrant")),
        sa.Column("table_number", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.PrimaryKeyConstraint(*OF_ROUND, "entrant", name="pk_event_seats"),
        part_of("event_seats", "event_rounds", OF_ROUND, OF_ROUND),
        part_of("event_seats", "event_entrants", (*OF_EVENT, "entrant"), (*OF_EVENT, "number")),
        sa.UniqueConstraint(
            *(*OF_ROUND, "table_number", "seat"),
            name="uq_event_seats_scorebook_id_event_id_round_table_number_seat",
        ),
        check("event_seats", "table_number", "table_number >= 1"),
        check("event_seats", "seat", "seat BETWEEN 0 AND 3"),
        check("event_seats", "seat_of_table", "(seat IS NULL) = (table_number IS NULL)"),
        sqlite_with_rowid=False,
    )


def create_tables() -> None:
    op.create_table(
        "event_tables",
        *(key("scorebook_id"), key("event_id", sa.BigInteger), key("round"), key("table_number")),
        sa.Column("ending", sa.String(8), nullable=False),
        sa.Column("points_0", sa.Integer),
        sa.Column("points_1", sa.Integer),
        sa.Column("winner", sa.Integer),
        sa.Column("entered_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint(*OF_ROUND, "table_number", name="pk_event_tables"),
        part_of("event_tables", "event_rounds", OF_ROUND, OF_ROUND),
        check("event_tables", "ending", "ending IN ('played', 'walkover', 'none')"),
        check("event_tables", "points", "(points_0 IS NULL) = (points_1 IS NULL)"),
        check("event_tables", "winner", "winner BETWEEN 0 AND 1"),
        sqlite_with_rowid=False,
    )


def create_grants() -> None:
    op.create_table(
        "event_grants",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("device_id", sa.Integer, nullable=False),
        sa.Column("scorebook_id", sa.Integer, nullable=False),
        sa.Column("event_id", sa.BigInteger, nullable=False),
        sa.Column("role", sa.String(9), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_event_grants"),
        part_of("event_grants", "devices", ("device_id",), ("id",)),
        part_of("event_grants", "events", OF_EVENT, ("scorebook_id", "id")),
        sa.UniqueConstraint(
            *("device_id", *OF_EVENT), name="uq_event_grants_device_id_scorebook_id_event_id"
        ),
        check("event_grants", "role", "role IN ('scorer', 'spectator')"),
    )
    op.create_index("ix_event_grants_scorebook_id_event_id", "event_grants", [*OF_EVENT])


def key(name: str, type_: type[sa.Integer] = sa.Integer) -> sa.Column[int]:
    return sa.Column(name, type_, autoincrement=False, nullable=False)


def part_of(
    table: str, parent: str, columns: tuple[str, ...], parents: tuple[str, ...]
) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        columns,
        [f"{parent}.{column}" for column in parents],
        name=f"fk_{table}_{'_'.join(columns)}",
        ondelete="CASCADE",
    )


def check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=f"ck_{table}_{name}")


def create_partial_index(
    name: str, table: str, columns: list[str], where: str, *, unique: bool = False
) -> None:
    condition = sa.text(where)
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=condition,
        postgresql_where=condition,
    )
