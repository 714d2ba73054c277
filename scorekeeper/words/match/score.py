"""The score of a hand in words: stamps, marks, and a summary of each side."""

from typing import Any, NamedTuple

from scorekeeper import rules
from scorekeeper.rules import Reason
from scorekeeper.words.language import N_, gettext as _
from scorekeeper.words.match.hand import name_bid
from scorekeeper.words.match.score_lines import (
    BID_AND_TRICKS,
    CONTRACT_SET,
    SENTENCES,
    describe_bag_penalty,
    describe_reason,
    describe_rule,
)
from scorekeeper.words.table import format_bags, format_signed, name_side, prefix_hand

STAMPS = {
    Reason.NIL_MADE: N_("nil"),
    Reason.NIL_FAILED: N_("nil"),
    Reason.BLIND_NIL_MADE: N_("blind nil"),
    Reason.BLIND_NIL_FAILED: N_("blind nil"),
    Reason.BOTH_NILS_MADE: N_("both nils"),
    Reason.BOTH_NILS_FAILED: N_("both nils"),
    Reason.BAG_PENALTY: N_("bag penalty"),
    Reason.RULING: N_("ruling"),
}
MARKS = {
    Reason.CONTRACT_SET: N_("set"),
    Reason.BIG_BID_SET: N_("set"),
    Reason.NIL_MADE: N_("nil ✓"),
    Reason.NIL_FAILED: N_("nil ✗"),
    Reason.BLIND_NIL_MADE: N_("blind nil ✓"),
    Reason.BLIND_NIL_FAILED: N_("blind nil ✗"),
    Reason.BOTH_NILS_MADE: N_("both nils ✓"),
    Reason.BOTH_NILS_FAILED: N_("both nils ✗"),
    Reason.BAG_PENALTY: N_("bags ✗"),
    Reason.RULING: N_("ruling"),
    Reason.TRICKS_BY_RULING: N_("ruling"),
}
"""Labels on the score sheet next to a score."""
BAD = {one for one in MARKS if one.endswith((" set", " failed"))} | {Reason.BAG_PENALTY}
FEATS = MARKS.keys() - {Reason.BAG_PENALTY, Reason.RULING, Reason.TRICKS_BY_RULING}
"""Nils and failed contracts, shown large for a moment when a hand is saved."""

LEGEND = {
    Reason.CONTRACT_SET: N_("contract failed"),
    Reason.BIG_BID_SET: N_("contract failed"),
    Reason.NIL_MADE: N_("nil made"),
    Reason.NIL_FAILED: N_("nil failed"),
    Reason.BAG_PENALTY: N_("bag penalty"),
}
"""The meanings of those labels on the score sheet that need one."""
TAKEN, NIL_AND_TAKEN = N_("%(tricks)s taken"), N_("%(bid)s, %(taken)s")
BID_AND_TAKEN = N_("%(bid)s bid, %(taken)s")


class Mark(NamedTuple):
    """A word next to a score, its full form, and whether it is bad."""

    label: str
    description: str
    bad: bool


def explain(match: rules.Match, place: int, side: int) -> list[tuple[str, str, str]]:
    """Return a side's score in a hand line by line: the reason, its signed points, and the rule."""
    score, hand = match.scores[place - 1], match.hands[place - 1]
    assert score is not None
    return [
        (
            describe_reason(match, hand, side, line),
            format_signed(line.points),
            describe_rule(match.house, hand, side, line),
        )
        for line in score[side].lines
    ]


def list_marks(match: rules.Match, place: int, side: int) -> list[Mark]:
    """Return the remarkable facts about a side's score in the hand at a place."""
    score, hand = match.scores[place - 1], match.hands[place - 1]
    assert score is not None
    return [
        Mark(_(MARKS[line.reason]), describe_reason(match, hand, side, line), line.reason in BAD)
        for line in score[side].lines
        if line.reason in MARKS
    ]


def list_mark_words(house: rules.HouseRules) -> dict[Reason, list[Any]]:
    """Return the marks without rulings: label, description, and whether it is bad.

    The description has places for a phone to fill in; that of bags is for once and for more often.
    """
    sentences = SENTENCES | {Reason.CONTRACT_SET: CONTRACT_SET}
    places = {"name": "{name}", "bid": "{bid}", "amount": "{amount}"}
    words: dict[Reason, list[Any]] = {
        reason: [_(MARKS[reason]), _(sentence, **places), reason in BAD]
        for reason, sentence in sentences.items()
        if reason in MARKS
    }
    bags = [describe_bag_penalty(house, times) for times in (1, "{amount}")]
    return words | {Reason.BAG_PENALTY: [_(MARKS[Reason.BAG_PENALTY]), bags, True]}


