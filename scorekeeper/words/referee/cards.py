"""Cards and suits in words, and the sentences of the trick judge and the void tracker."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.rules.cards import HIGH_TRUMPS, Card, Suit
from scorekeeper.rules.house_rules import SpadesLed
from scorekeeper.rules.referee.play import (
    EarlyLead,
    IllegalCard,
    PlayedTrick,
    Revoke,
    WhyNot,
    find_winner,
)
from scorekeeper.words.language import N_, gettext as _
from scorekeeper.words.table import capitalize, join_with_and

SUITS = {
    Suit.SPADES: N_("spades"),
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
}
LETTERS = {18: N_("BJ"), 17: N_("LJ"), 14: N_("A"), 13: N_("K"), 12: N_("Q"), 11: N_("J")}
"""The letters in the corners of the jokers and the high cards."""
NAMES = {14: N_("ace"), 13: N_("king"), 12: N_("queen"), 11: N_("jack")}
NAMES |= {18: N_("big joker"), 17: N_("little joker")}


def name_suit(suit: Suit) -> str:
    return _(SUITS[suit])


def name_rank(card: Card) -> str:
    """Return what is in the corner of a card: A, 10, or 2, also for a high one."""
    return _(LETTERS[card.rank]) if card.rank in LETTERS else card.notation[:-1]


def name_card(card: Card) -> str:
    """Name a card as it is printed: ace of spades, big joker."""
    name, suit = _(NAMES[card.rank]) if card.rank in NAMES else name_rank(card), card.printed_suit
    return _("%(rank)s of %(suit)s", rank=name, suit=name_suit(suit)) if suit else name


def describe_high_trumps(house: rules.HouseRules) -> str:
    """Describe which cards count as spades without being any; empty at most tables."""
    cards = [
        name_card(card) if card.printed_suit else f"{name_card(card)} ({name_rank(card)})"
        for card in HIGH_TRUMPS[house.deck]
        if card.printed_suit is not Suit.SPADES
    ]
    return capitalize(_("%(cards)s count as spades.", cards=join_with_and(cards))) if cards else ""


def describe_revoke(match: rules.Match, revoke: Revoke) -> str:
    return _(
        "Revoke: %(name)s didn’t follow %(suit)s in trick %(trick)s but played one in trick "
        "%(noticed)s.",
        name=match.players[revoke.seat],
        suit=name_suit(revoke.suit),
        trick=revoke.trick,
        noticed=revoke.noticed,
    )


def describe_noted_revoke(match: rules.Match, seat: int, suit: Suit, trick: int) -> str:
    return _(
        "%(name)s had no %(suit)s in trick %(trick)s but plays one now. That’s a revoke.",
        name=match.players[seat],
        suit=name_suit(suit),
        trick=trick,
    )


def describe_turn(match: rules.Match, seat: int) -> str:
    return _("%(name)s’s turn", name=match.players[seat])


def describe_winner(match: rules.Match, trick: PlayedTrick, *, last: bool) -> str:
    """Describe the winner of a complete trick, with the winning card."""
    assert trick.winner is not None
    name, best = match.players[trick.winner], name_card(trick.cards[find_winner(trick.cards)])
    if last:
        return _("%(name)s wins the last trick with the %(card)s.", name=name, card=best)
    return _("%(name)s wins with the %(card)s and leads next.", name=name, card=best)


def describe_allowed_lead(spades_led: SpadesLed, *, spades: bool) -> str:
    """Describe the cards that may be led; `spades` says whether spades always may."""
    if spades_led is SpadesLed.ONCE_BROKEN:
        if spades:
            return _("Spades are broken. You may lead any card.")
        return _("Spades aren’t broken yet. Lead one only if you hold nothing else.")
    if spades:
        return _("You may lead any card.")
    return _("First trick: lead a spade only if you hold nothing else.")


def describe_following(match: rules.Match, trick: PlayedTrick) -> str:
    """Describe the cards that follow to a trick, and its winner so far."""
    order = match.house.game.clockwise_from(trick.leader)
    return _(
        "Follow %(suit)s if you can. %(name)s is winning.",
        suit=name_suit(trick.cards[0].suit),
        name=match.players[order[find_winner(trick.cards)]],
    )


def describe_void(match: rules.Match, suit: Suit, seats: Sequence[int]) -> str:
    return " ".join(
        _(
            "%(name)s didn’t follow %(suit)s. If %(name)s plays one later, it’s a revoke.",
            suit=name_suit(suit),
            name=match.players[seat],
        )
        for seat in seats
    )


def describe_early_lead(match: rules.Match, lead: EarlyLead) -> str:
    return _(
        "%(name)s led a spade too early in trick %(trick)s. Trick %(noticed)s shows that "
        "%(name)s had another suit.",
        name=match.players[lead.seat],
        trick=lead.trick,
        noticed=lead.noticed,
    )


def describe_spade_lead(
    match: rules.Match, seat: int, card: Card, *, only_spades: bool | None
) -> str:
    """Describe whether a spade lead was legal, as far as the holding is known."""
    name, spades_led = match.players[seat], match.house.spades_led
    if only_spades is not False and spades_led is not SpadesLed.ONCE_BROKEN:
        if only_spades:
            return describe_legal_card(card)
        return describe_allowed_lead(spades_led, spades=False)
    if only_spades:
        return _("%(name)s had nothing else, so the lead is fine and spades are broken.", name=name)
    if only_spades is False:
        return _("%(name)s can’t lead a spade yet. Lead another suit.", name=name)
    return _(
        "%(name)s led a spade before spades were broken. That’s fine only if %(name)s held "
        "nothing else.",
        name=name,
    )


WRONG = {
    WhyNot.NOT_HELD: N_("%(name)s didn’t have the %(card)s."),
    WhyNot.MUST_FOLLOW_SUIT: N_(
        "The %(card)s was wrong. %(name)s still had %(led)s and had to follow suit. That’s a "
        "revoke."
    ),
    WhyNot.SPADES_NOT_BROKEN: N_(
        "The %(card)s was wrong. Spades were not broken, and %(name)s still had another suit."
    ),
}
WRONG_IN_FIRST_TRICK = N_(
    "The %(card)s was wrong. It was the first trick, and %(name)s still had another suit."
)


def describe_illegal_card(match: rules.Match, illegal: IllegalCard, led: Suit) -> str:
    """Describe the reason why a card was illegal, given the holding."""
    name, why = match.players[illegal.seat], WRONG[illegal.why]
    usual = match.house.spades_led is SpadesLed.ONCE_BROKEN
    if illegal.why is WhyNot.SPADES_NOT_BROKEN and not usual:
        why = WRONG_IN_FIRST_TRICK
    return _(why, card=name_card(illegal.card), name=name, led=name_suit(led))


def prefix_trick(number: int, sentence: str) -> str:
    return _("Trick %(number)s: %(words)s", number=number, words=sentence)


def describe_legal_card(card: Card) -> str:
    return _("The %(card)s was right.", card=name_card(card))


def describe_playable_cards(
    match: rules.Match, seat: int, held: Sequence[Card], may: Sequence[Card]
) -> str:
    """Describe which of the held cards may be played."""
    name = match.players[seat]
    if len(may) == len(held):
        return _("%(name)s may play any card.", name=name)
    suits = [name_suit(one) for one in Suit if one in {card.suit for card in may}]
    return _("%(name)s may play only %(suits)s.", name=name, suits=join_with_and(suits))


def label_cards(match: rules.Match, seat: int) -> str:
    return _("%(name)s’s cards", name=match.players[seat])
