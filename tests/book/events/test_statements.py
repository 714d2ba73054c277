"""How many statements an event takes, whatever the number of its tables."""

from collections.abc import Callable

import pytest

from scorekeeper.book.access import event_grants
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import rounds
from scorekeeper.rules.seating.event import TableResult
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.book.events.organisers import Organiser
from tests.databases import recorded
from tests.plans import collect_plans

WON = TableResult.of_points(312, 250)


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


def sent(organiser: Organiser, action: Callable[[], object]) -> int:
    with recorded(organiser.database) as statements:
        action()
    return len(statements)


@pytest.mark.parametrize("people", [4, 17])
def test_an_event_is_loaded_with_five_statements(organiser: Organiser, people: int) -> None:
    public_id = organiser.create(people)
    for table in organiser.seat(public_id).event.rounds[0].tables:
        organiser.score(public_id, table.number)
    assert sent(organiser, lambda: organiser.load(public_id)) == 5


@pytest.mark.parametrize("people", [4, 17])
def test_a_round_is_started_with_eight_statements(organiser: Organiser, people: int) -> None:
    public_id = organiser.create(people)
    stored = organiser.load(public_id)
    seating = seat_next_round(stored.event)

    def start() -> None:
        with organiser.database.write() as session:
            revision = stored.ref.revision
            rounds.start_round(session, organiser.secret, public_id, 1, revision, seating)

    assert sent(organiser, start) == 8


@pytest.mark.parametrize("people", [4, 17])
def test_all_results_are_saved_with_eight_statements(organiser: Organiser, people: int) -> None:
    public_id = organiser.create(people)
    tables = organiser.seat(public_id).event.rounds[0].tables
    results = {(1, table.number): WON for table in tables}
    assert sent(organiser, lambda: organiser.type(public_id, results)) == 8


@pytest.mark.parametrize("live", [False, True], ids=["guide", "board"])
def test_one_statement_finds_out_that_nothing_changed(organiser: Organiser, live: bool) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    database, secret = organiser.database, organiser.secret
    row = database.find_row(*event_grants.select_event(secret, public_id, live=live))
    ref = event_grants.read_ref(row, public_id)
    version = event_grants.version_of(ref, secret, live=live)
    assert sent(organiser, lambda: database.is_current(version)) == 1
    assert database.is_current(version)
    organiser.score(public_id, 1)
    assert not database.is_current(version)


def test_the_matches_of_an_event_are_found_among_many(sqlite_database: Database) -> None:
    organiser = Organiser(sqlite_database)
    public_id = organiser.create()
    organiser.seat(public_id)
    live, values = event_grants.select_event(organiser.secret, public_id, live=True)
    with collect_plans(sqlite_database) as plans, sqlite_database.read() as session:
        event_grants.find_event(session, organiser.secret, public_id)
        session.execute(live, values)
        organiser.load(public_id)
    reading = [step for step in plans if step.split()[1] == "matches"]
    assert len(reading) == 3
    assert {step.split("(")[0] for step in reading} == {
        "SEARCH matches USING INDEX uq_matches_event_table "
    }
