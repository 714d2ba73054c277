"""Voids: who showed out of a suit, and the revokes that later cards of that suit prove."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.cards import Suit
from scorekeeper.rules.errors import CardError
from scorekeeper.rules.games import Game


class ShownSuit(NamedTuple):
    """A suit that a seat showed in a trick, or showed to have none of; tricks count from 1."""

    seat: int
    suit: Suit
    trick: int


class Revoke(NamedTuple):
    """A suit not followed by a seat that held it: the trick where it happened, and came to light.

    >>> Revoke(seat=2, suit=Suit.HEARTS, trick=3, noticed=7).noticed
    7
    """

    seat: int
    suit: Suit
    trick: int
    noticed: int


def find_revokes(voids: Sequence[ShownSuit], played: Sequence[ShownSuit]) -> tuple[Revoke, ...]:
    """Return each void that a later card of that suit by the same seat gives the lie.

    >>> played = [ShownSuit(2, Suit.HEARTS, 9), ShownSuit(2, Suit.HEARTS, 7)]
    >>> find_revokes([ShownSuit(2, Suit.HEARTS, 3)], played)
    (Revoke(seat=2, suit=<Suit.HEARTS: 'H'>, trick=3, noticed=7),)
    """
    revokes = []
    for void in sorted(set(voids), key=lambda void: (void.trick, void.seat)):
        later = [seen.trick for seen in played if seen[:2] == void[:2] and seen.trick > void.trick]
        if later:
            revokes.append(Revoke(*void, noticed=min(later)))
    return tuple(revokes)


def standing_voids(
    voids: Sequence[ShownSuit], played: Sequence[ShownSuit]
) -> tuple[ShownSuit, ...]:
    """Return where each seat first showed out of a suit, as far as no later card disproves it.

    >>> hearts = [ShownSuit(2, Suit.HEARTS, trick) for trick in (3, 5, 8)]
    >>> standing_voids(hearts, [ShownSuit(2, Suit.HEARTS, 7)])
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
    """Return the revokes in what a table noted, in any order; raise CardError for what cannot be.

    `voids` are the suits somebody could not follow, `played` the cards noted because of them.
    """
    for seen in (*voids, *played):
        if not 0 <= seen.seat < game.seats:
            raise CardError("no such seat", seat=seen.seat)
        if not 1 <= seen.trick <= game.tricks:
            raise CardError("no such trick", trick=seen.trick, tricks=game.tricks)
    for void in voids:
        if void in played:
            raise CardError(
                "followed and did not", seat=void.seat, suit=void.suit, trick=void.trick
            )
    return find_revokes(voids, played)
