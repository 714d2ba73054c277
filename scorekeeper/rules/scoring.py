"""Scoring a hand: a list of reasons with their points, in the order of rules.md §3."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .bids import Bid
from .hand import Tricks
from .house import FailedNil, HouseRules, TwoNils


class Reason(StrEnum):
    """Why points are given or taken; the value is the word of the match file."""

    CONTRACT_MADE = "contract made"
    CONTRACT_SET = "contract set"
    NIL_MADE = "nil made"
    NIL_FAILED = "nil failed"
    BLIND_NIL_MADE = "blind nil made"
    BLIND_NIL_FAILED = "blind nil failed"
    BOTH_NILS_MADE = "both nils made"
    BOTH_NILS_FAILED = "both nils failed"
    OVERTRICKS = "overtricks"
    FAILED_NIL_TRICKS = "tricks of a failed nil"
    BAG_PENALTY = "bag penalty"


class Standing(NamedTuple):
    """Points and bags of a side so far."""

    points: int = 0
    bags: int = 0


class Line(NamedTuple):
    """One reason and its points; `seat` is the nil bidder it is about.

    `amount` is what the reason counts: tricks taken for a contract, tricks over it, tricks of a
    failed nil, or how often the bag penalty fell due.
    """

    reason: Reason
    points: int
    amount: int = 0
    seat: int | None = None


class SideScore(NamedTuple):
    """What a hand brought one side, and where the side stands after it.

    `made` is None where the side had no contract; `bags` are the new ones, before any penalty.
    """

    contract: int
    made: bool | None
    lines: tuple[Line, ...]
    points: int
    bags: int
    standing: Standing


HandScore = tuple[SideScore, ...]


def score_hand(
    house: HouseRules, bids: Sequence[Bid], tricks: Tricks, standings: Sequence[Standing]
) -> HandScore:
    """Score a complete hand for every side, from the standings before it.

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
    return tuple(
        _score_side(house, bids, tricks, side, standing) for side, standing in enumerate(standings)
    )


def _score_side(
    house: HouseRules, bids: Sequence[Bid], tricks: Tricks, side: int, before: Standing
) -> SideScore:
    contract = sum([bids[seat].tricks for seat in house.game.sides[side]])
    nils = [seat for seat in house.game.sides[side] if not bids[seat].tricks]
    failed = sum([tricks.seats[seat] or 0 for seat in nils]) if nils else 0
    use = _use_of_failed_nil(house, side, nils) if failed else FailedNil.NOTHING
    taken = tricks.piles[side] + (failed if use is FailedNil.HELP else 0)
    made = taken >= contract if contract else None

    lines: list[Line] = []
    if made is not None:
        reason = Reason.CONTRACT_MADE if made else Reason.CONTRACT_SET
        lines.append(Line(reason, 10 * contract if made else -10 * contract, taken))
    if nils:
        lines += _nil_lines(house, bids, tricks, side, nils)

    bags = 0
    if made and taken > contract:
        bags = taken - contract
        lines.append(Line(Reason.OVERTRICKS, bags * house.overtrick_points, bags))
    over_no_contract = use is FailedNil.HELP and made is None
    if over_no_contract or use in (FailedNil.BAGS, FailedNil.BAGS_ONLY):
        points = 0 if use is FailedNil.BAGS_ONLY else failed * house.overtrick_points
        lines.append(Line(Reason.FAILED_NIL_TRICKS, points, failed))
        bags += failed

    if not house.bag_limit:
        bags = 0
    running, penalties = _count_bags(house, before.bags + bags)
    if penalties:
        lines.append(Line(Reason.BAG_PENALTY, -penalties * house.bag_penalty, penalties))
    points = sum([line.points for line in lines])
    standing = Standing(before.points + points, running)
    return SideScore(contract, made, tuple(lines), points, bags, standing)


def _use_of_failed_nil(house: HouseRules, side: int, nils: Sequence[int]) -> FailedNil:
    """Return what the tricks of failed nils do, given that both partners may have bid it."""
    if _all_nil(house, side, nils) and house.two_nils in (TwoNils.TOGETHER, TwoNils.NO_BAGS):
        return FailedNil.NOTHING
    return house.failed_nil


def _nil_lines(
    house: HouseRules, bids: Sequence[Bid], tricks: Tricks, side: int, nils: Sequence[int]
) -> list[Line]:
    """Return a line per nil bidder, or a single one where the pair is scored together."""
    if house.two_nils is TwoNils.TOGETHER and _all_nil(house, side, nils):
        if any(tricks.seats[seat] for seat in nils):
            lost = sum(_nil_penalty(house, bids[seat]) for seat in nils)
            return [Line(Reason.BOTH_NILS_FAILED, -lost)]
        return [Line(Reason.BOTH_NILS_MADE, sum(_nil_bonus(house, bids[seat]) for seat in nils))]
    lines = []
    for seat in nils:
        taken, blind = tricks.seats[seat] or 0, bids[seat].blind
        if taken:
            reason = Reason.BLIND_NIL_FAILED if blind else Reason.NIL_FAILED
            lines.append(Line(reason, -_nil_penalty(house, bids[seat]), taken, seat))
        else:
            reason = Reason.BLIND_NIL_MADE if blind else Reason.NIL_MADE
            lines.append(Line(reason, _nil_bonus(house, bids[seat]), 0, seat))
    return lines


def _all_nil(house: HouseRules, side: int, nils: Sequence[int]) -> bool:
    return 1 < len(nils) == len(house.game.sides[side])


def _nil_bonus(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_bonus if bid.blind else house.nil_bonus


def _nil_penalty(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_penalty if bid.blind else house.nil_penalty


def _count_bags(house: HouseRules, bags: int) -> tuple[int, int]:
    """Return the bags that stay and how often the penalty falls due."""
    if not house.bag_limit or bags < house.bag_limit:
        return bags, 0
    if not house.bag_carry:
        return 0, 1
    return bags % house.bag_limit, bags // house.bag_limit
