"""House rules in words: names, choices, examples and differences."""

from scorekeeper import rules
from scorekeeper.rules.house_rules import OFF_AT_ZERO
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_bags, format_number, format_points, format_signed

NAMES = {
    "target": N_("Winning score"),
    "floor": N_("Losing score"),
    "overtrick_points": N_("Points per overtrick"),
    "bag_limit": N_("Bag limit"),
    "bag_penalty": N_("Bag penalty"),
    "bag_carry": N_("Extra bags carry over"),
    "nil_bonus": N_("Successful nil"),
    "nil_penalty": N_("Failed nil"),
    "blind_nil_bonus": N_("Successful blind nil"),
    "blind_nil_penalty": N_("Failed blind nil"),
    "failed_nil": N_("Tricks taken on a failed nil"),
    "two_nils": N_("Both partners bid nil"),
    "blind_deficit": N_("Blind bids only when behind by at least"),
    "exchange": N_("Cards exchanged on a blind nil"),
    "set_penalty": N_("Penalty for being set"),
    "board": N_("Minimum team bid"),
    "big_bids": N_("Big bids"),
    "blind_minimum": N_("Minimum blind bid"),
    "blind_factor": N_("A made blind bid counts"),
    "blind_set_factor": N_("A set blind bid counts"),
    "first_hand": N_("First hand"),
    "bidding": N_("Bidding"),
    "bids_by": N_("Bids"),
    "nil": N_("Nil bids"),
    "forbidden_total": N_("Bids may not add up to"),
    "sets_to_lose": N_("Sets that lose the match"),
    "hand_limit": N_("Hands per match"),
    "minutes": N_("Minutes per match"),
    "spades_led": N_("Spades may be led"),
    "deck": N_("Highest trumps"),
    "revoke_penalty": N_("Revoke penalty"),
}
SENTENCES = {
    "target": N_("Play to %(value)s"),
    "floor": N_("A side loses at %(value)s"),
    "overtrick_points": N_("An overtrick is worth %(value)s"),
    "bag_penalty": N_("The bag penalty costs %(value)s"),
    "nil_bonus": N_("A successful nil scores %(value)s"),
    "nil_penalty": N_("A failed nil costs %(value)s"),
    "blind_nil_bonus": N_("A successful blind nil scores %(value)s"),
    "blind_nil_penalty": N_("A failed blind nil costs %(value)s"),
    "blind_deficit": N_("Blind bids only when %(value)s or more behind"),
    "board": N_("A team bids at least %(value)s"),
    "blind_minimum": N_("A blind bid is at least %(value)s"),
    "blind_factor": N_("A blind bid counts %(value)s if made"),
    "blind_set_factor": N_("A blind bid counts %(value)s if set"),
    "forbidden_total": N_("Bids may not add up to %(value)s"),
    "revoke_penalty": N_("A revoke costs %(value)s"),
}
"""The house rules described by a sentence; the others are “name: value”."""
FIRST = (
    *("target", "floor", "bids_by", "nil", "bag_limit", "bag_penalty"),
    *("failed_nil", "spades_led", "deck"),
)
"""The house rules that are shown first, where they apply."""
GROUPS = {
    N_("Bags"): "bag_penalty overtrick_points bag_carry",
    N_("Contracts"): "board big_bids set_penalty",
    N_("How a match ends"): "sets_to_lose hand_limit minutes",
    N_("Referee"): "revoke_penalty",
    N_("Nil"): "exchange nil_bonus nil_penalty two_nils blind_nil_bonus blind_nil_penalty",
    N_("Blind bids"): "blind_deficit blind_minimum blind_factor blind_set_factor",
    N_("Bidding"): "bidding forbidden_total first_hand",
}
"""All others in groups, those that no preset uses last."""
HINTS = {
    "floor": N_("A side at or below this score loses the match."),
    "bag_limit": N_("Reaching this many bags costs the penalty."),
    "bag_carry": N_("If off, bags go back to 0 after a penalty."),
    "sets_to_lose": N_("A side that is set this many times loses, whatever the score."),
    "hand_limit": N_("After this many hands, the leader wins."),
    "minutes": N_("When time is up, finish the hand. The leader wins."),
    "board": N_(
        "A nil counts as 0. With a minimum of 4, a nil bidder’s partner must bid at least 4."
    ),
    "blind_minimum": N_(
        "A player who hasn’t looked at their cards may bid this many tricks or more blind."
    ),
    "bidding": N_(
        "Mirror: bid your number of spades. Whiz: nil or your number of spades. Suicide: one "
        "partner must bid nil."
    ),
    "bids_by": N_("One number for both partners. A bid of 7, made: 70."),
    "nil": N_("Without nil, the lowest bid is 1."),
    "spades_led": N_("Usually from the trick after the first spade."),
    "deck": N_(
        "Two or four players leave out two low twos and have 13 cards each. Three or six have 18."
    ),
    "big_bids": N_(
        "A contract of this many tricks or more gets its own points, such as ten for 200."
    ),
    "first_hand": N_("No bids: each trick scores 10, and there are no bags."),
}
NO_NIL, NO_BLIND_NIL = N_("There is no nil. The lowest bid is 1."), N_("There is no blind nil.")
PRESETS = {
    "usual": (N_("Usual rules"), N_("the usual rules of the game")),
    "gold-and-blue": (N_("Gold & Blue"), N_("the usual rules for partners")),
    "two-players": (N_("Two players"), N_("the usual rules for two players")),
    "pagat-standard": (N_("Pagat standard"), N_("as pagat.com describes the game")),
    "msn-zone": ("MSN Zone", N_("as millions played it online")),
    "quick-250": (N_("Quick 250"), N_("half as long, bags bite sooner")),
    "cookout": ("Cookout", N_("as the Cookout evenings play it")),
    "joker-joker-deuce": ("Joker joker deuce", N_("Cookout with jokers and the 2 of spades high")),
}
"""The name of each preset, and the players or occasions it is for."""
VARIANTS = {
    "bags": N_("%(rules)s, bags on a failed nil"),
    "help": N_("%(rules)s, a failed nil helps"),
    "bags only": N_("%(rules)s, only bags on a failed nil"),
    "nothing": N_("%(rules)s, nothing on a failed nil"),
}
"""Names of house rules that differ from known ones in the tricks of a failed nil alone."""
TIMES = {"1": N_("once"), "2": N_("twice"), "3": N_("three times")}
CHOICES = {
    "failed_nil": {
        "bags": N_("A point and a bag each"),
        "help": N_("They count towards the partner’s bid"),
        "bags only": N_("A bag each, no points"),
        "nothing": N_("Nothing at all"),
    },
    "two_nils": {
        "separate": N_("Each scored separately"),
        "together": N_("Won or lost together"),
        "no bags": N_("Scored separately, no bags"),
        "forbidden": N_("Not allowed"),
    },
    "set_penalty": {
        "bid": N_("10 per trick bid"),
        "none": N_("Nothing"),
        "shortfall": N_("10 per trick short"),
    },
    "blind_factor": TIMES,
    "blind_set_factor": TIMES,
    "first_hand": {"bid": N_("Bid as usual"), "bids itself": N_("No bids")},
    "bidding": {
        "free": N_("Free"),
        "mirror": N_("Mirror"),
        "whiz": N_("Whiz"),
        "suicide": N_("Suicide"),
    },
    "bids_by": {"seat": N_("Each player"), "side": N_("Each side together")},
    "nil": {
        "played": N_("Nil and blind nil"),
        "not blind": N_("Nil, not blind"),
        "not played": N_("Not played"),
    },
    "spades_led": {
        "once broken": N_("Once broken"),
        "any time": N_("Any time"),
        "not in the first trick": N_("Not in the first trick"),
    },
    "deck": {
        "usual": N_("Ace"),
        "jokers": N_("Jokers, ace"),
        "jokers 2S": N_("Jokers, 2 of spades, ace"),
        "jokers 2D 2S": N_("Jokers, 2 of diamonds, 2 of spades, ace"),
    },
    "revoke_penalty": {
        "3 tricks": N_("Three tricks"),
        "2 tricks": N_("Two tricks"),
        "1 trick": N_("One trick"),
        "set": N_("The contract is set"),
        "match": N_("The match"),
    },
}


