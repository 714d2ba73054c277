"""Rulings: what the table decided about an incident, as a record on the hand (rules.md §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorekeeper.rules.errors import RulingError
from scorekeeper.rules.games import Game
from scorekeeper.rules.lines import Line, Reason
from scorekeeper.rules.setup import check_note


class Incident(StrEnum):
    """What went wrong."""

    REVOKE = "revoke"
    EARLY_SPADE = "early spade"
    LEAD_OUT_OF_TURN = "lead out of turn"
    EXPOSED_CARD = "exposed card"
    BID_OUT_OF_TURN = "bid out of turn"
    MISDEAL = "misdeal"
    WRONG_NUMBER_OF_CARDS = "wrong number of cards"
    LOOKED_BEFORE_BLIND = "looked before blind"
    TABLE_TALK = "table talk"


MOST_POINTS = 500
"""Points one ruling can cost."""
MOST_RULINGS = 20
"""Rulings on one hand."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision against the player in `seat`.

    `tricks` are taken from the side of that seat and given to side `to`, or to nobody; `points`
    are taken from it; with `set` its contract counts as set and the others' as made.
    """

    kind: Incident
    seat: int
    tricks: int = 0
    to: int | None = None
    points: int = 0
    set: bool = False
    note: str = ""
    noted: datetime | None = None


def check_rulings(game: Game, rulings: Sequence[Ruling]) -> None:
    """Raise RulingError unless all these rulings can be made on one hand."""
    if len(rulings) > MOST_RULINGS:
        raise RulingError("too many rulings", most=MOST_RULINGS)
    for ruling in rulings:
        _check_ruling(game, ruling)


def _check_ruling(game: Game, ruling: Ruling) -> None:
    """Raise RulingError unless the ruling can be made in this game."""
    if not 0 <= ruling.seat < game.seats:
        raise RulingError("no such seat", seat=ruling.seat)
    side = game.side_of[ruling.seat]
    if ruling.to is not None and not (0 <= ruling.to < len(game.sides) and ruling.to != side):
        raise RulingError("tricks cannot go there", to=ruling.to)
    if not 0 <= ruling.tricks <= game.tricks:
        raise RulingError("not a number of tricks", number=ruling.tricks, tricks=game.tricks)
    if not 0 <= ruling.points <= MOST_POINTS:
        raise RulingError("ruling points out of range", points=ruling.points, most=MOST_POINTS)
    check_note("note", ruling.note)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the rulings of a hand do to one side, before its contract is looked at.

    `lost` tricks do not count for it any more, `gained` ones count for its contract only; `moved`
    says how many tricks each ruling against the side moved, which had no more to give than it had.
    """

    lost: int = 0
    gained: int = 0
    set: bool = False
    made: bool = False
    moved: tuple[int, ...] = ()


NO_ADJUSTMENT = Adjustment()


def adjustments(
    game: Game, rulings: tuple[Ruling, ...], taken: tuple[int, ...]
) -> tuple[Adjustment, ...]:
    """Return what the rulings do to each side that has taken these tricks for its contract.

    Rulings count in their order; no side goes below 0 tricks.

    >>> from scorekeeper.rules.games import PARTNERSHIP
    >>> revoke = Ruling(Incident.REVOKE, seat=1, tricks=3, to=0)
    >>> [(side.lost, side.gained) for side in adjustments(PARTNERSHIP, (revoke,), (11, 2))]
    [(0, 2), (2, 0)]
    """
    sides = range(len(taken))
    lost, gained = [0 for _ in sides], [0 for _ in sides]
    moved: list[list[int]] = [[] for _ in sides]
    set_sides = {game.side_of[ruling.seat] for ruling in rulings if ruling.set}
    for ruling in rulings:
        side = game.side_of[ruling.seat]
        tricks = min(ruling.tricks, taken[side] - lost[side] + gained[side])
        own = min(tricks, taken[side] - lost[side])
        lost[side] += own
        gained[side] -= tricks - own
        moved[side].append(tricks)
        if ruling.to is not None:
            gained[ruling.to] += tricks
    return tuple(
        Adjustment(
            lost[side],
            gained[side],
            set=side in set_sides,
            made=bool(set_sides) and side not in set_sides,
            moved=tuple(moved[side]),
        )
        for side in sides
    )


def ruling_lines(
    game: Game, rulings: Sequence[Ruling], side: int, adjustment: Adjustment
) -> list[Line]:
    """Return a line for each ruling against the side, and one for tricks it was given."""
    against = [ruling for ruling in rulings if game.side_of[ruling.seat] == side]
    lines = [
        Line(Reason.RULING, -ruling.points, tricks, ruling.seat)
        for ruling, tricks in zip(against, adjustment.moved, strict=True)
    ]
    if adjustment.gained:
        lines.append(Line(Reason.TRICKS_BY_RULING, 0, adjustment.gained))
    return lines
