"""House rules in words: names, choices, examples, and what makes a table different."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from scorekeeper import rules

from .labels import number, signed

NAMES = {
    "target": lazy_gettext("Points to win"),
    "floor": lazy_gettext("Points that lose"),
    "overtrick_points": lazy_gettext("Points for an overtrick"),
    "bag_limit": lazy_gettext("Bags until the penalty"),
    "bag_penalty": lazy_gettext("Bag penalty"),
    "bag_carry": lazy_gettext("Bags over the limit stay"),
    "nil_bonus": lazy_gettext("Nil made"),
    "nil_penalty": lazy_gettext("Nil failed"),
    "blind_nil_bonus": lazy_gettext("Blind nil made"),
    "blind_nil_penalty": lazy_gettext("Blind nil failed"),
    "failed_nil": lazy_gettext("Tricks of a failed nil"),
    "two_nils": lazy_gettext("Both partners nil"),
    "blind_deficit": lazy_gettext("Blind nil only when behind by"),
    "exchange": lazy_gettext("Cards changed for a blind nil"),
    "set_penalty": lazy_gettext("A contract set costs"),
    "board": lazy_gettext("Least bid of a pair"),
    "big_bids": lazy_gettext("Big bids"),
    "blind_minimum": lazy_gettext("Least blind bid"),
    "blind_factor": lazy_gettext("Blind bid made counts times"),
    "blind_set_factor": lazy_gettext("Blind bid set counts times"),
    "first_hand": lazy_gettext("First hand"),
    "bidding": lazy_gettext("Bidding"),
    "forbidden_total": lazy_gettext("The bids may not add up to"),
    "sets_to_lose": lazy_gettext("Contracts set that lose"),
    "hand_limit": lazy_gettext("Hands in a match"),
    "minutes": lazy_gettext("Minutes in a match"),
    "revoke_penalty": lazy_gettext("A revoke costs"),
}
GROUPS = (
    (
        lazy_gettext("Winning and losing"),
        (
            "target",
            "floor",
            "sets_to_lose",
            "hand_limit",
            "minutes",
        ),
    ),
    (lazy_gettext("Contracts"), ("set_penalty", "overtrick_points", "board")),
    (lazy_gettext("Bags"), ("bag_limit", "bag_penalty", "bag_carry")),
    (lazy_gettext("Nil"), ("nil_bonus", "nil_penalty", "two_nils")),
    (
        lazy_gettext("Blind bids"),
        (
            "blind_nil_bonus",
            "blind_nil_penalty",
            "blind_deficit",
            "exchange",
            "blind_minimum",
            "blind_factor",
            "blind_set_factor",
        ),
    ),
    (lazy_gettext("Bidding"), ("bidding", "forbidden_total", "first_hand")),
    (lazy_gettext("Referee"), ("revoke_penalty",)),
)
"""The house rules as set-up shows them; `failed_nil` and `big_bids` have a place of their own."""
TEAM_RULES = frozenset({"two_nils", "board"})
"""House rules that mean nothing where each plays alone."""
HINTS = {
    "floor": lazy_gettext("With “none” nobody loses by falling."),
    "bag_limit": lazy_gettext("0 plays without bags."),
    "bag_carry": lazy_gettext("Without it bags start again at 0 after a penalty."),
    "blind_deficit": lazy_gettext("0 allows it at any score."),
    "sets_to_lose": lazy_gettext("0 counts no sets."),
    "hand_limit": lazy_gettext("Empty plays on to the target; else the leader wins after so many."),
    "minutes": lazy_gettext("Empty plays without a clock; else the leader wins when time is up."),
    "board": lazy_gettext("0 asks for none; with it a nil’s partner bids at least 4."),
    "blind_minimum": lazy_gettext("0 plays no blind bids but blind nil."),
    "bidding": lazy_gettext(
        "Mirror: your spades. Whiz: nil or your spades. Suicide: one of a pair bids nil."
    ),
    "first_hand": lazy_gettext("A first hand that bids itself scores ten a trick, without bags."),
}
PRESETS = {
    "gold-and-blue": lazy_gettext("Gold & Blue"),
    "two-players": lazy_gettext("Two players"),
    "quick-250": lazy_gettext("Quick 250"),
}
CHOICES = {
    "failed_nil": {
        "bags": lazy_gettext("A point and a bag each"),
        "help": lazy_gettext("They help the partner’s bid"),
        "bags only": lazy_gettext("A bag each, no point"),
        "nothing": lazy_gettext("Nothing at all"),
    },
    "two_nils": {
        "separate": lazy_gettext("Each scored alone"),
        "together": lazy_gettext("Won or lost together"),
        "no bags": lazy_gettext("Each alone, no bags"),
        "forbidden": lazy_gettext("Not allowed"),
    },
    "set_penalty": {
        "bid": lazy_gettext("10 a trick bid"),
        "none": lazy_gettext("Nothing"),
        "shortfall": lazy_gettext("10 a trick missing"),
    },
    "first_hand": {
        "bid": lazy_gettext("Bid as any other"),
        "bids itself": lazy_gettext("Bids itself"),
    },
    "bidding": {
        "free": lazy_gettext("Free"),
        "mirror": lazy_gettext("Mirror"),
        "whiz": lazy_gettext("Whiz"),
        "suicide": lazy_gettext("Suicide"),
    },
    "revoke_penalty": {
        "3 tricks": lazy_gettext("Three tricks"),
        "2 tricks": lazy_gettext("Two tricks"),
        "1 trick": lazy_gettext("One trick"),
        "set": lazy_gettext("The contract is set"),
    },
}


def rule_name(rule: str) -> str:
    """Return the name of a house rule as the table says it."""
    return str(NAMES.get(rule, rule))


def preset_name(preset: rules.Preset) -> str:
    """Return the name of a preset; the name of another house or maker stays as it is."""
    return str(PRESETS.get(preset.key, preset.name))


def rules_of(game: rules.Game) -> tuple[str, ...]:
    """Return the house rules that mean something in a game."""
    alone = all(len(seats) == 1 for seats in game.sides)
    # Cards are changed with the partner, or with two players for discards.
    without = set(TEAM_RULES) if alone else set()
    if alone and game.role is rules.Role.DEALS:
        without.add("exchange")
    return tuple(rule for rule in rules.RULES if rule not in without)


def choices(game: rules.Game, rule: str) -> dict[str, str]:
    """Return the choices of a house rule that mean something in a game, in words."""
    alone = all(len(seats) == 1 for seats in game.sides)
    return {
        choice: str(words)
        for choice, words in CHOICES[rule].items()
        if not (alone and choice in ("suicide", "help"))
    }


def option(rule: str, written: str) -> str:
    """Return a value that can be chosen, in words."""
    if not written:
        return _("none")
    if rule in CHOICES and written in CHOICES[rule]:
        return str(CHOICES[rule][written])
    shown = written.replace("-", "−")
    return _("%(points)s points", points=shown) if rule == "revoke_penalty" else shown


def failed_nil_case(game: rules.Game) -> str:
    """Return the hand by which the choices for a failed nil are compared."""
    if len(game.sides[0]) > 1:
        return _("Say the nil took 2, and the partner bid 4 and took 3:")
    return _("Say the nil took 2:")


def failed_nil_example(game: rules.Game, choice: str) -> str:
    """Return what a choice brings in that hand, worked out by the rules themselves."""
    house = rules.HouseRules.of(game.key, failed_nil=choice)
    bids = [rules.NIL, *[rules.Bid(4)] * (game.seats - 1)]
    taken = [2] + [0] * (game.seats - 1)
    for partner in game.sides[0][1:]:
        taken[partner] = 3
    taken[1] = game.tricks - sum(taken)
    tricks = rules.count_tricks(game, bids, taken, [None] * len(game.sides))
    score = rules.score_hand(house, bids, tricks, [rules.Standing()] * len(game.sides))[0]
    return ngettext(
        "%(points)s points, %(num)d bag",
        "%(points)s points, %(num)d bags",
        score.bags,
        points=number(score.points),
    )


def value(house: rules.HouseRules, rule: str) -> str:
    """Return the value of a house rule in words."""
    given = getattr(house, rule)
    if rule == "big_bids":
        return "; ".join(big_bid(big) for big in given) or _("none")
    if rule in CHOICES:
        return option(rule, str(given))
    if isinstance(given, bool):
        return _("yes") if given else _("no, from 0")
    if given is None:
        return _("none")
    if rule in ("nil_penalty", "blind_nil_penalty", "bag_penalty"):
        return number(-given)
    return number(given)


def big_bid(big: rules.BigBid) -> str:
    """Return what a big bid is worth."""
    words = {
        "instead": _("from %(at)s on %(made)s, set %(set)s instead"),
        "extra": _("from %(at)s on %(made)s, set %(set)s on top"),
    }[big.how]
    return words % {"at": big.at, "made": signed(big.made), "set": number(big.set)}


def differences(house: rules.HouseRules) -> list[str]:
    """Return what differs from the usual rules of the game, each as “name: value”."""
    return [f"{rule_name(rule)}: {value(house, rule)}" for rule in house.differences()]


def headline(house: rules.HouseRules) -> str:
    """Return the house rules in one line: target, floor, bags, failed nil."""
    parts = [_("to %(target)s", target=house.target)]
    if house.floor is not None:
        parts.append(_("lost at %(floor)s", floor=number(house.floor)))
    if house.bag_limit:
        parts.append(
            _(
                "%(limit)s bags %(penalty)s",
                limit=house.bag_limit,
                penalty=number(-house.bag_penalty),
            )
        )
    else:
        parts.append(_("no bags"))
    return " · ".join(parts)
