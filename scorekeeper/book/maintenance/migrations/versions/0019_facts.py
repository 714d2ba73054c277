"""Add the dealer of a hand and the winner of a match given up, and allow 18 tricks."""

from alembic import op

revision = "0019"
down_revision = "0018"

NEW_COLUMNS = (("hands", "first_seat"), ("matches", "awarded"))
CHECKS = {"hand_seats": ("bid", "tricks"), "hand_sides": ("pile",), "rulings": ("tricks",)}


def upgrade() -> None:
    for table, column in NEW_COLUMNS:
        check = f"CONSTRAINT ck_{table}_{column} CHECK ({column} BETWEEN 0 AND 5)"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER {check}")
    for table, columns in CHECKS.items():
        if op.get_bind().dialect.name == "postgresql":
            for column in columns:
                name = f"ck_{table}_{column}"
                op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
                op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({allow(column, 18)})")
        else:
            rebuild(table, {allow(column, 17): allow(column, 18) for column in columns})


def allow(column: str, most: int) -> str:
    return f"{column} BETWEEN 0 AND {most}"


def rebuild(table: str, checks: dict[str, str]) -> None:
    """Rebuild a table that has no other indexes: SQLite changes no check."""
    [statement] = op.get_bind().exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL", (table,)
    ).scalars()
    for old, new in checks.items():
        assert old in statement, statement
        statement = statement.replace(old, new)
    columns = statement.split("(", 1)[1]
    op.execute(f"CREATE TABLE new_{table} ({columns}")
    op.execute(f"INSERT INTO new_{table} SELECT * FROM {table}")
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
