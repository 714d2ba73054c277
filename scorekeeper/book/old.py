"""What is too old to be of use: how much of it there is, and letting it go."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table, delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.database import Database

STRETCH = 500
"""Rows that go in one transaction: others want to write in between."""


class Old(NamedTuple):
    """Rows of a table that nobody needs any more: those of which all this is true."""

    table: Table
    told: tuple[ColumnElement[bool], ...]
    values: Mapping[str, Any]

    def count(self, session: Session) -> int:
        """Return how many there are."""
        counted = select(func.count()).select_from(self.table).where(*self.told)
        return session.scalars(counted, self.values).one()

    def let_go(self, session: Session) -> None:
        """Let them go at once."""
        session.execute(delete(self.table).where(*self.told), self.values)

    def let_go_held(self, database: Database) -> None:
        """Let them go some at a time, each held first: somebody may need one again this moment.

        What is true of a row is asked anew once it is held. Its key is `id`.
        """
        key = self.table.c.id
        some = select(key).where(*self.told).order_by(key).limit(STRETCH)
        hold = some.with_for_update(skip_locked=True)
        while True:
            with database.write() as session:
                found = session.scalars(hold, self.values).all()
                if not found:
                    return
                session.execute(delete(self.table).where(key.in_(found), *self.told), self.values)
