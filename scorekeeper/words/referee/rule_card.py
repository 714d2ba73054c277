"""The rule card: all house rules of a match in plain sentences."""

from scorekeeper import rules
from scorekeeper.rules import Incident
from scorekeeper.rules.cards import HIGH_TRUMPS, HIGHEST, Card, Suit
from scorekeeper.rules.house_rules import Bidding, Deck, FailedNil, FirstHand
from scorekeeper.rules.referee.remedies import Noticed, find_penalty
from scorekeeper.words import house_rules as house_words
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.referee.cards import name_card
from scorekeeper.words.table import format_number, format_points, format_signed


def list_entries(house: rules.HouseRules) -> list[tuple[str, bool]]:
    """Return the sentences of the card, each with whether it differs from the usual one."""
    usual = describe_rules(rules.HouseRules.of(house.game.key))
    return [
        (sentence, sentence != usual[topic])
        for topic, sentence in describe_rules(house).items()
        if sentence
    ]


def describe_rules(house: rules.HouseRules) -> dict[str, str]:
    """Return the sentences of the card by topic, empty where a topic does not matter."""
    return {
        "target": _target(house),
        "limits": _limits(house),
        "contract": _contract(house),
        "bags": _bags(house),
        "nil": _nil(house),
        "failed_nil": _failed_nil(house),
        "two_nils": _two_nils(house),
        "blind_nil": _blind_nil(house),
        "blind_bids": _blind_bids(house),
        "blind_deficit": _blind_deficit(house),
        "bidding": _bidding(house),
        "big_bids": " ".join(map(_big_bid, house.big_bids)),
        "spades_led": _spades_led(house),
        "deck": _deck(house),
        "revoke": _revoke(house),
    }


def _target(house: rules.HouseRules) -> str:
    wins = _(
        "At %(target)s points a side wins. If several get there, the highest score wins.",
        target=house.target,
    )
    tie = _("If it’s a tie, play another hand.")
    if house.floor is None:
        return f"{wins} {tie}"
    loses = _("A side at %(floor)s or less loses the match.", floor=format_number(house.floor))
    several = _("If every side drops there in the same hand, the highest score wins.")
    return f"{wins} {loses} {several} {tie}"


def _limits(house: rules.HouseRules) -> str:
    parts = []
    if house.hand_limit is not None:
        parts.append(
            ngettext(
                "After one hand the leader wins.",
                "After %(num)d hands the leader wins.",
                house.hand_limit,
            )
        )
    if house.minutes is not None:
        parts.append(
            _("After %(minutes)s minutes, finish the hand. The leader wins.", minutes=house.minutes)
        )
    if house.sets_to_lose:
        parts.append(house_words.describe_sets_to_lose(house))
    return " ".join(parts)


def _contract(house: rules.HouseRules) -> str:
    points = {
        "bid": _("A made contract scores 10 per trick bid. A set contract costs the same."),
        "none": _("A made contract scores 10 per trick bid. A set contract costs nothing."),
        "shortfall": _(
            "A made contract scores 10 per trick bid. A set contract costs 10 per missing trick."
        ),
    }[house.set_penalty]
    return f"{points} {house_words.describe_overtrick(house)}"


def _bags(house: rules.HouseRules) -> str:
    if not house.bag_limit:
        return _("There are no bags.")
    penalty = ngettext(
        "Each overtrick is a bag and costs %(penalty)s.",
        "Each overtrick is a bag. Every %(num)d bags cost %(penalty)s.",
        house.bag_limit,
        penalty=house.bag_penalty,
    )
    if house.bag_carry:
        return penalty + " " + _("Extra bags carry over.")
    return penalty + " " + _("Then bags go back to 0.")


def _nil(house: rules.HouseRules) -> str:
    if not house.has_nil:
        return _(house_words.NO_NIL)
    return _(
        "A successful nil scores %(bonus)s. A failed nil costs %(penalty)s.",
        bonus=house.nil_bonus,
        penalty=house.nil_penalty,
    )


def _failed_nil(house: rules.HouseRules) -> str:
    if not house.has_nil:
        return ""
    if house.failed_nil is FailedNil.HELP:
        return _(
            "Tricks taken on a failed nil count towards the partner’s bid. Any beyond it are "
            "overtricks."
        )
    points = house.overtrick_points if house.failed_nil is FailedNil.BAGS else 0
    if points not in (0, 1):
        return _("Each trick taken on a failed nil counts like an overtrick.")
    bags = house.bag_limit and house.failed_nil is not FailedNil.NOTHING
    if points and bags:
        return _("Each trick taken on a failed nil is a point and a bag.")
    if points:
        return _("Each trick taken on a failed nil is a point.")
    if bags:
        return _("Each trick taken on a failed nil is a bag, but no point.")
    return _("Tricks taken on a failed nil don’t count.")


