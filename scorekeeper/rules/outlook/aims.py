"""The aim of each side in a hand: the tricks that make its contract, and those that decide more."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.outlook.distributions import Happening, Prospect, View


class TrickMark(StrEnum):
    """The result of a number of tricks for a side; `OPEN` depends on nils or the others."""

    SET = "set"
    OPEN = "open"
    MADE = "made"
    BAGGED = "bagged"
    WON = "won"


class Aim(NamedTuple):
    """The tricks that a side needs on the table: rulings are counted in.

    With `least` to `most` tricks it makes its contract in any case; `least` is None if no number is
    enough, or without a contract, `most` if there is no limit: rulings can make one.
    `marks` has every possible number of tricks, those of `Prospect.own`.
    """

    side: int
    contract: int
    least: int | None
    most: int | None
    marks: dict[int, TrickMark]


def find_aims(views: Sequence[View]) -> tuple[Aim, ...]:
    """Return the aim of each side.

    >>> revoke = Ruling(Incident.REVOKE, seat=1, tricks=3, to=0)
    >>> views = look_ahead(
    ...     HouseRules.of("partnership"), [Bid(3)] * 4, [Standing()] * 2, rulings=(revoke,)
    ... )
    >>> [(aim.contract, aim.least) for aim in find_aims(views)]
    [(6, 3), (6, 9)]
    """
    return tuple([_find_aim(view) for view in views])


def _find_aim(view: View) -> Aim:
    by_tricks: dict[int, list[Prospect]] = {}
    for prospect in sorted(view.prospects, key=lambda prospect: prospect.own):
        by_tricks.setdefault(prospect.own, []).append(prospect)
    enough = [number for number, some in by_tricks.items() if not _has_ever(some, Happening.SET)]
    least, most = min(enough, default=None), max(enough, default=None)
    marks = {number: _mark(prospects) for number, prospects in by_tricks.items()}
    if not view.contract:
        # A side of nils makes them without a trick only.
        least = most = None
        marks |= {
            number: TrickMark.SET for number in marks if number and marks[number] is TrickMark.MADE
        }
    most = None if most == max(marks) else most
    return Aim(view.side, view.contract, least, most, marks)


def _mark(prospects: Sequence[Prospect]) -> TrickMark:
    always = frozenset.intersection(*[prospect.always for prospect in prospects])
    for kind, mark in (
        (Happening.WINS, TrickMark.WON),
        (Happening.BAGGED, TrickMark.BAGGED),
        (Happening.SET, TrickMark.SET),
    ):
        if kind in always:
            return mark
    return TrickMark.OPEN if _has_ever(prospects, Happening.SET) else TrickMark.MADE


def _has_ever(prospects: Iterable[Prospect], kind: Happening) -> bool:
    return any([kind in prospect.ever for prospect in prospects])
