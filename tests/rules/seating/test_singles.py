"""Seating of singles: everyone who is free, new partners, fair sit-outs."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from scorekeeper.rules.seating.event import Event, EventKind, EventRound, EventTable
from scorekeeper.rules.seating.next_round import list_repeats, seat_next_round, swap, with_round
from scorekeeper.rules.seating.pairings import STARTERS, find_rotation
from scorekeeper.rules.seating.standings import recall
from tests.rules.seating.evenings import (
    add,
    decide,
    find_avoidable,
    find_repeats,
    gather,
    leave,
    play,
    play_changing,
    seat,
)
from tests.rules.seating.sizes import PEOPLE, SEEDS

SINGLES = EventKind.SINGLES


@pytest.mark.parametrize(
    ("count", "tables", "sits_out"),
    [(0, 0, 0), (3, 0, 3), (4, 1, 0), (7, 1, 3), (60, 15, 0), (119, 29, 3)],
)
def test_any_number_of_people_can_come(count: int, tables: int, sits_out: int) -> None:
    seating = seat_next_round(gather(SINGLES, count))
    assert (len(seating.tables), len(seating.sits_out)) == (tables, sits_out)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", PEOPLE)
def test_nobody_has_a_partner_twice_in_six_rounds(count: int, seed: int) -> None:
    repeats = find_repeats(play(gather(SINGLES, count, seed), 6, seed))
    assert (repeats.partners, repeats.opponents <= 3, repeats.sit_outs <= 1) == (1, True, True)


@pytest.mark.parametrize("count", PEOPLE)
def test_people_who_come_and_leave_repeat_no_partners_without_need(count: int) -> None:
    event = play_changing(count, seed=count)
    repeats = find_repeats(event)
    assert find_avoidable(event) == []
    assert (repeats.opponents <= 3, repeats.sit_outs <= 1) == (True, True)


def test_where_tables_are_lacking_more_people_sit_out_in_turn() -> None:
    event = play(gather(SINGLES, 17, rounds=17, max_tables=2), 8)
    assert {len(seated.tables) for seated in event.rounds} == {2}
    assert find_repeats(event).sit_outs <= 1


def test_a_table_that_goes_on_takes_up_room() -> None:
    event = seat(gather(SINGLES, 12, max_tables=3))
    late = event.rounds[0].tables[1]
    decided = decide(event, Random(1))
    tables = [late if table.number == 2 else table for table in decided.rounds[0].tables]
    event = Event("Fri", SINGLES, 5, 3, event.entrants, (EventRound(1, tuple(tables)),))
    assert sorted(chain(*seat_next_round(event).tables)) == event.list_free()
    assert [table.number for table in seat(event).rounds[1].tables] == [1, 3]


def test_a_late_comer_plays_before_those_who_have_played_more() -> None:
    event = add(play(gather(SINGLES, 16), 2), Random(1))
    event = decide(seat(event), Random(1))
    assert recall(event).played[17] == 1
    assert 17 not in seat_next_round(event).sits_out


def test_who_sat_out_longest_ago_sits_out_next() -> None:
    event = play(gather(SINGLES, 5, rounds=10), 10)
    sat_out = [seated.sits_out[0] for seated in event.rounds]
    assert sorted(sat_out[:5]) == [1, 2, 3, 4, 5]
    assert sat_out[:5] == sat_out[5:]


def test_the_lot_decides_who_sits_out_first() -> None:
    event = gather(SINGLES, 9)
    lowest = min(event.entrants, key=lambda entrant: entrant.lot)
    assert seat_next_round(event).sits_out == (lowest.number,)


def test_another_attempt_gives_another_seating() -> None:
    event = play(gather(SINGLES, 16), 2)
    assert seat_next_round(event, attempt=0) == seat_next_round(event, attempt=0)
    assert seat_next_round(event, attempt=0) != seat_next_round(event, attempt=1)


def test_what_cannot_be_avoided_is_least() -> None:
    event = play(gather(SINGLES, 4, rounds=4), 3)
    assert find_repeats(event).partners == 1
    assert [
        (str(again.kind), again.rounds) for again in list_repeats(event, seat_next_round(event))
    ] == [*[("partners again", 1)] * 2, *[("opponents again", 2)] * 4]


@pytest.mark.parametrize("count", STARTERS)
def test_a_complete_rotation_makes_everyone_partners_once(count: int) -> None:
    event = gather(SINGLES, count, rounds=count)
    while find_rotation(event):
        event = decide(seat(event), Random(1))
    past = recall(event)
    two_of = count * (count - 1) // 2
    assert len(event.rounds) == (count if count % 4 else count - 1)
    assert Counter(past.partners.values()) == {1: two_of}
    assert Counter(past.opponents.values()) == {2: two_of}
    assert set(past.sat_out.values()) == ({1} if count % 4 else set())


def test_after_a_complete_rotation_the_search_goes_on() -> None:
    event = play(gather(SINGLES, 8, rounds=8), 7)
    assert not find_rotation(event)
    assert find_repeats(decide(seat(event), Random(1))).partners == 2


def test_another_attempt_gives_another_round_of_the_rotation() -> None:
    event = decide(seat(gather(SINGLES, 8)), Random(1))
    other = seat_next_round(event, attempt=1)
    assert other != seat_next_round(event)
    assert find_rotation(with_round(event, other, result=event.rounds[0].tables[0].result))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda event: leave(add(event, Random(1)), Random(1)), id="other people"),
        pytest.param(lambda event: leave(event, Random(1)), id="someone left"),
        pytest.param(lambda event: seat(event), id="tables still play"),
    ],
)
def test_a_change_of_people_ends_the_rotation(change) -> None:  # type: ignore[no-untyped-def]
    event = play(gather(SINGLES, 8), 1)
    assert find_rotation(event)
    assert not find_rotation(change(event))


def test_swapped_seats_end_the_rotation() -> None:
    event = gather(SINGLES, 8)
    seating = seat_next_round(event)
    swapped = swap(seating, seating.tables[0][0], seating.tables[1][0])
    assert not find_rotation(decide(with_round(event, swapped), Random(1)))


@pytest.mark.parametrize(
    ("count", "rounds", "max_tables"),
    [
        pytest.param(8, 5, None, id="too few rounds"),
        pytest.param(10, 10, None, id="no such design"),
        pytest.param(12, 11, 2, id="too few tables"),
    ],
)
def test_other_evenings_are_searched(count: int, rounds: int, max_tables: int | None) -> None:
    event = gather(SINGLES, count, rounds=rounds, max_tables=max_tables)
    assert not find_rotation(event)


def test_an_unfinished_table_is_part_of_the_past() -> None:
    table = EventTable(1, (1, 2, 3, 4))
    event = Event("Fri", SINGLES, 5, None, (), (EventRound(1, (table,)),))
    assert recall(event).partners == {frozenset({1, 3}): 1, frozenset({2, 4}): 1}
