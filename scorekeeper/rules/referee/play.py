"""The play of a hand, judged card by card (rules.md §7)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.cards import Card, Suit
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games import Game
from scorekeeper.rules.house_rules import SpadesLed


class WhyNot(StrEnum):
    """The reason why a card may not be played."""

    NOT_HELD = "not held"
    MUST_FOLLOW_SUIT = "must follow suit"
    SPADES_NOT_BROKEN = "spades not broken"


def judge_card(
    card: Card, holding: Collection[Card], led: Suit | None, broken: bool
) -> WhyNot | None:
    """Return the reason why a card of a holding may not be played, or None if it may.

    `led` is the suit led to the trick, None for the leader; `broken` says whether spades are
    broken.

    >>> holding = [read_card(card) for card in ("KS", "4S", "9H")]
    >>> judge_card(read_card("KS"), holding, led=None, broken=False)
    <WhyNot.SPADES_NOT_BROKEN: 'spades not broken'>
    >>> judge_card(read_card("KS"), holding, led=Suit.CLUBS, broken=False) is None
    True
    """
    if card not in holding:
        return WhyNot.NOT_HELD
    if led is not None:
        void = all(held.suit is not led for held in holding)
        return None if card.suit is led or void else WhyNot.MUST_FOLLOW_SUIT
    nothing_else = all(held.suit is Suit.SPADES for held in holding)
    early = card.suit is Suit.SPADES and not broken and not nothing_else
    return WhyNot.SPADES_NOT_BROKEN if early else None


def list_playable(holding: Collection[Card], led: Suit | None, broken: bool) -> tuple[Card, ...]:
    """Return the cards of a holding that may be played, in the order they are held."""
    return tuple(card for card in holding if judge_card(card, holding, led, broken) is None)


def may_lead_spades(spades_led: SpadesLed, trick: int, *, broken: bool) -> bool:
    """Whether a player who holds another suit may lead a spade to a trick (from 1).

    >>> [may_lead_spades(rule, 2, broken=False) for rule in SpadesLed]
    [False, True, True]
    """
    later = spades_led is SpadesLed.NOT_IN_FIRST_TRICK and trick > 1
    return broken or later or spades_led is SpadesLed.ANY_TIME


def find_winner(trick: Sequence[Card]) -> int:
    """Return the position of the winning card in a trick; 0 is the leader's.

    The highest spade wins, else the highest of the suit led; of two equal cards the first.

    >>> find_winner([read_card(card) for card in ("10H", "AC", "KH", "2S")])
    3
    """
    led = trick[0].suit

    def strength(position: int) -> tuple[bool, bool, int]:
        suit, rank = trick[position]
        return suit is Suit.SPADES, suit is led, rank

    # max() keeps the first of those that are equal.
    return max(range(len(trick)), key=strength)


class ShownSuit(NamedTuple):
    """A suit that a seat showed, or showed out of, in a trick; tricks count from 1."""

    seat: int
    suit: Suit
    trick: int


class Revoke(NamedTuple):
    """A revoke: the seat, the suit, its trick, and the trick that proved it."""

    seat: int
    suit: Suit
    trick: int
    noticed: int


def find_revokes(
    voids: Sequence[ShownSuit], played: Sequence[ShownSuit]
) -> tuple[tuple[Revoke, ...], tuple[ShownSuit, ...]]:
    """Return the voids that a later card disproves, and the first trick of each other one.

    >>> hearts = [ShownSuit(2, Suit.HEARTS, trick) for trick in (3, 8)]
    >>> revokes, left = find_revokes(hearts, [ShownSuit(2, Suit.HEARTS, 7)])
    >>> [(revoke.trick, revoke.noticed) for revoke in revokes], [void.trick for void in left]
    ([(3, 7)], [8])
    """
    revokes = []
    first: dict[tuple[int, Suit], ShownSuit] = {}
    for void in sorted(set(voids), key=lambda void: (void.trick, void.seat)):
        later = [card.trick for card in played if card[:2] == void[:2] and card.trick > void.trick]
        if later:
            revokes.append(Revoke(*void, noticed=min(later)))
        else:
            first.setdefault((void.seat, void.suit), void)
    return tuple(revokes), tuple(first.values())


def watch_voids(
    game: Game, voids: Sequence[ShownSuit], played: Sequence[ShownSuit]
) -> tuple[Revoke, ...]:
    """Return the revokes in a table's notes of voids and cards; raise CardError if impossible."""
    for note in (*voids, *played):
        if not 0 <= note.seat < game.seats:
            raise CardError("no such seat", seat=note.seat)
        if not 1 <= note.trick <= game.tricks:
            raise CardError("no such trick", trick=note.trick, tricks=game.tricks)
    for void in voids:
        if void in played:
            raise CardError(
                "followed and did not", seat=void.seat, suit=void.suit, trick=void.trick
            )
    return find_revokes(voids, played)[0]


