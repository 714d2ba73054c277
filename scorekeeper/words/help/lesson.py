"""The lesson: how a game of Spades is played and scored, made from its rules."""

from collections import Counter

from scorekeeper import rules
from scorekeeper.rules import Role
from scorekeeper.rules.bids import BLIND_NIL, NIL, Bid
from scorekeeper.rules.cards import PACK
from scorekeeper.rules.presets import score_example
from scorekeeper.words.help.examples import describe_example
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import name_bid
from scorekeeper.words.referee.cards import name_card
from scorekeeper.words.referee.rule_card import describe_rules


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
