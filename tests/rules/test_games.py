"""The games: seats, sides and tricks; who deals or draws, bids first and leads."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from scorekeeper.rules import (
    GAMES,
    PARTNERSHIP,
    TWO_PLAYER,
    Bid,
    HouseRules,
    Match,
    Role,
    Step,
    StepError,
    Taker,
    TrickError,
    Turn,
)
from scorekeeper.rules.games import count_drawing_turns, count_held_cards, find_drawer
from tests.rules.table import FRIENDS, Table

MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)
# The role of the first seat, the tricks of a hand, the seats of each side, and the names of sides.
KINDS = {
    "partnership": (Role.DEALS, 13, ((0, 2), (1, 3)), ("Gold", "Blue")),
    "two-player": (Role.DRAWS, 13, ((0,), (1,)), FRIENDS[:2]),
    "three-handed": (Role.DEALS, 17, ((0,), (1,), (2,)), FRIENDS[:3]),
    "solo": (Role.DEALS, 13, ((0,), (1,), (2,), (3,)), FRIENDS[:4]),
    "six-handed": (Role.DEALS, 17, ((0, 3), (1, 4), (2, 5)), ("Gold", "Blue", "Green")),
}
EVEN = {2: (7, 6), 3: (6, 6, 5), 4: (4, 3, 3, 3)}
"""The tricks of a hand by seat, by the number of players."""


def test_the_list_of_games_is_complete() -> None:
    assert list(GAMES) == list(KINDS)


@pytest.mark.parametrize("key", KINDS)
def test_each_game_has_its_seats_sides_and_tricks(table: Table, key: str) -> None:
    table.start(key)
    game, match = GAMES[key], table.match
    assert (game.role, game.tricks, game.sides, match.sides) == KINDS[key]
    assert match.players == FRIENDS[: game.seats]
    assert (count_drawing_turns(game) > 0) == (game.role is Role.DRAWS)


def test_the_order_of_play_is_clockwise() -> None:
    assert PARTNERSHIP.clockwise_from(3) == (3, 0, 1, 2)


@pytest.mark.parametrize(
    ("game", "first", "dealers"),
    [
        pytest.param("partnership", 0, "Ann Ben Cleo Dan Ann", id="partners"),
        pytest.param("partnership", None, "Dan Ann Ben Cleo Dan", id="the last of partners"),
        pytest.param("three-handed", None, "Cleo Ann Ben Cleo", id="three"),
        pytest.param("two-player", None, "Ann Ben Ann", id="two players swap"),
        pytest.param("two-player", 1, "Ben Ann Ben", id="the second draws first"),
    ],
)
def test_the_deal_passes_to_the_left_who_bids_and_leads_first(
    table: Table, game: str, first: int | None, dealers: str
) -> None:
    table.start(game, first=first)
    players = table.match.players
    for dealer in dealers.split():
        left = players[(players.index(dealer) + 1) % len(players)]
        assert table.roles == (dealer, left, left)
        table.bid(*[3] * len(players))
        if len(players) == 2:
            assert table.roles == (dealer, left, left)
        table.take(*EVEN[len(players)])


@pytest.mark.parametrize("taken", [(6, 5, 5), (6, 6, 6), (4, 4, 5)], ids=repr)
def test_other_numbers_of_tricks_are_refused(table: Table, taken: tuple[int, ...]) -> None:
    table.start("three-handed")
    table.bid(6, 5, 4)
    with pytest.raises(TrickError):
        table.take(*taken)


def test_tricks_of_every_side_are_needed(table: Table) -> None:
    table.start("six-handed")
    table.bid(3, 2, 3, 2, 3, 3)
    with pytest.raises(TrickError, match="tricks missing"):
        table.take(Gold=6, Blue=5)


def test_cards_are_drawn_in_turns() -> None:
    turns = count_drawing_turns(TWO_PLAYER)
    assert count_held_cards(TWO_PLAYER, first=1, turns=0) == (0, 0)
    assert count_held_cards(TWO_PLAYER, first=1, turns=turns - 1) == (12, 13)
    assert count_held_cards(TWO_PLAYER, first=1, turns=turns) == (13, 13)
    assert find_drawer(TWO_PLAYER, first=1, turn=turns) == 0


@pytest.mark.parametrize(("game", "cards"), [("partnership", 0), ("two-player", 3)])
def test_cards_are_exchanged_after_a_blind_nil(game: str, cards: int) -> None:
    assert HouseRules.of(game).exchange == cards


def test_a_turn_contains_hand_step_and_seats(table: Table) -> None:
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    table.bid(3, 3, 3, 3)
    assert table.match.turn == Turn(hand=2, step=Step.TRICKS, first=0, bids=1, leads=1)


def test_tricks_before_bids_are_refused(table: Table) -> None:
    with pytest.raises(StepError, match="bids are due"):
        table.take(Gold=7, Blue=6)


def test_bids_before_tricks_are_refused(table: Table) -> None:
    table.bid(3, 3, 3, 3)
    with pytest.raises(StepError, match="tricks are due"):
        table.bid(3, 3, 3, 3)


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
