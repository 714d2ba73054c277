"""What an event may have at most: its size always, the number of events a day if hosted."""

import pytest

from scorekeeper import rules
from scorekeeper.book.access.quotas import QuotaExceeded
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants, rounds
from scorekeeper.book.models.tables import EVENTS, PLAYERS
from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.seating.event import EventKind, Seating
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.databases import count_rows
from tests.evening import Evening


@pytest.fixture
def nobody(database: Database) -> Evening:
    """An evening before the first person came."""
    return Evening.create(database, [])


def people(first: int, last: int) -> list[tuple[str]]:
    return [(f"Ann {number}",) for number in range(first, last + 1)]


def test_up_to_120_take_part(nobody: Evening, database: Database) -> None:
    nobody.add(*people(1, 119))
    with pytest.raises(QuotaExceeded) as told:
        nobody.add(*people(120, 121))
    assert (told.value.what, told.value.limit, told.value.seconds) == ("people", 120, 0)
    assert count_rows(database, PLAYERS) == 119
    nobody.add(*people(120, 120))
    nobody.seat()
    assert (len(nobody.latest.tables), len(nobody.latest.sits_out)) == (30, 0)


def test_up_to_60_pairs_take_part(database: Database) -> None:
    evening = Evening.create(database, [], EventKind.SWISS)
    pairs = [(f"Ann {number}", f"Ben {number}") for number in range(61)]
    with pytest.raises(QuotaExceeded):
        evening.add(*pairs)
    evening.add(*pairs[:60])
    evening.seat()
    assert len(evening.latest.tables) == 30
    assert len(evening.load().names) == 60


@pytest.mark.parametrize(
    ("name", "value", "what"), [("MAX_ROUNDS", 0, "rounds"), ("MAX_TABLES", 1, "tables")]
)
def test_rounds_and_tables_are_limited(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str, value: int, what: str
) -> None:
    monkeypatch.setattr(rounds, name, value)
    with pytest.raises(QuotaExceeded) as told:
        evening.seat()
    assert told.value.what == what
    assert evening.load().event.rounds == ()


def test_a_seating_of_others_is_refused(evening: Evening) -> None:
    stored = evening.load()
    [first, _second] = seat_next_round(stored.event).tables
    wrong, revision = Seating((first, first), ()), stored.ref.revision
    with pytest.raises(SeatingError):
        evening.do(rounds.start_round, 1, revision, wrong)
    assert evening.load().event.rounds == ()


def test_a_host_allows_ten_events_a_day(nobody: Evening, database: Database) -> None:
    for _ in range(10):
        Evening.create(database, [], secret=nobody.secret)
    database.quotas = {"players": 1000}
    with pytest.raises(QuotaExceeded) as told:
        Evening.create(database, [], secret=nobody.secret)
    assert (told.value.what, told.value.limit) == ("events", 10)
    assert told.value.seconds > 0
    assert count_rows(database, EVENTS) == 11
    Evening.create(database, [])


def test_of_names_that_cannot_be_stored_none_is_added(nobody: Evening, database: Database) -> None:
    nobody.add(("Ann",), ("Ben",))
    for names in (("Zed", ""), ("Zed", "zed", "Zed"), ("Zed", "ann")):
        with pytest.raises((rules.SetUpError, entrants.AlreadyEntered)):
            nobody.add(*((name,) for name in names))
    assert count_rows(database, PLAYERS) == 2
