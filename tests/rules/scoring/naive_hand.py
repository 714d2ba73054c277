"""A side's hand scored a second time, bag by bag, as at a table without a program."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules import Bid, HouseRules, Standing


class NaiveScore(NamedTuple):
    """Reasons with their points, whether a contract was made, new bags, and the standing after."""

    lines: list[tuple[str, int]]
    made: bool | None
    bags: int
    standing: tuple[int, int]


def score_side(
    house: HouseRules, bids: Sequence[Bid], taken: Sequence[int], before: Standing
) -> NaiveScore:
    """Score a side by the bid and the tricks of each of its players."""
    contract = sum(bid.tricks for bid in bids)
    nils = [(bid, tricks) for bid, tricks in zip(bids, taken, strict=True) if bid.tricks == 0]
    on_nils = sum(tricks for _, tricks in nils)
    own = sum(taken) - on_nils
    both_nil = len(nils) == len(bids) == 2
    failed_nil = house.failed_nil
    if both_nil and house.two_nils in ("together", "no bags"):
        failed_nil = "nothing"
    if failed_nil == "help" and contract:
        own, on_nils = own + on_nils, 0

    made = own >= contract if contract else None
    lines = score_contract(house, bids, own) if contract else []
    if both_nil and house.two_nils == "together":
        worth = sum(value_nil(house, bid, failed=on_nils > 0) for bid, _ in nils)
        lines.append((f"both nils {'failed' if on_nils else 'made'}", worth))
    else:
        for bid, tricks in nils:
            name = "blind nil" if bid.blind else "nil"
            reason = f"{name} {'failed' if tricks else 'made'}"
            lines.append((reason, value_nil(house, bid, failed=tricks > 0)))

    bags = 0
    if made and own > contract:
        bags += own - contract
        lines.append(("overtricks", house.overtrick_points * (own - contract)))
    if on_nils and failed_nil != "nothing":
        bags += on_nils
        points = 0 if failed_nil == "bags only" else house.overtrick_points * on_nils
        lines.append(("tricks of a failed nil", points))
    if not house.bag_limit:
        bags = 0
    running, penalties = before.bags, 0
    for _ in range(bags):
        running += 1
        if running == house.bag_limit:
            running, penalties = 0, penalties + 1
    if penalties and not house.bag_carry:
        running, penalties = 0, 1
    if penalties:
        lines.append(("bag penalty", -house.bag_penalty * penalties))
    points = before.points + sum(points for _, points in lines)
    return NaiveScore(lines, made, bags, (points, running))


def value_nil(house: HouseRules, bid: Bid, *, failed: bool) -> int:
    if failed:
        return -(house.blind_nil_penalty if bid.blind else house.nil_penalty)
    return house.blind_nil_bonus if bid.blind else house.nil_bonus


def score_contract(house: HouseRules, bids: Sequence[Bid], own: int) -> list[tuple[str, int]]:
    contract = sum(bid.tricks for bid in bids)
    result = "made" if own >= contract else "set"
    factor = house.blind_factor if result == "made" else house.blind_set_factor
    points = 0
    for bid in bids:
        points += 10 * bid.tricks * (factor if bid.blind and house.blind_minimum else 1)
    if result == "set":
        cost = {"bid": points, "none": 0, "shortfall": 10 * (contract - own)}
        points = -cost[house.set_penalty]
    reached = [big for big in house.big_bids if big.at <= contract]
    if not reached:
        return [(f"contract {result}", points)]
    big = max(reached, key=lambda big: big.at)
    worth = big.made if result == "made" else big.set
    if big.how == "instead":
        return [(f"contract {result}", worth)]
    extra = [(f"big bid {result}", worth)] if worth else []
    return [(f"contract {result}", points), *extra]
