"""House rules in words: names, choices, examples, and what makes a table different."""

from scorekeeper import rules
from scorekeeper.rules.presets import failed_nil_example as failed_nil_score
from scorekeeper.words.language import N_, ngettext
from scorekeeper.words.language import gettext as _
from scorekeeper.words.table import bags, number, points, signed

NAMES = {
    "target": N_("Points to win"),
    "floor": N_("Points that lose"),
    "overtrick_points": N_("Points for an overtrick"),
    "bag_limit": N_("Bags until the penalty"),
    "bag_penalty": N_("Bag penalty"),
    "bag_carry": N_("Bags over the limit stay"),
    "nil_bonus": N_("Nil made"),
    "nil_penalty": N_("Nil failed"),
    "blind_nil_bonus": N_("Blind nil made"),
    "blind_nil_penalty": N_("Blind nil failed"),
    "failed_nil": N_("Tricks of a failed nil"),
    "two_nils": N_("Both partners nil"),
    "blind_deficit": N_("Blind nil only when behind by"),
    "exchange": N_("Cards changed for a blind nil"),
    "set_penalty": N_("A contract set costs"),
    "board": N_("Least bid of a pair"),
    "big_bids": N_("Big bids"),
    "blind_minimum": N_("Least blind bid"),
    "blind_factor": N_("Blind bid made counts times"),
    "blind_set_factor": N_("Blind bid set counts times"),
    "first_hand": N_("First hand"),
    "bidding": N_("Bidding"),
    "forbidden_total": N_("The bids may not add up to"),
    "sets_to_lose": N_("Contracts set that lose"),
    "hand_limit": N_("Hands in a match"),
    "minutes": N_("Minutes in a match"),
    "revoke_penalty": N_("A revoke costs"),
}
GROUPS = (
    (N_("Winning and losing"), ("target", "floor", "sets_to_lose", "hand_limit", "minutes")),
    (N_("Contracts"), ("set_penalty", "overtrick_points", "board")),
    (N_("Bags"), ("bag_limit", "bag_penalty", "bag_carry")),
    (N_("Nil"), ("nil_bonus", "nil_penalty", "two_nils")),
    (
        N_("Blind bids"),
        (
            *("blind_nil_bonus", "blind_nil_penalty", "blind_deficit", "exchange"),
            *("blind_minimum", "blind_factor", "blind_set_factor"),
        ),
    ),
    (N_("Bidding"), ("bidding", "forbidden_total", "first_hand")),
    (N_("Referee"), ("revoke_penalty",)),
)
"""The house rules as set-up shows them; `failed_nil` and `big_bids` have a place of their own."""
HINTS = {
    "floor": N_("With “none” nobody loses by falling."),
    "bag_limit": N_("0 plays without bags."),
    "bag_carry": N_("Without it bags start again at 0 after a penalty."),
    "blind_deficit": N_("0 allows it at any score."),
    "sets_to_lose": N_("0 counts no sets."),
    "hand_limit": N_("Empty plays on to the target; else the leader wins after so many."),
    "minutes": N_("Empty plays without a clock; else the leader wins when time is up."),
    "board": N_("0 asks for none; a nil counts 0 of it."),
    "blind_minimum": N_("0 plays no blind bids but blind nil."),
    "bidding": N_(
        "Mirror: your spades. Whiz: nil or your spades. Suicide: one of a pair bids nil."
    ),
    "first_hand": N_("A first hand that bids itself scores ten a trick, without bags."),
}
PRESETS = {
    "gold-and-blue": N_("Gold & Blue"),
    "two-players": N_("Two players"),
    "quick-250": N_("Quick 250"),
}
CHOICES = {
    "failed_nil": {
        "bags": N_("A point and a bag each"),
        "help": N_("They help the partner’s bid"),
        "bags only": N_("A bag each, no point"),
        "nothing": N_("Nothing at all"),
    },
    "two_nils": {
        "separate": N_("Each scored alone"),
        "together": N_("Won or lost together"),
        "no bags": N_("Each alone, no bags"),
        "forbidden": N_("Not allowed"),
    },
    "set_penalty": {
        "bid": N_("10 a trick bid"),
        "none": N_("Nothing"),
        "shortfall": N_("10 a trick missing"),
    },
    "first_hand": {
        "bid": N_("Bid as any other"),
        "bids itself": N_("Bids itself"),
    },
    "bidding": {
        "free": N_("Free"),
        "mirror": N_("Mirror"),
        "whiz": N_("Whiz"),
        "suicide": N_("Suicide"),
    },
    "revoke_penalty": {
        "3 tricks": N_("Three tricks"),
        "2 tricks": N_("Two tricks"),
        "1 trick": N_("One trick"),
        "set": N_("The contract is set"),
    },
}


def rule_name(rule: str) -> str:
    """Return the name of a house rule as the table says it."""
    return _(NAMES[rule]) if rule in NAMES else rule


def hint(rule: str) -> str:
    """Return what there is to know about a house rule, or nothing."""
    return _(HINTS[rule]) if rule in HINTS else ""


def preset_name(preset: rules.Preset) -> str:
    """Return the name of a preset; the name of another house or maker stays as it is."""
    return _(PRESETS.get(preset.key, preset.name))


def choices(game: rules.Game, rule: str) -> dict[str, str]:
    """Return the choices of a house rule that mean something in a game, in words."""
    return {choice: choice_words(rule, choice) for choice in rules.choices_of(game, rule)}


def choice_words(rule: str, choice: str) -> str:
    """Return one of the choices of a house rule in words."""
    return _(CHOICES[rule][choice])


def option(rule: str, written: str) -> str:
    """Return a value that can be chosen, in words."""
    if not written:
        return _("none")
    if rule in CHOICES and written in CHOICES[rule]:
        return choice_words(rule, written)
    if rule == "revoke_penalty" and written.isascii() and written.isdigit() and len(written) < 5:
        return points(int(written))
    return written.replace("-", "−")


def failed_nil_case(game: rules.Game) -> str:
    """Return the hand by which the choices for a failed nil are compared."""
    if game.has_partners:
        return _("Say the nil took 2, and the partner bid 4 and took 3:")
    return _("Say the nil took 2:")


def failed_nil_example(game: rules.Game, choice: str) -> str:
    """Return what a choice brings in that hand."""
    score = failed_nil_score(game.key, choice)
    return f"{points(score.points)}, {bags(score.bags)}"


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
    parts = [target(house.target)]
    if house.floor is not None:
        parts.append(floor(house.floor))
    if house.bag_limit:
        parts.append(f"{bags(house.bag_limit)} {number(-house.bag_penalty)}")
    else:
        parts.append(_("no bags"))
    return " · ".join(parts)


def target(points: int) -> str:
    """Return how many points are played to."""
    return _("to %(target)s", target=points)


def floor(points: int) -> str:
    """Return at how many points a match is lost."""
    return _("lost at %(floor)s", floor=number(points))


def sets_to_lose(house: rules.HouseRules) -> str:
    """Return how many contracts set lose a match."""
    return ngettext(
        "A contract set loses the match.",
        "%(num)d contracts set lose the match.",
        house.sets_to_lose,
    )


def first_hand_bids_itself() -> str:
    """Return how a first hand without bids is scored."""
    return _("The first hand bids itself: 10 a trick, no bags.")
