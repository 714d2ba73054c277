"""Retention: count expired rows and delete them in batches."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table, delete, func, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.book.db.database import Database

BATCH_SIZE = 500
"""Rows examined and deleted in one transaction, so that other writers get their turn."""


class ExpiredRows(NamedTuple):
    """The expired rows of a table: those that meet all conditions."""

    table: Table
    conditions: tuple[ColumnElement[bool], ...]
    values: Mapping[str, Any]

    def count(self, session: Session) -> int:
        """Count the expired rows."""
        statement = select(func.count()).select_from(self.table).where(*self.conditions)
        return session.scalars(statement, self.values).one()

    def delete_in_batches(self, database: Database) -> None:
        """Delete the expired rows in batches; the search for them blocks no writer."""
        columns = self.table.primary_key.columns
        key, rows = tuple_(*columns), select(*columns).order_by(*columns)
        bounds: tuple[ColumnElement[bool], ...] = ()
        while True:
            with database.read() as session:
                last = session.execute(rows.where(*bounds).offset(BATCH_SIZE - 1).limit(1)).first()
                if last is not None:
                    bounds = (*bounds, key <= tuple(last))
                end = session.execute(rows.where(*bounds, *self.conditions), self.values).first()
            if end is not None:
                self.delete_batch(database, *bounds)
            if last is None:
                return
            bounds = (key > tuple(last),)

    def delete_batch(self, database: Database, *bounds: ColumnElement[bool]) -> None:
        """Delete the expired rows within these bounds that no request has just renewed."""
        columns = self.table.primary_key.columns
        hold = select(*columns).where(*bounds, *self.conditions).with_for_update(skip_locked=True)
        with database.write() as session:
            keys = [tuple(row) for row in session.execute(hold, self.values)]
            # `bounds` again: SQLite would search all rows for a composite key.
            statement = delete(self.table).where(
                *bounds, tuple_(*columns).in_(keys), *self.conditions
            )
            session.execute(statement, self.values)
