"""What is too old to be of use: how much of it there is, and letting it go."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table, delete, func, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.book.db.database import Database

BATCH_SIZE = 500
"""Rows that are looked through, and go, in one transaction: others want to write in between."""


class ExpiredRows(NamedTuple):
    """Rows of a table that nobody needs any more: those of which all this is true."""

    table: Table
    conditions: tuple[ColumnElement[bool], ...]
    values: Mapping[str, Any]

    def count(self, session: Session) -> int:
        """Return how many there are."""
        counted = select(func.count()).select_from(self.table).where(*self.conditions)
        return session.scalars(counted, self.values).one()

    def delete_in_batches(self, database: Database) -> None:
        """Let them go some at a time; nobody who writes waits while they are looked for."""
        columns = self.table.primary_key.columns
        key, rows = tuple_(*columns), select(*columns).order_by(*columns)
        bounds: tuple[ColumnElement[bool], ...] = ()
        while True:
            with database.read() as session:
                last = session.execute(rows.where(*bounds).offset(BATCH_SIZE - 1).limit(1)).first()
                if last is not None:
                    bounds = (*bounds, key <= tuple(last))
                found = session.execute(rows.where(*bounds, *self.conditions), self.values).first()
            if found is not None:
                self.delete_batch(database, *bounds)
            if last is None:
                return
            bounds = (key > tuple(last),)

    def delete_batch(self, database: Database, *bounds: ColumnElement[bool]) -> None:
        """Let those go of which this is true, too; somebody may need one again this moment.

        So each is held first, and what is true of it is asked anew.
        """
        columns = self.table.primary_key.columns
        hold = select(*columns).where(*bounds, *self.conditions).with_for_update(skip_locked=True)
        with database.write() as session:
            held = [tuple(row) for row in session.execute(hold, self.values)]
            # `here` again: SQLite would look for the keys of several columns in all rows.
            these = delete(self.table).where(*bounds, tuple_(*columns).in_(held), *self.conditions)
            session.execute(these, self.values)
