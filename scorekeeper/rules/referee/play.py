"""The play of a hand, judged card by card (rules.md §7)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.cards import PACK, Card, Suit
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games import Game
from scorekeeper.rules.referee.trick import WhyNot, find_winner, judge_card
from scorekeeper.rules.referee.voids import Revoke, ShownSuit, find_revokes, find_voids


class PlayedTrick(NamedTuple):
    """A trick: its cards from the leader's on, and its winner, None while cards are missing."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None

    def by_seat(self, game: Game) -> dict[int, Card]:
        """Return the cards by the seat that played them, in the order they were played.

        >>> [*PlayedTrick(1, (read_card("AH"), read_card("3C")), 1).by_seat(TWO_PLAYER)]
        [1, 0]
        """
        return dict(zip(game.clockwise_from(self.leader), self.cards, strict=False))


class SpadesBroken(NamedTuple):
    """The card that broke spades: a lead, or a discard by a player who did not follow suit."""

    seat: int
    trick: int
    led: bool


class EarlyLead(NamedTuple):
    """A spade led before spades were broken, and the trick that showed there was another suit."""

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
    """

    turn: int | None
    tricks: tuple[PlayedTrick, ...]
    broken: SpadesBroken | None
    voids: tuple[ShownSuit, ...]
    revokes: tuple[Revoke, ...]
    early_lead: EarlyLead | None
    illegal: tuple[IllegalCard, ...]


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
) -> Play:
    """Judge the cards of a hand in the order they were played; `leads` is the seat that led first.

    Revokes and early spade leads are found once a later card proves them; where a seat's holding
    at the start is given, each of its illegal cards at once; `broken` says that spades were broken
    before. Raises CardError for cards that cannot have been played: not in the game's deck, more
    often than they are in it, or too many.

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
    where = _find_broken(played)
    return Play(
        turn=turn,
        tricks=tricks,
        broken=where,
        voids=find_voids(voids, shown),
        revokes=find_revokes(voids, shown),
        early_lead=_find_early_lead(where, shown),
        illegal=_find_illegal(played, holdings, broken) if holdings else (),
    )


def list_cards_left(game: Game, cards: Collection[Card]) -> dict[Suit, tuple[Card, ...]]:
    """Return the different cards of the game's deck that are not played yet, by suit.

    >>> {suit.value: len(left) for suit, left in list_cards_left(THREE_HANDED, [PACK[0]]).items()}
    {'S': 12, 'H': 13, 'D': 13, 'C': 12}
    """
    left = Counter(game.pack)
    left.subtract(cards)
    return {
        suit: tuple(card for card in PACK if card.suit is suit and left[card] > 0) for suit in Suit
    }


def _check_cards(game: Game, cards: Sequence[Card]) -> None:
    if len(cards) > game.seats * game.tricks:
        raise CardError("too many cards", cards=len(cards), most=game.seats * game.tricks)
    left = Counter(game.pack)
    for number, card in enumerate(cards):
        if card not in left:
            raise CardError("not in the pack", card=card.notation)
        if not left[card]:
            trick = number // game.seats + 1
            raise CardError("card played twice", card=card.notation, trick=trick)
        left[card] -= 1


def _gather(
    game: Game, leads: int, cards: Sequence[Card]
) -> tuple[tuple[PlayedTrick, ...], int | None]:
    """Return the tricks, the last perhaps incomplete, and the seat whose card is due."""
    tricks = []
    due: int | None = leads
    for start in range(0, len(cards), game.seats):
        trick, leader = tuple(cards[start : start + game.seats]), leads
        order = game.clockwise_from(leader)
        if len(trick) == game.seats:
            due = leads = order[find_winner(trick)]
            tricks.append(PlayedTrick(leader, trick, leads))
        else:
            due = order[len(trick)]
            tricks.append(PlayedTrick(leader, trick, None))
    return tuple(tricks), None if len(cards) == game.seats * game.tricks else due


def _find_broken(played: Sequence[_Played]) -> SpadesBroken | None:
    for seat, trick, card, led in played:
        if card.suit is Suit.SPADES:
            return SpadesBroken(seat, trick, led=led is None)
    return None


def _find_early_lead(broken: SpadesBroken | None, shown: Sequence[ShownSuit]) -> EarlyLead | None:
    """Return the spade lead that broke spades, once its leader showed another suit later."""
    if broken is None or not broken.led:
        return None
    seat, trick, _ = broken
    for later in shown:
        if later.seat == seat and later.trick > trick and later.suit is not Suit.SPADES:
            return EarlyLead(seat, trick, noticed=later.trick)
    return None


def _find_illegal(
    played: Sequence[_Played], holdings: Sequence[Collection[Card] | None], broken: bool
) -> tuple[IllegalCard, ...]:
    left = [None if holding is None else list(holding) for holding in holdings]
    illegal = []
    for seat, trick, card, led in played:
        holding = left[seat]
        if holding is not None:
            why = judge_card(card, holding, led, broken)
            if why is not None:
                illegal.append(IllegalCard(seat, trick, card, why))
            if why is not WhyNot.NOT_HELD:
                holding.remove(card)
        broken = broken or card.suit is Suit.SPADES
    return tuple(illegal)
