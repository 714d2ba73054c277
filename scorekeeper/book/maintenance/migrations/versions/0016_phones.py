"""Store how a phone joined, that it was removed from an event, or that it only shows the board."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    event_roles, roles = "role IN ('scorer', 'spectator'", "role IN ('owner', 'viewer'"
    change_check("event_grants", "role", f"{event_roles})", f"{event_roles}, 'removed')")
    rest = ", 'scorer', 'spectator')"
    change_check("grants", "role", roles + rest, f"{roles}, 'board'{rest}")
    rest = ")) = (match_id IS NULL)"
    change_check("grants", "whole_scorebook", f"({roles}{rest}", f"({roles}, 'board'{rest}")
    for table in ("grants", "event_grants"):
        op.add_column(table, sa.Column("way", sa.String(8)))


def change_check(table: str, name: str, old: str, new: str) -> None:
    """Replace the condition of a check; SQLite rebuilds the table from its own statement."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_{name}")
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_{name} CHECK ({new})")
        return
    statement, *indexes = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY type = 'table' DESC, name",
        (table,),
    ).scalars()
    assert old in statement, statement
    _, columns = statement.replace(old, new).split("(", 1)
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({columns}")
    connection.exec_driver_sql(f"INSERT INTO new_{table} SELECT * FROM {table}")
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)
