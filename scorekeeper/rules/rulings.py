"""Rulings: decisions of the table on incidents, recorded with the hand (rules.md §7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorekeeper.rules.errors import RulingError
from scorekeeper.rules.games import Game
from scorekeeper.rules.limits import MAX_RULINGS_PER_HAND, check_note
from scorekeeper.rules.lines import Line, Reason


class Incident(StrEnum):
    """A kind of irregularity at the table."""

    REVOKE = "revoke"
    WRONG_CALL = "wrong call"
    EARLY_SPADE = "early spade"
    LEAD_OUT_OF_TURN = "lead out of turn"
    EXPOSED_CARD = "exposed card"
    BID_OUT_OF_TURN = "bid out of turn"
    MISDEAL = "misdeal"
    WRONG_NUMBER_OF_CARDS = "wrong number of cards"
    LOOKED_BEFORE_BLIND = "looked before blind"
    TABLE_TALK = "table talk"


MAX_RULING_POINTS = 500


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision against the player in `seat`.

    `tricks` are taken from that side and given to side `to`, or to nobody; `points` are deducted
    from it; with `set` its contract counts as set, and that of each side without such a ruling in
    the hand counts as made.
    """

    kind: Incident
    seat: int
    tricks: int = 0
    to: int | None = None
    points: int = 0
    set: bool = False
    note: str = ""
    noted: datetime | None = None

    @property
    def has_cost(self) -> bool:
        """Whether the decision costs tricks, points or a contract; others are only noted."""
        return bool(self.tricks or self.points or self.set)


def check_rulings(game: Game, rulings: Sequence[Ruling]) -> None:
    """Raise RulingError unless one hand can have all these rulings."""
    if len(rulings) > MAX_RULINGS_PER_HAND:
        raise RulingError("too many rulings", most=MAX_RULINGS_PER_HAND)
    for ruling in rulings:
        if not 0 <= ruling.seat < game.seats:
            raise RulingError("no such seat", seat=ruling.seat)
        others = {*range(len(game.sides))} - {game.side_of[ruling.seat]}
        if ruling.to is not None and ruling.to not in others:
            raise RulingError("tricks cannot go there", to=ruling.to)
        if not 0 <= ruling.tricks <= game.tricks:
            raise RulingError("not a number of tricks", number=ruling.tricks, tricks=game.tricks)
        if not 0 <= ruling.points <= MAX_RULING_POINTS:
            most = MAX_RULING_POINTS
            raise RulingError("ruling points out of range", points=ruling.points, most=most)
        check_note("note", ruling.note)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The effect of a hand's rulings on one side, before its contract is scored.

    `given` tricks no longer count for the side, `gained` ones count for its contract only; `moved`
    is the number of tricks that each ruling against the side moves.
    """

    given: int = 0
    gained: int = 0
    set: bool = False
    made: bool = False
    moved: tuple[int, ...] = ()


NO_ADJUSTMENT = Adjustment()


def compute_adjustments(
    game: Game, rulings: Sequence[Ruling], taken: Sequence[int]
) -> tuple[Adjustment, ...]:
    """Return the effect of the rulings on each side, from its tricks including those of nils.

    Rulings are settled together: mutual debts cancel out, then each side gives at most all its
    tricks, one at a time to each creditor in turn, nobody last.

    >>> revoke = Ruling(Incident.REVOKE, seat=1, tricks=3, to=0)
    >>> [(side.given, side.gained) for side in compute_adjustments(PARTNERSHIP, (revoke,), (11, 2))]
    [(0, 2), (2, 0)]
    >>> back = Ruling(Incident.REVOKE, seat=0, tricks=3, to=1)
    >>> both = compute_adjustments(PARTNERSHIP, (revoke, back), (11, 2))
    >>> [(side.given, side.gained) for side in both]
    [(0, 0), (0, 0)]
    """
    sides = range(len(taken))
    gifts = [_gifts(_debts(game, rulings, side), taken[side], side, len(taken)) for side in sides]
    set_sides = {game.side_of[ruling.seat] for ruling in rulings if ruling.set}
    return tuple(
        Adjustment(
            given=sum(gifts[side].values()),
            gained=sum([gift.get(side, 0) for gift in gifts]),
            set=side in set_sides,
            made=bool(set_sides) and side not in set_sides,
            moved=_moved(game, rulings, side, gifts[side]),
        )
        for side in sides
    )


Gifts = dict[int | None, int]
"""The tricks that a side owes or gives, by the side that gets them; None is nobody."""


def _debts(game: Game, rulings: Sequence[Ruling], side: int) -> Gifts:
    """Return the net debt of a side to each other side, in tricks."""
    debts: Gifts = {}
    for ruling in rulings:
        offender = game.side_of[ruling.seat]
        if offender == side:
            debts[ruling.to] = debts.get(ruling.to, 0) + ruling.tricks
        elif ruling.to == side:
            debts[offender] = debts.get(offender, 0) - ruling.tricks
    return debts


def _gifts(debts: Gifts, taken: int, side: int, sides: int) -> Gifts:
    """Return the tricks a side gives, one in turn to each creditor, clockwise, nobody last."""
    turns = [*[(side + step) % sides for step in range(1, sides)], None]
    gifts: Gifts = {}
    while owed := [to for to in turns if debts.get(to, 0) > gifts.get(to, 0)]:
        for to in owed[: taken - sum(gifts.values())]:
            gifts[to] = gifts.get(to, 0) + 1
        if sum(gifts.values()) == taken:
            break
    return gifts


def _moved(
    game: Game, rulings: Sequence[Ruling], side: int, gifts: Mapping[int | None, int]
) -> tuple[int, ...]:
    """Return how many of the tricks that a side gives each ruling against it moves."""
    left, moved_tricks = dict(gifts), []
    for ruling in rulings:
        if game.side_of[ruling.seat] == side:
            tricks = min(ruling.tricks, left.get(ruling.to, 0))
            left[ruling.to] = left.get(ruling.to, 0) - tricks
            moved_tricks.append(tricks)
    return tuple(moved_tricks)


def score_rulings(
    game: Game, rulings: Sequence[Ruling], side: int, adjustment: Adjustment
) -> list[Line]:
    """Return a line for each ruling against the side, and one for tricks it was given."""
    against = [
        (place, ruling) for place, ruling in enumerate(rulings) if game.side_of[ruling.seat] == side
    ]
    lines = [
        Line(Reason.RULING, -ruling.points, tricks, ruling.seat, place)
        for (place, ruling), tricks in zip(against, adjustment.moved, strict=True)
    ]
    if adjustment.gained:
        lines.append(Line(Reason.TRICKS_BY_RULING, 0, adjustment.gained))
    return lines
