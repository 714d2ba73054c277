"""Tricks with jokers and high deuces, against an order of cards written down."""

from random import Random

import pytest

from scorekeeper.rules import PARTNERSHIP, CardError, HouseRules
from scorekeeper.rules.cards import Card, Suit, read_card
from scorekeeper.rules.games import get_game
from scorekeeper.rules.referee.play import (
    ShownSuit,
    find_winner,
    judge_play,
    list_cards_left,
    list_playable,
)
from tests.rules.cards import cards

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
SPADES = [f"{rank}S" for rank in RANKS]
TRUMPS = {
    "usual": SPADES,
    "jokers": ["BJ", "LJ", *SPADES],
    "jokers 2S": ["BJ", "LJ", "2S", *SPADES[:-1]],
    "jokers 2D 2S": ["BJ", "LJ", "2D", "2S", *SPADES[:-1]],
}
"""The trumps of each deck, from the top."""
OTHERS = [f"{rank}{suit}" for suit in "HDC" for rank in RANKS]


def suit_of(card: str, trumps: list[str]) -> str:
    return "S" if card in trumps else card[-1]


def strength(card: str, led: str, trumps: list[str]) -> tuple[int, int]:
    if card in trumps:
        return 2, -trumps.index(card)
    return int(card[-1] == led), -RANKS.index(card[:-1])


@pytest.mark.parametrize("deck", TRUMPS)
def test_random_tricks_go_by_the_written_order(deck: str) -> None:
    trumps, chance = TRUMPS[deck], Random(36)
    every = [*trumps, *[card for card in OTHERS if card not in trumps]]
    for _ in range(500):
        trick = chance.sample(every, 4)
        led = suit_of(trick[0], trumps)
        best = max(trick, key=lambda card: strength(card, led, trumps))
        assert trick[find_winner([read_card(card, deck) for card in trick])] == best
        holding = chance.sample(every, 5)
        follow = [card for card in holding if suit_of(card, trumps) == led] or holding
        held = [read_card(card, deck) for card in holding]
        playable = list_playable(held, Suit(led), broken=False)
        assert [card.notation for card in playable] == follow


HIGH = HouseRules.of("partnership", deck="jokers 2D 2S").game


def test_a_high_deuce_does_not_follow_a_diamond() -> None:
    play = judge_play(HIGH, 0, cards("AD KD 2D 3D", "jokers 2D 2S"))
    assert (play.tricks[0].winner, play.voids) == (2, (ShownSuit(2, Suit.DIAMONDS, 1),))
    assert judge_play(PARTNERSHIP, 0, cards("AD KD 2D 3D")).voids == ()


def test_a_card_of_another_deck_cannot_be_played() -> None:
    with pytest.raises(CardError, match="not in the pack"):
        judge_play(HIGH, 0, [Card(Suit.DIAMONDS, 2)])
    with pytest.raises(CardError, match="not a card"):
        cards("BJ")


def test_high_trumps_are_left_among_the_spades_once_of_two_decks() -> None:
    left = list_cards_left(get_game("six-handed", "jokers 2D 2S"), [])
    assert [card.notation for card in left[Suit.SPADES]][:5] == ["BJ", "LJ", "2D", "2S", "AS"]
    assert [len(kept) for kept in left.values()] == [16, 13, 12, 13]
