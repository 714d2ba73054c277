import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import assume, given, settings, strategies as st

from scorekeeper.rules import (
    Bid,
    Change,
    Hand,
    HouseRules,
    Match,
    Reason,
    RuleError,
    Standing,
    Tricks,
    count_tricks,
    fill_in,
    list_pooled_seats,
    score_hand,
)
from scorekeeper.rules.lines import HandScore
from scorekeeper.rules.match.changes import check
from scorekeeper.rules.match_file import read, report, write
from tests.effort import tries
from tests.rules.strategies import Story, bids, courses, house_rules, ruled, stories, tricks

calm = settings(derandomize=True, deadline=None, database=None, max_examples=tries(60))
partners = st.just("partnership")


@calm
@given(stories())
def test_replaying_equals_recording(story: Story) -> None:
    for before in story.matches:
        assert scored(before) == scored(story.match)[: len(scored(before))]
    assert check(story.match) == story.match


@calm
@given(stories())
def test_lines_of_a_hand_add_up(story: Story) -> None:
    for score in scored(story.match):
        for side in score:
            assert side.points == sum(line.points for line in side.lines)


@calm
@given(stories())
def test_bags_stay_below_the_limit(story: Story) -> None:
    limit = story.match.house.bag_limit or 1
    for score in scored(story.match):
        for side in score:
            assert 0 <= side.standing.bags < limit


@calm
@given(stories())
def test_bags_are_kept_or_paid_for(story: Story) -> None:
    match = story.match
    for side, opening in enumerate(match.opening):
        taken = opening.bags + sum(score[side].bags for score in scored(match))
        lines = [line for score in scored(match) for line in score[side].lines]
        paid = sum(line.amount for line in lines if line.reason is Reason.BAG_PENALTY)
        kept = match.standings[side].bags + match.house.bag_limit * paid
        assert taken == kept or (not match.house.bag_carry and taken >= kept)


@calm
@given(stories(partners))
def test_swapping_partners_changes_no_score(story: Story) -> None:
    house = story.match.house
    for bid, taken, before in played(story.match):
        swapped = [bid[seat] for seat in (2, 1, 0, 3)]
        seats = [taken.seats[seat] for seat in (2, 1, 0, 3)]
        again = count_tricks(house.game, swapped, seats, taken.piles)
        score = score_hand(house, swapped, again, before)
        assert without_seats(score) == without_seats(score_hand(house, bid, taken, before))


@calm
@given(stories(partners))
def test_swapping_sides_swaps_the_scores(story: Story) -> None:
    house = story.match.house
    for bid, taken, before in played(story.match):
        swapped = [bid[seat] for seat in (1, 2, 3, 0)]
        seats = [taken.seats[seat] for seat in (1, 2, 3, 0)]
        again = count_tricks(house.game, swapped, seats, taken.piles[::-1])
        score = score_hand(house, swapped, again, before[::-1])
        assert without_seats(score[::-1]) == without_seats(score_hand(house, bid, taken, before))


@calm
@given(stories())
def test_a_report_is_plain_data(story: Story) -> None:
    told = report(story.match)
    assert json.loads(json.dumps(told)) == told


@calm
@given(courses())
def test_every_record_can_be_undone_and_redone(story: Story) -> None:
    changes = [Change.between(old, new) for old, new in pairwise(story.matches)]
    match = story.match
    for before, change in zip(story.matches[-2::-1], reversed(changes), strict=True):
        match = change.revert(match)
        assert match == before
    for after, change in zip(story.matches[1:], changes, strict=True):
        match = change.apply(match)
        assert match == after
    assert write(match) == write(story.match)
    assert scored(match) == scored(story.match)


@calm
@given(courses(), st.lists(st.booleans(), max_size=30))
def test_undo_and_redo_in_any_order_are_consistent(story: Story, forward: list[bool]) -> None:
    changes = [Change.between(old, new) for old, new in pairwise(story.matches)]
    match, place = story.match, len(changes)
    for on in forward:
        if on and place < len(changes):
            match, place = changes[place].apply(match), place + 1
        elif not on and place:
            match, place = changes[place - 1].revert(match), place - 1
        assert match == story.matches[place]


