"""The points of nils under the house rules, separate from the partner's contract."""

from collections.abc import Sequence

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import FailedNil, HouseRules, TwoNils
from scorekeeper.rules.lines import Line, Reason


def score_nils(
    house: HouseRules, bids: Sequence[Bid], tricks: Tricks, side: int, nils: Sequence[int]
) -> list[Line]:
    """Return a line per nil bidder, or a single line if the pair is scored together."""
    if house.two_nils is TwoNils.TOGETHER and _all_nil(house, side, nils):
        if any(tricks.seats[seat] for seat in nils):
            penalty = sum(_nil_penalty(house, bids[seat]) for seat in nils)
            return [Line(Reason.BOTH_NILS_FAILED, -penalty)]
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


def find_failed_nil_use(house: HouseRules, side: int, nils: Sequence[int]) -> FailedNil:
    """Return the use of the tricks of failed nils; partners who both bid nil are a special case."""
    if _all_nil(house, side, nils) and house.two_nils in (TwoNils.TOGETHER, TwoNils.NO_BAGS):
        return FailedNil.NOTHING
    return house.failed_nil


def _all_nil(house: HouseRules, side: int, nils: Sequence[int]) -> bool:
    return 1 < len(nils) == len(house.game.sides[side])


def _nil_bonus(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_bonus if bid.blind else house.nil_bonus


def _nil_penalty(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_penalty if bid.blind else house.nil_penalty
