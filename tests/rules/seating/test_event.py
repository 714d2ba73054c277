"""The words of an event: who is free, which tables go on, what a result is worth."""

import pytest

from scorekeeper.rules.seating.event import (
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableEnding,
    TableResult,
)
from tests.rules.seating.evenings import gather, with_presence

DONE = EventTable(1, (1, 2, 3, 4), TableResult.of_points(312, 250))
PLAYING = EventTable(2, (5, 6, 7, 8))


def evening(*rounds: EventRound, max_tables: int | None = None) -> Event:
    gathered = gather(EventKind.SINGLES, 9, max_tables=max_tables)
    return Event(gathered.key, gathered.kind, 5, max_tables, gathered.entrants, rounds)


@pytest.mark.parametrize(
    ("result", "wins"),
    [
        pytest.param(TableResult.of_points(312, 250), (1, 0), id="more points"),
        pytest.param(TableResult.of_points(-80, -20), (0, 1), id="fewer points below zero"),
        pytest.param(TableResult.of_points(200, 200), (0.5, 0.5), id="a tie"),
        pytest.param(TableResult.walkover(1), (0, 1), id="a walkover"),
        pytest.param(TableResult.none(), (0.5, 0.5), id="abandoned"),
    ],
)
def test_a_table_shares_one_win(result: TableResult, wins: tuple[float, float]) -> None:
    assert result.wins == wins


def test_only_played_tables_have_points() -> None:
    assert TableResult.of_points(1, 2) == TableResult(TableEnding.PLAYED, (1, 2), 1)
    assert TableResult.walkover(0) == TableResult(TableEnding.WALKOVER, None, 0)
    assert TableResult.none() == TableResult(TableEnding.NONE, None, None)


def test_seats_opposite_play_together() -> None:
    assert (DONE.side(0), DONE.side(1)) == ((1, 3), (2, 4))
    assert [DONE.side_of(entrant) for entrant in DONE.seats] == [0, 1, 0, 1]


def test_two_pairs_sit_at_a_table() -> None:
    table = EventTable(1, (7, 4))
    assert (table.side(0), table.side(1), table.side_of(4)) == ((7,), (4,), 1)


def test_before_the_first_round_everyone_is_free() -> None:
    event = evening()
    assert (event.latest, event.next_number, event.lives) == (None, 1, None)
    assert event.list_free() == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_whoever_is_present_and_at_no_unfinished_table_is_free() -> None:
    event = with_presence(evening(EventRound(1, (DONE, PLAYING), (9,))), 4, False)
    assert event.list_free() == [1, 2, 3, 9]
    assert (event.list_busy(), event.list_unfinished()) == ({5, 6, 7, 8}, [PLAYING])


def test_the_latest_round_is_the_last() -> None:
    final = EventRound(2, (), lives=2)
    event = evening(EventRound(1, (DONE,)), final)
    assert (event.latest, event.next_number, event.lives) == (final, 3, 2)
    assert ([seated.number for seated in event.main_rounds], event.playoff_rounds) == ([1], [final])


@pytest.mark.parametrize(
    ("max_tables", "numbers"),
    [
        pytest.param(None, [1, 3, 4], id="room for any number"),
        pytest.param(3, [1, 3], id="room for three"),
        pytest.param(1, [], id="room for none"),
        pytest.param(0, [], id="room for fewer than play"),
    ],
)
def test_new_tables_get_the_numbers_that_nobody_uses(
    max_tables: int | None, numbers: list[int]
) -> None:
    event = evening(EventRound(1, (DONE, PLAYING)), max_tables=max_tables)
    assert event.list_table_numbers(3) == numbers


def test_singles_have_four_seats_and_pairs_two_sides() -> None:
    assert (gather(EventKind.SINGLES, 8).seats_per_table, evening().is_pairs) == (4, False)
    assert gather(EventKind.SWISS, 8).seats_per_table == 2
    assert gather(EventKind.ROUND_ROBIN, 8).is_pairs
