"""Cards: four suits, ace high, and the decks they come from."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.errors import CardError


class Suit(StrEnum):
    """One of four suits; the value is its letter in a card's notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks as they are written, from the lowest to the highest."""
LOWEST, HIGHEST = 2, 14
"""The ranks of the two and the ace."""


class Card(NamedTuple):
    """A card; `rank` is 2 to 14, the ace being 14. Cards of two decks can be equal.

    >>> Card(Suit.SPADES, 14).notation, Card(Suit.HEARTS, 10).notation
    ('AS', '10H')
    """

    suit: Suit
    rank: int

    @property
    def notation(self) -> str:
        """The card as it is written: its rank and the letter of its suit."""
        return f"{RANKS[self.rank - LOWEST]}{self.suit}"


PACK = tuple(Card(suit, rank) for suit in Suit for rank in range(HIGHEST, LOWEST - 1, -1))
"""The usual 52 cards, suit by suit from the ace down."""
TWO_OF_CLUBS = Card(Suit.CLUBS, 2)
"""The card that is left out if the deck does not divide evenly."""
_BY_NOTATION = {card.notation: card for card in PACK}


def combine_packs(copies: int = 1, without: Collection[Card] = ()) -> tuple[Card, ...]:
    """Return the cards of several decks, each without some cards.

    >>> len(combine_packs(without=[TWO_OF_CLUBS])), len(combine_packs(2, without=[TWO_OF_CLUBS]))
    (51, 102)
    """
    return tuple(card for card in PACK if card not in without) * copies


def read_card(written: object) -> Card:
    """Read a card as it is written; raise CardError for anything else.

    >>> read_card("QD")
    Card(suit=<Suit.DIAMONDS: 'D'>, rank=12)
    >>> read_card("1S")
    Traceback (most recent call last):
    scorekeeper.rules.errors.CardError: not a card (card='1S')
    """
    if isinstance(written, str) and written in _BY_NOTATION:
        return _BY_NOTATION[written]
    raise CardError("not a card", card=written)
