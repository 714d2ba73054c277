"""Cards: four suits, ace high, and the decks they come from, with jokers and high deuces."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
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


_WRITTEN_ABOVE_ACE = {15: "2S", 16: "2D", 17: "LJ", 18: "BJ"}


class Card(NamedTuple):
    """A card; `rank` is 2 to 14, the ace being 14. Cards of two decks can be equal.

    Jokers and high deuces are spades above the ace, so that the rules of play hold for them.

    >>> [card.notation for card in (Card(Suit.HEARTS, 10), Card(Suit.SPADES, 16))]
    ['10H', '2D']
    """

    suit: Suit
    rank: int

    @property
    def notation(self) -> str:
        """The card as it is written: its rank and the letter of its suit."""
        return _WRITTEN_ABOVE_ACE.get(self.rank) or f"{RANKS[self.rank - LOWEST]}{self.suit}"

    @property
    def is_high_trump(self) -> bool:
        return self.rank > HIGHEST

    @property
    def printed_suit(self) -> Suit | None:
        """The suit that the card shows, whatever it counts as; None for a joker."""
        return Suit(self.notation[-1]) if self.notation[-1] in list(Suit) else None


PACK = tuple(Card(suit, rank) for suit in Suit for rank in range(HIGHEST, LOWEST - 1, -1))
"""The usual 52 cards, suit by suit from the ace down."""
TWO_OF_CLUBS = Card(Suit.CLUBS, 2)
"""The card that is left out if the deck does not divide evenly."""
_TWO, _RED_TWO, _LITTLE, _BIG = [Card(Suit.SPADES, rank) for rank in _WRITTEN_ABOVE_ACE]
HIGH_TRUMPS: Mapping[str, tuple[Card, ...]] = MappingProxyType(
    {
        "usual": (),
        "jokers": (_BIG, _LITTLE),
        "jokers 2S": (_BIG, _LITTLE, _TWO),
        "jokers 2D 2S": (_BIG, _LITTLE, _RED_TWO, _TWO),
    }
)
"""The trumps of each deck above the ace of spades, from the top."""


def list_cards(deck: str) -> tuple[Card, ...]:
    """Return the cards of a deck, suit by suit from the top; a high deuce is no low one.

    The low twos that two and four players leave out are among them: no trick depends on them.
    """
    high = HIGH_TRUMPS[deck]
    names = [card.notation for card in high]
    return (*high, *[card for card in PACK if card.notation not in names])


_BY_NOTATION = {deck: {card.notation: card for card in list_cards(deck)} for deck in HIGH_TRUMPS}


def read_card(written: object, deck: str = "usual") -> Card:
    """Read a card of a deck as it is written; raise CardError for anything else.

    >>> read_card("2D"), read_card("2D", "jokers 2D 2S")
    (Card(suit=<Suit.DIAMONDS: 'D'>, rank=2), Card(suit=<Suit.SPADES: 'S'>, rank=16))
    >>> read_card("BJ")
    Traceback (most recent call last):
    scorekeeper.rules.errors.CardError: not a card (card='BJ')
    """
    if isinstance(written, str) and written in _BY_NOTATION[deck]:
        return _BY_NOTATION[deck][written]
    raise CardError("not a card", card=written)
