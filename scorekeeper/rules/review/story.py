"""The story of a match: its two or three highlights, independent of each other."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby, pairwise
from typing import NamedTuple

from scorekeeper.rules.lines import Line, Reason, compute_lead
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.match.outcome import Ending

FAR_BELOW = -100
"""Maximum score in points from which a win is a highlight."""
FAR_BEHIND = 150
"""Minimum deficit in points from which a win is a highlight."""
FAR_AHEAD = 100
"""Minimum gain in points on the others in one hand that is a highlight."""
MIN_HANDS = 3
MIN_NILS = 2
MIN_LEAD_CHANGES = 2
MAX_HIGHLIGHTS = 3
NILS = {
    Reason.NIL_MADE: (1, 1),
    Reason.NIL_FAILED: (0, 1),
    Reason.BLIND_NIL_MADE: (1, 1),
    Reason.BLIND_NIL_FAILED: (0, 1),
    Reason.BOTH_NILS_MADE: (2, 2),
    Reason.BOTH_NILS_FAILED: (0, 2),
}
"""Nils made and nils bid, by the reason of a line."""
BLIND_NILS = (Reason.BLIND_NIL_MADE, Reason.BLIND_NIL_FAILED)


class HighlightKind(StrEnum):
    """A kind of remarkable fact about a finished match."""

    END = "how it ended"
    NIL = "a nil of the last hand"
    BELOW = "far below zero"
    BEHIND = "far behind"
    LAST_HAND = "not ahead before the last hand"
    LEAD = "the lead changed"
    LED = "ahead after every hand"
    SWING = "the hand in which most was gained"
    AHEAD = "ahead when it was stopped"
    CHANGED = "the lead went back and forth"
    NILS = "how many nils were made"


ABOUT = {
    HighlightKind.NIL: "nils",
    HighlightKind.NILS: "nils",
    HighlightKind.BELOW: "behind",
    HighlightKind.BEHIND: "behind",
    HighlightKind.LAST_HAND: "lead",
    HighlightKind.LEAD: "lead",
    HighlightKind.LED: "lead",
    HighlightKind.CHANGED: "lead",
}
"""The subjects of highlights; a story has one highlight per subject."""
IN_A_HAND = frozenset(
    {HighlightKind.NIL, HighlightKind.LAST_HAND, HighlightKind.LEAD, HighlightKind.SWING}
)
"""Highlights of one hand; a story has one of them per hand."""


class Highlight(NamedTuple):
    """One remarkable fact about a match.

    `side` is its subject, usually the winner; `hand` the number of its hand, 0 for the start;
    `points` an amount; `times` the number of lead changes, or of nils made out of `tried`; `nil`
    the line of a nil without which the winner would not be ahead.
    """

    kind: HighlightKind
    side: int = 0
    hand: int = 0
    points: int = 0
    times: int = 0
    tried: int = 0
    nil: Line | None = None


END = Highlight(HighlightKind.END)


def tell_story(match: Facts) -> tuple[Highlight, ...]:
    """Return the story of a finished match, the most remarkable fact first, without repeats.

    The first is the way it was won, if remarkable, or else the way it ended.

    >>> match = Match.start(HouseRules.of("two-player", target=200), ["Ann", "Ben"])
    >>> for bids in ((8, 5), (3, 10), (10, 3)):
    ...     match = match.bid([Bid(bid) for bid in bids]).record_tricks(bids)
    >>> [standing.points for standing in match.standings]
    [210, 180]
    >>> [(highlight.kind.value, highlight.hand) for highlight in tell_story(match)]
    [('not ahead before the last hand', 3), ('how it ended', 0)]
    """
    highlights: list[Highlight] = []
    for highlight in _list_highlights(match) if match.outcome else ():
        if not any(_same(match, highlight, other) for other in highlights):
            highlights.append(highlight)
    if len(highlights) == 1 and highlights[0] != END:
        highlights.append(END)
    return tuple(highlights[:MAX_HIGHLIGHTS])


def _list_highlights(match: Facts) -> Iterator[Highlight]:
    """Yield all highlights, the most remarkable first; several may come from the same fact."""
    assert match.outcome is not None
    points = [[standing.points for standing in standings] for _number, standings in match.course]
    winner = match.winner_on_points
    if len(points) <= MIN_HANDS:
        yield END
        return
    if winner is None:
        yield END
        yield from _unwon(points)
    else:
        ahead = [compute_lead(row, winner) for row in points]
        won = list(_won(match, winner, points, ahead)) if ahead[-1] > 0 else []
        is_remarkable = match.outcome.ending is Ending.TARGET and not match.all_at_target
        if not (is_remarkable and won):
            yield END
        yield from won
        if ahead[-1] > 0:
            yield from _swing(winner, points)
    yield from _nils(match)


def _won(
    match: Facts, winner: int, points: Sequence[list[int]], ahead: Sequence[int]
) -> Iterator[Highlight]:
    """Yield the highlights about how a side got ahead."""
    last, own = len(points) - 1, [row[winner] for row in points]
    nil = _deciding_nil(match, winner, ahead[-1])
    if nil is not None:
        yield Highlight(HighlightKind.NIL, winner, last, nil=nil)
    if min(own) <= FAR_BELOW:
        yield Highlight(HighlightKind.BELOW, winner, own.index(min(own)), min(own))
    elif min(ahead) <= -FAR_BEHIND:
        yield Highlight(HighlightKind.BEHIND, winner, ahead.index(min(ahead)), -min(ahead))
    if ahead[-2] <= 0:
        yield Highlight(HighlightKind.LAST_HAND, winner, last, -ahead[-2])
    elif all(each > 0 for each in ahead[1:]):
        yield Highlight(HighlightKind.LED, winner)
    elif changes := _changes_of_lead(points):
        took = max(place for place, each in enumerate(ahead) if each <= 0) + 1
        yield Highlight(HighlightKind.LEAD, winner, took, times=changes)


def _unwon(points: Sequence[list[int]]) -> Iterator[Highlight]:
    leader = _leader(points[-1])
    if leader:
        yield Highlight(HighlightKind.AHEAD, *leader, points=compute_lead(points[-1], *leader))
    if (changes := _changes_of_lead(points)) >= MIN_LEAD_CHANGES:
        yield Highlight(HighlightKind.CHANGED, times=changes)


def _swing(winner: int, points: Sequence[list[int]]) -> Iterator[Highlight]:
    """Yield the hand with the biggest gain of the winner on each of the others, if there is one."""
    gained = [
        compute_lead([new - old for old, new in zip(before, after, strict=True)], winner)
        for before, after in pairwise(points)
    ]
    most = max(gained)
    if most >= FAR_AHEAD and gained.count(most) == 1:
        yield Highlight(HighlightKind.SWING, winner, gained.index(most) + 1, most)


def list_nils(match: Facts) -> list[tuple[int, int, Line]]:
    """Return the lines of all nils, each with the number of its hand and its side."""
    return [
        (one.number, side, line)
        for one in match.scored_hands
        for side, score in enumerate(one.score)
        for line in score.lines
        if line.reason in NILS
    ]


def find_turning_points(match: Facts) -> list[Highlight]:
    """Return up to three hands that the story is about, or with a blind nil; one for each hand."""
    blind = [
        Highlight(HighlightKind.NIL, side, number, nil=line)
        for number, side, line in list_nils(match)
        if line.reason in BLIND_NILS
    ]
    named = [one for one in tell_story(match) if one.hand]
    return [*{one.hand: one for one in (*named, *blind)}.values()][:MAX_HIGHLIGHTS]


def _nils(match: Facts) -> Iterator[Highlight]:
    nils = [NILS[line.reason] for _number, _side, line in list_nils(match)]
    made, tried = sum([made for made, _ in nils]), sum([tried for _, tried in nils])
    if tried >= MIN_NILS:
        yield Highlight(HighlightKind.NILS, times=made, tried=tried)


def _same(match: Facts, one: Highlight, other: Highlight) -> bool:
    kinds = {one.kind, other.kind}
    if kinds <= IN_A_HAND:
        return one.hand == other.hand
    if kinds == {HighlightKind.BEHIND, HighlightKind.LAST_HAND}:
        return min(one.hand, other.hand) == len(match.course) - 2
    return ABOUT.get(one.kind, one.kind) == ABOUT.get(other.kind, other.kind)


def _changes_of_lead(points: Sequence[list[int]]) -> int:
    """Return the number of lead changes; a shared lead does not count."""
    return max(len([side for side, _ in groupby(filter(None, map(_leader, points)))]) - 1, 0)


def _leader(points: list[int]) -> tuple[int] | None:
    """Return the side alone in front, as a tuple because side 0 is falsy."""
    best = max(points)
    return (points.index(best),) if points.count(best) == 1 else None


def _deciding_nil(match: Facts, winner: int, margin: int) -> Line | None:
    """Return the one nil of the last hand whose points are the winner's whole margin, or None."""
    score = match.scored_hands[-1].score
    made = [line for line in score[winner].lines if _is_nil(line) and line.points >= margin]
    best = max(
        (side for side in range(len(score)) if side != winner),
        key=lambda side: score[side].standing.points,
    )
    failed = [line for line in score[best].lines if _is_nil(line) and -line.points >= margin]
    nils = made + failed
    return nils[0] if len(nils) == 1 else None


def _is_nil(line: Line) -> bool:
    return line.reason in NILS and line.seat is not None
