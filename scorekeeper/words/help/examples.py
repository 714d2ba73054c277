"""Example hands with their points, which the rules compute."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper import rules
from scorekeeper.rules.bids import BLIND_NIL, NIL, Bid
from scorekeeper.rules.house_rules import TwoNils
from scorekeeper.rules.presets import score_example, score_failed_nil_example
from scorekeeper.words.house_rules import describe_rule
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import name_bid
from scorekeeper.words.table import format_bags, format_points, format_signed

BAG_RULES = frozenset({"bag_limit", "bag_penalty", "bag_carry"})
BLIND_BID = 6
"""The blind bid of the examples, where no higher one is the minimum."""


def explain_rule(house: rules.HouseRules, rule: str) -> list[str]:
    """Explain a house rule: a hint, and an example of the value that is chosen."""
    example = _find_example(house, rule)
    lines = [describe_rule(rule), describe_example(*example, rule in BAG_RULES) if example else ""]
    return [line for line in lines if line]


def describe_example(
    house: rules.HouseRules, bids: Sequence[Bid], taken: Sequence[int], bags: bool = False
) -> str:
    """Describe the points of a side, and its bags, for its bids and what each bidder took."""
    score = score_example(house, bids, taken)
    points = format_signed(score.points)
    if bags:
        points = f"{format_points(score.points)}, {format_bags(score.standing.bags)}"
    bid, took = " + ".join(map(name_bid, bids)), " + ".join(map(str, taken))
    if bids[0].tricks and not bids[0].blind:
        return _("Bid %(bid)s, took %(taken)s: %(points)s", bid=bid, taken=took, points=points)
    return _("%(bid)s, took %(taken)s: %(points)s", bid=bid, taken=took, points=points)


def _find_example(
    house: rules.HouseRules, rule: str
) -> tuple[rules.HouseRules, list[Bid], list[int]] | None:
    """Return house rules, bids and tricks that show what a rule does, or None."""
    blind = max(house.blind_minimum, BLIND_BID)
    match rule:
        case "overtrick_points":
            return house, [Bid(4)], [6]
        case _ if rule in BAG_RULES:
            return house, [Bid(1)], [min(house.bag_limit + 3, house.game.tricks)]
        case "set_penalty":
            return house, [Bid(5)], [3]
        case "big_bids" if house.big_bids:
            return house, [Bid(house.big_bids[0].at)], [house.big_bids[0].at]
        case "nil_bonus" | "blind_nil_bonus":
            return house, [NIL if rule == "nil_bonus" else BLIND_NIL], [0]
        case "nil_penalty" | "blind_nil_penalty":
            return house, [NIL if rule == "nil_penalty" else BLIND_NIL], [2]
        case "two_nils" if house.two_nils is not TwoNils.FORBIDDEN:
            return house, [NIL, NIL], [0, 2]
        case "blind_factor" | "blind_set_factor":
            played = replace(house, blind_minimum=blind)
            return played, [Bid(blind, blind=True)], [blind - (rule == "blind_set_factor")]
    return None


def describe_failed_nil_case(game: rules.Game) -> str:
    """Describe the example hand that compares the choices for a failed nil."""
    if game.has_partners:
        return _("Example: the nil bidder took 2. The partner bid 4 and took 3.")
    return _("Example: the nil bidder took 2.")


def describe_failed_nil_example(game: rules.Game, choice: str) -> str:
    """Describe the result of a choice in the example hand."""
    score = score_failed_nil_example(game.key, choice)
    return f"{format_points(score.points)}, {format_bags(score.bags)}"
