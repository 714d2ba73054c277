"""Tables partitioned by scorebook, as Citus would, and the partitions each statement touches."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, create_engine, text
from sqlalchemy.schema import CreateTable

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.models.tables import metadata
from tests.databases import listening
from tests.effort import THOROUGH

DIRECTORY = {"devices", "scorebooks", "grants", "addresses", "join_codes", "events"}
"""Tables read before the scorebook is known; each machine has them completely."""
DISTRIBUTED = set(metadata.tables) - DIRECTORY
PARTITIONS = 4
MAX_SAMPLES = None if THOROUGH else 12
"""Maximum number of executions that are explained per statement."""


def partition_all(url: str) -> None:
    """Create all tables of the models in an empty database, partitioned by scorebook."""
    engine = create_engine(parse_url(url))
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            if table.name in DIRECTORY:
                table.create(connection)
            else:
                statement = str(CreateTable(table).compile(connection))
                create_partitioned(connection, table.name, statement)
                for index in table.indexes:
                    index.create(connection)
    engine.dispose()


def create_partitioned(connection: Connection, name: str, statement: str) -> None:
    connection.execute(text(f"{statement} PARTITION BY HASH (scorebook_id)"))
    for part in range(PARTITIONS):
        values = f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
        connection.execute(text(f"CREATE TABLE {name}_{part} PARTITION OF {name} {values}"))


@dataclass(frozen=True)
class ExplainedStatement:
    """A statement with the partitions that it touched, and those in its plan."""

    statement: str
    touched: frozenset[str]
    planned: frozenset[str]

    @property
    def parts(self) -> set[str]:
        return {name.rpartition("_")[2] for name in self.touched}

    @property
    def is_planned_for_one(self) -> bool:
        """Whether the statement names its scorebook, so that one partition is planned."""
        return len({name.rpartition("_")[2] for name in self.planned}) <= 1


@contextmanager
def explain_statements(database: Database) -> Iterator[list[ExplainedStatement]]:
    """Collect the statements executed inside, each with its partitions."""
    sent: list[ExplainedStatement] = []
    times: Counter[str] = Counter()

    def explain(_: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
        times[statement] += 1
        if MAX_SAMPLES is not None and times[statement] > MAX_SAMPLES:
            return
        own = cursor.connection.cursor()
        for each in values if many else [values]:
            with own.connection.transaction(force_rollback=True):
                own.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", each)
                (found,) = own.fetchone()
            partitions = list(_list_partitions(found[0]["Plan"]))
            touched = frozenset(name for name, is_touched in partitions if is_touched)
            planned = frozenset(name for name, _ in partitions)
            sent.append(ExplainedStatement(statement, touched, planned))

    def find_row(statement: Select[Any], values: Mapping[str, Any]) -> Sequence[Any] | None:
        # It bypasses SQLAlchemy.
        with database.query() as session:
            session.execute(statement, values)
        return Database.find_row(database, statement, values)

    database.find_row = find_row  # type: ignore[method-assign]
    with listening(database, "before_cursor_execute", explain):
        yield sent
    del database.find_row


def _list_partitions(plan: Any) -> Iterator[tuple[str, bool]]:
    """Yield the partitions in a plan, and whether each was touched."""
    name = plan.get("Relation Name", "")
    if name.rpartition("_")[0] in DISTRIBUTED and name.rpartition("_")[2].isdigit():
        yield name, plan["Actual Loops"] > 0
    if plan.get("Subplans Removed"):
        # Planned for all partitions; some were pruned at execution.
        yield from ((f"pruned_{part}", False) for part in range(PARTITIONS))
    for inner in plan.get("Plans", ()):
        yield from _list_partitions(inner)


def is_one_partition_touched(sent: list[ExplainedStatement]) -> bool:
    """Whether all statements touched the same partition, and no other."""
    return len(set().union(*(one.parts for one in sent))) == 1
