"""Cards and suits in words and in short."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from scorekeeper.rules import Card, Suit

SUITS = {
    Suit.SPADES: lazy_gettext("spades"),
    Suit.HEARTS: lazy_gettext("hearts"),
    Suit.DIAMONDS: lazy_gettext("diamonds"),
    Suit.CLUBS: lazy_gettext("clubs"),
}
ICONS = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}
"""The pictures of the suits among the icons."""
LETTERS = {
    14: lazy_gettext("A"),
    13: lazy_gettext("K"),
    12: lazy_gettext("Q"),
    11: lazy_gettext("J"),
}
"""What stands in the corner of the high cards."""
NAMES = {
    14: lazy_gettext("ace"),
    13: lazy_gettext("king"),
    12: lazy_gettext("queen"),
    11: lazy_gettext("jack"),
}


def suit(given: Suit) -> str:
    """Return a suit in words."""
    return str(SUITS[given])


def rank(card: Card) -> str:
    """Return what stands in the corner of a card."""
    return str(LETTERS.get(card.rank, card.rank))


def card(given: Card) -> str:
    """Return a card in words: ace of spades."""
    name = str(NAMES.get(given.rank, given.rank))
    return _("%(rank)s of %(suit)s", rank=name, suit=suit(given.suit))
