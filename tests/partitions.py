"""Tables that PostgreSQL parts by scorebook, as Citus would, and what each statement looks into."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.schema import CreateTable

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.models.tables import metadata
from tests.effort import THOROUGH

DIRECTORY = {"devices", "scorebooks", "grants", "addresses", "join_codes"}
"""What is asked before the scorebook is known: on each machine as a whole."""
SPREAD = set(metadata.tables) - DIRECTORY
PARTS = 4
OFTEN = None if THOROUGH else 12
"""How many times the same statement is looked at."""


def part_all(url: str) -> None:
    """Make all tables of the models in an empty database, parted by scorebook."""
    engine = create_engine(parse_url(url))
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            if table.name in DIRECTORY:
                table.create(connection)
            else:
                statement = str(CreateTable(table).compile(connection))
                create_in_parts(connection, table.name, statement)
                for index in table.indexes:
                    index.create(connection)
    engine.dispose()


def create_in_parts(connection: Connection, name: str, statement: str) -> None:
    """Create a table by its statement, parted by scorebook."""
    connection.execute(text(f"{statement} PARTITION BY HASH (scorebook_id)"))
    for part in range(PARTS):
        values = f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
        connection.execute(text(f"CREATE TABLE {name}_{part} PARTITION OF {name} {values}"))


@dataclass(frozen=True)
class Sent:
    """A statement, the parts of tables that it looked into, and those it was planned for."""

    statement: str
    touched: frozenset[str]
    planned: frozenset[str]

    @property
    def parts(self) -> set[str]:
        """The numbers of the parts that it looked into."""
        return {name.rpartition("_")[2] for name in self.touched}

    @property
    def is_found_at_once(self) -> bool:
        """Whether its scorebook is said in it, not looked for by it."""
        return len({name.rpartition("_")[2] for name in self.planned}) <= 1


@contextmanager
def explained(database: Database) -> Iterator[list[Sent]]:
    """Note for each statement that is sent meanwhile which parts it looks into."""
    sent: list[Sent] = []
    times: Counter[str] = Counter()

    def explain(_: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
        times[statement] += 1
        if OFTEN is not None and times[statement] > OFTEN:
            return
        own = cursor.connection.cursor()
        for each in values if many else [values]:
            with own.connection.transaction(force_rollback=True):
                own.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", each)
                (found,) = own.fetchone()
            looked_into = list(_parts(found[0]["Plan"]))
            touched = frozenset(name for name, is_touched in looked_into if is_touched)
            planned = frozenset(name for name, _ in looked_into)
            sent.append(Sent(statement, touched, planned))

    event.listen(database.engine, "before_cursor_execute", explain)
    yield sent
    event.remove(database.engine, "before_cursor_execute", explain)


def _parts(plan: Any) -> Iterator[tuple[str, bool]]:
    """The parts of tables in a plan, and whether it really looked into them."""
    name = plan.get("Relation Name", "")
    if name.rpartition("_")[0] in SPREAD and name.rpartition("_")[2].isdigit():
        yield name, plan["Actual Loops"] > 0
    if plan.get("Subplans Removed"):
        # It was made for all of them, and left some out as it began.
        yield from ((f"left_out_{part}", False) for part in range(PARTS))
    for inner in plan.get("Plans", ()):
        yield from _parts(inner)


def one_of_each(sent: list[Sent]) -> bool:
    """Whether each statement looked into one part of each table, and all into the same."""
    return len(set().union(*(one.parts for one in sent))) == 1
