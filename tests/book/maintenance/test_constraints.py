"""An upgraded scorebook has the tables, constraints and indexes of a new one."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.models.tables import metadata
from tests.book.release_fixture import OLDEST, ONCE_OLDER, pour
from tests.partitions import DISTRIBUTED, create_partitioned, partition_all
from tests.postgres import Server


@pytest.fixture(params=[OLDEST, ONCE_OLDER], ids=["0.14.0", "0.14.0 from before"])
def upgraded(request: pytest.FixtureRequest, nothing_url: str) -> Iterator[Database]:
    pour(request.param, nothing_url)
    prepare(nothing_url, lambda _sentence: None)
    with closing(Database(nothing_url)) as database:
        yield database


def test_a_new_scorebook_matches_the_models(database: Database) -> None:
    assert differences(database) == []


def differences(database: Database) -> list[Any]:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return compare_metadata(context, metadata)


def test_an_upgraded_scorebook_has_the_tables_and_constraints_of_a_new_one(
    upgraded: Database, sqlite_template: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{sqlite_template}"
    if not upgraded.is_sqlite:
        url = request.getfixturevalue("postgresql_url")
    assert differences(upgraded) == []
    with closing(Database(url)) as new:
        assert conditions(upgraded.engine) == conditions(new.engine)
        assert keys(upgraded.engine) == keys(new.engine)
        if not upgraded.is_sqlite:
            assert server_names(upgraded) == server_names(new)


def conditions(engine: Any) -> dict[Any, Any]:
    found = inspect(engine).get_multi_check_constraints()
    return {
        (table, check["name"]): check["sqltext"]
        for (_, table), checks in found.items()
        for check in checks
    }


def keys(engine: Any) -> dict[Any, Any]:
    look = inspect(engine)
    return {
        table: (
            look.get_pk_constraint(table),
            sorted(look.get_foreign_keys(table), key=str),
            sorted(look.get_unique_constraints(table), key=str),
            sorted(index_of(found) for found in look.get_indexes(table)),
            look.get_table_options(table),
            [column["name"] for column in look.get_columns(table)],
        )
        for table in (*metadata.tables, "alembic_version")
    }


def server_names(database: Database) -> set[tuple[str, str]]:
    """Return the names of all relations and constraints on a server, including NOT NULL."""
    with database.read() as session:
        found = session.execute(
            text(
                "SELECT relname, '' FROM pg_class WHERE relnamespace = 'public'::regnamespace"
                " UNION SELECT conrelid::regclass::text, conname FROM pg_constraint"
                " WHERE connamespace = 'public'::regnamespace"
            )
        )
        return {(relation, name) for relation, name in found}


def test_partitions_are_upgraded_with_their_constraints(postgres: Server) -> None:
    old, new = (postgres.url(postgres.create()) for _ in range(2))
    engine = create_engine(parse_url(old))
    with engine.begin() as connection:
        for statement in OLDEST.with_suffix(".sql").read_text().split(";\n")[:-1]:
            name = statement.removeprefix("CREATE TABLE ").partition(" ")[0]
            if name in DISTRIBUTED:
                create_partitioned(connection, name, statement)
            else:
                connection.execute(text(statement))
        connection.execute(text("INSERT INTO alembic_version VALUES ('0015')"))
    engine.dispose()
    prepare(old, lambda _sentence: None)
    partition_all(new)
    with closing(Database(old)) as upgraded, closing(Database(new)) as database:
        assert old_names(upgraded) == old_names(database)


def old_names(database: Database) -> set[tuple[str, str]]:
    """Leave out tables that nobody partitions: that of Alembic, and those that are new here."""
    new = ("alembic_version", "event_players", "contract_counts")
    return {name for name in server_names(database) if not any(one in name[0] for one in new)}


def index_of(found: Any) -> tuple[Any, ...]:
    rows = [str(option) for option in found.get("dialect_options", {}).values()]
    return found["name"], found["column_names"], found["unique"], rows
