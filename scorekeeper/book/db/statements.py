"""Statements for any table: upsert, bulk insert, and the query of a version."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, Dialect, Insert, Select, Table, bindparam, func, select
from sqlalchemy.orm import Session


class VersionQuery(NamedTuple):
    """A query with its values, and the row it returns as long as nothing has changed."""

    statement: Select[Any]
    values: Mapping[str, Any]
    row: tuple[Any, ...]


def upsert(
    table: Table, dialect: str, key: Sequence[Any], changes: Callable[[Any], Mapping[str, Any]]
) -> Any:
    """Return an insert that updates the existing row with the same key, if any.

    `changes` takes the row to insert and returns the new values by column. The row is locked
    until the end of the transaction in both cases.
    """
    # The dialects differ, and only the one in use is imported.
    new: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    return new.on_conflict_do_update(index_elements=list(key), set_=changes(new.excluded))


def insert_rows(
    session: Session, statement: Insert, names: Sequence[str], rows: Sequence[Collection[Any]]
) -> None:
    """Insert many rows without their defaults, in a third of the time of an ORM insert."""
    if not rows:
        return
    connection = session.connection()
    columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    if connection.dialect.name == "postgresql":
        arrays = {name: list(column) for name, column in columns.items()}
        connection.execute(_from_arrays(statement, tuple(names)), arrays)
        return
    text, processors = _compile_for_driver(statement, tuple(names), connection.dialect)
    values = [
        columns[name] if process is None else [process(value) for value in columns[name]]
        for name, process in processors
    ]
    connection.exec_driver_sql(text, list(zip(*values, strict=True)))


@cache
def compile_for_reading(statement: Select[Any], dialect: Dialect) -> tuple[str, Mapping[str, Any]]:
    """Return a query as text with named parameters, and the values of its constants."""
    if dialect.name == "sqlite":
        sqlite: Any = type(dialect)
        dialect = sqlite(paramstyle="named")
    compiled = statement.compile(dialect=dialect)
    return str(compiled), compiled.params


@cache
def _from_arrays(statement: Insert, names: tuple[str, ...]) -> Insert:
    """Return an insert of all rows at once from an array for each column."""
    # One dimension always: a list in a JSON column is a value, not a further dimension.
    types = {name: ARRAY(statement.table.c[name].type, dimensions=1) for name in names}
    arrays = [bindparam(name, type_=type_) for name, type_ in types.items()]
    rows = select(*[func.unnest(array) for array in arrays])
    return statement.from_select(names, rows, include_defaults=False)


@cache
def _compile_for_driver(
    statement: Insert, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, list[tuple[str, Callable[[Any], Any] | None]]]:
    """Return an insert as text, and its columns in order with their bind processors."""
    compiled: Any = statement.compile(dialect=dialect, column_keys=names)
    types: Any = {name: statement.table.c[name].type.dialect_impl(dialect) for name in names}
    return str(compiled), [
        (name, types[name].bind_processor(dialect)) for name in compiled.positiontup
    ]
