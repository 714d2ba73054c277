"""No more than the limit is tried, whoever restarts or sets the clock."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from scorekeeper.book import tries
from scorekeeper.book.database import Database
from scorekeeper.book.models import Tried
from scorekeeper.book.tries import TooOften

MOST = {"codes": 10, "guesses": 25, "knocks": 3}
HERE, THERE = "192.0.2.1", "2001:db8::/64"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets the clock go on, or be set."""
    real, moved = time.time, [0.0]
    monkeypatch.setattr(tries.time, "time", lambda: real() + moved[0])

    def move(seconds: float) -> None:
        moved[0] += seconds

    return move


def tried(database: Database, times: int, who: str = HERE, what: str = "codes") -> int:
    """How many of so many tries are let through."""
    done = 0
    for _ in range(times):
        try:
            tries.count(database, what, who, MOST)
        except TooOften:
            continue
        done += 1
    return done


def test_an_address_tries_so_often_and_others_go_on(database: Database) -> None:
    assert tried(database, 15) == 10
    assert tried(database, 15, THERE) == 10
    assert tried(database, 2, what="knocks") == 2
    # All together.
    assert tried(database, 15, "192.0.2.2") == 5


def test_who_is_refused_hears_when_to_come_back(
    database: Database, clock: Callable[[float], None]
) -> None:
    tried(database, 5)
    clock(20)
    tried(database, 5)
    with pytest.raises(TooOften) as refused:
        tries.count(database, "codes", HERE, MOST)
    assert 35 <= refused.value.seconds <= 41
    clock(refused.value.seconds)
    assert tried(database, 15) == 5


def test_what_is_not_limited_is_not_counted(database: Database) -> None:
    assert tried(database, 20, what="recoveries") == 20
    with database.read() as session:
        assert session.scalars(select(Tried)).all() == []


def test_a_restart_forgets_nothing(sqlite_url: str) -> None:
    assert sum(tried(Database(sqlite_url), 4) for _ in range(5)) == 10


@pytest.mark.parametrize("back", [90, 86_400, 86_400 * 365])
def test_a_clock_that_is_set_back_lets_nobody_try_more_or_wait_longer(
    database: Database, clock: Callable[[float], None], back: float
) -> None:
    assert tried(database, 10) == 10
    clock(-back)
    assert tried(database, 3) == 0
    clock(30)
    assert tried(database, 3) == 0
    clock(31)
    assert tried(database, 15) == 10


def test_a_clock_that_jumps_ahead_gives_one_more_limit(
    database: Database, clock: Callable[[float], None]
) -> None:
    assert tried(database, 15) == 10
    clock(86_400)
    assert tried(database, 15) == 10
    clock(-86_400)
    assert tried(database, 15) == 0


def test_many_at_once_are_no_more_than_the_limit(database: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda _: tried(database, 3), range(8))) == 10


def test_what_was_tried_long_ago_is_forgotten(
    database: Database, clock: Callable[[float], None]
) -> None:
    tried(database, 1)
    with database.write() as session:
        for row in session.scalars(select(Tried)):
            row.at = row.at.replace(year=2020)
    tried(database, 1, THERE)
    with database.read() as session:
        assert set(session.scalars(select(Tried.who))) == {THERE, ""}


def test_a_long_address_is_cut(database: Database) -> None:
    assert tried(database, 11, "x" * 1000) == 10
