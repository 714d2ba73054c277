"""The next round: swaps, checks before it starts, repeats, and the same seats in each process."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from scorekeeper.rules import SeatingError
from scorekeeper.rules.seating.bracket import choose_seeds, with_seeds
from scorekeeper.rules.seating.event import MAX_ROUNDS, EventKind, EventRound, Seating, TableResult
from scorekeeper.rules.seating.next_round import (
    Obstacle,
    RepeatKind,
    check_seating,
    find_obstacle,
    has_rounds_left,
    list_repeats,
    seat_next_round,
    swap,
    with_round,
)
from tests.rules.seating.evenings import decide, gather, play, seat

ROOT = Path(__file__).resolve().parents[3]
SEATED = """
from scorekeeper.rules.seating.event import EventKind
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.rules.seating.evenings import gather, play
for kind in EventKind:
    for count in (8, 9, 14, 19):
        event = play(gather(kind, count), 3, late=0.1)
        print(seat_next_round(event), seat_next_round(event, attempt=1))
"""
SINGLES = EventKind.SINGLES


def test_two_processes_seat_the_same() -> None:
    seated = [
        subprocess.run(
            [sys.executable, "-c", SEATED],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert seated[0] == seated[1]
    assert len(seated[0].splitlines()) == 12


@pytest.mark.parametrize("kind", EventKind)
@pytest.mark.parametrize("seed", range(10))
def test_what_is_seated_can_be_started(kind: EventKind, seed: int) -> None:
    event = play(gather(kind, 10 + seed, seed), 3, seed)
    for attempt in range(3):
        check_seating(event, seat_next_round(event, attempt))


def test_two_people_swap_their_seats() -> None:
    seating = Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (9, 10))
    assert swap(seating, 1, 8).tables == ((8, 2, 3, 4), (5, 6, 7, 1))
    assert swap(seating, 4, 9) == (((1, 2, 3, 9), (5, 6, 7, 8)), (4, 10))
    assert swap(swap(seating, 2, 10), 2, 10) == seating


@pytest.mark.parametrize(
    ("tables", "sits_out"),
    [
        pytest.param(((1, 2, 3, 4), (5, 6, 7, 8)), (), id="someone is missing"),
        pytest.param(((1, 2, 3, 4), (5, 6, 7, 1)), (9,), id="someone sits twice"),
        pytest.param(((1, 2, 3, 4), (5, 6, 7, 8)), (8, 9), id="someone also sits out"),
        pytest.param(((1, 2, 3, 4), (5, 6, 7, 10)), (8, 9), id="someone unknown"),
        pytest.param(((1, 2, 3, 4), (5, 6, 7)), (8, 9), id="three at a table"),
    ],
)
def test_each_free_person_is_seated_once(
    tables: tuple[tuple[int, ...], ...], sits_out: tuple[int, ...]
) -> None:
    with pytest.raises(SeatingError, match="not seated once each"):
        check_seating(gather(SINGLES, 9), Seating(tables, sits_out))


@pytest.mark.parametrize(
    ("tables", "sits_out"),
    [
        pytest.param(((1,), (2, 4, 3)), (), id="too few at a table"),
        pytest.param(((1, 2), (3, 4)), (), id="other tables"),
        pytest.param(((1, 4), (2, 3)), (1,), id="someone also rests"),
        pytest.param(((1, 4), (2, 3)), (5,), id="someone without a seed rests"),
    ],
)
def test_the_playoff_has_only_its_own_tables(
    tables: tuple[tuple[int, ...], ...], sits_out: tuple[int, ...]
) -> None:
    event = with_seeds(gather(EventKind.SWISS, 5), {1: 1, 2: 2, 3: 3, 4: 4})
    check_seating(event, Seating(((2, 3), (4, 1)), ()), lives=1)
    with pytest.raises(SeatingError, match="playoff tables are fixed"):
        check_seating(event, Seating(tables, sits_out), lives=1)


def test_people_at_an_unfinished_table_are_not_seated_again() -> None:
    event = gather(SINGLES, 8)
    seating = seat_next_round(event)
    with pytest.raises(SeatingError, match="not seated once each"):
        check_seating(with_round(event, seating), seating)


def test_there_are_no_more_tables_than_room() -> None:
    seating = seat_next_round(gather(SINGLES, 12))
    with pytest.raises(SeatingError, match=r"too many tables \(tables=2\)"):
        check_seating(gather(SINGLES, 12, max_tables=2), seating)


@pytest.mark.parametrize("count", [0, 3])
def test_a_round_has_a_table(count: int) -> None:
    event = gather(SINGLES, count)
    with pytest.raises(SeatingError, match="nobody to seat"):
        check_seating(event, seat_next_round(event))


def test_new_partners_and_opponents_are_no_repeats() -> None:
    event = play(gather(SINGLES, 20), 3)
    assert list_repeats(event, seat_next_round(event)) == []


def test_partners_again_are_listed_with_their_table() -> None:
    event = gather(SINGLES, 8)
    seating = seat_next_round(event)
    first, second = seating.tables[1][0::2], seating.tables[1][1::2]
    listed = list_repeats(with_round(event, seating), seating)
    assert [again for again in listed if again.table == 1] == [
        (RepeatKind.PARTNERS, 1, first, 1),
        (RepeatKind.PARTNERS, 1, second, 1),
    ]


def test_opponents_are_listed_before_they_meet_a_third_time() -> None:
    seating = Seating(((1, 2, 3, 4),), ())
    turned = Seating(((1, 4, 2, 3),), ())
    event = with_round(with_round(gather(SINGLES, 4), seating), turned)
    listed = list_repeats(event, Seating(((1, 4, 3, 2),), ()))
    assert [again for again in listed if again.kind is RepeatKind.OPPONENTS] == [
        (RepeatKind.OPPONENTS, 0, (1, 4), 2),
        (RepeatKind.OPPONENTS, 0, (3, 2), 2),
    ]


@pytest.mark.parametrize("max_tables", [None, 3], ids=["room", "three tables"])
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", EventKind)
def test_what_keeps_a_round_waiting_is_known_without_seating_it(
    kind: EventKind, seed: int, max_tables: int | None
) -> None:
    event = gather(kind, 5 + seed % 7, seed, max_tables=max_tables)
    event = play(event, 2 + seed % 5, seed, late=0.5)
    assert (find_obstacle(event) is None) == bool(seat_next_round(event).tables)


@pytest.mark.parametrize("max_tables", [None, 1], ids=["room", "one table"])
@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_what_keeps_a_playoff_waiting_is_known(
    seed: int, lives: int, max_tables: int | None
) -> None:
    random = Random(seed)
    event = play(gather(EventKind.SWISS, 6, seed, max_tables=max_tables), 1, seed)
    event = with_seeds(event, choose_seeds(event, 6))
    for _ in range(4):
        event = decide(seat(event, lives), random, late=0.4, always_won=True)
        assert (find_obstacle(event) is None) == bool(seat_next_round(event).tables)


def test_a_round_waits_for_people_meetings_or_tables() -> None:
    few = with_round(gather(SINGLES, 7), Seating(((1, 2, 3, 4),), (5, 6, 7)))
    assert find_obstacle(few) is Obstacle.FEW
    four = gather(EventKind.ROUND_ROBIN, 4)
    met = with_round(four, Seating(((1, 2), (3, 4)), ()), result=TableResult.none())
    met = with_round(met, Seating(((1, 3),), (2, 4)))
    assert find_obstacle(met) is None
    met = with_round(met, Seating(((2, 4),), ()), result=TableResult.none())
    assert find_obstacle(met) is Obstacle.MET
    full = with_round(gather(SINGLES, 8, max_tables=1), Seating(((1, 2, 3, 4),), (5, 6, 7, 8)))
    assert find_obstacle(full) is Obstacle.NO_TABLE
    playoff = with_seeds(gather(EventKind.SWISS, 4), {1: 1, 2: 2, 3: 3, 4: 4})
    assert find_obstacle(seat(playoff, 1)) is Obstacle.WAITING


def test_a_round_robin_goes_on_until_all_have_met() -> None:
    event = play(gather(EventKind.ROUND_ROBIN, 7, rounds=5), 4)
    left = [has_rounds_left(event)]
    for _ in range(4):
        event = play(event, 1)
        left.append(has_rounds_left(event))
    # After round 8 another circle has begun.
    assert left == [True, True, True, False, True]
    assert not has_rounds_left(replace(event, kind=SINGLES))


def test_no_round_is_left_after_the_playoff_began_or_after_the_last_possible() -> None:
    event = gather(SINGLES, 8)
    assert has_rounds_left(event)
    assert not has_rounds_left(with_round(event, Seating((), ()), lives=1))
    last = EventRound(MAX_ROUNDS, ())
    many = replace(event, kind=EventKind.ROUND_ROBIN, rounds=(last,))
    assert not has_rounds_left(many)


def test_a_started_round_has_numbers_of_tables_and_no_results() -> None:
    event = seat(gather(SINGLES, 9))
    [seated] = event.rounds
    assert [(table.number, table.result) for table in seated.tables] == [(1, None), (2, None)]
    assert (seated.number, seated.lives, len(seated.sits_out)) == (1, None, 1)