def name_rule(rule: str) -> str:
    return _(NAMES[rule]) if rule in NAMES else rule


def list_first(game: rules.Game) -> list[str]:
    """Return the house rules shown first: eight, with a bag penalty only where nobody partners."""
    left_out = "bag_penalty" if game.has_partners else "bids_by"
    return [rule for rule in FIRST if rule != left_out]


def list_groups(game: rules.Game) -> list[tuple[str, list[str]]]:
    """Return the other house rules of a game in groups with titles."""
    others = {*rules.list_rules(game)} - {*list_first(game)}
    groups = [
        (_(title), [rule for rule in names.split() if rule in others])
        for title, names in GROUPS.items()
    ]
    return [(title, names) for title, names in groups if names]


def label_rule(rule: str) -> str:
    """Label a house rule with its sentence up to the value, with a gap if more follows."""
    if rule not in SENTENCES:
        return name_rule(rule)
    return (_(SENTENCES[rule]) % {"value": "…"}).removesuffix(" …")


def describe_rule(rule: str) -> str:
    return _(HINTS[rule]) if rule in HINTS else ""


def name_preset(preset: rules.Preset) -> str:
    """Name a preset; proper names are not translated."""
    return _(PRESETS[preset.key][0])


def name_former_rules(name: str) -> str:
    return _("%(rules)s, older rules", rules=name)


