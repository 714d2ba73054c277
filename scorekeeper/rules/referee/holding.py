"""One player's holding, as far as the table showed it to the referee (rules.md §7)."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.rules.cards import Card
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games import Game
from scorekeeper.rules.referee.play import Play
from scorekeeper.rules.referee.trick import list_playable


def check_holding(game: Game, holding: Sequence[Card], *, whole: bool) -> None:
    """Raise CardError unless a player can hold these cards: a complete hand, or part of one.

    >>> check_holding(TWO_PLAYER, [read_card("AS")], whole=True)
    Traceback (most recent call last):
    scorekeeper.rules.errors.CardError: not all cards of a hand (cards=1, tricks=13)
    """
    left = Counter(game.pack)
    for card in holding:
        if card not in left:
            raise CardError("not in the pack", card=card.notation)
        if not left[card]:
            raise CardError("card held twice", card=card.notation)
        left[card] -= 1
    if len(holding) > game.tricks or (whole and len(holding) < game.tricks):
        raise CardError("not all cards of a hand", cards=len(holding), tricks=game.tricks)


def find_held_cards(game: Game, play: Play, seat: int, holding: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a holding that its player has not played yet.

    >>> from scorekeeper.rules.referee.play import judge_play
    >>> king, ace, two = [read_card(card) for card in ("KS", "AS", "2S")]
    >>> play = judge_play(TWO_PLAYER, 0, [ace, two])
    >>> [card.notation for card in find_held_cards(TWO_PLAYER, play, 0, [ace, king])]
    ['KS']
    """
    played = Counter(trick.by_seat(game).get(seat) for trick in play.tricks)
    left = []
    for card in holding:
        if played[card]:
            played[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def find_playable_cards(
    play: Play, held: Sequence[Card], *, broken: bool = False
) -> tuple[Card, ...]:
    """Return the held cards that the player whose turn it is may play.

    `broken` means that spades were broken before the first of the tricks.

    >>> from scorekeeper.rules.referee.play import judge_play
    >>> held = [read_card(card) for card in ("KS", "4H", "9D")]
    >>> play = judge_play(TWO_PLAYER, 0, [read_card("AH")])
    >>> [card.notation for card in find_playable_cards(play, held)]
    ['4H']
    """
    last = play.tricks[-1] if play.tricks else None
    led = last.cards[0].suit if last and last.winner is None else None
    return list_playable(held, led, broken or play.broken is not None)
