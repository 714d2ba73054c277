"""The games as data: seats, sides, tricks, roles and defaults; and whose turn it is in them.

To add a game, add its data here; the code loops over seats and sides.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.rules.cards import PACK, TWO_OF_CLUBS, Card, Suit, list_cards


class Role(StrEnum):
    """The role of the first seat of a hand; the seat on its left bids first and leads first."""

    DEALS = "deals"
    DRAWS = "draws"


@dataclass(frozen=True)
class Game:
    """One kind of Spades (rules.md §1, §2 and §4).

    `sides` lists the seats of each side, seats counted clockwise from 0; `first` is the default
    seat that deals (or draws) the first hand; `defaults` are the house rules that differ from the
    partnership game's. `pack` contains the cards of the game, from `packs` of 52 or, with jokers,
    54 cards; then all are dealt, `joker_tricks` each. `deck` is the key of their order.
    """

    key: str
    sides: tuple[tuple[int, ...], ...]
    first: int
    tricks: int = 13
    role: Role = Role.DEALS
    side_names: tuple[str, ...] = ()
    packs: int = 1
    pack: tuple[Card, ...] = PACK
    joker_tricks: int = 13
    deck: str = "usual"
    defaults: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def seats(self) -> int:
        """The number of players."""
        return sum(len(side) for side in self.sides)

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat."""
        sides = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        return tuple(sides[seat] for seat in range(self.seats))

    @cached_property
    def has_partners(self) -> bool:
        """Whether any side has more than one player."""
        return any(len(side) > 1 for side in self.sides)

    @cached_property
    def spades(self) -> int | None:
        """The number of spades held together, None if unknown because cards are discarded."""
        if self.role is Role.DRAWS:
            return None
        return len([card for card in self.pack if card.suit is Suit.SPADES])

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """Return all seats in the order of play, beginning with `seat`."""
        return tuple((seat + step) % self.seats for step in range(self.seats))


PACK_WITHOUT_TWO = tuple(card for card in PACK if card != TWO_OF_CLUBS)
PARTNERSHIP = Game(key="partnership", sides=((0, 2), (1, 3)), first=3, side_names=("Gold", "Blue"))
TWO_PLAYER = Game(
    key="two-player",
    sides=((0,), (1,)),
    role=Role.DRAWS,
    first=0,
    defaults=MappingProxyType({"floor": None, "failed_nil": "nothing", "exchange": 3}),
)
THREE_HANDED = Game(
    key="three-handed",
    sides=((0,), (1,), (2,)),
    tricks=17,
    first=2,
    pack=PACK_WITHOUT_TWO,
    joker_tricks=18,
    defaults=MappingProxyType({"floor": None}),
)
SOLO = Game(
    key="solo", sides=((0,), (1,), (2,), (3,)), first=3, defaults=MappingProxyType({"floor": None})
)
SIX_HANDED = Game(
    key="six-handed",
    sides=((0, 3), (1, 4), (2, 5)),
    tricks=17,
    first=5,
    side_names=("Gold", "Blue", "Green"),
    packs=2,
    pack=PACK_WITHOUT_TWO * 2,
    joker_tricks=18,
)
GAMES: Mapping[str, Game] = MappingProxyType(
    {game.key: game for game in (PARTNERSHIP, TWO_PLAYER, THREE_HANDED, SOLO, SIX_HANDED)}
)


@cache
def get_game(key: str, deck: str) -> Game:
    """Return a game as it is played with a deck."""
    game = GAMES[key]
    if deck == game.deck:
        return game
    return replace(game, tricks=game.joker_tricks, pack=list_cards(deck) * game.packs, deck=deck)


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
    opener = (due + 1) % game.seats
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
