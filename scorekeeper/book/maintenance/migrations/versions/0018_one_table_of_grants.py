"""Store rights to events with all other rights, and join codes with the role that they give."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

MATCH_ROLES = "'scorer', 'spectator'"
OLD_CHECKS = {
    ("grants", "role"): f"role IN ('owner', 'viewer', 'board', {MATCH_ROLES})",
    ("grants", "whole_scorebook"): "(role IN ('owner', 'viewer', 'board')) = (match_id IS NULL)",
    ("join_codes", "role"): f"role IN ('owner', 'viewer', {MATCH_ROLES})",
    ("join_codes", "whole_scorebook"): "(role IN ('owner', 'viewer')) = (match_id IS NULL)",
}
ROLES = f"'owner', 'viewer', 'board', {MATCH_ROLES}"
OF_EVENT = "FOREIGN KEY(scorebook_id, event_id) REFERENCES events (scorebook_id, id)"
OPENS_ONE = {
    "ck_{}_whole_scorebook": "CHECK ((role IN ('owner', 'viewer', 'board'))"
    " = (match_id IS NULL AND event_id IS NULL))",
    "ck_{}_match_or_event": "CHECK (match_id IS NULL OR event_id IS NULL)",
    "fk_{}_scorebook_id_event_id": f"{OF_EVENT} ON DELETE CASCADE",
}
NEW_CONSTRAINTS = {
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
    join_grants()


def join_grants() -> None:
    # Until now nothing deleted the codes of a deleted event at once.
    op.execute(
        "DELETE FROM join_codes WHERE event_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events"
        " WHERE events.scorebook_id = join_codes.scorebook_id AND events.id = join_codes.event_id)"
    )
    op.add_column("grants", sa.Column("event_id", sa.BigInteger))
    replace_constraints("grants", role="role")
    replace_constraints("join_codes", role=ROLE_OF_CODE)
    for table in ("grants", "join_codes"):
        columns = ["scorebook_id", "event_id"]
        op.create_index(f"ix_{table}_scorebook_id_event_id", table, columns)
    op.drop_index("uq_grants_whole_scorebook", "grants")
    where = sa.text("match_id IS NULL AND event_id IS NULL")
    op.create_index(
        "uq_grants_whole_scorebook",
        "grants",
        ["device_id", "scorebook_id"],
        unique=True,
        sqlite_where=where,
        postgresql_where=where,
    )
    columns_of_right = "device_id, scorebook_id, event_id, role, created_at, way"
    op.execute(
        f"INSERT INTO grants ({columns_of_right})"
        f" SELECT {columns_of_right} FROM event_grants ORDER BY id"
    )
    op.drop_table("event_grants")


def replace_constraints(table: str, role: str) -> None:
    """Replace the checks of a table and change its roles; SQLite rebuilds it from its statement."""
    connection = op.get_bind()
    new = {name.format(table): text for name, text in NEW_CONSTRAINTS[table].items()}
    if connection.dialect.name == "postgresql":
        for name in ("role", "whole_scorebook"):
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_{name}")
        op.execute(f"UPDATE {table} SET role = {role} WHERE role <> {role}")
        for name, text in new.items():
            op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {text}")
        return
    statement, *indexes = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY type = 'table' DESC, name",
        (table,),
    ).scalars()
    for name in ("role", "whole_scorebook"):
        its = f"ck_{table}_{name}"
        old = f"CONSTRAINT {its} CHECK ({OLD_CHECKS[table, name]})"
        assert old in statement, statement
        statement = statement.replace(old, f"CONSTRAINT {its} {new.pop(its)}")
    more = "".join(f", CONSTRAINT {name} {text}" for name, text in new.items())
    columns, end = statement.rsplit(")", 1)
    _, columns = columns.split("(", 1)
    connection.exec_driver_sql(f"CREATE TABLE new_{table} ({columns}{more}){end}")
    names = [column["name"] for column in sa.inspect(connection).get_columns(table)]
    values = ", ".join(role if name == "role" else name for name in names)
    connection.exec_driver_sql(
        f"INSERT INTO new_{table} ({', '.join(names)}) SELECT {values} FROM {table}"
    )
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)
