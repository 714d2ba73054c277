"""Two players: who draws first, who bids first, who leads."""

import pytest

from scorekeeper.rules import GAMES, TWO_PLAYER, HouseRules
from scorekeeper.rules.turns import count_drawing_turns, count_held_cards, find_drawer
from tests.rules.table import Table


def test_the_second_player_bids_first_and_leads(duel: Table) -> None:
    assert duel.roles == ("Ann", "Ben", "Ben")


def test_either_can_be_the_first_to_draw(duel: Table) -> None:
    duel.start("two-player", first=1)
    assert duel.roles == ("Ben", "Ann", "Ann")


def test_the_roles_swap_after_each_hand(duel: Table) -> None:
    duel.play([6, 6], 7, 6)
    assert duel.roles == ("Ben", "Ann", "Ann")
    duel.play([6, 6], 7, 6)
    assert duel.roles == ("Ann", "Ben", "Ben")


def test_the_roles_swap_after_a_tie_too(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (440, 0)])
    duel.play([6, 7], 6, 7)
    assert duel.roles == ("Ben", "Ann", "Ann")


def test_the_roles_do_not_swap_between_bids_and_tricks(duel: Table) -> None:
    duel.bid(6, 6)
    assert duel.roles == ("Ann", "Ben", "Ben")


def test_the_sum_of_bids_is_unlimited(duel: Table) -> None:
    duel.play([13, 13], 13, 0)
    assert (duel.points("Ann"), duel.points("Ben")) == (130, -130)


def test_each_player_is_a_side(duel: Table) -> None:
    assert duel.match.sides == ("Ann", "Ben")


def test_cards_are_drawn_in_turns() -> None:
    turns = count_drawing_turns(TWO_PLAYER)
    assert count_held_cards(TWO_PLAYER, first=1, turns=0) == (0, 0)
    assert count_held_cards(TWO_PLAYER, first=1, turns=turns - 1) == (12, 13)
    assert count_held_cards(TWO_PLAYER, first=1, turns=turns) == (13, 13)
    assert find_drawer(TWO_PLAYER, first=1, turn=turns) == 0


@pytest.mark.parametrize("game", ["partnership", "three-handed", "solo", "six-handed"])
def test_games_with_a_deal_have_no_drawing(game: str) -> None:
    assert count_drawing_turns(GAMES[game]) == 0


@pytest.mark.parametrize(("game", "cards"), [("partnership", 0), ("two-player", 3)])
def test_cards_are_exchanged_after_a_blind_nil(game: str, cards: int) -> None:
    assert HouseRules.of(game).exchange == cards