class PlayedTrick(NamedTuple):
    """A trick: its cards from the leader's on, and its winner, None while cards are missing."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None

    def by_seat(self, game: Game) -> dict[int, Card]:
        """Return the cards by the seat that played them, in the order they were played."""
        return dict(zip(game.clockwise_from(self.leader), self.cards, strict=False))


class SpadesBroken(NamedTuple):
    """The first spade; `early` if it was led while only a hand of spades may lead one."""

    seat: int
    trick: int
    early: bool


class EarlyLead(NamedTuple):
    """A spade led before the rules allow it, and the trick that showed there was another suit."""

    seat: int
    trick: int
    noticed: int


class IllegalCard(NamedTuple):
    """A card that its player's holding did not allow, and why."""

    seat: int
    trick: int
    card: Card
    why: WhyNot


@dataclass(frozen=True)
class Play:
    """The judgement of the cards played so far; tricks count from 1.

    `turn` is the seat whose card is due, None once all are played. `voids` are the suits that seats
    showed out of and have not played since. `illegal` covers only seats with a known holding.
    `may_lead_spades` says whether a player with another suit may lead a spade to the next trick.
    """

    turn: int | None
    tricks: tuple[PlayedTrick, ...]
    broken: SpadesBroken | None
    voids: tuple[ShownSuit, ...]
    revokes: tuple[Revoke, ...]
    early_lead: EarlyLead | None
    illegal: tuple[IllegalCard, ...]
    may_lead_spades: bool


class _Played(NamedTuple):
    """A card as it was played; `led` is the suit it had to follow, None for the leader's."""

    seat: int
    trick: int
    card: Card
    led: Suit | None


def judge_play(
    game: Game,
    leads: int,
    cards: Sequence[Card],
    holdings: Sequence[Collection[Card] | None] | None = None,
    *,
    broken: bool = False,
    spades_led: SpadesLed = SpadesLed.ONCE_BROKEN,
) -> Play:
    """Judge the cards of a hand in the order they were played; `leads` is the seat that led first.

    Revokes and early spade leads are found once a later card proves them; where a seat's holding
    at the start is given, each of its illegal cards at once. `broken` says that spades were broken
    before, or at a table where that matters, that the first trick is over. Raises CardError for
    cards that cannot have been played: not in the game's deck, more often than they are in it, or
    too many.

    >>> cards = ["AH", "3C", "KH", "QH", "5D"]
    >>> play = judge_play(TWO_PLAYER, leads=1, cards=[read_card(card) for card in cards])
    >>> play.turn, [trick.winner for trick in play.tricks]
    (0, [1, 1, None])
    >>> play.revokes
    (Revoke(seat=0, suit=<Suit.HEARTS: 'H'>, trick=1, noticed=2),)
    """
    _check_cards(game, cards)
    tricks, turn = _gather(game, leads, cards)
    played = [
        _Played(seat, number, card, trick.cards[0].suit if position else None)
        for number, trick in enumerate(tricks, start=1)
        for position, (seat, card) in enumerate(trick.by_seat(game).items())
    ]
    shown = [ShownSuit(seat, card.suit, trick) for seat, trick, card, _ in played]
    voids = [
        ShownSuit(seat, led, trick)
        for seat, trick, card, led in played
        if led is not None and card.suit is not led
    ]
    revokes, left = find_revokes(voids, shown)
    where, due = _find_broken(played, spades_led, broken), len(tricks) + 1
    return Play(
        turn=turn,
        tricks=tricks,
        broken=where,
        voids=left,
        revokes=revokes,
        early_lead=_find_early_lead(where, shown),
        illegal=_find_illegal(played, holdings, spades_led, broken) if holdings else (),
        may_lead_spades=may_lead_spades(spades_led, due, broken=broken or where is not None),
    )


