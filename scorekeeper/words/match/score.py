"""Why a side got its points in a hand, in words, each with its rule."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules import Reason
from scorekeeper.rules.scoring.contract import reached_big_bid
from scorekeeper.words.house_rules import describe_first_hand, name_choice
from scorekeeper.words.language import N_, ngettext
from scorekeeper.words.language import gettext as _
from scorekeeper.words.table import (
    format_bags,
    format_number,
    format_overtricks,
    format_signed,
    name_side,
    prefix_hand,
)

STAMPS = {
    Reason.CONTRACT_MADE: N_("made"),
    Reason.CONTRACT_SET: N_("set"),
    Reason.OVERTRICKS: N_("over"),
    Reason.NIL_MADE: N_("nil"),
    Reason.NIL_FAILED: N_("nil"),
    Reason.BLIND_NIL_MADE: N_("blind nil"),
    Reason.BLIND_NIL_FAILED: N_("blind nil"),
    Reason.BOTH_NILS_MADE: N_("both nils"),
    Reason.BOTH_NILS_FAILED: N_("both nils"),
    Reason.BIG_BID_MADE: N_("made"),
    Reason.BIG_BID_SET: N_("set"),
    Reason.BAG_PENALTY: N_("bagged"),
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
    Reason.BAG_PENALTY: N_("bagged"),
    Reason.RULING: N_("ruling"),
}
"""What is seen of a hand on the score sheet before it is opened."""
BAD = frozenset(
    {
        Reason.CONTRACT_SET,
        Reason.BIG_BID_SET,
        Reason.NIL_FAILED,
        Reason.BLIND_NIL_FAILED,
        Reason.BOTH_NILS_FAILED,
        Reason.BAG_PENALTY,
    }
)


class Mark(NamedTuple):
    """A word next to a score, its full form, and whether it is bad."""

    seen: str
    said: str
    bad: bool


class ExplainedLine(NamedTuple):
    """One line of a score: the reason, its signed points, and the rule behind it."""

    words: str
    points: str
    rule: str


def explain(match: rules.Match, place: int, side: int) -> list[ExplainedLine]:
    """Return the reasons for a side's score in the hand at a place."""
    score, hand = match.scores[place - 1], match.hands[place - 1]
    assert score is not None
    return [
        ExplainedLine(
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


def list_stamps(match: rules.Match, place: int, side: int) -> list[tuple[str, bool]]:
    """Return a side's results in a hand as stamps, each with whether it is good.

    Overtricks with points are part of a made contract.
    """
    score = match.scores[place - 1]
    assert score is not None
    points = {line.reason: 0 for line in score[side].lines if line.reason in STAMPS}
    for line in score[side].lines:
        is_over = line.reason is Reason.OVERTRICKS and line.points > 0
        made = points.keys() & {Reason.CONTRACT_MADE, Reason.BIG_BID_MADE}
        for reason in made if is_over and made else {line.reason} & points.keys():
            points[reason] += line.points
    return [
        (f"{_(STAMPS[reason])} {format_signed(brought)}", brought >= 0)
        for reason, brought in points.items()
        if brought
    ]


def describe_hand_points(match: rules.Match, place: int) -> str:
    """Describe the points of each side for a hand: Hand 7: Gold +71, Blue −50."""
    score = match.scores[place - 1]
    assert score is not None
    sides = zip(match.sides, score, strict=True)
    told = ", ".join(f"{name_side(name)} {format_signed(side.points)}" for name, side in sides)
    return prefix_hand(match.number_of(place), told)


def describe_reason(match: rules.Match, hand: rules.Hand, side: int, line: rules.Line) -> str:
    """Describe one reason."""
    name = match.players[line.seat] if line.seat is not None else ""
    match line.reason:
        case Reason.CONTRACT_MADE | Reason.CONTRACT_SET:
            made = line.reason is Reason.CONTRACT_MADE
            return _describe_contract(match, hand.bids or (), side, line.amount, made)
        case Reason.OVERTRICKS:
            return format_overtricks(line.amount)
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
            is_set = find_ruling(hand, line).set
            if not line.amount:
                against = _("ruling against %(name)s", name=name)
                return f"{against}: {_('contract set')}" if is_set else against
            less = ngettext(
                "ruling against %(name)s: %(num)d trick less",
                "ruling against %(name)s: %(num)d tricks less",
                line.amount,
                name=name,
            )
            return f"{less}, {_('contract set')}" if is_set else less
        case Reason.TRICKS_BY_RULING:
            return ngettext(
                "%(num)d trick given by a ruling", "%(num)d tricks given by a ruling", line.amount
            )
        case Reason.BAG_PENALTY:  # pragma: no branch (there is no other reason)
            limit = match.house.bag_limit
            if line.amount == 1:
                return _("bag %(limit)s reached", limit=limit)
            return _("bag %(limit)s reached %(times)s times", limit=limit, times=line.amount)


def describe_rule(house: rules.HouseRules, hand: rules.Hand, side: int, line: rules.Line) -> str:
    """Describe the rule behind a line, as this table plays it."""
    match line.reason:
        case Reason.CONTRACT_MADE | Reason.CONTRACT_SET:
            return _contract_rule(house, hand.bids or (), side, line.reason)
        case Reason.OVERTRICKS:
            if not house.bag_limit:
                return _(
                    "Each trick over the contract is %(points)s.", points=_describe_overtrick(house)
                )
            return _(
                "Each trick over the contract is %(points)s and a bag.",
                points=_describe_overtrick(house),
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
            return _("Tricks of a failed nil: %(rule)s.", rule=_failed_nil(house))
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
            return describe_first_hand()
        case Reason.RULING:
            return _ruling_rule(find_ruling(hand, line), line.amount)
        case Reason.TRICKS_BY_RULING:  # pragma: no branch (nor here)
            return describe_moved_tricks()


def find_ruling(hand: rules.Hand, line: rules.Line) -> rules.Ruling:
    """Return the ruling that a line belongs to."""
    assert line.ruling is not None
    return hand.rulings[line.ruling]


def describe_moved_tricks() -> str:
    """Describe the use of the tricks that a ruling moves."""
    return _("Moved tricks count for contracts only.")


def _ruling_rule(ruling: rules.Ruling, moved: int) -> str:
    """Describe the effect of a ruling: on tricks, contract or points."""
    parts = []
    if ruling.tricks:
        parts.append(
            describe_moved_tricks()
            if moved == ruling.tricks
            else _("What two sides owe each other is set off, and no side gives more than it took.")
        )
    if ruling.set:
        parts.append(_("The contract counts as set, that of the others as made."))
    if ruling.points:
        parts.append(_("The table took points for it."))
    return " ".join(parts) or _("The table noted it without a penalty.")


def _describe_contract(
    match: rules.Match, bids: Sequence[rules.Bid], side: int, taken: int, made: bool
) -> str:
    """Describe bid and tricks, and a ruling that alone decided the contract."""
    bid = _format_contract(match, bids, side)
    reached = taken >= rules.contract_of(match.house.game, bids, side)
    if made and reached:
        return _bid_and_took(bid, taken)
    if made:
        return _("bid %(bid)s, took %(taken)s: made by a ruling", bid=bid, taken=taken)
    if reached:
        return _("bid %(bid)s, took %(taken)s: set by a ruling", bid=bid, taken=taken)
    return _("bid %(bid)s, took %(taken)s: set", bid=bid, taken=taken)


def _contract_rule(
    house: rules.HouseRules, bids: Sequence[rules.Bid], side: int, told: Reason
) -> str:
    """Describe the worth of a contract at this table: a big bid, a blind bid, or any other."""
    made = told is Reason.CONTRACT_MADE
    big = reached_big_bid(house, rules.contract_of(house.game, bids, side))
    if big is not None and big.how == "instead":
        if made:
            return _("A bid of %(at)s or more made scores %(points)s.", at=big.at, points=big.made)
        return _(
            "A bid of %(at)s or more set costs %(points)s.",
            at=big.at,
            points=format_number(-big.set),
        )
    factor = house.blind_factor if made else house.blind_set_factor
    blind = any(bids[seat].blind and not bids[seat].is_nil for seat in house.game.sides[side])
    if made:
        usual = _("A contract made scores 10 a trick bid.")
    else:
        usual = {
            "bid": _("A contract set costs 10 a trick bid."),
            "none": _("A contract set costs nothing."),
            "shortfall": _("A contract set costs 10 a trick missing."),
        }[house.set_penalty]
    if not blind or factor == 1 or not (made or house.set_penalty == "bid"):
        return usual
    return usual + " " + _("What was bid blind counts %(factor)s times.", factor=factor)


def _describe_overtrick(house: rules.HouseRules) -> int | str:
    """Describe the worth of an overtrick."""
    return house.overtrick_points or _("no point")


def _failed_nil(house: rules.HouseRules) -> str:
    """Describe the use of tricks of a failed nil; only tricks that help nobody have a line."""
    if house.failed_nil == "bags only":
        return name_choice("failed_nil", house.failed_nil)
    if house.bag_limit:
        return _("a bag and %(points)s each", points=_describe_overtrick(house))
    return _("%(points)s each", points=_describe_overtrick(house))


def _format_contract(match: rules.Match, bids: Sequence[rules.Bid], side: int) -> str:
    """Format a contract as a sum: 4 + 3 = 7, or just 5 for a single bid."""
    game = match.house.game
    total = str(rules.contract_of(game, bids, side))
    parts = [str(bids[seat].tricks) for seat in rules.pooled_seats(game, bids, side)]
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total


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
    contract = rules.contract_of(match.house.game, hand.bids, side)
    taken = hand.tricks.piles[side] if hand.tricks else 0
    return _bid_and_took(contract, taken)


def _bid_and_took(bid: int | str, taken: int) -> str:
    return _("bid %(bid)s, took %(taken)s", bid=bid, taken=taken)
