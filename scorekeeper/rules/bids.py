"""Bids: a number of tricks, nil, or blind nil."""

from dataclasses import dataclass

from scorekeeper.rules.errors import BidError


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise of tricks made in one seat; none at all is nil, unseen cards make it blind.

    >>> Bid(4).notation, NIL.notation, BLIND_NIL.notation
    (4, 'nil', 'blind nil')
    """

    tricks: int
    blind: bool = False

    @property
    def is_nil(self) -> bool:
        """Whether the bid is to take no trick (rules.md §1: 0 is nil)."""
        return self.tricks == 0

    @property
    def notation(self) -> int | str:
        """The bid as the match file writes it: a number, or words."""
        if self.blind:
            return "blind nil" if self.is_nil else f"blind {self.tricks}"
        return "nil" if self.is_nil else self.tricks


NIL = Bid(0)
BLIND_NIL = Bid(0, blind=True)
MOST_TRICKS = 18
"""The tricks of the longest hand in any game of Spades."""
_BLIND = [Bid(tricks, blind=True) for tricks in range(MOST_TRICKS + 1)]
_WORDS = {bid.notation: bid for bid in (NIL, *_BLIND)}


def read_bid(written: object) -> Bid:
    """Read a bid as the match file writes it; raise BidError for anything else.

    >>> read_bid(0) == read_bid("nil") == NIL
    True
    >>> read_bid("blind 6")
    Bid(tricks=6, blind=True)
    >>> read_bid("many")
    Traceback (most recent call last):
    scorekeeper.rules.errors.BidError: not a bid (bid='many')
    """
    if isinstance(written, int) and not isinstance(written, bool) and written >= 0:
        return Bid(written)
    if isinstance(written, str) and written in _WORDS:
        return _WORDS[written]
    raise BidError("not a bid", bid=written)
