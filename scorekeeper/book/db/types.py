"""Types, limits and helpers shared by the columns of all tables."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

MAX_NAME_LENGTH = 40
MAX_NOTE_LENGTH = 500
MAX_TIME_ZONE_LENGTH = 64
EPOCH = "1970-01-01 00:00:00.000000"
"""Server default for the start of rows older than the column; migrations replace it."""


class Moment(sa.TypeDecorator[datetime]):
    """An aware datetime in UTC, whatever the database stores."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Convert to UTC, naive on SQLite; raise ValueError for a naive datetime."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Return the stored value as an aware datetime in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


HASH = sa.LargeBinary(32)
JSON_VALUE = sa.JSON(none_as_null=True)

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def check(name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=name)


def between(column: str, low: int, high: int) -> sa.CheckConstraint:
    """Create a CHECK constraint for the range of a number or NULL."""
    return check(column, f"{column} BETWEEN {low} AND {high}")


def length(column: str, low: int, high: int) -> sa.CheckConstraint:
    """Create a CHECK constraint for the length of a text, bytes or NULL."""
    return check(f"{column}_length", f"length({column}) BETWEEN {low} AND {high}")


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> sa.Index:
    return sa.Index(name, *columns, unique=unique, sqlite_where=sa.text(where))


@sa.event.listens_for(sa.Index, "before_create")
def copy_condition(index: sa.Index, connection: sa.Connection, **_: Any) -> None:
    """Give PostgreSQL the condition of an index; naming it above would always import it."""
    where = index.dialect_kwargs.get("sqlite_where")
    if connection.dialect.name == "postgresql" and where is not None:
        index.dialect_kwargs["postgresql_where"] = where


def parent(name: str, column: str) -> sa.Column[int]:
    """Create a foreign key column that cascades deletion."""
    return sa.Column(name, sa.ForeignKey(column, ondelete="CASCADE"), nullable=False)


def part_of(table: str, *columns: str, key: tuple[str, ...] = ()) -> sa.ForeignKeyConstraint:
    """Create a composite foreign key that cascades deletion."""
    return sa.ForeignKeyConstraint(
        columns, [f"{table}.{column}" for column in key or columns], ondelete="CASCADE"
    )


def key(name: str, type_: type[sa.Integer] = sa.Integer) -> sa.Column[int]:
    """Create a primary key column whose value the program generates."""
    return sa.Column(name, type_, primary_key=True, autoincrement=False)
