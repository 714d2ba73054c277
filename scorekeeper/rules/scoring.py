"""Scoring a hand: a list of reasons with their points, in the order of rules.md §3."""

from collections.abc import Sequence

from .bids import Bid
from .contract import POINTS_A_TRICK, contract_lines
from .hand import Tricks
from .house import FailedNil, HouseRules
from .lines import HandScore, Line, Reason, SideScore, Standing
from .nils import nil_lines, use_of_failed_nil
from .rulings import NO_ADJUSTMENT, Adjustment, Ruling, adjustments


def score_hand(
    house: HouseRules,
    bids: Sequence[Bid],
    tricks: Tricks,
    standings: Sequence[Standing],
    rulings: tuple[Ruling, ...] = (),
) -> HandScore:
    """Score a complete hand for every side, from the standings before it.

    A hand that bids itself has no bids: ten points a trick, no contract and no bags.

    >>> from .hand import count_tricks
    >>> house = HouseRules.of("partnership")
    >>> bids = [Bid(0), Bid(4), Bid(3), Bid(4)]
    >>> tricks = count_tricks(house.game, bids, [0, None, 2, None], [None, 11])
    >>> gold, blue = score_hand(house, bids, tricks, [Standing(), Standing(0, 8)])
    >>> [(line.reason.value, line.points) for line in gold.lines]
    [('contract set', -30), ('nil made', 100)]
    >>> blue.points, blue.standing
    (-17, Standing(points=-17, bags=1))
    """
    sides = [_Side(house, bids, tricks, side) for side in range(len(standings))]
    if not rulings:
        return tuple([side.score(before) for side, before in zip(sides, standings, strict=True)])
    moved = adjustments(house.game, rulings, tuple(side.taken for side in sides))
    return tuple(
        side.score(before, moved[side.side], rulings)
        for side, before in zip(sides, standings, strict=True)
    )


class _Side:
    """One side of a hand: its contract, its nils, and the tricks that count for each."""

    def __init__(self, house: HouseRules, bids: Sequence[Bid], tricks: Tricks, side: int) -> None:
        self.house, self.bids, self.tricks, self.side = house, bids, tricks, side
        seats = house.game.sides[side] if bids else ()
        self.contract = sum([bids[seat].tricks for seat in seats])
        self.nils = [seat for seat in seats if not bids[seat].tricks]
        self.failed = sum([tricks.seats[seat] or 0 for seat in self.nils]) if self.nils else 0
        self.use = FailedNil.NOTHING
        if self.failed:
            self.use = use_of_failed_nil(house, side, self.nils)
        self.taken = tricks.piles[side] + (self.failed if self.use is FailedNil.HELP else 0)

    def score(
        self,
        before: Standing,
        moved: Adjustment = NO_ADJUSTMENT,
        rulings: tuple[Ruling, ...] = (),
    ) -> SideScore:
        """Return what the hand brings the side from the standing before it."""
        house, contract = self.house, self.contract
        counted = self.taken - moved.lost + moved.gained
        made = None
        if contract:
            made = (counted >= contract or moved.made) and not moved.set
        lines: list[Line] = []
        if made is not None:
            lines += contract_lines(house, self.bids, self.side, counted, made)
        elif not self.bids:
            lines.append(Line(Reason.FIRST_HAND, POINTS_A_TRICK * self.taken, self.taken))
        if self.nils:
            lines += nil_lines(house, self.bids, self.tricks, self.side, self.nils)
        overtrick_lines, bags = self._overtricks(made, moved)
        lines += overtrick_lines
        if rulings:
            lines += self._ruling_lines(rulings, moved)
        running, penalties = _count_bags(house, before.bags + bags)
        if penalties:
            lines.append(Line(Reason.BAG_PENALTY, -penalties * house.bag_penalty, penalties))
        points = sum([line.points for line in lines])
        standing = Standing(before.points + points, running)
        return SideScore(contract, made, tuple(lines), points, bags, standing)

    def _overtricks(self, made: bool | None, moved: Adjustment) -> tuple[list[Line], int]:
        """Return the lines of the tricks over the contract and of failed nils, and their bags.

        Tricks gained by a ruling never make bags.
        """
        house, lines, bags = self.house, [], 0
        over = self.taken - moved.lost - self.contract
        if made and over > 0:
            bags = over
            lines.append(Line(Reason.OVERTRICKS, over * house.overtrick_points, over))
        over_no_contract = self.use is FailedNil.HELP and made is None
        if over_no_contract or self.use in (FailedNil.BAGS, FailedNil.BAGS_ONLY):
            worth = 0 if self.use is FailedNil.BAGS_ONLY else house.overtrick_points
            lines.append(Line(Reason.FAILED_NIL_TRICKS, self.failed * worth, self.failed))
            bags += self.failed
        return lines, bags if house.bag_limit else 0

    def _ruling_lines(self, rulings: Sequence[Ruling], moved: Adjustment) -> list[Line]:
        """Return a line for each ruling against the side, and one for tricks it was given."""
        lines = [
            Line(Reason.RULING, -ruling.points, ruling.tricks, ruling.seat)
            for ruling in rulings
            if self.house.game.side_of[ruling.seat] == self.side
        ]
        if moved.gained > 0:
            lines.append(Line(Reason.TRICKS_BY_RULING, 0, moved.gained))
        return lines


def _count_bags(house: HouseRules, bags: int) -> tuple[int, int]:
    """Return the bags that stay and how often the penalty falls due."""
    if not house.bag_limit or bags < house.bag_limit:
        return bags, 0
    if not house.bag_carry:
        return 0, 1
    return bags % house.bag_limit, bags // house.bag_limit