def name_variant(name: str, house: rules.HouseRules) -> str:
    return _(VARIANTS[house.failed_nil], rules=name)


def describe_preset(preset: rules.Preset) -> str:
    return _(PRESETS[preset.key][1])


def name_choices(game: rules.Game, rule: str) -> dict[str, str]:
    """Return the names of the choices of a house rule that apply to a game, the usual one first."""
    usual = getattr(rules.HouseRules.of(game.key), rule)
    choices = sorted(rules.list_choices(game, rule), key=lambda choice: choice != usual)
    return {choice: name_choice(rule, choice) for choice in choices}


def name_choice(rule: str, choice: str) -> str:
    return _(CHOICES[rule][choice])


def name_option(rule: str, written: str) -> str:
    """Name a value that can be chosen."""
    if rule == "bag_carry":
        return _("yes") if written else _("no, back to 0")
    if not written:
        return _("none")
    if written in CHOICES.get(rule, ()):
        return name_choice(rule, written)
    if rule == "revoke_penalty" and written.isascii() and written.isdigit() and len(written) < 5:
        return format_points(int(written))
    return written.replace("-", "−")


def format_value(house: rules.HouseRules, rule: str) -> str:
    """Format the value of a house rule."""
    value = getattr(house, rule)
    if rule == "big_bids":
        return "; ".join(describe_big_bid(big) for big in value) or _("none")
    if rule in ("nil_penalty", "blind_nil_penalty", "bag_penalty"):
        return format_number(-value)
    is_off = value is None or value is False or (value == 0 and rule in OFF_AT_ZERO)
    return name_option(rule, "" if is_off else str(value))


def describe_big_bid(big: rules.BigBid) -> str:
    """Describe the worth of a big bid."""
    words = {
        "instead": _("%(at)s or more: %(made)s if made, %(set)s if set"),
        "extra": _("%(at)s or more: an extra %(made)s if made, %(set)s if set"),
    }[big.how]
    return words % {"at": big.at, "made": format_signed(big.made), "set": format_number(big.set)}


def describe_differences(house: rules.HouseRules) -> list[str]:
    """Describe what differs from the usual rules, the most important first."""
    order = sorted(house.differences(), key=lambda rule: rule not in FIRST)
    return [describe_difference(house, rule) for rule in order]


def describe_difference(house: rules.HouseRules, rule: str) -> str:
    """Describe one house rule, as a sentence or as “name: value”."""
    value = getattr(house, rule)
    if rule not in SENTENCES or isinstance(value, str) or value is None:
        return f"{name_rule(rule)}: {format_value(house, rule)}"
    return _(SENTENCES[rule]) % {"value": name_option(rule, str(value))}


def summarize(house: rules.HouseRules) -> str:
    """Summarize the house rules in one line: target, floor and bags."""
    return " · ".join([describe_target(house.target), describe_limits(house)])


def describe_limits(house: rules.HouseRules) -> str:
    """Describe the score that loses, and the bag penalty."""
    parts = [] if house.floor is None else [describe_floor(house.floor)]
    if house.bag_limit:
        parts.append(f"{format_bags(house.bag_limit)} {format_number(-house.bag_penalty)}")
    else:
        parts.append(_("no bags"))
    return " · ".join(parts)


def describe_target(points: int) -> str:
    return _("to %(target)s", target=points)


def describe_floor(points: int) -> str:
    return _("lose at %(floor)s", floor=format_number(points))


def describe_sets_to_lose(house: rules.HouseRules) -> str:
    return ngettext(
        "Being set once loses the match.",
        "Being set %(num)d times loses the match.",
        house.sets_to_lose,
    )


def describe_overtrick(house: rules.HouseRules) -> str:
    """Describe what an overtrick scores or costs."""
    points = house.overtrick_points
    if points > 0:
        return _("Each overtrick scores %(points)s.", points=format_points(points))
    if points < 0:
        return _("Each overtrick costs %(points)s.", points=format_points(-points))
    return _("Overtricks score no points.")


def describe_first_hand() -> str:
    return _("The first hand has no bids: 10 per trick, no bags.")
