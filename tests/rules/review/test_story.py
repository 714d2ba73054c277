from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules import Ending, Match
from scorekeeper.rules.review.story import END, Highlight, HighlightKind, tell_story
from tests.effort import tries
from tests.rules.strategies import Story, courses, stories
from tests.rules.table import Table

CLEO_NIL = {"Gold": 5, "Cleo": 0, "Blue": 8}
DAN_FAILS = {"Gold": 7, "Dan": 1, "Blue": 5}
STOPPED = datetime(2026, 11, 22, tzinfo=UTC)


def contracts(table: Table, *piles: int) -> None:
    """Both sides bid what they take: `piles` are Gold's, hand by hand, the rest Blue's."""
    for gold in piles:
        table.play([gold - 1, 12 - gold, 1, 1], Gold=gold, Blue=13 - gold)


def test_a_running_match_has_no_story(table: Table) -> None:
    assert tell_story(table.match) == ()


def test_a_match_stopped_at_once_mentions_only_that(table: Table) -> None:
    assert tell_story(table.match.end(STOPPED)) == (END,)


def test_a_stopped_match_mentions_the_leader(table: Table) -> None:
    contracts(table, 8, 3, 9)
    assert tell_story(table.match.end(STOPPED)) == (
        END,
        Highlight(HighlightKind.AHEAD, 0, points=10),
        Highlight(HighlightKind.CHANGED, times=2),
    )


def test_a_stopped_tie_has_no_leader(table: Table) -> None:
    table.start(opening=[(0, 0), (50, 0)])
    contracts(table, 9, 6, 7)
    assert [side.points for side in table.match.standings] == [220, 220]
    assert tell_story(table.match.end(STOPPED)) == (END,)


def test_a_lost_match_mentions_only_its_end(table: Table) -> None:
    table.start(opening=[(-150, 0), (0, 0)])
    table.play([4, 3, 3, 2], Gold=6, Blue=7)
    assert tell_story(table.match) == (END,)


def test_a_match_of_two_hands_has_no_story(table: Table) -> None:
    table.start(target=150)
    contracts(table, 8, 8)
    assert tell_story(table.match) == (END,)


def test_all_sides_at_the_target_have_no_story(table: Table) -> None:
    table.start(target=250)
    contracts(table, 6, 6, 6, 7)
    assert table.match.all_at_target
    assert tell_story(table.match) == (END, Highlight(HighlightKind.LED, 1))


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
    assert told.kind is HighlightKind.NIL
    assert told.nil is not None
    assert told.nil.points == points


def test_neither_of_two_decisive_nils_is_mentioned(table: Table) -> None:
    table.start(target=350, opening=[(90, 0), (210, 0)])
    contracts(table, 7, 6)
    table.play([6, "nil", "nil", 5], Gold=7, Cleo=0, Ben=1, Blue=5)
    assert tell_story(table.match)[0] == Highlight(HighlightKind.LAST_HAND, 0, 3, 120)


def test_a_comeback_mentions_the_lowest_point(table: Table) -> None:
    table.start(target=200, opening=[(-110, 0), (-90, 0)])
    contracts(table, 10, 10, 10, 10)
    assert tell_story(table.match)[0] == Highlight(HighlightKind.BELOW, 0, 0, -110)


def test_a_big_deficit_is_mentioned_with_its_hand(table: Table) -> None:
    table.start(target=400, opening=[(0, 0), (90, 0)])
    contracts(table, 3, *[11] * 4)
    assert tell_story(table.match)[0] == Highlight(HighlightKind.BEHIND, 0, 1, 160)


@pytest.mark.parametrize("before", [0, 20])
def test_a_win_in_the_last_hand_is_mentioned(table: Table, before: int) -> None:
    table.start(target=350, opening=[(90, 0), (100 + before, 0)])
    contracts(table, 6, 7, 7)
    table.play([5, 4, 3, 2], Gold=8, Blue=5)
    assert tell_story(table.match)[0] == Highlight(HighlightKind.LAST_HAND, 0, 4, before)


def test_a_permanent_lead_is_mentioned(table: Table) -> None:
    table.start(target=200)
    contracts(table, 8, 8, 8)
    assert tell_story(table.match) == (Highlight(HighlightKind.LED, 0), END)