def list_feats(match: rules.Match, place: int) -> list[tuple[int, str, str, int]]:
    """Return the nils and failed contracts of a hand: the side, whose, the label, the points."""
    names: dict[int | None, str] = {None: "", **dict(enumerate(match.players))}
    return [
        (side, names[line.seat] or name_side(match.sides[side]), _(MARKS[line.reason]), line.points)
        for side, score in enumerate(match.scores[place - 1] or ())
        for line in score.lines
        if line.reason in FEATS
    ]


def list_legend(match: rules.Match, *, every: bool = False) -> list[Mark]:
    """Return the labels on the score sheet of a match, or `every` one, that need a word."""
    scored = {line.reason for hand in match.scores for side in hand or () for line in side.lines}
    reasons = {_(MARKS[reason]): reason for reason in LEGEND if every or reason in scored}
    return [Mark(label, _(LEGEND[reason]), reason in BAD) for label, reason in reasons.items()]


def describe_taken(match: rules.Match, place: int, side: int) -> str:
    """Describe a side's contract and the tricks that count for it in short: 6 bid, 7."""
    hand, score = match.hands[place - 1], match.scores[place - 1]
    assert hand.tricks is not None
    assert score is not None
    counted = score[side].lines[0].amount
    if not hand.bids:
        return _(TAKEN, tricks=counted)
    if score[side].contract:
        return _(BID_AND_TAKEN, bid=score[side].contract, taken=counted)
    seats = match.house.game.sides[side]
    names = dict.fromkeys(name_bid(hand.bids[seat]) for seat in seats)
    taken = sum(hand.tricks.seats[seat] or 0 for seat in seats)
    return _(NIL_AND_TAKEN, bid=" + ".join(names), taken=taken)


def list_stamps(match: rules.Match, place: int, side: int) -> list[tuple[str, bool]]:
    """Return a side's results in a hand as stamps, contract first, each with whether it is good."""
    score, hand, game = match.scores[place - 1], match.hands[place - 1], match.house.game
    assert score is not None
    bids = hand.bids
    lines = score[side].lines
    points: dict[Reason, int] = {}
    for line in lines:
        if line.reason in STAMPS and line.points:
            points[line.reason] = points.get(line.reason, 0) + line.points
    stamps = [(f"{_(STAMPS[reason])} {format_signed(of)}", of > 0) for reason, of in points.items()]
    is_ruled = any(game.side_of[ruling.seat] == side for ruling in hand.rulings)
    has_more = any(line.reason is Reason.TRICKS_BY_RULING for line in lines)
    if (is_ruled or has_more) and Reason.RULING not in points:
        stamps.append((_(STAMPS[Reason.RULING]), has_more))
    if bids and all(bids[seat].is_nil for seat in game.sides[side]):
        return stamps
    is_set = any(line.reason in {Reason.CONTRACT_SET, Reason.BIG_BID_SET} for line in lines)
    return [(describe_taken(match, place, side), not is_set), *stamps]


def describe_hand_points(match: rules.Match, place: int) -> str:
    """Describe the points of each side for a hand: Hand 7: Gold +71, Blue −50."""
    score = match.scores[place - 1]
    assert score is not None
    sides = zip(match.sides, score, strict=True)
    changes = ", ".join(f"{name_side(name)} {format_signed(side.points)}" for name, side in sides)
    return prefix_hand(match.number_of(place), changes)


def describe_last_points(match: rules.Match, side: int) -> str:
    """Describe a side's points for the last hand: Hand 7: +71; empty before the first."""
    for place in range(len(match.scores), 0, -1):
        if score := match.scores[place - 1]:
            return prefix_hand(match.number_of(place), format_signed(score[side].points))
    return ""


def format_bags_change(score: rules.SideScore, before: rules.Standing) -> str:
    """Format the change of a side's bags in a hand."""
    if score.bags or before.bags != score.standing.bags:
        return _("bags %(before)s → %(after)s", before=before.bags, after=score.standing.bags)
    return format_bags(before.bags)


def summarize_hand(match: rules.Match, hand_number: int, side: int) -> str:
    """Summarize a side's hand in a few words: bid 7, took 8; nil made."""
    hand, score = match.hands[hand_number - 1], match.scores[hand_number - 1]
    assert hand.bids is not None
    assert score is not None
    nils = [line for line in score[side].lines if line.seat is not None]
    if nils:
        return _("nil made") if nils[0].points > 0 else _("nil failed")
    contract = rules.get_contract(match.house.game, hand.bids, side)
    taken = hand.tricks.piles[side] if hand.tricks else 0
    return _(BID_AND_TRICKS, bid=contract, taken=taken)
