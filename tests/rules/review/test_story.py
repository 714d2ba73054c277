from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules import Match
from scorekeeper.rules.review.story import END, Highlight, HighlightKind as K, tell_story
from tests.effort import tries
from tests.rules.strategies import Story, courses, stories
from tests.rules.table import FRIENDS, Setup, Table, opening

CLEO_NIL = {"Gold": 5, "Cleo": 0, "Blue": 8}
DAN_FAILS = {"Gold": 7, "Dan": 1, "Blue": 5}
STOPPED = datetime(2026, 11, 22, tzinfo=UTC)


def contracts(table: Table, *piles: int) -> None:
    """Both sides bid what they take: `piles` are Gold's, hand by hand, the rest Blue's."""
    for gold in piles:
        table.play([gold - 1, 12 - gold, 1, 1], Gold=gold, Blue=13 - gold)


def test_a_running_match_has_no_story(table: Table) -> None:
    assert tell_story(table.match) == ()


BIG_BID = {"big_bids": [{"at": 10, "made": 250, "set": -100}]}
OF_NEITHER = ([6, "nil", "nil", 5], {"Gold": 7, "Cleo": 0, "Ben": 1, "Blue": 5})
EIGHT_OF_SEVEN = ([5, 4, 3, 2], {"Gold": 8, "Blue": 5})
EVEN = ([4, 3, 3, 3], dict(zip(FRIENDS, (4, 3, 3, 3), strict=False)))
ALL = ([13, 1, 1, 1], dict(zip(FRIENDS, (13, 0, 0, 0), strict=False)))
# The table's rules; its hands, as Gold's tricks if both sides bid what they take; and the story.
STORIES: dict[str, tuple[Setup, list[Any], tuple[Highlight, ...]]] = {
    "stopped at once": ({}, [], (END,)),
    "stopped": (
        {}, [8, 3, 9],
        (END, Highlight(K.AHEAD, 0, points=10), Highlight(K.CHANGED, times=2)),
    ),
    "stopped at 220 : 220": (opening(0, 50), [9, 6, 7], (END,)),
    "lost at the floor": (
        opening(-150, 0), [([4, 3, 3, 2], {"Gold": 6, "Blue": 7})], (END,),
    ),
    "two hands": ({"target": 150}, [8, 8], (END,)),
    "all at the target": ({"target": 250}, [6, 6, 6, 7], (END, Highlight(K.LED, 1))),
    "two decisive nils": (
        {"target": 350} | opening(90, 210), [7, 6, OF_NEITHER],
        (Highlight(K.LAST_HAND, 0, 3, 120), Highlight(K.NILS, times=1, tried=2)),
    ),
    "a comeback from the lowest point": (
        {"target": 200} | opening(-110, -90), [10] * 4,
        (Highlight(K.BELOW, 0, 0, -110), Highlight(K.LED, 0)),
    ),
    "a big deficit with its hand": (
        {"target": 400} | opening(0, 90), [3, *[11] * 4],
        (Highlight(K.BEHIND, 0, 1, 160), Highlight(K.LEAD, 0, 3, times=1)),
    ),
    "equal before the last hand": (
        {"target": 350} | opening(90, 100), [6, 7, 7, EIGHT_OF_SEVEN],
        (Highlight(K.LAST_HAND, 0, 4, 0), END),
    ),
    "behind before the last hand": (
        {"target": 350} | opening(90, 120), [6, 7, 7, EIGHT_OF_SEVEN],
        (Highlight(K.LAST_HAND, 0, 4, 20), END),
    ),
    "a permanent lead": ({"target": 200}, [8, 8, 8], (Highlight(K.LED, 0), END)),
    "the final change of lead": (
        {"target": 400}, [5, 9, 3, 11, 8, 8], (Highlight(K.LEAD, 0, 4, times=3), END),
    ),
    "one shared lead": (
        {"target": 200, "overtrick_points": 0},
        [([5, 3, 1, 3], {"Gold": 6, "Blue": 7}), 8, 8], (END,),
    ),
    "a deficit before the last hand only once": (
        {"target": 400} | opening(260, 250) | BIG_BID,
        [6, ([6, 3, 4, 2], {"Gold": 5, "Blue": 8}), ([9, 1, 4, 2], {"Gold": 13, "Blue": 0})],
        (Highlight(K.BEHIND, 0, 2, 153), Highlight(K.SWING, 0, 3, 280)),
    ),
    "the turning point after the win": (
        {"game": "solo", "target": 250}, [EVEN] * 3 + [ALL],
        (Highlight(K.LED, 0), Highlight(K.SWING, 0, 4, 140)),
    ),
    "a winner by sets with fewer points": (
        {"sets_to_lose": 1} | opening(300, 0),
        [7, 7, ([7, 3, 1, 1], {"Gold": 7, "Blue": 6})], (END,),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("setup", "hands", "told"), STORIES.values(), ids=STORIES)
def test_a_story_has_the_most_remarkable_first(
    table: Table, setup: Setup, hands: list[Any], told: tuple[Highlight, ...]
) -> None:
    table.start(**setup)
    for hand in hands:
        if isinstance(hand, int):
            contracts(table, hand)
        else:
            table.play(hand[0], **hand[1])
    assert tell_story(table.match if table.match.outcome else table.match.end(STOPPED)) == told


@pytest.mark.parametrize(
    ("blue", "bids", "taken", "points"),
    [
        pytest.param(90, (4, 5, "nil", 2), CLEO_NIL, 100, id="made"),
        pytest.param(90, (4, 5, "blind nil", 2), CLEO_NIL, 200, id="blind"),
        pytest.param(140, (4, 5, 3, "nil"), DAN_FAILS, -100, id="broken"),
    ],
)
def test_a_decisive_nil_in_the_last_hand_comes_first(
    table: Table, blue: int, bids: tuple[int | str, ...], taken: dict[str, int], points: int
) -> None:
    table.start(target=300, opening=[(90, 0), (blue, 0)], blind_deficit=0)
    contracts(table, 7, 7)
    table.play(bids, **taken)
    told = tell_story(table.match)[0]
    assert told.kind is K.NIL
    assert told.nil is not None
    assert told.nil.points == points


@settings(max_examples=tries(300), deadline=None, suppress_health_check=list(HealthCheck))
@given(stories(most=30))
def test_the_story_of_any_match_is_true(played: Story) -> None:
    holds(played.match if played.match.outcome else played.match.end(STOPPED))


@settings(max_examples=tries(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(courses(most=24))
def test_the_story_of_any_corrected_match_is_true(played: Story) -> None:
    holds(played.match)


def holds(match: Match) -> None:
    """Check that a story is true, without repetition, and most remarkable first."""
    told = tell_story(match)
    if match.outcome is None:
        assert told == ()
        return
    assert 1 <= len(told) <= 3
    assert len({telling.kind for telling in told}) == len(told)
    happened = [each.hand for each in told if each.kind in (K.NIL, *IN_ONE_HAND)]
    assert len(set(happened)) == len(happened)
    winner = match.outcome.winner
    for telling in told:
        assert telling.side == (0 if winner is None else winner) or telling.kind in UNWON
        assert true_of(match, telling), telling


IN_ONE_HAND = (K.LAST_HAND, K.LEAD, K.SWING)
UNWON = (K.END, K.AHEAD, K.CHANGED, K.NILS)


def after_each_hand(match: Match) -> list[list[int]]:
    """The points at the start and after each scored hand, each counted from the start."""
    rows = [[standing.points for standing in match.opening]]
    for place, hand in enumerate(match.hands, start=1):
        if hand.tricks is not None and hand.redeal is None:
            until = replace(match, hands=match.hands[:place])
            rows.append([standing.points for standing in until.standings])
    return rows


def lead(row: Sequence[int], side: int) -> int:
    """By how much a side is ahead of each of the others at least."""
    return min(row[side] - points for other, points in enumerate(row) if other != side)


def leads(rows: Sequence[Sequence[int]]) -> list[int]:
    """List each new sole leader."""
    found: list[int] = []
    for row in rows:
        alone = [side for side in range(len(row)) if lead(row, side) > 0]
        if alone and alone != found[-1:]:
            found += alone
    return found


def nils(match: Match) -> tuple[int, int]:
    """Count the nils made and the nils bid, by bids and tricks only."""
    made = tried = 0
    for hand in match.hands:
        if hand.tricks is None or hand.redeal is not None:
            continue
        for seats in match.house.game.sides:
            bid = [seat for seat in seats if hand.bids and hand.bids[seat].is_nil]
            kept = [seat for seat in bid if not hand.tricks.seats[seat]]
            tried += len(bid)
            together = match.house.two_nils == "together" and 1 < len(bid) == len(seats)
            made += len(kept) if not together or kept == bid else 0
    return made, tried


def true_of(match: Match, telling: Highlight) -> bool:
    """Whether a highlight is true, by the points after each hand."""
    rows, side, hand = after_each_hand(match), telling.side, telling.hand
    by = [lead(row, side) for row in rows]
    match telling.kind:
        case K.END:
            return match.outcome is not None
        case K.NIL:
            assert telling.nil is not None
            return by[-1] > 0 and hand == len(rows) - 1 and by[-1] - abs(telling.nil.points) <= 0
        case K.BELOW:
            own = [row[side] for row in rows]
            return own[hand] == telling.points == min(own) <= -100
        case K.BEHIND:
            return -by[hand] == telling.points == -min(by) >= 150 and by[-1] > 0
        case K.LAST_HAND:
            return hand == len(rows) - 1 and -by[-2] == telling.points >= 0 < by[-1]
        case K.LEAD:
            took = by[hand - 1] <= 0 < min(by[hand:])
            return took and hand < len(rows) - 1 and telling.times == len(leads(rows)) - 1 > 0
        case K.LED:
            return min(by[1:]) > 0
        case K.SWING:
            # The sentence names the winner, and what it gained on each of the others.
            gains = [
                lead([b - a for a, b in zip(*pair, strict=True)], side) for pair in pairwise(rows)
            ]
            others = [gain for place, gain in enumerate(gains, 1) if place != hand]
            return gains[hand - 1] == telling.points >= 100 and max(others) < telling.points
        case K.AHEAD:
            return by[-1] == telling.points > 0
        case K.CHANGED:
            return telling.times == len(leads(rows)) - 1 >= 2
        case K.NILS:
            return (telling.times, telling.tried) == nils(match)