@calm
@given(courses())
def test_a_match_without_changes_is_undone_to_its_last_scored_hand(story: Story) -> None:
    match = story.match
    while change := Change.of_last_entry(match):
        before = change.revert(match)
        assert change == Change.between(before, match)
        assert change.apply(before) == match
        match = before
    assert match.hands == () or match.hands[-1].tricks or match.hands[-1].rulings
    assert match.scored_hands == story.match.scored_hands


@calm
@given(stories())
def test_correcting_a_hand_to_itself_changes_nothing(story: Story) -> None:
    for number, hand in enumerate(story.match.hands, start=1):
        assert hand.redeal or to_itself(story.match, number) == story.match


@calm
@given(stories(), st.data())
def test_a_correction_equals_a_right_record(story: Story, data: st.DataObject) -> None:
    match, game = story.match, story.match.house.game
    numbers = [number for number, hand in enumerate(match.hands, start=1) if hand.tricks]
    assume(numbers)
    number = data.draw(st.sampled_from(numbers))
    said = data.draw(bids(game)) if match.hands[number - 1].bids else []
    taken = count_tricks(game, said, *data.draw(tricks(game, said)))
    assert result_of(lambda: match.correct(number, said, taken.seats, taken.piles)) == result_of(
        lambda: recorded_rightly(match, number, Hand(tuple(said), taken))
    )


@calm
@given(stories(partners), st.data())
def test_a_missing_pile_is_computed(story: Story, data: st.DataObject) -> None:
    game = story.match.house.game
    for bid, taken, _ in played(story.match):
        pooled = [side for side in (0, 1) if len(list_pooled_seats(game, bid, side)) == 2]
        side = data.draw(st.sampled_from([None, *pooled]))
        seats = [
            None if game.side_of[seat] == side else own for seat, own in enumerate(taken.seats)
        ]
        piles = [None if index == side else pile for index, pile in enumerate(taken.piles)]
        assert fill_in(game, bid, seats, piles) == (seats, list(taken.piles))


@calm
@given(st.one_of(ruled(), courses().map(lambda story: story.match)))
def test_a_match_is_read_as_written(match: Match) -> None:
    assert read(json.loads(json.dumps(write(match)))) == match


@calm
@given(house_rules())
def test_differences_recreate_house_rules(house: HouseRules) -> None:
    differences = json.loads(json.dumps(house.differences()))
    assert HouseRules.of(house.game.key, **differences) == house


def scored(match: Match) -> list[HandScore]:
    return [score for score in match.scores if score is not None]


def played(match: Match) -> list[tuple[list[Bid], Tricks, tuple[Standing, ...]]]:
    """Bids, tricks and the standings before, of each hand that was played to its end."""
    return [
        (list(hand.bids), hand.tricks, match.standings_before(number))
        for number, hand in enumerate(match.hands, start=1)
        if hand.bids and hand.tricks
    ]


def without_seats(score: HandScore) -> list[tuple[Any, ...]]:
    """A score with its lines in any order, without their players."""
    return [
        (sorted((line.reason, line.points, line.amount) for line in side.lines), *side[3:])
        for side in score
    ]


def to_itself(match: Match, number: int) -> Match:
    hand = match.hands[number - 1]
    if hand.tricks is None:
        return match.correct(number, hand.bids or ())
    return match.correct(number, hand.bids or (), hand.tricks.seats, hand.tricks.piles)


def recorded_rightly(match: Match, number: int, right: Hand) -> Match:
    again = replace(match, hands=())
    for hand in (*match.hands[: number - 1], right, *match.hands[number:]):
        if again.outcome is not None:
            return again
        if hand.bids:
            again = again.bid(hand.bids)
        if hand.redeal is not None:
            again = again.record_misdeal()
        if hand.tricks is not None:
            again = again.record_tricks(hand.tricks.seats, hand.tricks.piles)
    return again


def result_of(action: Callable[[], Match]) -> Match | str:
    try:
        return action()
    except RuleError as error:
        return error.code


RULES = Path(__file__).resolve().parents[2] / "scorekeeper" / "rules"


def test_the_rules_use_no_clock_and_no_chance_without_a_seed() -> None:
    sources = "".join(path.read_text("utf-8") for path in RULES.rglob("*.py"))
    assert ".now(" not in sources
    assert "import random" not in sources
    assert "Random()" not in sources
