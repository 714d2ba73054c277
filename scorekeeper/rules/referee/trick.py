"""The referee of a trick: playable cards, illegal ones with reasons, the winner (rules.md §7)."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from scorekeeper.rules.cards import Card, Suit


class WhyNot(StrEnum):
    """The reason why a card may not be played."""

    NOT_HELD = "not held"
    MUST_FOLLOW_SUIT = "must follow suit"
    SPADES_NOT_BROKEN = "spades not broken"


def judge_card(
    card: Card, holding: Collection[Card], led: Suit | None, broken: bool
) -> WhyNot | None:
    """Return the reason why a card of a holding may not be played, or None if it may.

    `led` is the suit led to the trick, None for the leader; `broken` says whether spades are
    broken.

    >>> holding = [read_card(card) for card in ("KS", "4S", "9H")]
    >>> judge_card(read_card("KS"), holding, led=None, broken=False)
    <WhyNot.SPADES_NOT_BROKEN: 'spades not broken'>
    >>> judge_card(read_card("KS"), holding, led=Suit.CLUBS, broken=False) is None
    True
    """
    if card not in holding:
        return WhyNot.NOT_HELD
    if led is not None:
        void = all(held.suit is not led for held in holding)
        return None if card.suit is led or void else WhyNot.MUST_FOLLOW_SUIT
    nothing_else = all(held.suit is Suit.SPADES for held in holding)
    early = card.suit is Suit.SPADES and not broken and not nothing_else
    return WhyNot.SPADES_NOT_BROKEN if early else None


def list_playable(holding: Collection[Card], led: Suit | None, broken: bool) -> tuple[Card, ...]:
    """Return the cards of a holding that may be played, in the order they are held.

    >>> holding = [read_card(card) for card in ("KS", "4S", "9H")]
    >>> [card.notation for card in list_playable(holding, led=Suit.HEARTS, broken=True)]
    ['9H']
    """
    return tuple(card for card in holding if judge_card(card, holding, led, broken) is None)


def find_winner(trick: Sequence[Card]) -> int:
    """Return the position of the winning card in a trick; 0 is the leader's.

    The highest spade wins, else the highest of the suit led; of two equal cards the first.

    >>> find_winner([read_card(card) for card in ("10H", "AC", "KH", "2S")])
    3
    """
    led = trick[0].suit

    def strength(position: int) -> tuple[bool, bool, int]:
        suit, rank = trick[position]
        return suit is Suit.SPADES, suit is led, rank

    # max() keeps the first of those that are equal.
    return max(range(len(trick)), key=strength)
