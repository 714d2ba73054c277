"""What an event may have at most: its size always, the number of events a day if hosted."""

from contextlib import suppress

import pytest

from scorekeeper import rules
from scorekeeper.book.access.quotas import QuotaExceeded
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants, events, rounds
from scorekeeper.book.events.events import EventSetup
from scorekeeper.book.models.tables import EVENT_ROUNDS, EVENTS, PLAYERS
from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.seating.event import EventKind, Seating
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.book.events.organisers import Organiser
from tests.databases import count_rows

SETUP = EventSetup("Friday", EventKind.SINGLES, rules.HouseRules.of("partnership"), 5)


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


def add(organiser: Organiser, public_id: str, first: int, last: int) -> None:
    with organiser.database.write() as session:
        names = [(f"Ann {number}",) for number in range(first, last + 1)]
        entrants.add_entrants(session, organiser.secret, public_id, names)


def test_up_to_120_take_part(organiser: Organiser) -> None:
    public_id = organiser.create(people=0)
    add(organiser, public_id, 1, 119)
    with pytest.raises(QuotaExceeded) as told:
        add(organiser, public_id, 120, 121)
    assert (told.value.what, told.value.limit, told.value.seconds) == ("people", 120, 0)
    assert count_rows(organiser.database, PLAYERS) == 119
    add(organiser, public_id, 120, 120)
    seated = organiser.seat(public_id).event.rounds[0]
    assert (len(seated.tables), len(seated.sits_out)) == (30, 0)


def test_up_to_60_pairs_take_part(organiser: Organiser) -> None:
    public_id = organiser.create(people=0, kind=EventKind.SWISS)
    pairs = [(f"Ann {number}", f"Ben {number}") for number in range(61)]
    for last in (61, 60):
        with suppress(QuotaExceeded), organiser.database.write() as session:
            entrants.add_entrants(session, organiser.secret, public_id, pairs[:last])
    assert len(organiser.seat(public_id).event.rounds[0].tables) == 30
    assert len(organiser.load(public_id).names) == 60


@pytest.mark.parametrize(
    ("name", "value", "what"), [("MAX_ROUNDS", 0, "rounds"), ("MAX_TABLES", 1, "tables")]
)
def test_rounds_and_tables_are_limited(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch, name: str, value: int, what: str
) -> None:
    monkeypatch.setattr(rounds, name, value)
    public_id = organiser.create(people=8)
    with pytest.raises(QuotaExceeded) as told:
        organiser.seat(public_id)
    assert told.value.what == what
    assert count_rows(organiser.database, EVENT_ROUNDS) == 0


def test_a_seating_of_others_is_refused(organiser: Organiser) -> None:
    public_id = organiser.create(people=8)
    stored = organiser.load(public_id)
    [first, _second] = seat_next_round(stored.event).tables
    wrong, revision = Seating((first, first), ()), stored.ref.revision
    with pytest.raises(SeatingError), organiser.database.write() as session:
        rounds.start_round(session, organiser.secret, public_id, 1, revision, wrong)
    assert count_rows(organiser.database, EVENT_ROUNDS) == 0


def test_a_host_allows_ten_events_a_day(organiser: Organiser) -> None:
    for _ in range(11):
        organiser.create(people=0)
    organiser.database.quotas = {"players": 1000}
    with pytest.raises(QuotaExceeded) as told, organiser.database.write() as session:
        events.create_event(session, organiser.secret, SETUP)
    assert (told.value.what, told.value.limit) == ("events", 10)
    assert told.value.seconds > 0
    assert count_rows(organiser.database, EVENTS) == 11
    stranger = Organiser(organiser.database)
    stranger.create(people=0)


def test_a_form_sent_twice_creates_one_event(organiser: Organiser) -> None:
    ids = []
    for _ in range(2):
        with organiser.database.write() as session:
            ids.append(events.create_event(session, organiser.secret, SETUP, "k" * 22))
    assert ids == ["k" * 22] * 2
    assert count_rows(organiser.database, EVENTS) == 1


def test_of_names_that_cannot_be_stored_none_is_added(organiser: Organiser) -> None:
    public_id = organiser.create(people=2)
    for names in ([("Zed",), ("",)], [("Zed",), ("zed",), ("Zed",)], [("Zed",), ("ann",)]):
        with (
            pytest.raises((rules.SetUpError, entrants.AlreadyEntered)),
            organiser.database.write() as session,
        ):
            entrants.add_entrants(session, organiser.secret, public_id, names)
    assert count_rows(organiser.database, PLAYERS) == 2
