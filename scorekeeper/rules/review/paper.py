"""A sheet of paper beside what its bids and tricks bring: where they part first, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.lines import HandScore, Line
from scorekeeper.rules.match.facts import Facts

Totals = Sequence[int | None]
"""What a sheet says of each side's points after a hand; None where it says nothing."""


class ScoreSlip(NamedTuple):
    """What is as if a line of a score had been left out on paper, or `turned` from + to −."""

    line: Line
    turned: bool = False


class Difference(NamedTuple):
    """By how many points a sheet has more for a side after a hand, where it first differs.

    The `slip` is told only where it alone explains it: the sheet agreed just before, and no other
    line of the hand would do. It `stays` where all that the sheet says later is off by as much.
    """

    place: int
    side: int
    points: int
    slip: ScoreSlip | None = None
    stays: bool = False


def find_differences(match: Facts, sheet: Sequence[Totals]) -> tuple[Difference, ...]:
    """Return how a sheet differs in the first hand where it does; nothing where it agrees.

    >>> from scorekeeper.rules import Bid, HouseRules, Match
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(4), Bid(6)]).take([6, 7])
    >>> find_differences(match, [(42, None)])
    ()
    >>> [(one.place, one.side, one.points, one.slip.line.reason.value)
    ...  for one in find_differences(match, [(40, 61)])]
    [(1, 0, -2, 'overtricks')]
    """
    off = [_more(*said) for said in zip(sheet, match.scores, strict=False)]
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
            # Where the sheet said nothing just before, it may have come up earlier.
            None if before[side] is None else _find_slip(score[side].lines, points),
            _stays(off[place:], side, points),
        )
        for side, points in enumerate(off[place - 1])
        if points
    )


def _more(totals: Totals, score: HandScore | None) -> Totals:
    """Return how many points the sheet has more for each side, None where it says nothing."""
    if score is None:
        return [None] * len(totals)
    ours = [side.standing.points for side in score]
    return [None if said is None else said - ours[side] for side, said in enumerate(totals)]


def _find_slip(lines: Sequence[Line], points: int) -> ScoreSlip | None:
    """Return the only slip that makes such a difference in a hand."""
    found = [ScoreSlip(line) for line in lines if line.points == -points]
    found += [ScoreSlip(line, turned=True) for line in lines if line.points * -2 == points]
    return found[0] if len(found) == 1 else None


def _stays(later: Sequence[Totals], side: int, points: int) -> bool:
    """Whether all that is said later is off by just as much, and something is."""
    said = {more[side] for more in later} - {None}
    return said == {points}
