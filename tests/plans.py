"""Query plans of SQLite: whether statements scan whole tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from scorekeeper.book.db.database import Database
from tests.databases import listening

FEW = {"devices", "grants", "scorebooks"}
"""Tables that do not grow with the number of matches."""


@contextmanager
def collect_plans(database: Database) -> Iterator[list[str]]:
    """Collect the query plan of every statement inside."""
    plans: list[str] = []

    def explain(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if not statement.startswith(("SELECT", "WITH")):
            return
        rows = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
        plans.extend(str(row[-1]) for row in rows)

    with listening(database, "before_cursor_execute", explain):
        yield plans


def find_table_scans(plans: list[str]) -> list[str]:
    """Return the steps that scan a growing table, or build an index for it."""
    aliases = {"walk", "own", "CONSTANT"}
    return [
        step
        for step in plans
        if (step.startswith("SCAN") or "AUTOMATIC" in step)
        and step.split()[1] not in FEW | aliases
        and not step.split()[1].startswith(("anon_", "(subquery"))
    ]
