"""The highest spade wins the trick, else the highest card of the suit led."""

from itertools import permutations, product

import pytest

from scorekeeper.rules.cards import PACK, Suit
from scorekeeper.rules.referee.play import find_winner
from tests.rules.cards import beats_all, cards

FEW = cards("AS 9S 2S AH 9H 2H AD 9D 2D AC 9C 2C")


@pytest.mark.parametrize("led", Suit)
def test_two_player_tricks_have_the_right_winner(led: Suit) -> None:
    tricks = [trick for trick in permutations(PACK, 2) if trick[0].suit is led]
    assert [find_winner(trick) for trick in tricks] == [beats_all(trick) for trick in tricks]


@pytest.mark.parametrize("led", Suit)
def test_four_player_tricks_have_the_right_winner(led: Suit) -> None:
    tricks = [trick for trick in product(FEW, repeat=4) if trick[0].suit is led]
    assert [find_winner(trick) for trick in tricks] == [beats_all(trick) for trick in tricks]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("10H AC KH 2S", 3, id="a spade"),
        pytest.param("10H 3S KH 2S", 1, id="the highest spade"),
        pytest.param("10H AC KH AD", 2, id="the highest of the suit led"),
        pytest.param("2H AC AD KD", 0, id="nobody could follow"),
        pytest.param("10H JH QH KH", 3, id="a court"),
        pytest.param("4S", 0, id="one card so far"),
        pytest.param("3H KH 2C KH AD 4H", 1, id="of two equal cards the first"),
        pytest.param("3H 5S KH 5S AD 4H", 1, id="of two equal spades the first"),
    ],
)
def test_a_trick_has_a_winner(trick: str, winner: int) -> None:
    assert find_winner(cards(trick)) == winner
