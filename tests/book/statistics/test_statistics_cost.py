from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import insert, select, text

from scorekeeper import rules
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import MATCHES, PLAYERS, RESULTS, SCOREBOOKS
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics import queries, roster
from scorekeeper.book.statistics.queries import ALL_TIME
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import execute, fetch_one, listening

SIZE = 10_000
PEOPLE = 40


@contextmanager
def rows_written(database: Database) -> Iterator[list[int]]:
    found: list[int] = []
    connection: Any = None

    def before(_: Any, cursor: Any, *__: Any) -> None:
        nonlocal connection
        if connection is None:
            connection = cursor.connection
            found.append(connection.total_changes)

    with listening(database, "before_cursor_execute", before):
        yield found
    found[:] = [connection.total_changes - found[0]]


def written_by(database: Database, save: Callable[[], object]) -> int:
    with rows_written(database) as found:
        save()
    return found[0]


def test_deciding_and_reopening_writes_few_rows(sqlite_database: Database) -> None:
    ann = Scorer(sqlite_database)
    match = ann.start()
    ann.record(match, bid)
    ann.record(match, take)
    ann.record(match, bid)
    hand = written_by(sqlite_database, lambda: ann.record(match, take))
    # Four seats, the points of two sides, and the revision; 0.7 wrote over a hundred rows.
    assert written_by(sqlite_database, lambda: ann.record(match, _end)) <= hand + 7
    assert written_by(sqlite_database, lambda: ann.undo(match)) <= hand + 7


def _end(match: rules.Match) -> rules.Match:
    return match.end(NOON)


@pytest.fixture
def large(database: Database) -> Database:
    """A scorebook with the rows of very many finished matches and nothing else."""
    ann = Scorer(database)
    public_id = ann.start()
    ann.record(
        public_id,
        lambda found: found.bid(BIDS, NOON).record_tricks([3, 3, 4, 3], noted=NOON).end(NOON),
    )
    with database.write() as session:
        # The rows that they refer to make no difference to reading.
        if not database.is_sqlite:
            session.execute(text("SET LOCAL session_replication_role = 'replica'"))
        else:
            session.execute(text("PRAGMA defer_foreign_keys = ON"))
        scorebook_id = session.scalars(select(SCOREBOOKS.c.id)).one()
        people = [{"scorebook_id": scorebook_id, "id": place, "name": f"Guest {place}",
                   "search_key": f"guest {place}"} for place in range(1, PEOPLE + 1)]  # fmt: skip
        session.execute(insert(PLAYERS), people)
        match = dict(session.execute(select(MATCHES)).mappings().one())
        places = range(1, SIZE + 1)
        address = "INSERT INTO addresses (public_id, scorebook_id, match_id)"
        session.execute(
            text(f"{address} VALUES (:public_id, :scorebook, :match)"),
            [
                {"public_id": f"{place:022}", "scorebook": scorebook_id, "match": place}
                for place in places
            ],
        )
        session.execute(insert(MATCHES), [{**match, "id": place} for place in places])
        seats = [dict(row) for row in session.execute(select(RESULTS)).mappings()]
        rows = [
            {
                **row,
                "match_id": place,
                "player_id": 1 + (place * (1 + row["seat"]) + 7 * row["seat"]) % PEOPLE,
            }
            for place in places
            for row in seats
        ]
        session.execute(insert(RESULTS), rows)
    return database


@contextmanager
def plans(database: Database) -> Iterator[list[str]]:
    """List the steps in which the database executes the statements inside."""
    steps: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, *__: Any) -> None:
        if not statement.startswith("SELECT"):
            return
        if database.is_sqlite:
            rows = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            steps.extend(str(row[-1]) for row in rows)
        else:
            ((root,),) = cursor.connection.execute(f"EXPLAIN (FORMAT JSON) {statement}", values)
            steps.extend(_steps(root[0]["Plan"]))

    with listening(database, "before_cursor_execute", explain):
        yield steps


def _steps(node: dict[str, Any]) -> Iterator[str]:
    wanted = ("Node Type", "Index Name", "Index Cond", "Hash Cond", "Merge Cond", "Join Filter")
    yield " ".join(
        f"{name if name == 'Join Filter' else ''}{node[name]}" for name in wanted if name in node
    )
    for inner in node.get("Plans", ()):
        yield from _steps(inner)


def assert_pairs_are_joined_by_match(database: Database, *, analyzed: bool = False) -> None:
    """Sum up all pairs of partners, and check the steps in which the database does so."""
    with database.read() as session:
        book = roster.load_roster(session, session.scalars(select(SCOREBOOKS.c.id)).one())
        with plans(database) as steps:
            pairs = queries.sum_by_pair(session, book, ALL_TIME)
    assert sum(sums.matches for sums in pairs.values()) > SIZE
    if database.is_sqlite:
        by_key = "USING PRIMARY KEY (scorebook_id=? AND match_id=?"
        assert any(by_key in step for step in steps), steps
        # The program never analyzes SQLite; if a host does, rows may be read in index order.
        assert analyzed or not any("USING INDEX" in step for step in steps), steps
        assert not any("AUTOMATIC" in step for step in steps), steps
    else:
        joins = [step for step in steps if step.startswith(("Hash Join", "Merge Join"))]
        assert any("match_id" in step.partition("Join Filter")[0] for step in joins), steps
        assert not any("match_id" in step.partition("Join Filter")[2] for step in steps), steps


def test_pairs_of_many_matches_are_joined_by_match(large: Database) -> None:
    assert_pairs_are_joined_by_match(large)
    if not large.is_sqlite:
        # As after a vacuum during an import: rows that aren't committed don't count.
        execute(large, text("UPDATE pg_class SET reltuples = 0 WHERE relname = 'results'"))
        assert_pairs_are_joined_by_match(large)
    execute(large, text("ANALYZE"))
    assert_pairs_are_joined_by_match(large, analyzed=True)


def test_concurrent_saves_and_renames_do_not_deadlock(postgresql_database: Database) -> None:
    ann = Scorer(postgresql_database)
    match = ann.start()
    ann.record(match, lambda found: take(bid(found)).end(NOON))
    who = fetch_one(postgresql_database, select(PLAYERS.c.public_id).where(PLAYERS.c.name == "Ann"))

    def save() -> None:
        for _ in range(20):
            ann.undo(match)
            ann.redo(match)

    def rename() -> None:
        for number in range(20):
            ann.do(player_names.rename, who, f"Ann {number}")

    # A name changes no version: every save and every rename succeeds.
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(save), pool.submit(rename)]:
            done.result()
    assert ann.load(match).match.outcome
