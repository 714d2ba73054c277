"""Cards from text, and random hands that could have been played."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from scorekeeper.rules import Game
from scorekeeper.rules.cards import PACK, TWO_OF_CLUBS, Card, Suit, read_card
from scorekeeper.rules.house_rules import SpadesLed

WITHOUT_TWO = tuple(card for card in PACK if card != TWO_OF_CLUBS)
PACKS = {"three-handed": WITHOUT_TWO, "six-handed": WITHOUT_TWO * 2}
"""The decks of games that use more or less than one full deck."""


def cards(written: str, deck: str = "usual") -> list[Card]:
    return [read_card(card, deck) for card in written.split()]


@dataclass(frozen=True)
class Fault:
    """A suit not followed, or a spade led early: who, in which trick, when it came to light."""

    seat: int
    suit: Suit
    trick: int
    noticed: int


@dataclass(frozen=True)
class Hand:
    """A hand of cards: what the seats held, what they played in order, the fault in it if any."""

    game: Game
    leads: int
    pack: tuple[Card, ...]
    holdings: tuple[tuple[Card, ...], ...]
    played: tuple[Card, ...]
    fault: Fault | None = None
    spades_led: SpadesLed = SpadesLed.ONCE_BROKEN


@st.composite
def hands(
    draw: st.DrawFn,
    game: Game,
    planted: str | None = None,
    spades_led: SpadesLed = SpadesLed.ONCE_BROKEN,
) -> Hand:
    """A whole hand, legal except for one "revoke" or "early lead" if it is wanted and can be."""
    pack = game.pack if game.deck != "usual" else PACKS.get(game.key, PACK)
    shuffled = draw(st.permutations(pack))
    lots = draw(st.randoms(use_true_random=False))
    leads = draw(st.integers(0, game.seats - 1))
    legal_before = draw(st.integers(1, game.tricks))
    holdings = [tuple(shuffled[seat :: game.seats][: game.tricks]) for seat in range(game.seats)]
    left = [list(holding) for holding in holdings]
    played: list[tuple[int, int, Card]] = []
    fault: tuple[int, int, Suit] | None = None
    leader = leads
    for trick in range(1, game.tricks + 1):
        on_table: list[Card] = []
        for seat in game.clockwise_from(leader):
            led = on_table[0].suit if on_table else None
            spades_may_lead = {
                "once broken": any(card.suit == "S" for *_, card in played),
                "any time": True,
                "not in the first trick": trick > 1,
            }
            right = allowed(left[seat], led, spades_may_lead[spades_led])
            wrong = [card for card in left[seat] if card not in right]
            wanted = planted == ("revoke" if led else "early lead")
            if wanted and wrong and fault is None and trick >= legal_before:
                right, fault = wrong, (seat, trick, led or Suit.SPADES)
            card = lots.choice(right)
            left[seat].remove(card)
            on_table.append(card)
            played.append((seat, trick, card))
        leader = game.clockwise_from(leader)[beats_all(on_table)]
    proven = proof(fault, played) if fault else None
    cards_played = tuple(card for *_, card in played)
    return Hand(game, leads, tuple(pack), tuple(holdings), cards_played, proven, spades_led)


def allowed(held: Sequence[Card], led: Suit | None, spades_may_lead: bool) -> list[Card]:
    if led is not None:
        return [card for card in held if card.suit == led] or list(held)
    return [card for card in held if spades_may_lead or card.suit != "S"] or list(held)


def proof(fault: tuple[int, int, Suit], played: Sequence[tuple[int, int, Card]]) -> Fault:
    """The fault with the first later trick in which its player shows the other suit held."""
    offender, when, suit = fault
    led_early = (offender, when) == next((s, t) for s, t, card in played if t == when)
    noticed = min(
        trick
        for seat, trick, card in played
        if seat == offender and trick > when and (card.suit == suit) != led_early
    )
    return Fault(offender, suit, when, noticed)


def beats_all(trick: Sequence[Card]) -> int:
    """Find the winner of a trick card by card, as players at a table do."""
    top = 0
    for position, card in enumerate(trick):
        same_suit_higher = card.suit == trick[top].suit and card.rank > trick[top].rank
        trumps = card.suit == Suit.SPADES and trick[top].suit != Suit.SPADES
        if same_suit_higher or trumps:
            top = position
    return top
