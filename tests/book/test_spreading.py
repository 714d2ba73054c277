"""Scorebooks could be spread: PostgreSQL parts the tables by scorebook, and each question finds
the part it needs."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, event, select, text

from scorekeeper import rules
from scorekeeper.book import (
    access,
    changes,
    claims,
    evenings,
    history,
    houses,
    matches,
    players,
    rematches,
    replies,
)
from scorekeeper.book.columns import now
from scorekeeper.book.database import Database, address
from scorekeeper.book.devices import Right
from scorekeeper.book.filters import Filters
from scorekeeper.book.finding import Position
from scorekeeper.book.models import Base, Match
from scorekeeper.book.submissions import Submission
from tests.book.coming import Phone
from tests.book.keeping import BIDS, NOON, Scorer, bid, take
from tests.postgres import Server

DIRECTORY = {"devices", "scorebooks", "grants", "addresses", "passes", "knocks", "tries"}
PARTS = 4
REVOKE = rules.Ruling(rules.Incident.REVOKE, 0, tricks=1, to=1)


@pytest.fixture(scope="module")
def parted(postgres: Server) -> str:
    """The address of a scorebook whose tables are parted, with its keys accepted."""
    url = postgres.url(postgres.create())
    engine = create_engine(address(url))
    with engine.begin() as connection:
        for table in Base.metadata.sorted_tables:
            if table.name in DIRECTORY:
                table.create(connection)
            else:
                create_in_parts(connection, table.name)
    engine.dispose()
    return url


def create_in_parts(connection: Connection, name: str) -> None:
    """Make a table of the models, parted by scorebook."""
    table = Base.metadata.tables[name]
    options = table.dialect_options["postgresql"]
    options["partition_by"] = "HASH (scorebook_id)"
    table.create(connection)
    options["partition_by"] = None
    for part in range(PARTS):
        values = f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
        connection.execute(text(f"CREATE TABLE {name}_{part} PARTITION OF {name} {values}"))


@pytest.fixture(scope="module")
def database(parted: str) -> Iterator[Database]:
    """The scorebook whose tables are parted, with scorebooks of others in all parts."""
    with closing(Database(parted)) as opened:
        for _ in range(8):
            played(Scorer(opened))
        yield opened


@pytest.fixture
def ann(database: Database) -> Scorer:
    """A device with one match that runs, among scorebooks of others."""
    ann = Scorer(database)
    played(ann)
    return ann


def played(scorer: Scorer) -> str:
    """A match with a ruling, a correction and changed house rules, and one that is over."""
    over = scorer.start()
    scorer.record(over, lambda match: match.end(NOON))
    public_id = scorer.start()
    for change in (bid, take, bid, lambda match: match.rule(1, REVOKE)):
        scorer.record(public_id, change)
    scorer.correct(public_id, lambda match: match.correct(1, BIDS, None, [9, 4]), "miscounted")
    scorer.change_house(public_id, "late", target=300)
    return public_id


@contextmanager
def explained(database: Database) -> Iterator[list[set[str]]]:
    """For each statement sent meanwhile, the parts it looked into."""
    touched: list[set[str]] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
        own = cursor.connection.cursor()
        own.execute("SAVEPOINT before")
        for each in values if many else [values]:
            own.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", each)
            (found,) = own.fetchone()
            touched.append(set(parts(found[0]["Plan"])))
            own.execute("ROLLBACK TO before")

    event.listen(database.engine, "before_cursor_execute", explain)
    yield touched
    event.remove(database.engine, "before_cursor_execute", explain)


def parts(plan: Any) -> Iterator[str]:
    """The parts of tables that a plan really looked into."""
    name = plan.get("Relation Name", "")
    if plan["Actual Loops"] and name.rpartition("_")[2].isdigit():
        yield name
    for inner in plan.get("Plans", ()):
        yield from parts(inner)


def one_of_each(touched: list[set[str]]) -> bool:
    """Whether each statement looked into one part of each table, and all into the same."""
    numbers = {name.rpartition("_")[2] for names in touched for name in names}
    return len(numbers) == 1


def test_every_key_is_accepted(parted: str) -> None:
    engine = create_engine(address(parted))
    with engine.connect() as connection:
        found = connection.scalars(text("SELECT relname FROM pg_class WHERE relkind = 'p'"))
        assert set(found) == set(Base.metadata.tables) - DIRECTORY
    engine.dispose()


def test_a_parted_scorebook_is_read_as_it_was_written(ann: Scorer) -> None:
    public_id = played(ann)
    assert [found.reason for found in ann.log(public_id, rules.Fact.CORRECTION)] == ["miscounted"]
    assert ann.load(public_id).match.house.target == 300


def test_a_question_without_a_scorebook_would_touch_every_part(
    ann: Scorer, database: Database
) -> None:
    with explained(database) as touched, database.read() as session:
        session.execute(select(Match.game).where(Match.id == 1)).all()
    assert touched == [{f"matches_{part}" for part in range(PARTS)}]


def test_reading_a_match_touches_one_part(ann: Scorer, database: Database) -> None:
    public_id = played(ann)
    with explained(database) as touched, database.read() as session:
        stored = matches.load(session, matches.look(session, ann.secret, public_id))
        changes.log(session, stored)
    assert len(touched) == 5
    assert all(touched)
    assert one_of_each(touched)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(take, id="tricks"),
        pytest.param(lambda match: match.end(NOON), id="end"),
        pytest.param(lambda match: match.correct(1, BIDS, None, [10, 3]), id="correction"),
        pytest.param(lambda match: match.rule(1, REVOKE), id="ruling"),
    ],
)
def test_saving_touches_one_part(
    ann: Scorer, database: Database, change: Callable[[rules.Match], rules.Match]
) -> None:
    stored = ann.load(played(ann))
    sent = Submission.of("k", stored.version, [])
    changed = change(stored.match)
    with explained(database) as touched, database.write() as session:
        assert matches.record(session, ann.secret, stored, changed, sent, "why")
    assert one_of_each(touched)


def test_undo_and_redo_touch_one_part(ann: Scorer, database: Database) -> None:
    public_id = played(ann)
    with explained(database) as touched:
        for _ in range(6):
            ann.undo(public_id)
        ann.redo(public_id)
    assert one_of_each(touched)
    assert len(ann.load(public_id).match.hands) == 1


def test_a_form_that_comes_twice_or_late_touches_one_part(ann: Scorer, database: Database) -> None:
    public_id = played(ann)
    stored = ann.load(public_id)
    ann.record(public_id, take, key="k", content="tricks")
    twice = Submission.of("k", stored.version, [("content", "tricks")])
    late = Submission.of("k", stored.version, [("content", "other")])
    with explained(database) as touched:
        assert ann.look(public_id, twice).answered
        with database.write() as session:
            assert matches.record(session, ann.secret, stored, stored.match, twice) is None
        with pytest.raises(matches.Stale), database.write() as session:
            matches.record(session, ann.secret, stored, stored.match, late)
    assert len(touched) == 4
    assert one_of_each(touched)


def test_starting_touches_one_part(ann: Scorer, database: Database) -> None:
    with explained(database) as touched:
        assert ann.start(["Ann", "Ben", "Eve", "Mal"], key="k") != ann.start(key="l")
    assert one_of_each(touched)


def test_lists_touch_one_part(ann: Scorer, database: Database) -> None:
    ann.start()
    filters = Filters(names=("cleo", "ann"), finished=True, place="o", since=NOON.date())
    before = Position(NOON, 2**62)
    with explained(database) as touched, database.read() as session:
        found = history.listed(session, ann.secret)
        history.entries(session, found)
        history.listed(session, ann.secret, filters, before=before)
        evenings.by_evening(session, found)
        matches.load_all(session, history.running(session, ann.secret))
        players.names(session, ann.secret)
        houses.saved(session, ann.secret, "partnership")
    assert len(found.rows) == 3
    assert one_of_each(touched)


def test_phones_seats_and_replies_touch_one_part(ann: Scorer, database: Database) -> None:
    public_id, ben = played(ann), Phone(database)
    ann.record(public_id, lambda match: match.end(now()))
    stored = ann.load(public_id)
    with database.read() as session:
        (scorebook_id,) = access.owned(session, ann.secret)
    ben.gain(Right(scorebook_id, stored.id, "watcher"))
    said = public_id, 1, replies.print_of(stored.match.hands[0]), replies.QUERIED
    sent = Submission.of("again", stored.version, [])
    with explained(database) as touched:
        ben.do(claims.claim, public_id, 2)
        ben.do(replies.say, *said)
        with database.write() as session:
            rematch = stored.match.rematch()
            again = rematches.start_again(session, ann.secret, stored, sent, rematch).public_id
        with database.read() as session:
            running = history.running(session, ben.secret)
    assert [(one.public_id, ben.look(again).seat) for one in running] == [(again, 2)]
    assert one_of_each(touched)
