"""Several phones at once: each action is done or refused, and nobody waits for another forever."""

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread

import pytest
from sqlalchemy import func, select

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import rounds
from scorekeeper.book.events.events import StaleEvent
from scorekeeper.book.events.rounds import ResultsChanged
from scorekeeper.book.matches import deletion
from scorekeeper.book.matches.matches import MatchDeleted
from scorekeeper.book.models.tables import GRANTS, MATCHES
from scorekeeper.rules.seating.event import TableResult
from tests.book.scorers import Phone, bid, take
from tests.databases import count_rows
from tests.evening import Evening, singles

WON, LOST = TableResult.of_points(312, 250), TableResult.of_points(250, 312)
TRIES = range(4)
DONE = None


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
def test_of_two_organisers_one_seats_the_round(database: Database, attempt: int) -> None:
    evening = Evening.create(database, singles(8 + attempt))
    ends = together(evening.seat, evening.seat)
    assert ends in ([DONE, StaleEvent], [StaleEvent, DONE])
    (seated,) = evening.load().event.rounds
    assert sum(len(one.seats) for one in seated.tables) + len(seated.sits_out) == 8 + attempt


@pytest.mark.parametrize("attempt", TRIES)
def test_two_phones_start_one_match_at_a_table(evening: Evening, attempt: int) -> None:
    evening.seat()
    other = Phone(evening.database)
    other.gain(evening.right("scorer"))
    scores = [partial(one.score, 1) for one in (evening, evening.on(other.secret), evening)]
    assert together(*scores) == [DONE] * 3
    assert count_rows(evening.database, MATCHES) == 1
    assert other.look(evening.load().matches[1, 1].public_id).can_write


def test_two_taps_on_watch_give_one_right(evening: Evening) -> None:
    evening.seat()
    evening.score(1)
    guest = Phone(evening.database)
    guest.gain(evening.right("spectator"))
    watch = partial(evening.on(guest.secret).do, rounds.watch_table_match, 1)
    assert together(watch, watch, watch) == [DONE] * 3
    with evening.database.read() as session:
        watching = select(func.count(GRANTS.c.match_id)).where(GRANTS.c.role == "spectator")
        assert session.scalars(watching).one() == 1


@pytest.mark.parametrize("attempt", TRIES)
def test_a_match_ends_while_a_round_is_seated(evening: Evening, owner: Phone, attempt: int) -> None:
    evening.seat()
    evening.type({(1, 2): WON})
    match = evening.score(1)
    owner.record(match, bid)
    saved, seated = together(lambda: owner.record(match, take), evening.seat)
    assert saved is DONE
    assert seated in (DONE, StaleEvent)
    stored = evening.load()
    assert stored.event.rounds[0].tables[0].result is not None
    assert len(stored.event.rounds) == (2 if seated is DONE else 1)


@pytest.mark.parametrize("attempt", TRIES)
def test_a_round_is_taken_back_while_a_table_starts(evening: Evening, attempt: int) -> None:
    evening.seat()
    taken_back, started = together(evening.undo_round, lambda: evening.score(1))
    assert taken_back is DONE
    assert started in (DONE, AccessDenied)
    stored = evening.load()
    assert (stored.event.rounds, stored.matches) == ((), {})


@pytest.mark.parametrize("attempt", TRIES)
def test_a_round_is_taken_back_while_a_table_notes_its_first_hand(
    evening: Evening, owner: Phone, attempt: int
) -> None:
    evening.seat()
    match = evening.score(1)
    taken_back, noted = together(evening.undo_round, lambda: owner.record(match, bid))
    assert taken_back is DONE
    assert noted in (DONE, MatchDeleted)
    # A hand that was saved stays in the event.
    assert len(evening.load().matches) == (1 if noted is DONE else 0)


@pytest.mark.parametrize("attempt", TRIES)
def test_a_match_is_deleted_while_it_ends_and_a_result_is_typed(
    evening: Evening, owner: Phone, attempt: int
) -> None:
    evening.seat()
    match = evening.score(1)
    owner.record(match, bid)
    deleted, ended, *typed = together(
        lambda: owner.do(deletion.soft_delete, match),
        lambda: owner.record(match, take),
        lambda: evening.type({(1, 1): WON}),
        lambda: evening.type({(1, 1): LOST}),
    )
    assert deleted is DONE
    assert ended in (DONE, MatchDeleted)
    assert set(typed) == {DONE, ResultsChanged}
    assert evening.load().matches == {}
