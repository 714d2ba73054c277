"""House rules in words: names, choices, examples, and what makes a table different."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from scorekeeper import rules

from .labels import number

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
}
HINTS = {
    "floor": lazy_gettext("Leave empty where nobody loses by falling."),
    "bag_limit": lazy_gettext("0 plays without bags."),
    "bag_carry": lazy_gettext("Without it bags start again at 0 after a penalty."),
    "blind_deficit": lazy_gettext("0 allows it at any score."),
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
}


def rule_name(rule: str) -> str:
    """Return the name of a house rule as the table says it."""
    return str(NAMES.get(rule, rule))


def rules_of(game: rules.Game) -> tuple[str, ...]:
    """Return the house rules that mean something in a game."""
    alone = all(len(seats) == 1 for seats in game.sides)
    return tuple(rule for rule in rules.RULES if not (alone and rule == "two_nils"))


def failed_nil_case(game: rules.Game) -> str:
    """Return the hand by which the choices for a failed nil are compared."""
    if len(game.sides[0]) > 1:
        return _("Say the nil took 2, and the partner bid 4 and took 3:")
    return _("Say the nil took 2:")


def failed_nil_example(game: rules.Game, choice: str) -> str:
    """Return what a choice brings in that hand, worked out by the rules themselves."""
    house = rules.HouseRules.of(game.key, failed_nil=choice)
    bids = [rules.Bid(0), rules.Bid(4), rules.Bid(4), rules.Bid(4)][: game.seats]
    taken = [2, 8, 3, 0] if len(game.sides[0]) > 1 else [2, game.tricks - 2]
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
    if rule in CHOICES:
        return str(CHOICES[rule][given])
    if isinstance(given, bool):
        return _("yes") if given else _("no, from 0")
    if given is None:
        return _("none")
    if rule in ("nil_penalty", "blind_nil_penalty", "bag_penalty"):
        return number(-given)
    return number(given)


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
