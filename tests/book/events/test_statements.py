"""How many statements an event takes, whatever the number of its tables."""

from collections.abc import Callable

import pytest

from scorekeeper.book.access import event_refs
from scorekeeper.book.db.database import Database
from scorekeeper.rules.seating.event import TableResult
from tests.databases import recorded
from tests.evening import Evening
from tests.plans import collect_plans

WON = TableResult.of_points(312, 250)


def sent(evening: Evening, action: Callable[[], object]) -> int:
    with recorded(evening.database) as statements:
        action()
    return len(statements)


@pytest.mark.parametrize("live", [False, True], ids=["guide", "board"])
def test_one_statement_finds_out_that_nothing_changed(evening: Evening, live: bool) -> None:
    evening.seat()
    database, secret = evening.database, evening.secret
    row = database.find_row(*event_refs.select_event(secret, evening.id, live=live))
    ref = event_refs.read_ref(row, evening.id)
    version = event_refs.version_of(ref, secret, live=live)
    assert sent(evening, lambda: database.is_current(version)) == 1
    assert database.is_current(version)
    evening.score(1)
    assert not database.is_current(version)


def test_the_matches_of_an_event_are_found_among_many(sqlite_database: Database) -> None:
    evening = Evening.create(sqlite_database)
    evening.seat()
    live, values = event_refs.select_event(evening.secret, evening.id, live=True)
    with collect_plans(sqlite_database) as plans, sqlite_database.read() as session:
        event_refs.find_event(session, evening.secret, evening.id)
        session.execute(live, values)
        evening.load()
    reading = [step for step in plans if step.split()[1] == "matches"]
    assert len(reading) == 3
    assert {step.split("(")[0] for step in reading} == {
        "SEARCH matches USING INDEX uq_matches_event_table "
    }
