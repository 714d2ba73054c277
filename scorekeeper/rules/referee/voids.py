"""Voids: suits that seats showed out of, and the revokes proved by later cards."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.cards import Suit
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games import Game


class ShownSuit(NamedTuple):
    """A suit that a seat showed, or showed out of, in a trick; tricks count from 1."""

    seat: int
    suit: Suit
    trick: int


class Revoke(NamedTuple):
    """A revoke: the seat, the suit, its trick, and the trick that proved it.

    >>> Revoke(seat=2, suit=Suit.HEARTS, trick=3, noticed=7).noticed
    7
    """

    seat: int
    suit: Suit
    trick: int
    noticed: int


def find_revokes(voids: Sequence[ShownSuit], played: Sequence[ShownSuit]) -> tuple[Revoke, ...]:
    """Return the voids that are disproved by a later card of the suit from the same seat.

    >>> played = [ShownSuit(2, Suit.HEARTS, 9), ShownSuit(2, Suit.HEARTS, 7)]
    >>> find_revokes([ShownSuit(2, Suit.HEARTS, 3)], played)
    (Revoke(seat=2, suit=<Suit.HEARTS: 'H'>, trick=3, noticed=7),)
    """
    revokes = []
    for void in sorted(set(voids), key=lambda void: (void.trick, void.seat)):
        later = [card.trick for card in played if card[:2] == void[:2] and card.trick > void.trick]
        if later:
            revokes.append(Revoke(*void, noticed=min(later)))
    return tuple(revokes)


def find_voids(voids: Sequence[ShownSuit], played: Sequence[ShownSuit]) -> tuple[ShownSuit, ...]:
    """Return the first trick of each void that no later card disproves.

    >>> hearts = [ShownSuit(2, Suit.HEARTS, trick) for trick in (3, 5, 8)]
    >>> find_voids(hearts, [ShownSuit(2, Suit.HEARTS, 7)])
    (ShownSuit(seat=2, suit=<Suit.HEARTS: 'H'>, trick=8),)
    """
    disproved = {revoke[:3] for revoke in find_revokes(voids, played)}
    first: dict[tuple[int, Suit], ShownSuit] = {}
    for void in sorted(set(voids), key=lambda void: (void.trick, void.seat)):
        if void not in disproved:
            first.setdefault((void.seat, void.suit), void)
    return tuple(first.values())


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
    return find_revokes(voids, played)
