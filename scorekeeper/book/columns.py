"""What the columns of all tables have in common: their types, limits and names."""

import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any, ClassVar, cast

from sqlalchemy import (
    ARRAY,
    JSON,
    BigInteger,
    CheckConstraint,
    ColumnElement,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Insert,
    LargeBinary,
    MetaData,
    Table,
    TypeDecorator,
    bindparam,
    func,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

NAME_LENGTH = 40
NOTE_LENGTH = 500
TIME_ZONE_LENGTH = 64
FOLDED_LENGTH = 120
"""Folding case can make one letter three; of a long place the beginning is looked for."""
NEVER = "1970-01-01 00:00:00.000000"
"""When it began what was written before that was kept; no row is left so."""


# Rows that are only found by their key lie in it: one tree to write on SQLite instead of two.
IN_KEY_ORDER = {"sqlite_with_rowid": False}

_CHANCE = 21
"""Random bits of an id; the 42 above them count milliseconds until the year 2109."""

_latest = 0
_turn = Lock()


def now() -> datetime:
    """Read the clock: the present second in UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def new_id() -> int:
    """Make an id for a row: later ones are greater, and no two processes make the same."""
    global _latest
    with _turn:
        moment = time.time_ns() // 1_000_000
        # Also within a millisecond, and after the clock was set back.
        _latest = max(_latest + 1, moment << _CHANCE | secrets.randbits(_CHANCE))
        return _latest


def first_id_of(moment: float) -> int:
    """Return the least id that a row can have since a moment of the clock."""
    return int(moment * 1000) << _CHANCE


def moment_of(id_: int) -> float:
    """Return when an id was made."""
    return (id_ >> _CHANCE) / 1000


def new_public_id() -> str:
    """Make an id for an address: 128 random bits as 22 base64url characters."""
    return secrets.token_urlsafe(16)


class Moment(TypeDecorator[datetime]):
    """A moment that is aware and in UTC in Python, whatever the database keeps."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a moment without a time zone; SQLite keeps the UTC clock reading alone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back what was kept as an aware moment in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What all tables share: how constraints are named and how Python types are kept."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: Moment,
        dict[str, Any]: JSON(none_as_null=True),
        list[Any]: JSON(none_as_null=True),
        bytes: LargeBinary(32),
    }


def table_of(model: type[Base]) -> Table:
    """Return the table of a model, for statements that need no objects."""
    return cast(Table, model.__table__)


def check(name: str, condition: str) -> CheckConstraint:
    """Let the database itself hold every row to a condition."""
    return CheckConstraint(condition, name=name)


def between(column: str, low: int, high: int) -> CheckConstraint:
    """Keep a number in this range, where it is known."""
    return check(column, f"{column} BETWEEN {low} AND {high}")


def length(column: str, low: int, high: int) -> CheckConstraint:
    """Keep a text or some bytes at this length, where they are known."""
    return check(f"{column}_length", f"length({column}) BETWEEN {low} AND {high}")


def parent(column: str) -> Mapped[Any]:
    """Refer to a row without which this one means nothing."""
    return mapped_column(ForeignKey(column, ondelete="CASCADE"))


def part_of(table: str, *columns: str, key: tuple[str, ...] = ()) -> ForeignKeyConstraint:
    """Refer by these columns to the row that this one is a part of."""
    return ForeignKeyConstraint(
        columns, [f"{table}.{column}" for column in key or columns], ondelete="CASCADE"
    )


def key(*, big: bool = False, order: int = 0) -> Mapped[int]:
    """Make a column part of the key, which the program makes, not the database."""
    return mapped_column(
        BigInteger if big else None, primary_key=True, autoincrement=False, sort_order=order
    )


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
    text, kept_as = _as_driven(statement, tuple(names), connection.dialect)
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
def _as_driven(
    statement: Insert, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, list[tuple[str, Callable[[Any], Any] | None]]]:
    """Return an insert as text, and its columns in order with what makes a value one of theirs."""
    compiled: Any = statement.compile(dialect=dialect, column_keys=names)
    types: Any = {name: statement.table.c[name].type.dialect_impl(dialect) for name in names}
    return str(compiled), [
        (name, types[name].bind_processor(dialect)) for name in compiled.positiontup
    ]


def these(table: Table, match_id: str = "match_id") -> tuple[ColumnElement[bool], ...]:
    """Choose some matches of one scorebook by their key."""
    return (
        table.c.scorebook_id == bindparam("scorebook"),
        table.c[match_id].in_(bindparam("matches", expanding=True)),
    )
