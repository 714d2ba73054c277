"""Add dealers of hands, winners of matches given up and sums of shared bids; allow 18 tricks."""

from alembic import op

revision = "0019"
down_revision = "0018"

NEW_COLUMNS = (("hands", "first_seat"), ("matches", "awarded"))
UP_TO_17, UP_TO_18 = "{0} BETWEEN 0 AND 17", "{0} BETWEEN 0 AND 18"
ENDINGS = "{0} IN ('target', 'floor', 'sets', 'hands', 'time', 'early'"
CHECKS = {
    "hand_seats": dict.fromkeys(("bid", "tricks"), (UP_TO_17, UP_TO_18)),
    "hand_sides": {"pile": (UP_TO_17, UP_TO_18)},
    "rulings": {"tricks": (UP_TO_17, UP_TO_18)},
    "matches": {"ending": (f"{ENDINGS})", f"{ENDINGS}, 'given up')")},
}


def upgrade() -> None:
    for table, column in NEW_COLUMNS:
        check = f"CONSTRAINT ck_{table}_{column} CHECK ({column} BETWEEN 0 AND 5)"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER {check}")
    op.execute("ALTER TABLE results ADD COLUMN shared INTEGER DEFAULT 0 NOT NULL")
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    if is_postgresql:
        op.execute("ALTER TABLE matches ALTER COLUMN ending TYPE VARCHAR(8)")
    for table, conditions in CHECKS.items():
        changes = {
            old.format(column): new.format(column) for column, (old, new) in conditions.items()
        }
        if not is_postgresql:
            rebuild(table, {**changes, "ending VARCHAR(6)": "ending VARCHAR(8)"})
            continue
        for column, condition in zip(conditions, changes.values(), strict=True):
            name = f"ck_{table}_{column}"
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({condition})")


def rebuild(table: str, changes: dict[str, str]) -> None:
    """Rebuild a table from its own statement: SQLite changes no check."""
    connection = op.get_bind()
    statement, *indexes = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY type = 'table' DESC, name",
        (table,),
    ).scalars()
    for old, new in changes.items():
        statement = statement.replace(old, new)
    columns = statement.split("(", 1)[1]
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({columns}")
    connection.exec_driver_sql(f"INSERT INTO new_{table} SELECT * FROM {table}")
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)
