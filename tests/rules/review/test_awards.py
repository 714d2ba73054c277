from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules import Match
from scorekeeper.rules.review.awards import Award, Prize, find_awards
from tests.effort import tries
from tests.rules.strategies import Story, courses, stories
from tests.rules.table import Table

STOPPED = datetime(2026, 11, 22, tzinfo=UTC)


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


def test_the_highest_hand_has_points_and_place(table: Table) -> None:
    table.throw_in()
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([4, 3, 4, 3], Gold=8, Blue=5)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert awarded(table)[Prize.HIGHEST_HAND] == Award(Prize.HIGHEST_HAND, 80, 0, 3)


def test_a_tie_for_the_highest_hand_has_no_winner(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([3, 4, 3, 3], Gold=6, Blue=7)
    table.play([3, 3, 3, 3], Gold=8, Blue=5)
    assert Prize.HIGHEST_HAND not in awarded(table)


def test_the_first_of_equal_hands_of_a_side_counts(table: Table) -> None:
    for _ in range(3):
        table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert awarded(table)[Prize.HIGHEST_HAND].place == 1


def test_a_match_without_points_has_no_highest_hand(table: Table) -> None:
    table.start(floor=None)
    for _ in range(3):
        table.play([8, 7, 1, 1], Gold=7, Blue=6)
    assert Prize.HIGHEST_HAND not in awarded(table)


def test_a_highest_hand_can_mention_its_nil(table: Table) -> None:
    table.play(["nil", 3, 6, 3], Ann=0, Gold=6, Blue=7)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert Prize.HIGHEST_HAND not in awarded(table)
    assert awarded(table)[Prize.BRAVEST_NIL] == Award(Prize.BRAVEST_NIL, 100, 0, 1, seat=0)


def test_a_blind_nil_is_braver_than_a_nil(table: Table) -> None:
    table.play(["nil", 3, 6, 3], Ann=0, Gold=6, Blue=7)
    table.play([4, "blind nil", 3, 6], Ben=0, Gold=7, Blue=6)
    table.play(["nil", 3, 6, 3], Ann=1, Gold=6, Blue=6)
    assert awarded(table)[Prize.BRAVEST_NIL] == Award(
        Prize.BRAVEST_NIL, 200, 1, 2, seat=1, blind=True
    )


def test_the_riskier_of_equal_nils_is_the_bravest(table: Table) -> None:
    table.play([6, 3, 2, 2], Gold=8, Blue=5)
    table.play([5, 2, "nil", 4], Cleo=0, Gold=6, Blue=7)
    table.play([5, "nil", 2, 4], Ben=0, Gold=7, Blue=6)
    assert awarded(table)[Prize.BRAVEST_NIL].seat == 2


def test_a_tie_for_the_bravest_nil_has_no_winner(table: Table) -> None:
    for _ in range(3):
        table.start("solo") if not table.match.hands else None
        table.play(["nil", "nil", 6, 6], 0, 0, 7, 6)
    assert Prize.BRAVEST_NIL not in awarded(table)


def test_a_worthless_nil_is_not_brave(table: Table) -> None:
    table.start(nil_bonus=0)
    for _ in range(3):
        table.play(["nil", 3, 6, 3], Ann=0, Gold=6, Blue=7)
    assert Prize.BRAVEST_NIL not in awarded(table)


def test_the_most_bags_mention_their_biggest_hand(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    table.play([2, 3, 3, 2], Gold=8, Blue=5)
    table.play([4, 2, 3, 2], Gold=8, Blue=5)
    assert awarded(table)[Prize.MOST_BAGS] == Award(Prize.MOST_BAGS, 5, 0, 2)


@pytest.mark.parametrize("bags", [0, 10])
def test_equal_or_uncounted_bags_have_no_winner(table: Table, bags: int) -> None:
    table.start(bag_limit=bags)
    for _ in range(3):
        table.play([3, 3, 3, 3], Gold=7, Blue=6)
    for _ in range(3):
        table.play([3, 3, 3, 3], Gold=6, Blue=7)
    assert Prize.MOST_BAGS not in awarded(table)


def test_a_comeback_has_its_deficit_and_hand(table: Table) -> None:
    table.play([2, 3, 1, 5], Gold=4, Blue=9)
    table.play([2, 3, 1, 5], Gold=4, Blue=9)
    table.play([6, 1, 5, 1], Gold=11, Blue=2)
    table.play([6, 1, 5, 1], Gold=11, Blue=2)
    assert awarded(table)[Prize.COMEBACK] == Award(Prize.COMEBACK, 100, 0, 2)


def test_a_comeback_can_start_from_the_opening(table: Table) -> None:
    table.start(opening=[(0, 0), (100, 0)])
    for _ in range(4):
        table.play([6, 3, 2, 2], Gold=8, Blue=5)
    assert awarded(table)[Prize.COMEBACK] == Award(Prize.COMEBACK, 100, 0, 0)


def test_a_small_deficit_is_not_a_comeback(table: Table) -> None:
    table.start(opening=[(0, 0), (99, 0)])
    for _ in range(4):
        table.play([6, 3, 2, 2], Gold=8, Blue=5)
    assert Prize.COMEBACK not in awarded(table)


def test_the_steadiest_bidder_needs_known_tricks(duel: Table) -> None:
    duel.play([5, 6], 7, 6)
    duel.play([6, 5], 7, 6)
    duel.play([6, 6], 7, 6)
    assert awarded(duel)[Prize.STEADIEST] == Award(Prize.STEADIEST, 1, 1, 1, seat=1, hands=3)


def test_a_tie_for_the_steadiest_bidder_has_no_winner(duel: Table) -> None:
    for _ in range(3):
        duel.play([6, 6], 6, 7)
        duel.play([6, 6], 7, 6)
    assert Prize.STEADIEST not in awarded(duel)


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
    told = [hand for hand in bid if hand.tricks and None not in hand.tricks.seats]
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
