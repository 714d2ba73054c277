"""The lesson of each game, and example hands with their points, which the rules compute."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper import rules
from scorekeeper.rules import Role
from scorekeeper.rules.bids import BLIND_NIL, NIL, Bid
from scorekeeper.rules.cards import PACK
from scorekeeper.rules.house_rules import FailedNil, TwoNils
from scorekeeper.rules.presets import score_example
from scorekeeper.words.house_rules import describe_rule
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import name_bid
from scorekeeper.words.referee.cards import name_card
from scorekeeper.words.referee.rule_card import describe_rules
from scorekeeper.words.table import format_bags, format_points, format_signed


def describe_deal(game: rules.Game) -> list[str]:
    """Describe who plays, with which cards, and how many tricks may be bid."""
    bids = _(
        "Everyone gets %(tricks)s cards and bids once, from 0 to %(tricks)s. A bid of 0 is called "
        "nil.",
        tricks=game.tricks,
    )
    if game.has_partners:
        people = _("Partners face each other.")
        contract = _("You and your partner add your bids together. That is your contract.")
    else:
        people = _("Everyone plays alone.")
        contract = _("Your bid is your contract.")
    return [f"{people} {bids} {contract}", *_describe_cards(game)]


def _describe_cards(game: rules.Game) -> list[str]:
    sentences = [
        _("Play without the %(card)s.", card=name_card(card))
        for card in PACK
        if card not in game.pack
    ]
    if max(Counter(game.pack).values()) > 1:
        sentences.insert(0, _("Shuffle two decks together."))
        sentences.append(_("Of two equal cards in a trick, the first one counts as higher."))
    if game.role is Role.DRAWS:
        sentences.append(
            _(
                "Nobody deals. Take turns to draw: keep a card and discard the next unseen, or the "
                "other way round, until you both hold %(cards)s.",
                cards=game.tricks,
            )
        )
    return [" ".join(sentences)] if sentences else []


def describe_play(house: rules.HouseRules) -> str:
    """Describe how a trick is played."""
    follow = _(
        "Follow suit if you can. If you can’t, play any card. The highest spade wins. Without a "
        "spade, the highest card of the suit led wins. The winner leads the next trick."
    )
    breaks = _("The first spade that is played breaks them.")
    return f"{follow} {describe_rules(house)['spades_led']} {breaks}"


def list_terms(house: rules.HouseRules) -> list[tuple[str, str, str, str, rules.SideScore]]:
    """Return the words of the score: the kind, the name, the rule, an example and its score."""
    card = describe_rules(house)
    nil = [_("A bid of no tricks."), card["nil"], card["failed_nil"]]
    if house.game.has_partners:
        nil.append(_("Your partner plays for their own bid."))
    blind = [_("A nil bid before you see your cards."), card["blind_nil"]]
    terms = [
        ("good", _("Made"), card["contract"], Bid(6), 8),
        ("bad", _("Set"), _("You took fewer than you bid."), Bid(6), 5),
        ("nil", name_bid(NIL), " ".join(nil), NIL, 0),
        ("nil", name_bid(BLIND_NIL), " ".join(blind), BLIND_NIL, 0),
        ("bags", _("Bags"), card["bags"], Bid(6), 9),
    ]
    return [
        (
            kind,
            name,
            text,
            describe_example(house, [bid], [taken], kind == "bags"),
            score_example(house, [bid], [taken]),
        )
        for kind, name, text, bid, taken in terms
    ]


BAG_RULES = frozenset({"bag_limit", "bag_penalty", "bag_carry"})
BLIND_BID = 6
"""The blind bid of the examples, where the table has no minimum."""


def explain_rule(house: rules.HouseRules, rule: str) -> list[str]:
    """Explain a house rule: a hint, and an example of the value that is chosen."""
    hint = describe_rule(rule)
    # A blind bid is worth more only at tables that play it.
    house = replace(house, blind_minimum=house.blind_minimum or BLIND_BID)
    bids, taken = _find_example(house, rule)
    example = [describe_example(house, bids, taken, rule in BAG_RULES)] if bids else []
    return [hint, *example] if hint else example


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


def _find_example(house: rules.HouseRules, rule: str) -> tuple[list[Bid], list[int]]:
    """Return bids and tricks that show what a rule does; none if they can't."""
    blind = Bid(house.blind_minimum, blind=True)
    match rule:
        case "overtrick_points":
            return [Bid(4)], [6]
        case "set_penalty":
            return [Bid(5)], [3]
        case "big_bids" if house.big_bids and (at := house.big_bids[0].at) <= house.game.tricks:
            return [Bid(at)], [at]
        case "nil_bonus" | "blind_nil_bonus":
            return [NIL if rule == "nil_bonus" else BLIND_NIL], [0]
        case "nil_penalty" | "blind_nil_penalty":
            return [NIL if rule == "nil_penalty" else BLIND_NIL], [2]
        case "two_nils" if house.two_nils is not TwoNils.FORBIDDEN:
            return [NIL, NIL], [0, 2]
        case "blind_factor" | "blind_set_factor":
            return [blind], [blind.tricks - (rule == "blind_set_factor")]
        case _ if rule in BAG_RULES:
            return [Bid(1)], [min(house.bag_limit + 3, house.game.tricks)]
    return [], []


def describe_failed_nil_case(game: rules.Game) -> str:
    """Describe the example hand that compares the choices for a failed nil."""
    if game.has_partners:
        return _("Example: the nil bidder took 2. The partner bid 4 and took 3.")
    return _("Example: the nil bidder took 2.")


def describe_failed_nil_example(house: rules.HouseRules, choice: str) -> str:
    """Describe the result of a choice in the example hand."""
    house = replace(house, failed_nil=FailedNil(choice))
    score = score_example(house, [NIL, Bid(4)], [2, 3])
    return f"{format_points(score.points)}, {format_bags(score.bags)}"
