"""An elimination as its definition says it: who has lost often enough is out, the last one wins."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.seating.bracket import (
    count_byes,
    find_winners,
    list_playoff_sizes,
    with_seeds,
)
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

SIZES = range(4, 61) if THOROUGH else (4, 5, 6, 7, 8, 11, 12, 16, 17, 23, 32, 33, 47, 59, 60)
BOTH = pytest.mark.parametrize("lives", [1, 2])


def draw(count: int, seed: object = 0, max_tables: int | None = None) -> Event:
    """Return an elimination of this many pairs, drawn before its first round."""
    event = gather(EventKind.SWISS, count, seed, max_tables=max_tables)
    numbers = Random(f"draw {seed}").sample([one.number for one in event.entrants], count)
    event = with_seeds(event, {number: seed for seed, number in enumerate(numbers, start=1)})
    return replace(event, way=EventWay.ELIMINATION)


def list_losers(event: Event) -> list[list[int]]:
    """Return who lost, in each round in the order of tables; a tie has no loser."""
    return [
        [
            table.seats[1 - table.result.winner]
            for table in seated.tables
            if table.result and table.result.winner is not None
        ]
        for seated in event.rounds
    ]


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
        losses = Counter(one for losers in list_losers(event) for one in losers)
        out = {one for one, lost in losses.items() if lost == lives}
    assert not seat_next_round(event).tables
    [winner] = find_winners(event)
    assert winner not in out
    assert losses.total() in ([count - 1] if lives == 1 else [2 * (count - 1), 2 * (count - 1) + 1])
    check_ranking(event, winner, lives, losses)


def check_ranking(event: Event, winner: int, lives: int, losses: Counter[int]) -> None:
    """Compare the final ranking with the rounds of the last losses, counted without a bracket.

    With one life a round is that of the bracket: the loser has won all those before it, the first
    perhaps by a bye.
    """
    last = {one: number for number, losers in enumerate(list_losers(event), 1) for one in losers}
    if lives == 1:
        byes = count_byes(len(event.entrants), lives=1)
        wins = Counter(
            table.seats[table.result.winner]
            for seated in event.rounds
            for table in seated.tables
            if table.result and table.result.winner is not None
        )
        last = {one: wins[one] + ((event.by_number[one].seed or 0) <= byes) for one in last}
    last[winner] = 1000
    rows = rank_finally(event)
    assert {row.entrants[0]: row.place for row in rows} == {
        one: 1 + sum(other > own for other in last.values()) for one, own in last.items()
    }
    assert [row.standings[0].played for row in rows if row.entrants == (winner,)] == [
        sum(winner in table.seats for seated in event.rounds for table in seated.tables)
    ]
    assert losses.keys() | {winner} == {*event.by_number}


def test_it_needs_four_pairs_and_a_draw() -> None:
    assert (list_playoff_sizes(draw(3)), find_obstacle(draw(3))) == ([], Obstacle.FEW)
    assert (list_playoff_sizes(draw(60))[-1], find_obstacle(draw(4))) == (60, None)
    assert not seat_next_round(draw(4)).tables
    with pytest.raises(SeatingError):
        check_seating(draw(4), seat_swiss(draw(4)))
