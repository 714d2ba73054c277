"""Why a side got its points in a hand, in words, each with its rule."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules import Reason
from scorekeeper.words.house import choice_words, first_hand_bids_itself
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext
from scorekeeper.words.table import bags, overtricks, signed


class Explained(NamedTuple):
    """One line of a score: the reason, its signed points, and the rule it follows."""

    words: str
    points: str
    rule: str


def explain(match: rules.Match, place: int, side: int) -> list[Explained]:
    """Return the reasons of a side's score in the hand at a place."""
    score, hand = match.scores[place - 1], match.hands[place - 1]
    assert score is not None
    assert hand.bids is not None
    bids = hand.bids
    return [
        Explained(reason(match, bids, side, line), signed(line.points), rule(match.house, line))
        for line in score[side].lines
    ]


def reason(
    match: rules.Match,
    bids: Sequence[rules.Bid],
    side: int,
    line: rules.Line,
) -> str:
    """Return one reason in words."""
    name = match.players[line.seat] if line.seat is not None else ""
    match line.reason:
        case Reason.CONTRACT_MADE:
            return _(
                "bid %(bid)s, took %(taken)s", bid=_contract(match, bids, side), taken=line.amount
            )
        case Reason.CONTRACT_SET:
            return _(
                "bid %(bid)s, took %(taken)s: set",
                bid=_contract(match, bids, side),
                taken=line.amount,
            )
        case Reason.OVERTRICKS:
            return overtricks(line.amount)
        case Reason.NIL_MADE:
            return _("nil made by %(name)s", name=name)
        case Reason.NIL_FAILED:
            return _("nil by %(name)s failed: took %(taken)s", name=name, taken=line.amount)
        case Reason.BLIND_NIL_MADE:
            return _("blind nil made by %(name)s", name=name)
        case Reason.BLIND_NIL_FAILED:
            return _("blind nil by %(name)s failed: took %(taken)s", name=name, taken=line.amount)
        case Reason.BOTH_NILS_MADE:
            return _("both nils made")
        case Reason.BOTH_NILS_FAILED:
            return _("both nils failed together")
        case Reason.FAILED_NIL_TRICKS:
            return ngettext(
                "%(num)d trick of the failed nil", "%(num)d tricks of the failed nil", line.amount
            )
        case Reason.BIG_BID_MADE:
            return _("big bid of %(bid)s made", bid=line.amount)
        case Reason.BIG_BID_SET:
            return _("big bid of %(bid)s set", bid=line.amount)
        case Reason.FIRST_HAND:
            return ngettext(
                "%(num)d trick of the first hand", "%(num)d tricks of the first hand", line.amount
            )
        case Reason.RULING:
            if not line.amount:
                return _("ruling against %(name)s", name=name)
            return ngettext(
                "ruling against %(name)s: %(num)d trick less",
                "ruling against %(name)s: %(num)d tricks less",
                line.amount,
                name=name,
            )
        case Reason.TRICKS_BY_RULING:
            return ngettext(
                "%(num)d trick given by a ruling", "%(num)d tricks given by a ruling", line.amount
            )
        case Reason.BAG_PENALTY:  # pragma: no branch (there is no other reason)
            limit = match.house.bag_limit
            if line.amount == 1:
                return _("bag %(limit)s reached", limit=limit)
            return _("bag %(limit)s reached %(times)s times", limit=limit, times=line.amount)


def rule(house: rules.HouseRules, line: rules.Line) -> str:
    """Return the rule that a line follows, as this table plays it."""
    match line.reason:
        case Reason.CONTRACT_MADE:
            return _("A contract made scores 10 a trick bid.")
        case Reason.CONTRACT_SET:
            return {
                "bid": _("A contract set costs 10 a trick bid."),
                "none": _("A contract set costs nothing."),
                "shortfall": _("A contract set costs 10 a trick missing."),
            }[house.set_penalty]
        case Reason.OVERTRICKS:
            return _(
                "Each trick over the contract is %(points)s and a bag.",
                points=house.overtrick_points,
            )
        case Reason.NIL_MADE:
            return _("A nil made scores %(points)s.", points=house.nil_bonus)
        case Reason.NIL_FAILED:
            return _("A nil failed costs %(points)s.", points=house.nil_penalty)
        case Reason.BLIND_NIL_MADE:
            return _("A blind nil made scores %(points)s.", points=house.blind_nil_bonus)
        case Reason.BLIND_NIL_FAILED:
            return _("A blind nil failed costs %(points)s.", points=house.blind_nil_penalty)
        case Reason.BOTH_NILS_MADE | Reason.BOTH_NILS_FAILED:
            return _("Two nils of a pair are won or lost together.")
        case Reason.FAILED_NIL_TRICKS:
            return _(
                "Tricks of a failed nil: %(rule)s.",
                rule=choice_words("failed_nil", house.failed_nil),
            )
        case Reason.BAG_PENALTY:
            return ngettext(
                "Each bag costs %(points)s.",
                "Each %(num)d bags cost %(points)s.",
                house.bag_limit,
                points=house.bag_penalty,
            )
        case Reason.BIG_BID_MADE | Reason.BIG_BID_SET:
            return _("Big bids have points of their own at this table.")
        case Reason.FIRST_HAND:
            return first_hand_bids_itself()
        case Reason.RULING | Reason.TRICKS_BY_RULING:  # pragma: no branch (nor here)
            return _("Moved tricks count for contracts only.")


def _contract(match: rules.Match, bids: Sequence[rules.Bid], side: int) -> str:
    """Return a contract as its sum: 4 + 3 = 7, or just 5 for a single bid."""
    game = match.house.game
    total = str(rules.contract_of(game, bids, side))
    parts = [str(bids[seat].tricks) for seat in rules.pooled_seats(game, bids, side)]
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total


def bags_moved(score: rules.SideScore, before: rules.Standing) -> str:
    """Return how the bags of a side moved in a hand."""
    if score.bags or before.bags != score.standing.bags:
        return _("bags %(before)s → %(after)s", before=before.bags, after=score.standing.bags)
    return bags(before.bags)