def _two_nils(house: rules.HouseRules) -> str:
    only_one_nil = house.bids_by_side or house.bidding is Bidding.SUICIDE
    if only_one_nil or not (house.game.has_partners and house.has_nil):
        return ""
    return {
        "separate": _("If both partners bid nil, each is scored separately."),
        "together": _("If both partners bid nil, they win or lose together."),
        "no bags": _(
            "If both partners bid nil, each is scored separately and their tricks don’t count."
        ),
        "forbidden": _("Partners may not both bid nil."),
    }[house.two_nils]


def _blind_nil(house: rules.HouseRules) -> str:
    if not house.has_blind_nil:
        return _(house_words.NO_BLIND_NIL) if house.has_nil else ""
    parts = [
        _(
            "A successful blind nil (also called double nil) scores %(bonus)s. A failed one "
            "costs %(penalty)s.",
            bonus=house.blind_nil_bonus,
            penalty=house.blind_nil_penalty,
        )
    ]
    if house.exchange and "exchange" in rules.list_rules(house.game):
        parts.append(
            ngettext(
                "The bidder may exchange %(num)d card.",
                "The bidder may exchange up to %(num)d cards.",
                house.exchange,
            )
        )
    return " ".join(parts)


def _blind_bids(house: rules.HouseRules) -> str:
    if not house.blind_minimum or house.bids_spades:
        return ""
    return ngettext(
        "Blind bids count %(made)s if made and %(set)s if set.",
        "Blind bids of %(num)d or more count %(made)s if made and %(set)s if set.",
        house.blind_minimum,
        made=house_words.format_value(house, "blind_factor"),
        set=house_words.format_value(house, "blind_set_factor"),
    )


def _blind_deficit(house: rules.HouseRules) -> str:
    if not house.blind_deficit or not any(bid.blind for bid in rules.list_bids(house)):
        return ""
    return _(
        "You may bid blind only when you are at least %(points)s points behind the leader.",
        points=house.blind_deficit,
    )


def _bidding(house: rules.HouseRules) -> str:
    parts = []
    if house.bids_by_side:
        parts.append(_("Partners bid one number together."))
    if house.bidding is not Bidding.FREE:
        parts.append(
            {
                "mirror": _("Everyone bids the number of spades they hold (Mirror)."),
                "whiz": _("Everyone bids nil or the number of spades they hold (Whiz)."),
                "suicide": _("One partner bids nil, the other at least 4 (Suicide)."),
            }[house.bidding]
        )
    if house.board and "board" in rules.list_rules(house.game):
        parts.append(_("A team bids at least %(board)s.", board=house.board))
        if house.has_nil:
            parts.append(_("A nil counts as 0."))
    if house.forbidden_total is not None:
        parts.append(_("The bids may not add up to %(total)s.", total=house.forbidden_total))
    if house.first_hand is FirstHand.BIDS_ITSELF:
        parts.append(house_words.describe_first_hand())
    return " ".join(parts)


def _big_bid(big: rules.BigBid) -> str:
    sentence = {
        "instead": _(
            "A contract of %(at)s or more scores %(made)s if made, %(set)s if set. This "
            "replaces the 10 per trick."
        ),
        "extra": _(
            "A contract of %(at)s or more scores %(made)s if made, %(set)s if set. This is on "
            "top of the 10 per trick."
        ),
    }[big.how]
    return sentence % {"at": big.at, "made": format_signed(big.made), "set": format_signed(big.set)}


def _spades_led(house: rules.HouseRules) -> str:
    return {
        "once broken": _(
            "You may lead a spade once spades are broken, or if you hold nothing else."
        ),
        "any time": _("You may lead a spade at any time."),
        "not in the first trick": _(
            "You may lead a spade from the second trick on, or if you hold nothing else."
        ),
    }[house.spades_led]


def _deck(house: rules.HouseRules) -> str:
    if house.deck is Deck.USUAL:
        return ""
    trumps = *HIGH_TRUMPS[house.deck], Card(Suit.SPADES, HIGHEST)
    cards = ", ".join(map(name_card, trumps))
    return _("Trumps from the top: %(cards)s. All of them are spades.", cards=cards)


def _revoke(house: rules.HouseRules) -> str:
    cost = find_penalty(house, Incident.REVOKE, Noticed.LATER)
    if cost.match:
        return _("A revoke (renege) loses the match.")
    if cost.set:
        return _("After a revoke (renege), the contract counts as set.")
    if cost.tricks:
        return ngettext(
            "A revoke (renege) costs %(num)d trick.",
            "A revoke (renege) costs %(num)d tricks.",
            cost.tricks,
        )
    if cost.points:
        return _("A revoke (renege) costs %(points)s.", points=format_points(cost.points))
    return _("A revoke (renege) costs nothing.")
