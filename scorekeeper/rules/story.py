"""How a match was won: the one thing about it that is worth telling."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from scorekeeper.rules.facts import Facts
from scorekeeper.rules.lines import Line, Reason
from scorekeeper.rules.outcome import Ending

FAR_BELOW = -100
"""Points from which it is a feat to win all the same."""
FAR_BEHIND = 150
"""So many points behind, it is one too."""
FEWEST_HANDS = 3
"""Of fewer hands there is no story."""
NILS = frozenset(
    {Reason.NIL_MADE, Reason.NIL_FAILED, Reason.BLIND_NIL_MADE, Reason.BLIND_NIL_FAILED}
)


class Turning(StrEnum):
    """What can be told of the way to a win, the most remarkable first."""

    NIL = "a nil of the last hand"
    BELOW = "far below nothing"
    BEHIND = "far behind"
    LAST_HAND = "not ahead before the last hand"
    LEAD = "the lead changed"
    LED = "ahead after every hand"


class Story(NamedTuple):
    """What is told of a win, each true of it by itself.

    `hand` is the number of the hand it is about, `points` how many, `times` how often the lead
    changed, `nil` the line of a nil without which the winner would not be ahead.
    """

    turning: Turning
    hand: int = 0
    points: int = 0
    times: int = 0
    nil: Line | None = None


def story(match: Facts) -> Story | None:
    """Return how a match was won at its target; None where little can be said of it.

    >>> from scorekeeper.rules import Bid, HouseRules, Match
    >>> match = Match.start(HouseRules.of("two-player", target=200), ["Ann", "Ben"])
    >>> for bids in ((8, 5), (7, 6), (6, 7)):
    ...     match = match.bid([Bid(bid) for bid in bids]).take(bids)
    >>> [standing.points for standing in match.standings]
    [210, 180]
    >>> story(match).turning.value
    'ahead after every hand'
    """
    outcome = match.outcome
    if outcome is None or outcome.winner is None or outcome.ending is not Ending.TARGET:
        return None
    course = match.course
    if match.all_at_target or len(course) <= FEWEST_HANDS:
        return None
    return _told(match, outcome.winner, [_ahead(row, outcome.winner) for row in _points(match)])


def _told(match: Facts, winner: int, ahead: Sequence[int]) -> Story | None:
    """Return the most remarkable, given how far the winner was ahead after each hand."""
    nil = _deciding_nil(match, winner, ahead[-1])
    if nil is not None:
        return Story(Turning.NIL, nil=nil)
    own = [row[winner] for row in _points(match)]
    if min(own) <= FAR_BELOW:
        return Story(Turning.BELOW, hand=own.index(min(own)), points=min(own))
    if min(ahead) <= -FAR_BEHIND:
        return Story(Turning.BEHIND, hand=ahead.index(min(ahead)), points=-min(ahead))
    if ahead[-2] <= 0:
        return Story(Turning.LAST_HAND, points=-ahead[-2])
    if all(each > 0 for each in ahead[1:]):
        return Story(Turning.LED)
    took = max(place for place, each in enumerate(ahead) if each <= 0) + 1
    led = [side for side, _ in groupby(filter(None, map(_leader, _points(match))))]
    return Story(Turning.LEAD, hand=took, times=len(led) - 1) if len(led) > 1 else None


def _points(match: Facts) -> list[list[int]]:
    """Return the points of each side at the start and after each scored hand."""
    return [[standing.points for standing in standings] for _number, standings in match.course]


def _ahead(points: list[int], side: int) -> int:
    """Return by how much a side is ahead of the best of the others, negative where it is behind."""
    return points[side] - max(points[:side] + points[side + 1 :])


def _leader(points: list[int]) -> tuple[int] | None:
    """Return the side alone in front, in a box of its own so that the first is something, too."""
    best = max(points)
    return (points.index(best),) if points.count(best) == 1 else None


def _deciding_nil(match: Facts, winner: int, margin: int) -> Line | None:
    """Return the one nil of the last hand whose points are the winner's whole margin, or None."""
    score = match.scores[-1]
    assert score is not None
    made = [line for line in score[winner].lines if _is_nil(line) and line.points >= margin]
    best = max(
        (side for side in range(len(score)) if side != winner),
        key=lambda side: score[side].standing.points,
    )
    failed = [line for line in score[best].lines if _is_nil(line) and -line.points >= margin]
    found = made + failed
    return found[0] if len(found) == 1 else None


def _is_nil(line: Line) -> bool:
    return line.reason in NILS
