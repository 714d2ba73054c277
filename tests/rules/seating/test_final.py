"""The final ranking, compared with its rule written down without the bracket."""

from collections import Counter
from random import Random

import pytest

from scorekeeper.rules.seating.bracket import (
    choose_seeds,
    find_winners,
    list_playoff_sizes,
    plan_playoff,
    with_seeds,
)
from scorekeeper.rules.seating.event import Event, EventKind, with_tables
from scorekeeper.rules.seating.final import (
    FinalRow,
    Stage,
    end,
    list_changed_since_end,
    rank_finally,
    without_late_results,
)
from scorekeeper.rules.seating.standings import rank
from tests.rules.seating.evenings import (
    decide,
    gather,
    leave,
    make_result,
    play,
    play_freely,
    play_off,
    seat,
)
from tests.rules.seating.naive_final import Reached, rank_finally_by_force
from tests.rules.seating.sizes import EVENTS

SINGLES, SWISS = EventKind.SINGLES, EventKind.SWISS


def play_with_playoff(seed: int) -> Event:
    """Return a random evening with a playoff, to its end or not; tables are late or lacking."""
    random = Random(f"final {seed}")
    kind, count = random.choice([*EventKind]), random.randint(4, 24)
    most = random.choice([None, None, 2, 3])
    event = play(gather(kind, count, seed, max_tables=most), random.randint(0, 5), seed, late=0.1)
    event = with_seeds(event, choose_seeds(event, random.choice(list_playoff_sizes(event))))
    lives, late = random.choice([1, 2]), random.choice([0.0, 0.3])
    for _ in range(random.choice([2, 4, 60])):
        if plan_playoff(event, lives).winner:
            break
        event = seat(event, lives)
        if random.random() < 0.1:
            event = leave(event, random)
        event = decide(event, random, late)
    return event


def flatten(rows: list[FinalRow]) -> dict[int, Reached]:
    return {
        standing.entrant: Reached(row.place, row.round)
        for row in rows
        for standing in row.standings
    }


@pytest.mark.parametrize("seeds", [range(at, EVENTS, 4) for at in range(4)])
def test_random_evenings_are_ranked_as_by_force(seeds: range) -> None:
    endings = Counter[Stage | None]()
    for seed in seeds:
        for event in (play_with_playoff(seed), play_freely(seed)):
            rows = rank_finally(event)
            assert flatten(rows) == rank_finally_by_force(event), seed
            assert [row.place for row in rows] == sorted(row.place for row in rows)
            endings.update({row.stage for row in rows})
            won = [row.entrants for row in rows if row.stage is Stage.WON]
            assert won == ([find_winners(event)] if won else []), seed
    # Each kind of ending occurs, most of them often.
    assert endings.keys() == {None, *Stage}


def test_without_a_playoff_it_is_the_standings() -> None:
    event = play(gather(SINGLES, 13), 4)
    ranked = [(row.place, row.standings) for row in rank_finally(event)]
    assert ranked == [(row.place, (row,)) for row in rank(event)]


def test_both_who_lost_a_semi_final_are_third_and_the_next_comes_after_all() -> None:
    event = play_off(play(gather(SWISS, 9), 3), 8, 1, Random(1))
    rows = rank_finally(event)
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5, 9]
    assert [row.stage for row in rows] == [
        *(Stage.WON, Stage.FINAL, Stage.SEMI_FINAL, Stage.SEMI_FINAL),
        *[Stage.ROUND] * 4,
        None,
    ]


def test_two_of_singles_share_a_line_and_the_next_person_after_eight_is_ninth() -> None:
    event = play_off(play(gather(SINGLES, 17), 4), 8, 1, Random(1))
    rows = rank_finally(event)
    assert [(row.place, len(row.entrants)) for row in rows[:5]] == [
        *((1, 2), (2, 2), (3, 2), (3, 2)),
        (9, 1),
    ]
    assert sum(len(row.entrants) for row in rows) == 17


def test_who_is_not_out_shares_the_best_place_of_an_unfinished_playoff() -> None:
    event = decide(seat(with_seeds(gather(SWISS, 6), {1: 1, 2: 2, 3: 3, 4: 4}), 1), Random(1))
    rows = rank_finally(seat(event, 1))
    assert [(row.place, row.stage) for row in rows] == [
        *[(1, Stage.OPEN)] * 2,
        *[(3, Stage.SEMI_FINAL)] * 2,
        *[(5, None)] * 2,
    ]


def test_after_the_end_only_typed_results_are_new() -> None:
    for seed in range(40):
        event = end(play_freely(seed))
        assert list_changed_since_end(event) == []
        scored = replace_results(event, "played", Random(seed))
        assert without_late_results(scored) == without_late_results(event) == event
        typed = replace_results(event, "typed", Random(seed))
        assert without_late_results(typed) == typed
        changed = {
            (place.round.number, place.table.number) for place in list_changed_since_end(typed)
        }
        assert changed == {place for place in event.places if place not in event.typed}


def replace_results(event: Event, field: str, random: Random) -> Event:
    """Return the event with a result, typed or scored, at each table that had none."""
    late = event.places.difference(event.typed)
    return with_tables(event, {place: {field: make_result(random)} for place in late})
