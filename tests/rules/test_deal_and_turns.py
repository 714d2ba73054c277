"""Partners: who deals, who bids first, who leads; what is due next."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from scorekeeper.rules import (
    PARTNERSHIP,
    TWO_PLAYER,
    Bid,
    Match,
    Role,
    Step,
    StepError,
    Taker,
    Turn,
)
from tests.rules.table import Table

MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "roles"),
    [
        pytest.param(0, ("Ann", "Ben", "Ben"), id="Ann"),
        pytest.param(1, ("Ben", "Cleo", "Cleo"), id="Ben"),
        pytest.param(2, ("Cleo", "Dan", "Dan"), id="Cleo"),
        pytest.param(3, ("Dan", "Ann", "Ann"), id="Dan"),
    ],
)
def test_the_dealers_left_bids_and_leads_first(
    table: Table, first: int, roles: tuple[str, str, str]
) -> None:
    table.start(first=first)
    assert table.roles == roles


def test_the_deal_passes_to_the_left_and_returns(table: Table) -> None:
    for dealer, left in (("Ann", "Ben"), ("Ben", "Cleo"), ("Cleo", "Dan"), ("Dan", "Ann")):
        table.play([3, 3, 3, 3], Gold=7, Blue=6)
        assert table.roles == (dealer, left, left)


def test_opposite_seats_are_partners() -> None:
    assert PARTNERSHIP.sides == ((0, 2), (1, 3))
    assert PARTNERSHIP.side_of == (0, 1, 0, 1)


def test_the_sides_are_gold_and_blue(table: Table) -> None:
    assert table.match.sides == ("Gold", "Blue")


def test_the_order_of_play_is_clockwise() -> None:
    assert PARTNERSHIP.clockwise_from(3) == (3, 0, 1, 2)
    assert PARTNERSHIP.left_of(3) == 0


def test_partners_deal_and_two_players_draw() -> None:
    assert (PARTNERSHIP.role, TWO_PLAYER.role) == (Role.DEALS, Role.DRAWS)


def test_bids_and_tricks_alternate(table: Table) -> None:
    assert table.match.step is Step.BIDS
    table.bid(3, 3, 3, 3)
    assert table.match.step is Step.TRICKS
    table.take(Gold=7, Blue=6)
    assert table.match.step is Step.BIDS


def test_a_turn_contains_hand_step_and_seats(table: Table) -> None:
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    table.bid(3, 3, 3, 3)
    assert table.match.turn == Turn(hand=2, step=Step.TRICKS, first=0, bids=1, leads=1)


def test_the_turn_of_an_earlier_hand_is_known(table: Table) -> None:
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.turn_in(1).first == 3


def test_tricks_before_bids_are_refused(table: Table) -> None:
    with pytest.raises(StepError, match="bids are due"):
        table.take(Gold=7, Blue=6)


def test_bids_before_tricks_are_refused(table: Table) -> None:
    table.bid(3, 3, 3, 3)
    with pytest.raises(StepError, match="tricks are due"):
        table.bid(3, 3, 3, 3)


def test_a_decided_match_is_over(table: Table) -> None:
    table.start(opening=[(440, 0), (0, 0)])
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.step is Step.OVER


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(lambda match: match.bid([Bid(6), Bid(7)]), id="bids"),
        pytest.param(lambda match: match.change_bids([Bid(6), Bid(7)]), id="other bids"),
        pytest.param(lambda match: match.note_trick(Taker(0)), id="a trick"),
        pytest.param(lambda match: match.record_misdeal(), id="a misdeal"),
        pytest.param(lambda match: match.end(MIDNIGHT), id="an early end"),
    ],
)
def test_nothing_is_recorded_after_the_end(duel: Table, record: Callable[[Match], Match]) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.play([6, 7], 6, 7)
    with pytest.raises(StepError, match="match is over"):
        record(duel.match)


def test_bids_are_in_the_order_of_play(table: Table) -> None:
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    table.record_misdeal()
    assert [table.match.bidding_order(number) for number in (1, 2, 3)] == [
        (0, 1, 2, 3),
        (1, 2, 3, 0),
        (1, 2, 3, 0),
    ]
