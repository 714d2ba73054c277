"""The cards that may be played to a trick, and the one that wins it."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product

import pytest

from scorekeeper.rules.cards import PACK, Card, Suit
from scorekeeper.rules.referee.play import WhyNot, find_winner, judge_card, list_playable
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


HELD = cards("AS 2S KH 3H QD 4D JC 5C")
HOLDINGS = list(chain.from_iterable(combinations(HELD, number) for number in range(len(HELD) + 1)))
LEADING = None


def by_hand(holding: Sequence[Card], led: Suit | None, broken: bool) -> Iterator[Card]:
    """The cards that may be played, as a table would explain it to a beginner."""
    for card in holding:
        suits = {held.suit.value for held in holding}
        if led is LEADING:
            if card.suit.value != "S" or broken or suits == {"S"}:
                yield card
        elif card.suit == led or led.value not in suits:
            yield card


@pytest.mark.parametrize("led", [LEADING, *Suit])
@pytest.mark.parametrize("broken", [False, True], ids=["unbroken", "broken"])
def test_legal_cards_equal_those_of_the_table(led: Suit | None, broken: bool) -> None:
    assert [list_playable(holding, led, broken) for holding in HOLDINGS] == [
        tuple(by_hand(holding, led, broken)) for holding in HOLDINGS
    ]


@pytest.mark.parametrize("led", [LEADING, *Suit])
def test_every_card_is_legal_or_has_a_reason(led: Suit | None) -> None:
    wrong = WhyNot.SPADES_NOT_BROKEN if led is LEADING else WhyNot.MUST_FOLLOW_SUIT
    for card, holding, broken in product(PACK, HOLDINGS, [False, True]):
        reason = wrong if card in holding else WhyNot.NOT_HELD
        expected = None if card in by_hand(holding, led, broken) else reason
        assert judge_card(card, holding, led, broken) is expected


def test_both_of_two_equal_cards_are_legal() -> None:
    holding = cards("AH AH 2S")
    assert list_playable(holding, Suit.HEARTS, broken=True) == tuple(cards("AH AH"))
