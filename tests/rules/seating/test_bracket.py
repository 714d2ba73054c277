"""The playoff: seeds, single elimination and double elimination."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from scorekeeper.rules.seating.bracket import (
    PlayoffPlan,
    choose_seeds,
    find_winners,
    list_playoff_sizes,
    plan_playoff,
    seat_playoff,
    with_seeds,
)
from scorekeeper.rules.seating.event import Event, EventKind, EventRound, TableResult
from scorekeeper.rules.seating.next_round import list_repeats, seat_next_round
from scorekeeper.rules.seating.standings import rank
from tests.rules.seating.evenings import decide, gather, leave, play, play_off, seat, with_presence
from tests.rules.seating.sizes import PAIRS, SEEDS

SINGLES, SWISS = EventKind.SINGLES, EventKind.SWISS
SIZES = [2, 3, *PAIRS]
LATE = pytest.mark.parametrize("late", [0.0, 0.2], ids=["all in time", "tables are late"])


def seeded(count: int, kind: EventKind = SWISS, size: int = 0) -> Event:
    """Return an event in which the lots decide the seeds."""
    event = gather(kind, count)
    return with_seeds(event, choose_seeds(event, size or count))


def win(event: Event, *best: bool) -> Event:
    """Return the event after each table of the latest round was won by the better seed, or not."""
    seeds = {one.number: one.seed or 0 for one in event.entrants}
    *before, last = event.rounds
    tables = []
    for table, is_best in zip(last.tables, best or [True] * len(last.tables), strict=True):
        better = int(seeds[table.seats[1]] < seeds[table.seats[0]])
        winner = better if is_best else 1 - better
        tables.append(replace(table, typed=TableResult.walkover(winner)))
    return replace(event, rounds=(*before, replace(last, tables=tuple(tables))))


def plan_of(event: Event) -> PlayoffPlan:
    return plan_playoff(event, event.lives or 0)


@LATE
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", SIZES)
def test_single_elimination_takes_one_match_less_than_pairs(
    size: int, seed: int, late: float
) -> None:
    event = play_off(gather(SWISS, size, seed), size, 1, Random(f"{size} {seed}"), late)
    plan = plan_of(event)
    assert len(plan.tables) == size - 1
    assert (len(plan.list_seeds(losses=0)), len(plan.list_seeds(losses=1))) == (1, size - 1)


@LATE
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", SIZES)
def test_in_double_elimination_everyone_but_the_winner_loses_twice(
    size: int, seed: int, late: float
) -> None:
    event = play_off(gather(SWISS, size, seed), size, 2, Random(f"{size} {seed}"), late)
    plan = plan_of(event)
    assert len(plan.tables) in (2 * size - 2, 2 * size - 1)
    assert Counter(len(lost) for lost in plan.losses.values())[2] == size - 1
    assert plan.winner not in plan.list_seeds(losses=2)


@pytest.mark.parametrize("size", SIZES)
def test_if_the_better_seed_always_wins_the_first_does(size: int) -> None:
    event = seeded(size)
    while not plan_playoff(event, 1).winner:
        event = win(seat(event, 1))
    assert plan_of(event).winner == 1
    assert max(len(plan_of(event).columns), 1) == (size - 1).bit_length()
    assert find_winners(event) == plan_of(event).teams[1]


def test_the_best_seeds_meet_last() -> None:
    columns = plan_playoff(seeded(8), 1).columns
    assert [match.seeds for match in columns[0]] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert [match.seeds for match in columns[1]] == [(None, None), (None, None)]


def test_missing_seeds_are_byes_of_the_best() -> None:
    event = seeded(6)
    plan = plan_playoff(event, 1)
    assert [match.seeds for match in plan.columns[0]] == [(1, None), (4, 5), (2, None), (3, 6)]
    assert [match.seeds for match in plan.columns[1]] == [(1, None), (2, None)]
    assert [match.winner for match in plan.columns[0]] == [1, None, 2, None]
    assert seat_playoff(event, 1).sits_out == (*plan.teams[1], *plan.teams[2])


def test_who_is_done_early_plays_on_while_others_still_play() -> None:
    event = seat(seeded(8), 1)
    done = [replace(table, typed=TableResult.walkover(0)) for table in event.rounds[0].tables[:2]]
    late = event.rounds[0].tables[2:]
    event = replace(event, rounds=(replace(event.rounds[0], tables=(*done, *late)),))
    assert plan_of(event).pairings == ((1, 4),)
    assert [table.number for table in seat(event).rounds[1].tables] == [1]


def test_where_tables_are_lacking_pairs_wait_for_one() -> None:
    event = replace(seeded(8), max_tables=3)
    seating = seat_next_round(event, lives=1)
    assert (len(seating.tables), len(seating.sits_out)) == (3, 2)
    event = win(seat(event, 1))
    assert plan_of(event).pairings == ((3, 6), (1, 4))


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize(
    "result", [TableResult.none(), TableResult.of_points(100, 100)], ids=["no result", "a tie"]
)
def test_a_table_without_a_winner_is_played_again(result: TableResult, lives: int) -> None:
    event = seat(seeded(2), lives)
    [table] = event.rounds[0].tables
    tied = replace(event.rounds[0], tables=(replace(table, typed=result),))
    event = replace(event, rounds=(tied,))
    assert (plan_of(event).pairings, plan_of(event).winner) == (((1, 2),), None)
    assert plan_of(win(seat(event))).losses[2] != ()


def test_a_corrected_match_changes_who_goes_on() -> None:
    event = win(seat(win(seat(seeded(4), 1))))
    assert (plan_of(event).winner, find_winners(event)) == (1, plan_of(event).teams[1])
    first, final = event.rounds
    [one, other] = first.tables
    turned = replace(first, tables=(replace(one, typed=TableResult.walkover(1)), other))
    event = replace(event, rounds=(turned, final))
    plan = plan_of(event)
    assert (plan.winner, plan.pairings, find_winners(event)) == (None, ((4, 2),), ())
    assert (plan.list_seeds(losses=0), plan.final) == ([2, 4], None)


@pytest.mark.parametrize(("kind", "people", "size"), [(SWISS, 20, 10), (SINGLES, 17, 16)])
def test_the_best_can_play_off_before_the_last_round(
    kind: EventKind, people: int, size: int
) -> None:
    event = play(gather(kind, people, rounds=5), 3)
    event = play_off(event, size, lives=1, random=Random(1))
    pairs = size if event.is_pairs else size // 2
    assert (len(plan_of(event).teams), len(plan_of(event).tables)) == (pairs, pairs - 1)
    assert len(find_winners(event)) == size // pairs


def test_the_final_is_the_table_that_decided() -> None:
    event = win(seat(win(seat(seeded(4), 1))), False)
    plan = plan_of(event)
    assert plan.final is not None
    assert (plan.winner, plan.final.round, plan.final.winner, plan.final.loser) == (2, 2, 2, 1)


def test_in_double_elimination_equal_losses_meet_best_against_worst() -> None:
    event = seat(seeded(8), 2)
    assert plan_playoff(seeded(8), 2).pairings == ((1, 8), (2, 7), (3, 6), (4, 5))
    plan = plan_of(win(event))
    assert plan.pairings == ((1, 4), (2, 3), (5, 8), (6, 7))
    assert (plan.columns, plan.list_seeds(losses=1)) == ((), [5, 6, 7, 8])


def test_in_double_elimination_rematches_are_avoided() -> None:
    event = win(seat(win(seat(seeded(8), 2))))
    # Now 5 and 6 have lost to 4 and 3, who have lost to 1 and 2.
    assert plan_of(event).pairings == ((1, 2), (3, 5), (4, 6))


def test_an_odd_one_out_rests_the_best_first_and_nobody_twice_before_all() -> None:
    event = seat(seeded(5), 2)
    rested = [event.rounds[0].sits_out]
    assert rested == [plan_of(event).teams[1]]
    event = seat(win(event))
    # 2 and 3 have won too; 4 and 5 have lost.
    assert event.rounds[1].sits_out == plan_of(event).teams[2]


def test_the_last_two_play_until_one_has_lost_twice() -> None:
    event = win(seat(seeded(2), 2))
    assert (plan_of(event).pairings, plan_of(event).winner) == (((1, 2),), None)
    again = win(seat(event), False)
    assert (plan_of(again).pairings, plan_of(again).winner) == (((1, 2),), None)
    assert plan_of(win(seat(again), False)).winner == 2


def test_a_correction_may_give_a_pair_one_loss_more_than_puts_it_out() -> None:
    event = win(seat(win(seat(win(seat(seeded(2), 2))), False)))
    first, second, last = event.rounds
    turned = win(replace(event, rounds=(first, second))).rounds[1]
    plan = plan_of(replace(event, rounds=(first, turned, last)))
    assert [plan.list_seeds(losses) for losses in range(3)] == [[1], [], [2]]
    assert (plan.winner, len(plan.losses[2])) == (1, 3)


def test_the_best_singles_become_pairs_the_first_with_the_last() -> None:
    event = play(gather(SINGLES, 17), 5)
    best = [row.entrant for row in rank(event)][:8]
    seeds = choose_seeds(event, 8)
    assert [seeds[entrant] for entrant in best] == [1, 2, 3, 4, 4, 3, 2, 1]
    event = seat(with_seeds(event, seeds), 1)
    sides = [{table.side(0), table.side(1)} for table in event.rounds[-1].tables]
    assert {*map(frozenset, chain(*sides))} == {
        frozenset({best[at], best[7 - at]}) for at in range(4)
    }


@pytest.mark.parametrize(
    ("kind", "count", "sizes"),
    [
        (SINGLES, 3, []),
        (SINGLES, 7, [4]),
        (SINGLES, 15, [4, 8]),
        (SINGLES, 17, [4, 8, 16]),
        (SWISS, 1, []),
        (SWISS, 4, [2, 3, 4]),
        (SWISS, 60, [*range(2, 61)]),
    ],
)
def test_a_playoff_fits_who_is_present(kind: EventKind, count: int, sizes: list[int]) -> None:
    assert list_playoff_sizes(gather(kind, count)) == sizes


def test_who_has_left_gets_no_seed_but_keeps_one() -> None:
    event = gather(SWISS, 4)
    first = min(event.entrants, key=lambda entrant: entrant.lot).number
    left = with_presence(event, first, False)
    assert first not in choose_seeds(left, 3)
    kept = with_presence(seeded(4), first, False)
    assert plan_playoff(kept, 1).pairings == ((1, 4), (2, 3))


def test_a_later_correction_does_not_change_the_seeds() -> None:
    event = play(gather(SWISS, 4), 1)
    event = with_seeds(event, choose_seeds(event, 2))
    tables = [replace(table, typed=TableResult.none()) for table in event.rounds[0].tables]
    changed = replace(event, rounds=(EventRound(1, tuple(tables)),))
    assert choose_seeds(changed, 2) != choose_seeds(event, 2)
    assert plan_playoff(changed, 1).teams == plan_playoff(event, 1).teams


def test_without_a_playoff_all_who_share_first_place_win() -> None:
    event = play(gather(SINGLES, 8), 1)
    assert find_winners(gather(SINGLES, 8)) == ()
    assert find_winners(event) == tuple(row.entrant for row in rank(event) if row.place == 1)


def test_nobody_is_seated_after_the_end_of_a_playoff() -> None:
    event = play_off(gather(SWISS, 4), 4, 2, Random(1))
    assert seat_next_round(event).tables == ()
    assert list_repeats(event, seat_next_round(event)) == []


def test_who_leaves_in_a_playoff_keeps_a_table_for_the_walkover() -> None:
    event = leave(decide(seat(seeded(4), 1), Random(1), always_won=True), Random(1))
    assert len(seat_next_round(event).tables) == 1
