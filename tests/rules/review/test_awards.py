from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules import PARTNER, Match
from scorekeeper.rules.review.remarkable import NILS_MADE, Award, Prize, find_awards
from tests.effort import tries
from tests.rules.review.test_story import lead
from tests.rules.strategies import Story, courses, stories
from tests.rules.table import Table

STOPPED = datetime(2026, 11, 22, tzinfo=UTC)
Hand = tuple[list[int | str], dict[str, int]]
"""The bids of a hand, and the tricks by side or player."""


def awarded(table: Table) -> dict[Prize, Award]:
    """The awards once the table has stopped, by what they are for."""
    return {award.prize: award for award in find_awards(table.match.end(STOPPED))}


def test_a_running_match_has_no_awards(table: Table) -> None:
    for _ in range(3):
        table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert find_awards(table.match) == ()


def test_a_match_of_two_hands_has_no_awards(table: Table) -> None:
    for _ in range(2):
        table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert awarded(table) == {}


EVEN: Hand = ([4, 3, 3, 3], {"Gold": 7, "Blue": 6})
GOLD: Hand = ([6, 3, 2, 2], {"Gold": 8, "Blue": 5})
NIL: Hand = (["nil", 3, 6, 3], {"Ann": 0, "Gold": 6, "Blue": 7})
BLIND: Hand = ([4, "blind nil", 3, 6], {"Ben": 0, "Gold": 7, "Blue": 6})
FAILED: Hand = (["nil", 3, 6, 3], {"Ann": 1, "Gold": 6, "Blue": 6})
BEHIND: Hand = ([2, 3, 1, 5], {"Gold": 4, "Blue": 9})
AHEAD: Hand = ([6, 1, 5, 1], {"Gold": 11, "Blue": 2})


@pytest.mark.parametrize(
    ("start", "hands", "prize", "award"),
    [
        pytest.param({}, [EVEN, ([4, 3, 4, 3], {"Gold": 8, "Blue": 5}), EVEN],
                     Prize.HIGHEST_HAND, (80, 0, 2), id="points and place"),
        pytest.param({}, [EVEN, ([3, 4, 3, 3], {"Gold": 6, "Blue": 7}), GOLD, GOLD],
                     Prize.HIGHEST_HAND, (80, 0, 3), id="the first of equal hands of a side"),
        pytest.param({}, [NIL, EVEN, EVEN], Prize.HIGHEST_HAND, None, id="the nil has an award"),
        pytest.param({}, [NIL, EVEN, EVEN], Prize.BRAVEST_NIL, (100, 0, 1, 0), id="a nil"),
        pytest.param({}, [NIL, BLIND, FAILED], Prize.BRAVEST_NIL, (200, 1, 2, 1, 0, True),
                     id="a blind nil is braver"),
        pytest.param({}, [GOLD, ([5, 2, "nil", 4], {"Cleo": 0, "Gold": 6, "Blue": 7}),
                          ([5, "nil", 2, 4], {"Ben": 0, "Gold": 7, "Blue": 6})],
                     Prize.BRAVEST_NIL, (100, 0, 2, 2), id="the riskier of equal nils"),
        pytest.param({"nil_bonus": 0}, [NIL] * 3, Prize.BRAVEST_NIL, None, id="a worthless nil"),
        pytest.param({}, [([4, 3, 3, 2], {"Gold": 8, "Blue": 5}),
                          ([2, 3, 3, 2], {"Gold": 8, "Blue": 5}),
                          ([4, 2, 3, 2], {"Gold": 8, "Blue": 5})],
                     Prize.MOST_BAGS, (5, 0, 2), id="bags with their biggest hand"),
        pytest.param({"bag_limit": 0}, [([3, 3, 3, 3], {"Gold": 7, "Blue": 6})] * 3,
                     Prize.MOST_BAGS, None, id="uncounted bags"),
        pytest.param({}, [BEHIND, BEHIND, AHEAD, AHEAD],
                     Prize.COMEBACK, (100, 0, 2), id="a comeback"),
        pytest.param({"opening": [(0, 0), (100, 0)]}, [GOLD] * 4,
                     Prize.COMEBACK, (100, 0, 0), id="a comeback from the opening"),
        pytest.param({"opening": [(0, 0), (99, 0)]}, [GOLD] * 4,
                     Prize.COMEBACK, None, id="a small deficit"),
    ],
)  # fmt: skip
def test_an_award_has_its_figure_side_and_place(
    table: Table, start: Any, hands: list[Hand], prize: Prize, award: tuple[Any, ...] | None
) -> None:
    table.start(**start)
    for bids, tricks in hands:
        table.play(bids, **tricks)
    assert awarded(table).get(prize) == (award and Award(prize, *award))


def test_a_tie_for_the_bravest_nil_has_no_winner(table: Table) -> None:
    table.start("solo")
    for _ in range(3):
        table.play(["nil", "nil", 6, 6], 0, 0, 7, 6)
    assert Prize.BRAVEST_NIL not in awarded(table)


def test_places_count_misdeals(table: Table) -> None:
    table.record_misdeal()
    for bids, tricks in (EVEN, GOLD, EVEN):
        table.play(bids, **tricks)
    assert awarded(table)[Prize.HIGHEST_HAND].place == 3


def test_the_steadiest_bidder_needs_known_tricks(duel: Table) -> None:
    duel.play([5, 6], 7, 6)
    duel.play([6, 5], 7, 6)
    duel.play([6, 6], 7, 6)
    assert awarded(duel)[Prize.STEADIEST] == Award(Prize.STEADIEST, 1, 1, 1, seat=1, hands=3)


