"""Several phones at once: each action is done or refused, and nobody waits for another forever."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from sqlalchemy import func, select

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import table_matches
from scorekeeper.book.events.events import StaleEvent
from scorekeeper.book.events.table_results import ResultsChanged
from scorekeeper.book.matches import deletion
from scorekeeper.book.matches.matches import MatchDeleted
from scorekeeper.book.models.tables import EVENT_SEATS, GRANTS, MATCHES
from scorekeeper.rules.seating.event import TableResult
from tests.book.events.organisers import Organiser
from tests.book.join_helpers import Phone
from tests.book.scorers import Scorer, bid, take
from tests.databases import count_rows

WON, LOST = TableResult.of_points(312, 250), TableResult.of_points(250, 312)
TRIES = range(4)
DONE = None


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


@pytest.fixture
def scorer(organiser: Organiser) -> Scorer:
    return Scorer(organiser.database, organiser.secret)


def together(*actions: Callable[[], object]) -> list[type[Exception] | None]:
    """Do all at once; return how each ended."""
    start = Barrier(len(actions))
    ends: dict[int, type[Exception] | None] = {}

    def act(place: int) -> None:
        start.wait()
        try:
            actions[place]()
        except Exception as error:
            ends[place] = type(error)
        else:
            ends[place] = DONE

    threads = [Thread(target=act, args=[place]) for place in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [ends[place] for place in range(len(actions))]


@pytest.mark.parametrize("attempt", TRIES)
def test_of_two_organisers_one_seats_the_round(organiser: Organiser, attempt: int) -> None:
    public_id = organiser.create(people=8 + attempt)
    ends = together(*[lambda: organiser.seat(public_id)] * 2)
    assert ends in ([DONE, StaleEvent], [StaleEvent, DONE])
    assert count_rows(organiser.database, EVENT_SEATS) == 8 + attempt


@pytest.mark.parametrize("attempt", TRIES)
def test_two_phones_start_one_match_at_a_table(organiser: Organiser, attempt: int) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    other = Phone(organiser.database)
    other.gain(organiser.right(public_id, "scorer"))
    phones = [organiser, Organiser(organiser.database, other.secret), organiser]
    assert together(*[lambda one=one: one.score(public_id, 1) for one in phones]) == [DONE] * 3
    assert count_rows(organiser.database, MATCHES) == 1
    assert other.look(organiser.load(public_id).matches[1, 1].public_id).can_write


def test_two_taps_on_watch_give_one_right(organiser: Organiser) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    organiser.score(public_id, 1)
    guest = Phone(organiser.database)
    guest.gain(organiser.right(public_id, "spectator"))

    def watch() -> None:
        guest.do(table_matches.watch_table_match, public_id, 1)

    assert together(watch, watch, watch) == [DONE] * 3
    with organiser.database.read() as session:
        watching = select(func.count()).where(GRANTS.c.role == "spectator")
        assert session.scalars(watching).one() == 1


@pytest.mark.parametrize("attempt", TRIES)
def test_a_match_ends_while_a_round_is_seated(
    organiser: Organiser, scorer: Scorer, attempt: int
) -> None:
    public_id = organiser.create(hand_limit=1)
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 2): WON})
    match = organiser.score(public_id, 1)
    scorer.record(match, bid)
    saved, seated = together(lambda: scorer.record(match, take), lambda: organiser.seat(public_id))
    assert saved is DONE
    assert seated in (DONE, StaleEvent)
    stored = organiser.load(public_id)
    assert stored.event.rounds[0].tables[0].result is not None
    assert len(stored.event.rounds) == (2 if seated is DONE else 1)


@pytest.mark.parametrize("attempt", TRIES)
def test_a_round_is_taken_back_while_a_table_starts(organiser: Organiser, attempt: int) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    taken_back, started = together(
        lambda: organiser.take_back(public_id), lambda: organiser.score(public_id, 1)
    )
    assert taken_back is DONE
    assert started in (DONE, AccessDenied)
    stored = organiser.load(public_id)
    assert (stored.event.rounds, stored.matches) == ((), {})


@pytest.mark.parametrize("attempt", TRIES)
def test_a_round_is_taken_back_while_a_table_notes_its_first_hand(
    organiser: Organiser, scorer: Scorer, attempt: int
) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    taken_back, noted = together(
        lambda: organiser.take_back(public_id), lambda: scorer.record(match, bid)
    )
    assert taken_back is DONE
    assert noted in (DONE, MatchDeleted)
    # A hand that was saved stays in the event.
    assert len(organiser.load(public_id).matches) == (1 if noted is DONE else 0)


@pytest.mark.parametrize("attempt", TRIES)
def test_a_match_is_deleted_while_it_ends_and_a_result_is_typed(
    organiser: Organiser, scorer: Scorer, attempt: int
) -> None:
    public_id = organiser.create(hand_limit=1)
    organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    scorer.record(match, bid)

    def delete() -> None:
        with organiser.database.write() as session:
            deletion.soft_delete(session, organiser.secret, match)

    def type_result(result: TableResult) -> None:
        organiser.type(public_id, {(1, 1): result})

    deleted, ended, *typed = together(
        delete,
        lambda: scorer.record(match, take),
        lambda: type_result(WON),
        lambda: type_result(LOST),
    )
    assert deleted is DONE
    assert ended in (DONE, MatchDeleted)
    assert set(typed) == {DONE, ResultsChanged}
    assert organiser.load(public_id).matches == {}
