"""Standings: one chain of numbers, compared with a computation by brute force."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableResult,
    with_tables,
)
from scorekeeper.rules.seating.next_round import without_round
from scorekeeper.rules.seating.standings import StandingsRow, count_sit_out, list_scores, rank
from tests.rules.seating.evenings import (
    decide,
    gather,
    leave,
    play,
    play_freely,
    play_off,
    seat,
    with_presence,
)
from tests.rules.seating.naive_standings import number, rank_by_force
from tests.rules.seating.sizes import EVENTS

Change = Callable[[Event, Random], Event]
SWISS, ROUND_ROBIN, SINGLES = EventKind.SWISS, EventKind.ROUND_ROBIN, EventKind.SINGLES
RANDOM_EVENTS = pytest.mark.parametrize("seeds", [range(at, EVENTS, 8) for at in range(8)])


def pairs(kind: EventKind, *tables: tuple[int, int, int, int], sits_out: int = 0) -> Event:
    """Return an event of pairs 1 to 5, a round for each (pair, pair, points, points)."""
    rounds = [
        EventRound(
            at,
            (EventTable(1, table[:2], TableResult.of_points(*table[2:])),),
            (sits_out,) if sits_out else (),
        )
        for at, table in enumerate(tables, start=1)
    ]
    entrants = [Entrant(one, lot=10 - one) for one in range(1, 6)]
    return Event("Tue", kind, 5, None, tuple(entrants), tuple(rounds))


def row_of(event: Event, entrant: int) -> StandingsRow:
    [row] = [row for row in rank(event) if row.entrant == entrant]
    return row


def places(event: Event) -> list[tuple[int, int]]:
    return [(row.place, row.entrant) for row in rank(event)]


def shuffle(event: Event, random: Random) -> Event:
    """Return the same event with rounds, tables, sides and entrants in another order."""
    rounds = []
    for seated in event.rounds:
        tables = [random.choice([turn, same])(table) for table in seated.tables]
        sits_out = random.sample(seated.sits_out, len(seated.sits_out))
        tables = random.sample(tables, len(tables))
        rounds.append(replace(seated, tables=tuple(tables), sits_out=tuple(sits_out)))
    entrants = random.sample(event.entrants, len(event.entrants))
    return replace(
        event, entrants=tuple(entrants), rounds=tuple(random.sample(rounds, len(rounds)))
    )


def same(table: EventTable) -> EventTable:
    return table


def turn(table: EventTable) -> EventTable:
    """Return the table with the sides changed."""
    result = table.result
    if result:
        points = result.points and (result.points[1], result.points[0])
        winner = None if result.winner is None else 1 - result.winner
        result = replace(result, points=points, winner=winner)
    return replace(table, seats=(*table.seats[1:], table.seats[0]), typed=result)


@RANDOM_EVENTS
def test_standings_in_any_order_of_rounds_tables_and_sides_equal_those_by_brute_force(
    seeds: range,
) -> None:
    for seed in seeds:
        event = play_freely(seed)
        rows = rank(event)
        shuffled = shuffle(event, Random(seed))
        assert number(rows) == number(rank(shuffled)) == rank_by_force(event)
        assert places(shuffled) == places(event)
        decided = sum(bool(table.result) for each in event.rounds for table in each.tables)
        resting = sum(len(each.rests) * count_sit_out(event, each) for each in event.rounds)
        at_a_table = 1 if event.is_pairs else 2
        assert sum(row.wins for row in rows) == at_a_table * decided + resting


@pytest.mark.parametrize("seed", range(20))
def test_a_correction_in_singles_changes_four_rows(seed: int) -> None:
    event = play(gather(SINGLES, 17, seed), 4, seed)
    table = event.rounds[1].tables[2]
    won = replace(table, typed=TableResult.of_points(1000, 0))
    lost = replace(table, typed=TableResult.of_points(0, 1001))
    before, after = (
        {row.entrant: (row.wins, row.difference) for row in rank(with_table(event, changed))}
        for changed in (won, lost)
    )
    assert {one for one in before if before[one] != after[one]} == {*table.seats}


def with_table(event: Event, changed: EventTable) -> Event:
    """Return the event with another table 3 in round 2."""
    tables = [
        changed if table.number == changed.number else table for table in event.rounds[1].tables
    ]
    second = replace(event.rounds[1], tables=tuple(tables))
    return replace(event, rounds=(event.rounds[0], second, *event.rounds[2:]))


def test_before_the_first_result_all_share_first_place_in_the_order_of_lots() -> None:
    assert places(pairs(SWISS)) == [(1, 5), (1, 4), (1, 3), (1, 2), (1, 1)]


def test_rows_say_what_is_behind_their_numbers() -> None:
    event = pairs(SWISS, (1, 2, 10, 40), sits_out=5)
    [lost], [rested] = row_of(event, 1).scores, row_of(event, 5).scores
    assert (lost.round, lost.table, lost.wins) == (1, event.rounds[0].tables[0], 0)
    assert (lost.points, lost.difference, lost.opponents) == ((10, 40), -30, (2,))
    assert (rested.table, rested.points, rested.difference, rested.opponents) == (None, None, 0, ())


def decide_but(event: Event, late: EventTable) -> Event:
    """Return the event after side 0 has won at all tables but one."""
    won = {"typed": TableResult.of_points(300, 200)}
    tables = [(each.number, table) for each in event.rounds for table in each.tables]
    done = {(at, table.number): won for at, table in tables if table.seats != late.seats}
    return with_tables(event, done)


def test_a_slow_table_costs_half_a_win_a_round_and_tapping_early_gives_none_away() -> None:
    event = seat(gather(SWISS, 5))
    late = event.rounds[0].tables[0]
    for missed in (1, 2, 3):
        event = seat(decide_but(event, late))
        assert (set(event.rounds[-1].misses), len(event.rounds[-1].sits_out)) == (
            *(set(late.seats), 1),
        )
        wins = {row.entrant: row.wins for row in rank(event)}
        assert [wins[one] for one in late.seats] == [missed / 2] * 2
        assert {count_sit_out(event, each) for each in event.rounds[1:]} == {0.5}
    assert all(row.strength is not None for row in rank(event))
    # Those who missed rounds have the next bye last.
    event = seat(decide(event, Random(1)))
    assert not set(late.seats) & set(event.rounds[-1].sits_out)


def test_singles_at_a_slow_table_miss_rounds_and_play_next() -> None:
    event = seat(gather(SINGLES, 9))
    late = event.rounds[0].tables[0]
    event = seat(decide_but(seat(decide_but(event, late)), late))
    wins = {row.entrant: row.wins for row in rank(event)}
    assert [wins[one] for one in late.seats] == [1.0] * 4
    event = seat(decide(event, Random(1)))
    assert not set(late.seats) & set(event.rounds[-1].rests)


def test_who_leaves_from_a_slow_table_misses_nothing_more() -> None:
    event = with_presence(seat(gather(SINGLES, 9)), 1, False)
    busy = event.list_busy()
    event = seat(decide_but(event, event.rounds[0].tables[1]))
    assert set(event.rounds[-1].misses) == set(event.rounds[0].tables[1].seats) - {1} <= busy


def test_tables_that_stay_in_an_undone_round_cost_and_give_nobody_a_win() -> None:
    event = seat(gather(SWISS, 5))
    stays = event.rounds[0].tables[1]
    event = without_round(event, [stays.number])
    assert set(event.rounds[0].misses) == {1, 2, 3, 4, 5} - set(stays.seats)
    event = decide(seat(event), Random(1))
    assert {len(row.scores) for row in rank(event)} == {2}


def test_who_left_before_playing_has_no_row_and_who_left_later_keeps_it() -> None:
    event = gather(SINGLES, 9)
    before = leave(event, Random(1))
    after = leave(play(event, 1), Random(1))
    [gone] = [entrant.number for entrant in before.entrants if not entrant.is_present]
    assert {row.entrant for row in rank(before)} == {*range(1, 10)} - {gone}
    assert len(rank(after)) == 9


def test_the_playoff_changes_no_standings_but_has_scores() -> None:
    event = play(gather(SWISS, 8), 3)
    after = play_off(event, 8, lives=1, random=Random(1))
    assert [replace(row, scores=()) for row in rank(after)] == [
        replace(row, scores=()) for row in rank(event)
    ]
    winner = after.rounds[-1].tables[0].seats[0]
    last = list_scores(after, after.playoff_rounds)[winner][-1]
    assert (last.round, last.table) == (6, after.rounds[-1].tables[0])


def test_a_rest_in_the_playoff_is_no_score() -> None:
    resting = EventRound(1, (), sits_out=(7,), lives=2)
    assert list_scores(pairs(SWISS), [resting]) == {}