def test_pooled_tricks_have_no_steadiest_bidder(table: Table) -> None:
    for _ in range(3):
        table.play([4, 3, 3, 3], 4, 2, 5, 2)
    assert Prize.STEADIEST in awarded(table)
    for _ in range(3):
        table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert Prize.STEADIEST not in awarded(table)


def test_a_hand_without_bids_does_not_count_as_steady(duel: Table) -> None:
    duel.start("two-player", first_hand="bids itself")
    duel.take(7, 6)
    duel.play([7, 5], 7, 6)
    duel.play([7, 5], 7, 6)
    assert Prize.STEADIEST not in awarded(duel)


@settings(max_examples=tries(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(stories(most=30))
def test_awards_of_any_match_are_true(played: Story) -> None:
    holds(played.match if played.match.outcome else played.match.end(STOPPED))


@settings(max_examples=tries(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(courses(most=24))
def test_awards_of_any_corrected_match_are_true(played: Story) -> None:
    match = played.match
    holds(match if match.outcome else match.end(STOPPED))


def holds(match: Match) -> None:
    """Every award is outdone by nobody and equalled by nobody else, and none is left out."""
    found = {award.prize: award for award in find_awards(match)}
    assert len(found) == len(find_awards(match))
    places = [place for place, *_ in hands(match)]
    if len(places) < 3:
        assert not found
        return
    for prize, award in found.items():
        assert award.place in places or (prize is Prize.COMEBACK and award.place == 0)
        assert award.seat is None or match.house.game.side_of[award.seat] == award.side
    for prize, figures in (
        (Prize.HIGHEST_HAND, highest_hands(match)),
        (Prize.MOST_BAGS, most_bags(match)),
        (Prize.COMEBACK, comebacks(match)),
        (Prize.STEADIEST, misses(match)),
    ):
        best = max(figures.values(), default=0)
        first = [who for who, figure in figures.items() if figure == best]
        award = found.get(prize)
        if award is not None:
            who = award.side if award.seat is None else award.seat
            assert (first, abs(best)) == ([who], award.figure), prize
        elif len(first) == 1:
            nil = found.get(Prize.BRAVEST_NIL)
            assert prize is Prize.HIGHEST_HAND, prize
            assert nil is not None
            assert nil.side == first[0]
    if (nil := found.get(Prize.BRAVEST_NIL)) is not None:
        assert nil.seat is not None
        hand = match.hands[nil.place - 1]
        assert hand.bids is not None
        assert hand.tricks is not None
        assert hand.bids[nil.seat].is_nil
        assert hand.bids[nil.seat].blind == nil.blind
        assert not hand.tricks.seats[nil.seat]
        worths = [
            (line.points, lead([one.points for one in match.standings_before(place)], side))
            for place, _, _ in hands(match)
            for side, score in enumerate(match.scores[place - 1] or ())
            for line in score.lines
            if line.reason in NILS_MADE
        ]
        before = [one.points for one in match.standings_before(nil.place)]
        assert max(worths) == (nil.figure, lead(before, nil.side))
    if (most := found.get(Prize.MOST_BAGS)) is not None:
        bags = {place: (match.scores[place - 1] or ())[most.side].bags for place in places}
        assert bags[most.place] == max(bags.values())


def hands(match: Match) -> Iterator[tuple[int, list[int], list[int]]]:
    before = [standing.points for standing in match.opening]
    for place, hand in enumerate(match.hands, start=1):
        if hand.tricks is not None and hand.redeal is None:
            until = replace(match, hands=match.hands[:place])
            after = [standing.points for standing in until.standings]
            yield place, [b - a for a, b in zip(before, after, strict=True)], after
            before = after


def highest_hands(match: Match) -> dict[int, int]:
    most = {side: max(won[side] for _, won, _ in hands(match)) for side in range(len(match.sides))}
    return {side: points for side, points in most.items() if points > 0}


def most_bags(match: Match) -> dict[int, int]:
    scored = [score for score in match.scores if score is not None]
    bags = {side: sum(score[side].bags for score in scored) for side in range(len(match.sides))}
    return {side: count for side, count in bags.items() if count > 0}


def comebacks(match: Match) -> dict[int, int]:
    """The furthest each side was behind before it was ahead again."""
    rows = [[one.points for one in match.opening], *[after for _, _, after in hands(match)]]
    found: dict[int, int] = {}
    for side in range(len(match.sides)):
        behind = 0
        for row in rows:
            by = min(row[side] - other for place, other in enumerate(row) if place != side)
            behind = max(behind, -by)
            if by > 0 and behind >= 100:
                found[side] = behind
    return found


def misses(match: Match) -> dict[int, int]:
    """Return how far each seat was off its bids, as negative numbers."""
    bid = [hand for hand in match.hands if hand.bids and hand.tricks and hand.redeal is None]
    told = [
        hand
        for hand in bid
        if hand.tricks and None not in hand.tricks.seats and PARTNER not in (hand.bids or ())
    ]
    if len(told) < 3 or len(told) <= len(bid) - len(told):
        return {}
    return {
        seat: -sum(
            abs(hand.bids[seat].tricks - (hand.tricks.seats[seat] or 0))
            for hand in told
            if hand.bids and hand.tricks
        )
        for seat in range(match.house.game.seats)
    }
