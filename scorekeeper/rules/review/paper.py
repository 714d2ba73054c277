"""A paper score sheet compared with the computed score: the first difference, and its cause."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.lines import HandScore, Line
from scorekeeper.rules.match.facts import Facts

Totals = Sequence[int | None]
"""The points of each side after a hand on a sheet; None for an empty cell."""


class ScoreSlip(NamedTuple):
    """A likely mistake on paper: a line of a score left out, or `turned` from + to −."""

    line: Line
    turned: bool = False


class Difference(NamedTuple):
    """The first difference of a sheet for a side: its surplus in points after a hand.

    `slip` is set only if it is the only explanation: the sheet agreed just before, and no other
    line of the hand matches. `stays` means that all later totals are off by the same amount.
    """

    place: int
    side: int
    points: int
    slip: ScoreSlip | None = None
    stays: bool = False


def find_differences(match: Facts, sheet: Sequence[Totals]) -> tuple[Difference, ...]:
    """Return the differences of a sheet in the first hand that has any; empty if it agrees.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(4), Bid(6)]).record_tricks([6, 7])
    >>> find_differences(match, [(42, None)])
    ()
    >>> [(one.place, one.side, one.points, one.slip.line.reason.value)
    ...  for one in find_differences(match, [(40, 61)])]
    [(1, 0, -2, 'overtricks')]
    """
    off = [_more(*row) for row in zip(sheet, match.scores, strict=False)]
    place = next((place for place, more in enumerate(off, start=1) if any(more)), None)
    score = match.scores[place - 1] if place else None
    if place is None or score is None:
        return ()
    before = off[place - 2] if place > 1 else [0] * len(score)
    return tuple(
        Difference(
            place,
            side,
            points,
            # If the cell before is empty, the mistake may be in an earlier hand.
            None if before[side] is None else _find_slip(score[side].lines, points),
            # At least one later total, and all of them are off by as much.
            {more[side] for more in off[place:]} - {None} == {points},
        )
        for side, points in enumerate(off[place - 1])
        if points
    )


def _more(totals: Totals, score: HandScore | None) -> Totals:
    """Return the surplus of the sheet in points for each side, None for an empty cell."""
    if score is None:
        return [None] * len(totals)
    ours = [side.standing.points for side in score]
    return [None if total is None else total - ours[side] for side, total in enumerate(totals)]


def _find_slip(lines: Sequence[Line], points: int) -> ScoreSlip | None:
    slips = [ScoreSlip(line) for line in lines if line.points == -points]
    slips += [ScoreSlip(line, turned=True) for line in lines if line.points * -2 == points]
    return slips[0] if len(slips) == 1 else None