def list_cards_left(game: Game, cards: Collection[Card]) -> dict[Suit, tuple[Card, ...]]:
    """Return the different cards of the game's deck that are not played yet, by suit."""
    left = Counter(game.pack) - Counter(cards)
    return {suit: tuple(card for card in left if card.suit is suit) for suit in Suit}


def _check_cards(game: Game, cards: Sequence[Card]) -> None:
    if len(cards) > game.seats * game.tricks:
        raise CardError("too many cards", cards=len(cards), most=game.seats * game.tricks)
    twice = _find_repeated(game, cards)
    if twice is not None:
        trick = twice // game.seats + 1
        raise CardError("card played twice", card=cards[twice].notation, trick=trick)


def _find_repeated(game: Game, cards: Sequence[Card]) -> int | None:
    """Return the place of the first card that the deck does not hold so often, from 0."""
    left = Counter(game.pack)
    for place, card in enumerate(cards):
        if card not in left:
            raise CardError("not in the pack", card=card.notation)
        if not left[card]:
            return place
        left[card] -= 1
    return None


def _gather(
    game: Game, leads: int, cards: Sequence[Card]
) -> tuple[tuple[PlayedTrick, ...], int | None]:
    """Return the tricks, the last perhaps incomplete, and the seat whose card is due."""
    tricks = []
    due: int | None = leads
    for start in range(0, len(cards), game.seats):
        trick, order = tuple(cards[start : start + game.seats]), game.clockwise_from(leads)
        winner = order[find_winner(trick)] if len(trick) == game.seats else None
        tricks.append(PlayedTrick(leads, trick, winner))
        due = leads = order[len(trick)] if winner is None else winner
    return tuple(tricks), None if len(cards) == game.seats * game.tricks else due


def _find_broken(
    played: Sequence[_Played], spades_led: SpadesLed, broken: bool
) -> SpadesBroken | None:
    for seat, trick, card, led in played:
        if card.suit is Suit.SPADES:
            allowed = may_lead_spades(spades_led, trick, broken=broken)
            return SpadesBroken(seat, trick, early=led is None and not allowed)
    return None


def _find_early_lead(broken: SpadesBroken | None, shown: Sequence[ShownSuit]) -> EarlyLead | None:
    """Return the lead of the first spade if it was early and its leader showed another suit."""
    if broken is None or not broken.early:
        return None
    seat, trick, _ = broken
    for later in shown:
        if later.seat == seat and later.trick > trick and later.suit is not Suit.SPADES:
            return EarlyLead(seat, trick, noticed=later.trick)
    return None


def _find_illegal(
    played: Sequence[_Played],
    holdings: Sequence[Collection[Card] | None],
    spades_led: SpadesLed,
    broken: bool,
) -> tuple[IllegalCard, ...]:
    left = [None if holding is None else list(holding) for holding in holdings]
    illegal = []
    for seat, trick, card, led in played:
        holding = left[seat]
        if holding is not None:
            allowed = may_lead_spades(spades_led, trick, broken=broken)
            why = judge_card(card, holding, led, allowed)
            if why is not None:
                illegal.append(IllegalCard(seat, trick, card, why))
            if why is not WhyNot.NOT_HELD:
                holding.remove(card)
        broken = broken or card.suit is Suit.SPADES
    return tuple(illegal)


def check_holding(game: Game, holding: Sequence[Card], *, whole: bool) -> None:
    """Raise CardError unless a player can hold these cards: a complete hand, or part of one."""
    twice = _find_repeated(game, holding)
    if twice is not None:
        raise CardError("card held twice", card=holding[twice].notation)
    if len(holding) > game.tricks or (whole and len(holding) < game.tricks):
        raise CardError("not all cards of a hand", cards=len(holding), tricks=game.tricks)


def find_held_cards(game: Game, play: Play, seat: int, holding: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a holding that its player has not played yet."""
    tricks = [trick.by_seat(game) for trick in play.tricks]
    played = Counter([cards[seat] for cards in tricks if seat in cards])
    return tuple((Counter(holding) - played).elements())


def find_playable_cards(play: Play, held: Sequence[Card]) -> tuple[Card, ...]:
    """Return the held cards that the player whose turn it is may play."""
    last = play.tricks[-1] if play.tricks else None
    led = last.cards[0].suit if last and last.winner is None else None
    return list_playable(held, led, play.may_lead_spades)
