"""What the columns of all tables have in common: their types, limits and names."""

from datetime import UTC, datetime
from typing import Any, ClassVar, cast

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    LargeBinary,
    MetaData,
    Table,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

MAX_NAME_LENGTH = 40
MAX_NOTE_LENGTH = 500
MAX_TIME_ZONE_LENGTH = 64
MAX_SEARCH_KEY_LENGTH = 120
"""Folding case can make one letter three; of a long place the beginning is looked for."""
EPOCH = "1970-01-01 00:00:00.000000"
"""When it began what was written before that was kept; no row is left so."""


# Rows that are only found by their key lie in it: one tree to write on SQLite instead of two.
IN_KEY_ORDER = {"sqlite_with_rowid": False}


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