def test_the_final_change_of_lead_is_mentioned(table: Table) -> None:
    table.start(target=400)
    contracts(table, 5, 9, 3, 11, 8, 8)
    assert tell_story(table.match)[0] == Highlight(HighlightKind.LEAD, 0, 4, times=3)


def test_one_shared_lead_is_not_mentioned(table: Table) -> None:
    table.start(target=200, overtrick_points=0)
    table.play([5, 3, 1, 3], Gold=6, Blue=7)
    contracts(table, 8, 8)
    assert tell_story(table.match) == (END,)


def test_a_deficit_before_the_last_hand_is_mentioned_once(table: Table) -> None:
    big_bids = [{"at": 10, "made": 250, "set": -100}]
    table.start(target=400, opening=[(260, 0), (250, 0)], big_bids=big_bids)
    contracts(table, 6)
    table.play([6, 3, 4, 2], Gold=5, Blue=8)
    table.play([9, 1, 4, 2], Gold=13, Blue=0)
    assert tell_story(table.match) == (
        Highlight(HighlightKind.BEHIND, 0, 2, 153),
        Highlight(HighlightKind.SWING, 0, 3, 280),
    )


def test_the_turning_point_comes_after_the_win(table: Table) -> None:
    table.start("solo", target=250)
    for _ in range(3):
        table.play([4, 3, 3, 3], 4, 3, 3, 3)
    table.play([13, 1, 1, 1], 13, 0, 0, 0)
    assert tell_story(table.match) == (
        Highlight(HighlightKind.LED, 0),
        Highlight(HighlightKind.SWING, 0, 4, 140),
    )


def test_a_winner_with_fewer_points_was_not_behind(table: Table) -> None:
    table.start(sets_to_lose=1, opening=[(300, 0), (0, 0)])
    contracts(table, 7, 7)
    table.play([7, 3, 1, 1], Gold=7, Blue=6)
    assert table.match.outcome == (1, Ending.SETS)
    assert tell_story(table.match) == (END,)


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
    happened = [each.hand for each in told if each.kind in (HighlightKind.NIL, *IN_ONE_HAND)]
    assert len(set(happened)) == len(happened)
    winner = match.outcome.winner
    for telling in told:
        assert telling.side == (0 if winner is None else winner) or telling.kind in UNWON
        assert true_of(match, telling), telling


IN_ONE_HAND = (HighlightKind.LAST_HAND, HighlightKind.LEAD, HighlightKind.SWING)
UNWON = (HighlightKind.END, HighlightKind.AHEAD, HighlightKind.CHANGED, HighlightKind.NILS)


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
        case HighlightKind.END:
            return match.outcome is not None
        case HighlightKind.NIL:
            assert telling.nil is not None
            return by[-1] > 0 and hand == len(rows) - 1 and by[-1] - abs(telling.nil.points) <= 0
        case HighlightKind.BELOW:
            own = [row[side] for row in rows]
            return own[hand] == telling.points == min(own) <= -100
        case HighlightKind.BEHIND:
            return -by[hand] == telling.points == -min(by) >= 150 and by[-1] > 0
        case HighlightKind.LAST_HAND:
            return hand == len(rows) - 1 and -by[-2] == telling.points >= 0 < by[-1]
        case HighlightKind.LEAD:
            took = by[hand - 1] <= 0 < min(by[hand:])
            return took and hand < len(rows) - 1 and telling.times == len(leads(rows)) - 1 > 0
        case HighlightKind.LED:
            return min(by[1:]) > 0
        case HighlightKind.SWING:
            # The sentence names the winner, and what it gained on each of the others.
            gains = [
                lead([b - a for a, b in zip(*pair, strict=True)], side) for pair in pairwise(rows)
            ]
            others = [gain for place, gain in enumerate(gains, 1) if place != hand]
            return gains[hand - 1] == telling.points >= 100 and max(others) < telling.points
        case HighlightKind.AHEAD:
            return by[-1] == telling.points > 0
        case HighlightKind.CHANGED:
            return telling.times == len(leads(rows)) - 1 >= 2
        case HighlightKind.NILS:
            return (telling.times, telling.tried) == nils(match)
