"""Rename tables, columns and roles, with the constraints and indexes that carry their names."""

import re

from alembic import op

revision = "0012"
down_revision = "0011"

RENAMED = {
    "devices": {"follows_id": "replaces_id"},
    "scorebooks": {"house": "is_home"},
    "grants": {"used": "use_order"},
    "passes": {
        "passes": "join_codes",
        "made_at": "created_at",
        "seconds": "valid_seconds",
        "once": "single_use",
    },
    "players": {"folded": "search_key", "leader_id": "canonical_id", "leader": "canonical"},
    "matches": {
        "house": "house_rules",
        "first": "first_seat",
        "shown": "revision",
        "folded_place": "place_search_key",
    },
    "rulings": {"place": "number"},
    "replies": {"replies": "confirmations", "word": "answer"},
    "changes": {"place": "number"},
    "played": {"played": "results", "house": "house_rules_key"},
    "saved_houses": {"saved_houses": "saved_house_rules", "house": "house_rules"},
    "receipts": {"receipts": "idempotency_keys"},
}
"""Old and new words in the names of each table, its columns and its constraints."""

ROLES = {"reader": "viewer", "keeper": "scorer", "watcher": "spectator"}
CHECKS_OF_ROLES = {
    "role": "role IN ('owner', 'viewer', 'scorer', 'spectator')",
    "whole_scorebook": "(role IN ('owner', 'viewer')) = (match_id IS NULL)",
}
NEW_ROLE = " ".join(
    ["CASE role", *(f"WHEN '{old}' THEN '{new}'" for old, new in ROLES.items()), "ELSE role END"]
)


def upgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    op.drop_index("uq_scorebooks_house", "scorebooks")
    replace_null_in_house()
    for table, words in RENAMED.items():
        if is_postgresql:
            rename_on_postgresql(table, words)
        else:
            build_on_sqlite(table, words)
    op.execute(
        "CREATE UNIQUE INDEX uq_scorebooks_is_home ON scorebooks (is_home)"
        " WHERE is_home AND deleted_at IS NULL"
    )


def replace_null_in_house() -> None:
    """Replace NULL in `house`.

    A deleted scorebook with NULL was the shared one, and is restored as the shared one. Others with
    NULL may belong to many people, so none is shared until someone chooses one.
    """
    op.execute("UPDATE scorebooks SET house = (deleted_at IS NOT NULL) WHERE house IS NULL")


def rename_words(text: str, words: dict[str, str]) -> str:
    """Replace words, in names with underscores too; new names stay as they are."""
    known = words | {new: new for new in words.values()}
    longest_first = "|".join(sorted(known, key=len, reverse=True))
    return re.sub(f"(?<![a-z])({longest_first})(?![a-z])", lambda match: known[match[0]], text)


def build_on_sqlite(table: str, words: dict[str, str]) -> None:
    """Rebuild a table from its own statement, because renaming doesn't rename constraints."""
    connection = op.get_bind()
    new = words.get(table, table)
    made = connection.exec_driver_sql(
        "SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY type = 'table' DESC, name",
        (table,),
    ).all()
    statement, *indexes = [
        rename_words(sql, words | (ROLES if "role IN" in sql else {})) for _, sql in made
    ]
    statement = re.sub(f'^CREATE TABLE "?{new}"?', f"CREATE TABLE new_{new}", statement)
    statement = statement.replace("is_home BOOLEAN", "is_home BOOLEAN NOT NULL")
    statement = statement.replace("role VARCHAR(7)", "role VARCHAR(9)")
    connection.exec_driver_sql(statement)
    columns = [row.name for row in connection.exec_driver_sql(f"PRAGMA table_info({table})")]
    values = ", ".join(NEW_ROLE if column == "role" else f'"{column}"' for column in columns)
    connection.exec_driver_sql(f"INSERT INTO new_{new} SELECT {values} FROM {table}")
    op.drop_table(table)
    op.rename_table(f"new_{new}", new)
    for index in indexes:
        connection.exec_driver_sql(index)


def rename_on_postgresql(table: str, words: dict[str, str]) -> None:
    """Rename columns, constraints, indexes and finally the table, with its partitions."""
    connection = op.get_bind()

    def names(query: str, relation: str) -> list[str]:
        found = connection.exec_driver_sql(query, (relation,)).scalars().all()
        return [name for name in found if rename_words(name, words) != name]

    columns = "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0"
    for column in names(columns, table):
        op.alter_column(table, column, new_column_name=words[column])
    if table in ("grants", "passes"):
        rename_roles(table)
    if table == "scorebooks":
        op.alter_column(table, "is_home", nullable=False)
    partitions = connection.exec_driver_sql(
        "SELECT relid::regclass::text FROM pg_partition_tree(to_regclass(%s))", (table,)
    )
    # Constraints that partitions inherit from the table are renamed with it.
    constraints = (
        "SELECT conname FROM pg_constraint WHERE conrelid = to_regclass(%s) AND contype <> 't'"
        " AND (contype NOT IN ('c', 'n') OR coninhcount = 0)"
    )
    indexes = (
        "SELECT relname FROM pg_class JOIN pg_index ON oid = indexrelid"
        " WHERE indrelid = to_regclass(%s)"
    )
    for relation in {table: None} | dict.fromkeys(partitions.scalars().all()):
        for name in names(constraints, relation):
            new = rename_words(name, words)
            op.execute(f"ALTER TABLE {relation} RENAME CONSTRAINT {name} TO {new}")
        for name in names(indexes, relation):
            op.execute(f"ALTER INDEX {name} RENAME TO {rename_words(name, words)}")
        if rename_words(relation, words) != relation:
            op.rename_table(relation, rename_words(relation, words))


def rename_roles(table: str) -> None:
    for name in CHECKS_OF_ROLES:
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_{name}")
    op.execute(f"ALTER TABLE {table} ALTER COLUMN role TYPE varchar(9)")
    op.execute(f"UPDATE {table} SET role = {NEW_ROLE}")
    for name, condition in CHECKS_OF_ROLES.items():
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_{name} CHECK ({condition})")
