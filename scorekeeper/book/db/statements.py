"""Statements that any table needs: upsert, inserting many rows, choosing matches by key."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Dialect,
    Insert,
    Table,
    bindparam,
    func,
    select,
)
from sqlalchemy.orm import Session


def upsert(
    table: Table, dialect: str, key: Sequence[Any], changes: Callable[[Any], Mapping[str, Any]]
) -> Any:
    """Return an insert that changes the row with the same key instead, where there is one.

    `changes` is given the row to insert and returns the new values by column. Either way the row
    is locked until the end of the transaction.
    """
    # Each database knows this in its own way, and only one of them is loaded.
    new: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    return new.on_conflict_do_update(index_elements=list(key), set_=changes(new.excluded))


def insert_rows(
    session: Session, statement: Insert, names: Sequence[str], rows: Sequence[Collection[Any]]
) -> None:
    """Write many rows of these columns by an insert made once, in the way the database likes best.

    Nothing is filled in; but it takes a third of the time.
    """
    if not rows:
        return
    connection = session.connection()
    columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    if connection.dialect.name == "postgresql":
        arrays = {name: list(column) for name, column in columns.items()}
        connection.execute(_from_arrays(statement, tuple(names)), arrays)
        return
    text, kept_as = _compile_for_driver(statement, tuple(names), connection.dialect)
    made = [
        columns[name] if kept is None else [kept(value) for value in columns[name]]
        for name, kept in kept_as
    ]
    connection.exec_driver_sql(text, list(zip(*made, strict=True)))


@cache
def _from_arrays(statement: Insert, names: tuple[str, ...]) -> Insert:
    """Return an insert of all rows at once, of which a column each is given."""
    # Of one dimension, whatever is in it: a list that is kept as JSON is none of its own.
    types = {name: ARRAY(statement.table.c[name].type, dimensions=1) for name in names}
    arrays = [bindparam(name, type_=type_) for name, type_ in types.items()]
    rows = select(*[func.unnest(array) for array in arrays])
    return statement.from_select(names, rows, include_defaults=False)


@cache
def _compile_for_driver(
    statement: Insert, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, list[tuple[str, Callable[[Any], Any] | None]]]:
    """Return an insert as text, and its columns in order with what makes a value one of theirs."""
    compiled: Any = statement.compile(dialect=dialect, column_keys=names)
    types: Any = {name: statement.table.c[name].type.dialect_impl(dialect) for name in names}
    return str(compiled), [
        (name, types[name].bind_processor(dialect)) for name in compiled.positiontup
    ]


def by_match_ids(table: Table, match_id: str = "match_id") -> tuple[ColumnElement[bool], ...]:
    """Choose some matches of one scorebook by their key."""
    return (
        table.c.scorebook_id == bindparam("scorebook"),
        table.c[match_id].in_(bindparam("matches", expanding=True)),
    )
