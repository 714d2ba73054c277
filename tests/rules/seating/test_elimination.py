"""An elimination as its definition says it: who has lost often enough is out, the last one wins."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.seating.bracket import find_winners, list_playoff_sizes, with_seeds
from scorekeeper.rules.seating.event import Event, EventKind, EventWay
from scorekeeper.rules.seating.final import rank_finally
from scorekeeper.rules.seating.next_round import (
    Obstacle,
    check_seating,
    find_obstacle,
    seat_next_round,
)
from scorekeeper.rules.seating.pairings import seat_swiss
from tests.effort import THOROUGH
from tests.rules.seating.evenings import decide, gather, leave, seat
from tests.rules.seating.naive_final import Reached, rank_finally_by_force

SIZES = range(4, 61) if THOROUGH else (4, 5, 6, 7, 8, 11, 12, 16, 17, 23, 32, 33, 47, 59, 60)
BOTH = pytest.mark.parametrize("lives", [1, 2])


def draw(count: int, seed: object = 0, max_tables: int | None = None) -> Event:
    """Return an elimination of this many pairs, drawn before its first round."""
    event = gather(EventKind.SWISS, count, seed, max_tables=max_tables)
    numbers = Random(f"draw {seed}").sample([one.number for one in event.entrants], count)
    event = with_seeds(event, {number: seed for seed, number in enumerate(numbers, start=1)})
    return replace(event, way=EventWay.ELIMINATION)


def count_losses(event: Event) -> Counter[int]:
    """Return how often each pair lost; in a tie nobody does."""
    done = [(table, table.result) for _, table in event.tables]
    return Counter(
        table.seats[1 - result.winner]
        for table, result in done
        if result and result.winner in (0, 1)
    )


@BOTH
@pytest.mark.parametrize("max_tables", [None, 6], ids=["enough tables", "six tables"])
@pytest.mark.parametrize("count", SIZES)
def test_who_lost_often_enough_plays_no_more_and_the_last_one_wins(
    count: int, max_tables: int | None, lives: int
) -> None:
    random = Random(f"{count} {lives}")
    event, out = draw(count, max_tables=max_tables), set[int]()
    while len(out) < count - 1:
        before, event = event, seat(event, lives)
        playing = Counter(one for table in event.rounds[-1].tables for one in table.seats)
        assert event != before
        assert len(event.rounds[-1].tables) <= (max_tables or 30)
        assert max(playing.values()) == 1
        assert not out.intersection(playing)
        event = decide(leave(event, random) if random.random() < 0.1 else event, random)
        losses = count_losses(event)
        out = {one for one, lost in losses.items() if lost == lives}
    assert not seat_next_round(event).tables
    [winner] = find_winners(event)
    assert winner not in out
    assert losses.total() in ([count - 1] if lives == 1 else [2 * (count - 1), 2 * (count - 1) + 1])
    rows = rank_finally(event)
    reached = {row.entrants[0]: Reached(row.place, row.round) for row in rows}
    assert reached == rank_finally_by_force(event)
    assert rows[0].standings[0].played == sum(winner in table.seats for _, table in event.tables)


def test_it_needs_four_pairs_and_a_draw() -> None:
    assert (list_playoff_sizes(draw(3)), find_obstacle(draw(3))) == ([], Obstacle.FEW)
    assert (list_playoff_sizes(draw(60))[-1], find_obstacle(draw(4))) == (60, None)
    assert not seat_next_round(draw(4)).tables
    with pytest.raises(SeatingError):
        check_seating(draw(4), seat_swiss(draw(4)))
