"""One line of a score in words: its reason, and the rule behind it."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.rules import Reason
from scorekeeper.rules.scoring.hand import find_big_bid
from scorekeeper.words.house_rules import describe_first_hand, describe_overtrick, name_choice
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_number, format_overtricks

BID_AND_TRICKS = N_("bid %(bid)s, took %(taken)s")
MOVED_TRICKS = N_("Tricks moved by a ruling count for contracts only.")
CONTRACT_SET = N_("bid %(bid)s, took %(amount)s: set")
SENTENCES = {
    Reason.NIL_MADE: N_("%(name)s made nil"),
    Reason.NIL_FAILED: N_("%(name)s failed nil, took %(amount)s"),
    Reason.BLIND_NIL_MADE: N_("%(name)s made blind nil"),
    Reason.BLIND_NIL_FAILED: N_("%(name)s failed blind nil, took %(amount)s"),
    Reason.BOTH_NILS_MADE: N_("both nils made"),
    Reason.BOTH_NILS_FAILED: N_("both nils failed"),
    Reason.BIG_BID_MADE: N_("big bid of %(amount)s made"),
    Reason.BIG_BID_SET: N_("big bid of %(amount)s set"),
}
"""Reasons that need only a name and an amount."""


def describe_reason(match: rules.Match, hand: rules.Hand, side: int, line: rules.Line) -> str:
    """Describe one reason."""
    name = match.players[line.seat] if line.seat is not None else ""
    if line.reason in SENTENCES:
        return _(SENTENCES[line.reason], name=name, amount=line.amount)
    match line.reason:
        case Reason.CONTRACT_MADE | Reason.CONTRACT_SET:
            made = line.reason is Reason.CONTRACT_MADE
            return _describe_contract(match, hand.bids or (), side, line.amount, made)
        case Reason.OVERTRICKS:
            return format_overtricks(line.amount)
        case Reason.FAILED_NIL_TRICKS:
            return ngettext(
                "%(num)d trick on the failed nil", "%(num)d tricks on the failed nil", line.amount
            )
        case Reason.FIRST_HAND:
            return ngettext(
                "%(num)d trick in the first hand", "%(num)d tricks in the first hand", line.amount
            )
        case Reason.RULING:
            is_set = find_ruling(hand, line).set
            failed = _("contract failed")
            if not line.amount:
                against = _("ruling against %(name)s", name=name)
                return f"{against}: {failed}" if is_set else against
            less = ngettext(
                "ruling against %(name)s: minus %(num)d trick",
                "ruling against %(name)s: minus %(num)d tricks",
                line.amount,
                name=name,
            )
            return f"{less}, {failed}" if is_set else less
        case Reason.TRICKS_BY_RULING:
            return ngettext(
                "%(num)d trick from a ruling", "%(num)d tricks from a ruling", line.amount
            )
    return describe_bag_penalty(match.house, line.amount)


def describe_rule(house: rules.HouseRules, hand: rules.Hand, side: int, line: rules.Line) -> str:
    """Describe the rule behind a line, as this table plays it."""
    match line.reason:
        case Reason.CONTRACT_MADE | Reason.CONTRACT_SET:
            return _contract_rule(house, hand.bids or (), side, line.reason)
        case Reason.OVERTRICKS:
            if not house.bag_limit or house.overtrick_points < 0:
                return describe_overtrick(house)
            return _(
                "Each overtrick scores %(points)s and is a bag.", points=_describe_overtrick(house)
            )
        case Reason.NIL_MADE:
            return _("A successful nil scores %(points)s.", points=house.nil_bonus)
        case Reason.NIL_FAILED:
            return _("A failed nil costs %(points)s.", points=house.nil_penalty)
        case Reason.BLIND_NIL_MADE:
            return _("A successful blind nil scores %(points)s.", points=house.blind_nil_bonus)
        case Reason.BLIND_NIL_FAILED:
            return _("A failed blind nil costs %(points)s.", points=house.blind_nil_penalty)
        case Reason.BOTH_NILS_MADE | Reason.BOTH_NILS_FAILED:
            return _("Two nils by partners are won or lost together.")
        case Reason.FAILED_NIL_TRICKS:
            return _("Tricks taken on a failed nil: %(rule)s.", rule=_failed_nil(house))
        case Reason.BAG_PENALTY:
            return ngettext(
                "Each bag costs %(points)s.",
                "Every %(num)d bags cost %(points)s.",
                house.bag_limit,
                points=house.bag_penalty,
            )
        case Reason.BIG_BID_MADE | Reason.BIG_BID_SET:
            return _("Big bids have their own points at this table.")
        case Reason.FIRST_HAND:
            return describe_first_hand()
        case Reason.RULING:
            return _ruling_rule(find_ruling(hand, line), line.amount)
        case Reason.TRICKS_BY_RULING:  # pragma: no branch (nor here)
            return _(MOVED_TRICKS)


def describe_bag_penalty(house: rules.HouseRules, times: int | str) -> str:
    """Describe how often the bags of a hand reached their limit."""
    if times == 1:
        return _("reached %(limit)s bags", limit=house.bag_limit)
    return _("reached %(limit)s bags %(times)s times", limit=house.bag_limit, times=times)


def find_ruling(hand: rules.Hand, line: rules.Line) -> rules.Ruling:
    """Return the ruling that a line belongs to."""
    assert line.ruling is not None
    return hand.rulings[line.ruling]


def _ruling_rule(ruling: rules.Ruling, moved: int) -> str:
    parts = []
    if ruling.tricks:
        parts.append(
            _(MOVED_TRICKS)
            if moved == ruling.tricks
            else _(
                "Tricks two sides owe each other cancel out. No side gives up more than it took."
            )
        )
    if ruling.set:
        parts.append(_("The contract counts as set, the others’ as made."))
    if ruling.points:
        parts.append(_("The table took off points for it."))
    return " ".join(parts) or _("The table noted it, with no penalty.")


def _describe_contract(
    match: rules.Match, bids: Sequence[rules.Bid], side: int, taken: int, made: bool
) -> str:
    """Describe bid and tricks, and a ruling that alone decided the contract."""
    bid = _format_contract(match, bids, side)
    reached = taken >= rules.get_contract(match.house.game, bids, side)
    if made and reached:
        return _(BID_AND_TRICKS, bid=bid, taken=taken)
    if made:
        return _("bid %(bid)s, took %(taken)s: made by a ruling", bid=bid, taken=taken)
    if reached:
        return _("bid %(bid)s, took %(taken)s: set by a ruling", bid=bid, taken=taken)
    return _(CONTRACT_SET, bid=bid, amount=taken)


def _contract_rule(
    house: rules.HouseRules, bids: Sequence[rules.Bid], side: int, reason: Reason
) -> str:
    made = reason is Reason.CONTRACT_MADE
    big = find_big_bid(house, rules.get_contract(house.game, bids, side))
    if big is not None and big.how == "instead":
        if made:
            return _(
                "A bid of %(at)s or more scores %(points)s if made.", at=big.at, points=big.made
            )
        return _(
            "A bid of %(at)s or more costs %(points)s if set.",
            at=big.at,
            points=format_number(-big.set),
        )
    factor = house.blind_factor if made else house.blind_set_factor
    blind = any(bids[seat].blind and not bids[seat].is_nil for seat in house.game.sides[side])
    if made:
        usual = _("A made contract scores 10 per trick bid.")
    else:
        usual = {
            "bid": _("A set contract costs 10 per trick bid."),
            "none": _("A set contract costs nothing."),
            "shortfall": _("A set contract costs 10 per missing trick."),
        }[house.set_penalty]
    if not blind or factor == 1 or not (made or house.set_penalty == "bid"):
        return usual
    return usual + " " + _("Tricks bid blind count %(factor)s times.", factor=factor)


def _describe_overtrick(house: rules.HouseRules) -> str:
    return format_number(house.overtrick_points) if house.overtrick_points else _("no points")


def _failed_nil(house: rules.HouseRules) -> str:
    """Describe the use of tricks of a failed nil that do not help the partner."""
    if house.failed_nil == "bags only":
        return name_choice("failed_nil", house.failed_nil)
    if house.bag_limit:
        return _("a bag and %(points)s each", points=_describe_overtrick(house))
    return _("%(points)s each", points=_describe_overtrick(house))


def _format_contract(match: rules.Match, bids: Sequence[rules.Bid], side: int) -> str:
    """Format a contract as a sum: 4 + 3 = 7, or just 5 for a single bid."""
    game = match.house.game
    total = str(rules.get_contract(game, bids, side))
    pooled = rules.list_pooled_seats(game, bids, side)
    parts = [str(bids[seat].tricks) for seat in pooled if not bids[seat].shared]
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total
