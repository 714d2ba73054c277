"""Whose turn it is: who deals or draws first, bids first, leads."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.games import Game


class Step(StrEnum):
    """What the table has to say next."""

    BIDS = "bids"
    TRICKS = "tricks"
    OVER = "over"


class Turn(NamedTuple):
    """The hand that is due: its number (from 1), its step, and the seats of its roles."""

    hand: int
    step: Step
    first: int
    bids: int
    leads: int


def turn_of(game: Game, first: int, played: int, number: int, step: Step) -> Turn:
    """Return the turn of hand `number` after `played` hands that were not thrown in.

    The role of the first seat passes clockwise with each hand played, and its left neighbour
    bids first and leads; with two players that is the other one (rules.md §1 and §2).

    >>> from scorekeeper.rules.games import PARTNERSHIP
    >>> turn_of(PARTNERSHIP, first=3, played=1, number=2, step=Step.BIDS)
    Turn(hand=2, step=<Step.BIDS: 'bids'>, first=0, bids=1, leads=1)
    """
    due = (first + played) % game.seats
    opener = game.left_of(due)
    return Turn(number, step, first=due, bids=opener, leads=opener)
