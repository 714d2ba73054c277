"""Turns: the seats that deal or draw first, bid first and lead, and the order of drawing."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.games import Game, Role


class Step(StrEnum):
    """The step that the table has to record next."""

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


def find_turn(game: Game, first: int, played: int, step: Step) -> Turn:
    """Return the turn of the hand after `played` ones, not counting misdealt ones.

    The role of the first seat passes clockwise with each hand played, and its left neighbour
    bids first and leads; with two players that is the other one (rules.md §1 and §2).

    >>> find_turn(PARTNERSHIP, first=3, played=1, step=Step.BIDS)
    Turn(hand=2, step=<Step.BIDS: 'bids'>, first=0, bids=1, leads=1)
    """
    due = (first + played) % game.seats
    opener = game.left_of(due)
    return Turn(played + 1, step, first=due, bids=opener, leads=opener)


def count_drawing_turns(game: Game) -> int:
    """Return the number of turns in which the cards are drawn; 0 if they are dealt."""
    return game.seats * game.tricks if game.role is Role.DRAWS else 0


def find_drawer(game: Game, first: int, turn: int) -> int:
    """Return the seat that draws in a turn (from 1), `first` being the seat that draws first."""
    return game.clockwise_from(first)[(turn - 1) % game.seats]


def count_held_cards(game: Game, first: int, turns: int) -> tuple[int, ...]:
    """Return the number of cards that each seat holds after a number of turns, one per turn."""
    drawn = [find_drawer(game, first, turn) for turn in range(1, turns + 1)]
    return tuple(drawn.count(seat) for seat in range(game.seats))
