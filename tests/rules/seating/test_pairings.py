"""Seating of pairs: everyone meets everyone, or winners meet winners."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from math import ceil, log2
from random import Random

import pytest

from scorekeeper.rules.seating import pairings
from scorekeeper.rules.seating.event import EventKind
from scorekeeper.rules.seating.next_round import count_rounds, list_repeats, seat_next_round
from scorekeeper.rules.seating.pairings import list_open_meetings, pair_up
from scorekeeper.rules.seating.standings import Two, rank, recall
from tests.rules.seating.evenings import (
    add,
    decide,
    find_avoidable,
    gather,
    keep,
    leave,
    meetings_of_present,
    play,
    play_round_robin,
    seat,
)
from tests.rules.seating.sizes import MANY_PAIRS, PAIRS, SEEDS

ROUND_ROBIN, SWISS = EventKind.ROUND_ROBIN, EventKind.SWISS


@pytest.mark.parametrize("count", PAIRS)
def test_a_round_robin_takes_as_few_rounds_as_possible(count: int) -> None:
    event = play_round_robin(gather(ROUND_ROBIN, count), Random(count))
    assert len(event.rounds) == count - 1 + count % 2 == count_rounds(count, count // 2)
    assert set(meetings_of_present(event).values()) == {1}
    assert {*recall(event).sat_out.values()} == ({1} if count % 2 else set())


@pytest.mark.parametrize(("count", "tables"), [(8, 1), (8, 3), (9, 2), (12, 5), (15, 6)])
def test_a_round_robin_takes_longer_where_tables_are_lacking(count: int, tables: int) -> None:
    event = play_round_robin(gather(ROUND_ROBIN, count, max_tables=tables), Random(count))
    assert len(event.rounds) == count_rounds(count, tables)


@pytest.mark.parametrize("count", PAIRS)
def test_with_leavers_and_late_tables_all_who_stay_meet_once(count: int) -> None:
    random = Random(f"late {count}")
    event = play(gather(ROUND_ROBIN, count), 2, count, late=0.1)
    event = play_round_robin(leave(event, random), random, late=0.1)
    assert set(meetings_of_present(event).values()) == {1}


@pytest.mark.parametrize("count", PAIRS)
def test_a_pair_that_comes_late_meets_everyone_once(count: int) -> None:
    random = Random(f"comer {count}")
    event = play_round_robin(add(play(gather(ROUND_ROBIN, count), 2, count), random), random)
    assert set(meetings_of_present(event).values()) == {1}


def test_where_tables_are_lacking_those_who_played_less_come_first() -> None:
    event = gather(ROUND_ROBIN, 8, max_tables=2)
    event = play(event, 4)
    assert {*recall(event).played.values()} == {2}
    event = play_round_robin(event, Random(1))
    assert set(meetings_of_present(event).values()) == {1}


@pytest.mark.parametrize("max_tables", [None, 3], ids=["room", "three tables"])
@pytest.mark.parametrize("count", range(4, 11))
def test_as_many_pairs_as_possible_play_at_once(count: int, max_tables: int | None) -> None:
    random = Random(f"most {count} {max_tables}")
    for seed in range(15):
        event = gather(ROUND_ROBIN, count, seed, max_tables=max_tables)
        for _ in range(count + 2):
            free = event.list_free()
            wanted = [two for two in list_open_meetings(event) if two.issubset(free)]
            room = len(event.list_table_numbers(len(free)))
            assert len(seat_next_round(event).tables) == min(room, count_at_once({*free}, wanted))
            event = decide(seat(event), random, late=0.5)
            event = random.choice([add, leave, *[keep] * 4])(event, random)


def count_at_once(free: set[int], wanted: list[Two]) -> int:
    """Return how many of these meetings are possible at once; tries everything."""
    if not free:
        return 0
    one = min(free)
    without = count_at_once(free - {one}, wanted)
    others = [other for two in wanted if one in two for other in two - {one} if other in free]
    return max([without, *(1 + count_at_once(free - {one, other}, wanted) for other in others)])


def test_meetings_that_must_wait_for_a_table_are_not_replaced() -> None:
    event = play(gather(ROUND_ROBIN, 4), 2)
    event = seat(event)
    done, late = event.rounds[2].tables
    result = event.rounds[0].tables[0].result
    last = replace(event.rounds[2], tables=(replace(done, typed=result), late))
    event = add(replace(event, rounds=(*event.rounds[:2], last)), Random(1))
    event = decide(seat(event), Random(1), late=1)
    seating = seat_next_round(event)
    assert (seating.tables, len(seating.sits_out)) == ((), 1)


def test_after_a_round_robin_another_one_begins() -> None:
    event = play(gather(ROUND_ROBIN, 6), 10)
    assert set(meetings_of_present(event).values()) == {2}


def test_another_attempt_gives_another_round_of_the_circle() -> None:
    event = gather(ROUND_ROBIN, 6)
    tables = [seat_next_round(event, attempt).tables for attempt in range(6)]
    assert len(set(tables[:5])) == 5
    assert tables[5] == tables[0]


@pytest.mark.parametrize("kind", [ROUND_ROBIN, SWISS])
@pytest.mark.parametrize("count", [0, 1])
def test_one_pair_alone_has_nobody_to_meet(count: int, kind: EventKind) -> None:
    assert seat_next_round(gather(kind, count)) == ((), tuple(range(1, count + 1)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", MANY_PAIRS)
def test_a_swiss_system_avoids_rematches_and_second_byes(count: int, seed: int) -> None:
    event = play(gather(SWISS, count, seed), ceil(log2(count)), seed)
    assert find_avoidable(event) == []
    assert max(recall(event).sat_out.values(), default=0) == count % 2


@pytest.mark.parametrize("count", PAIRS)
def test_a_swiss_system_repeats_only_what_it_must(count: int) -> None:
    event = play(gather(SWISS, count), ceil(log2(count)) + 3, late=0.1)
    assert find_avoidable(event) == []


def test_the_first_swiss_round_is_by_lot() -> None:
    event = gather(SWISS, 8)
    by_lot = sorted(event.entrants, key=lambda entrant: entrant.lot)
    assert [*chain(*seat_next_round(event).tables)] == [entrant.number for entrant in by_lot]


def test_swiss_pairs_of_equal_wins_meet() -> None:
    event = play(gather(SWISS, 8, seed=3), 1, seed=3)
    wins = {row.entrant: row.wins for row in rank(event)}
    assert Counter(wins.values()) == {1: 4, 0: 4}
    assert {wins[one] - wins[other] for one, other in seat_next_round(event).tables} == {0}


def test_the_last_of_those_with_the_fewest_byes_sits_out() -> None:
    event = play(gather(SWISS, 9), 3)
    byes = recall(event).sat_out
    without = [row.entrant for row in rank(event) if not byes[row.entrant]]
    assert seat_next_round(event).sits_out == (without[-1],)


def test_where_tables_are_lacking_several_pairs_have_a_bye() -> None:
    event = play(gather(SWISS, 8, max_tables=2), 2)
    assert {*recall(event).sat_out.values()} == {1}


def test_another_swiss_attempt_keeps_the_order_of_wins() -> None:
    event = play(gather(SWISS, 16, seed=3), 1, seed=3)
    wins = {row.entrant: row.wins for row in rank(event)}
    first, second = (seat_next_round(event, attempt).tables for attempt in (1, 2))
    assert first != second
    assert sorted(wins[pair] for pair in chain(*first)) == sorted(wins.values())
    assert [wins[one] for one, _ in first] == sorted((wins[one] for one, _ in first), reverse=True)


def test_rematches_that_cannot_be_avoided_are_listed() -> None:
    event = play(gather(SWISS, 4), 3)
    again = list_repeats(event, seat_next_round(event))
    assert [(str(each.kind), each.table, each.rounds) for each in again] == [
        ("rematch", 0, 1),
        ("rematch", 1, 1),
    ]


def test_a_round_robin_can_go_on_as_swiss() -> None:
    event = play(gather(ROUND_ROBIN, 10), 4)
    event = play(replace(event, kind=SWISS), 2)
    assert find_avoidable(event) == []
    assert rank(event)[0].strength is not None


def test_another_bye_is_better_than_a_rematch() -> None:
    met = Counter({Two({1, 2}): 1, Two({1, 3}): 1})
    assert pair_up([[1, 2], [2, 3]], met) == [(2, 3)]


def test_a_rematch_is_better_than_none() -> None:
    met = Counter({Two({1, 2}): 1, Two({1, 3}): 1, Two({1, 4}): 1})
    assert pair_up([[1, 2, 3, 4]], met) == [(1, 2), (3, 4)]


def test_a_search_that_takes_too_long_pairs_those_who_met_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairings, "MAX_STEPS", 0)
    met = Counter({Two({1, 2}): 2, Two({1, 3}): 1, Two({1, 4}): 2})
    assert pair_up([[1, 2, 3, 4]], met) == [(1, 3), (2, 4)]
    assert pair_up([[1, 2, 3, 4]], Counter(), last_first=True) == [(1, 4), (2, 3)]
