"""What SQLite means to do for statements: whether it goes through whole tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from scorekeeper.book.db.database import Database

FEW = {"devices", "grants", "scorebooks"}
"""Tables that do not grow with the matches."""


@contextmanager
def plans(database: Database) -> Iterator[list[str]]:
    """What SQLite means to do for every statement."""
    told: list[str] = []

    def explain(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if not statement.startswith(("SELECT", "WITH")):
            return
        rows = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
        told.extend(str(row[-1]) for row in rows)

    event.listen(database.engine, "before_cursor_execute", explain)
    yield told
    event.remove(database.engine, "before_cursor_execute", explain)


def through_whole_tables(told: list[str]) -> list[str]:
    """Return the steps that pass all rows of a table that grows, or make an index of them."""
    aliases = {"walk", "CONSTANT"}
    return [
        step
        for step in told
        if (step.startswith("SCAN") or "AUTOMATIC" in step)
        and step.split()[1] not in FEW | aliases
        and not step.split()[1].startswith(("anon_", "(subquery"))
    ]
