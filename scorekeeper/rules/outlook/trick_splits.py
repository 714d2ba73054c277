"""All possible splits of the tricks of a hand, and the score of each side for them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.hand import Tricks, list_nil_seats, list_pooled_seats
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import SideScore, Standing
from scorekeeper.rules.rulings import Ruling
from scorekeeper.rules.scoring.hand import score_hand


class SideTricks(NamedTuple):
    """The tricks of one side: its pile, None if all its seats bid nil, and those of its nils.

    >>> SideTricks(4, (2,)).counted, SideTricks(None, (1, 2)).counted, SideTricks(4, (2,)).total
    (4, 3, 6)
    """

    pile: int | None
    nils: tuple[int, ...]

    @property
    def total(self) -> int:
        """All tricks of the side."""
        return (self.pile or 0) + sum(self.nils)

    @property
    def counted(self) -> int:
        """The tricks shown for the side: its pile, or all its tricks if it has no pile."""
        return self.total if self.pile is None else self.pile


SideScores = list[tuple[SideTricks, SideScore]]
"""The possible tricks of one side with its scores."""


class TrickSplits:
    """All possible splits of a hand's tricks: first between sides, then within each side.

    The score of a side depends only on its own tricks, unless a ruling moves tricks.

    >>> house = HouseRules.of("partnership")
    >>> falls = TrickSplits(house, [Bid(3), Bid(3), Bid(0), Bid(3)], [Standing()] * 2)
    >>> gold, blue = falls.score_sides((1, 12))
    >>> [(own.pile, own.nils, score.points) for own, score in gold]
    [(0, (1,), -129), (1, (0,), 70)]
    """

    def __init__(
        self,
        house: HouseRules,
        bids: Sequence[Bid],
        standings: Sequence[Standing],
        so_far: Tricks | None = None,
        rulings: tuple[Ruling, ...] = (),
    ) -> None:
        self._house, self._bids, self._standings, self._rulings = house, bids, standings, rulings
        game, self.sides = house.game, range(len(standings))
        least = so_far or Tricks((0,) * len(bids), (0,) * len(standings))
        self.nils = [list_nil_seats(game, bids, side) for side in self.sides]
        self._least = [
            SideTricks(
                least.piles[side] if list_pooled_seats(game, bids, side) else None,
                tuple([least.seats[seat] or 0 for seat in self.nils[side]]),
            )
            for side in self.sides
        ]
        self.tallied = sum([own.total for own in self._least])
        left = range(game.tricks - self.tallied + 1)
        self._owns = [[tuple(self._own(side, more)) for more in left] for side in self.sides]
        self._move = any([ruling.tricks for ruling in rulings])
        self._known: dict[tuple[int, ...], SideScores] = {}

    def splits(self) -> Iterator[tuple[int, ...]]:
        """Yield every split of the remaining tricks between the sides."""
        return _splits(self._house.game.tricks - self.tallied, len(self.sides))

    def score_sides(self, split: tuple[int, ...]) -> list[SideScores]:
        """Return the possible tricks and scores of each side for one split."""
        keys = [(side, *split) if self._move else (side, split[side]) for side in self.sides]
        if any([key not in self._known for key in keys]):
            owns = [self._owns[side][more] for side, more in enumerate(split)]
            # A score has all sides, so the side with the most ways needs the most scores.
            scores = [
                self._score([ways[min(place, len(ways) - 1)] for ways in owns])
                for place in range(max(map(len, owns)))
            ]
            for side, key in enumerate(keys):
                self._known[key] = [
                    (own, score[side]) for own, score in zip(owns[side], scores, strict=False)
                ]
        return [self._known[key] for key in keys]

    def beside_pile(self, side: int) -> int | None:
        """Return the nil bidder whose partner has a pile, or None."""
        return (
            self.nils[side][0] if self.nils[side] and self._least[side].pile is not None else None
        )

    def is_sweep(self, owns: Sequence[SideTricks]) -> bool:
        """Whether one of these sides takes all tricks of a hand that has just begun."""
        most = max([own.total for own in owns])
        return not self.tallied and most == self._house.game.tricks

    def _own(self, side: int, more: int) -> Iterator[SideTricks]:
        """Yield every way a side can distribute a number of further tricks."""
        pile, nils = self._least[side]
        if pile is not None:
            for share, *others in _splits(more, 1 + len(nils)):
                yield SideTricks(pile + share, _added(nils, others))
        else:
            for shares in _splits(more, len(nils)):
                yield SideTricks(pile, _added(nils, shares))

    def _score(self, owns: Sequence[SideTricks]) -> tuple[SideScore, ...]:
        seats: list[int | None] = [None] * len(self._bids)
        for nils, own in zip(self.nils, owns, strict=True):
            for seat, taken in zip(nils, own.nils, strict=True):
                seats[seat] = taken
        tricks = Tricks(tuple(seats), tuple([own.pile or 0 for own in owns]))
        return score_hand(self._house, self._bids, tricks, self._standings, self._rulings)


def _added(least: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple([first + second for first, second in zip(least, more, strict=True)])


def _splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split a number into a number of parts.

    >>> list(_splits(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if parts == 1:
        yield (number,)
    else:
        for first in range(number + 1):
            for rest in _splits(number - first, parts - 1):
                yield (first, *rest)
