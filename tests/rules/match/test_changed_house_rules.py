"""House rules changed during a match: all hands are replayed by the new ones."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules import (
    BidError,
    Ending,
    HouseRules,
    Match,
    Outcome,
    RuleError,
    SetUpError,
    Step,
)
from scorekeeper.rules.match.changes import check
from tests.rules.strategies import Story, house_rules, ruled, stories
from tests.rules.table import Table
from tests.rules.test_properties import calm

BIDS = [4, 3, 3, 3]
NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)


def test_changed_rules_rescore_all_hands(table: Table) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.play(["nil", 3, 4, 3], Ann=1, Gold=5, Blue=7)
    table.agree(overtrick_points=0, failed_nil="nothing", nil_penalty=50)
    assert table.points("Gold") == 70 + 40 - 50
    assert table.bags("Gold") == 1 + 1


def test_a_lower_target_may_decide_the_match(duel: Table) -> None:
    duel.play([7, 5], 7, 6)
    duel.play([7, 5], 7, 6)
    duel.play([7, 5], 7, 6)
    duel.agree(target=100)
    assert (duel.winner, len(duel.match.hands)) == ("Ann", 2)


def test_a_higher_target_may_reopen_the_match(duel: Table) -> None:
    duel.start("two-player", target=100)
    duel.play([10, 3], 10, 3)
    assert duel.winner == "Ann"
    duel.agree(target=500)
    assert duel.is_running
    assert duel.match.ended is None


def test_rulings_are_kept_and_rescored(table: Table) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.rule("Ann", tricks=3, to="Blue")
    table.agree(set_penalty="none")
    assert table.lines("Gold") == [("contract set", 0), ("ruling", 0)]


def test_a_ruling_keeps_its_penalty(table: Table) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.rule("Ann", tricks=3)
    table.agree(revoke_penalty="1 trick")
    assert table.match.hands[0].rulings[0].tricks == 3


def test_a_match_ended_early_stays_ended(table: Table) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.match = table.match.end(NINE)
    table.agree(target=300)
    assert table.match.outcome == Outcome(winner=None, ending=Ending.EARLY)


@pytest.mark.parametrize(
    ("rule", "value"),
    [("board", 6), ("bidding", "mirror"), ("forbidden_total", 10), ("two_nils", "forbidden")],
)
def test_recorded_bids_are_not_judged_again(table: Table, rule: str, value: object) -> None:
    table.play([2, 3, 2, 3], Gold=8, Blue=5)
    table.play(["nil", 3, "nil", 4], 0, 6, 0, 7)
    table.bid(2, 3, 2, 3)
    table.agree(**{rule: value})
    assert (len(table.match.hands), table.match.step) == (3, Step.TRICKS)


def test_a_hand_with_bids_needs_them(table: Table) -> None:
    table.play([2, 3, 2, 3], Gold=8, Blue=5)
    with pytest.raises(BidError) as refused:
        table.agree(first_hand="bids itself")
    assert (refused.value.hand, refused.value.code) == (1, "first hand bids itself")


def test_a_hand_without_bids_cannot_get_them(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=8, Blue=5)
    with pytest.raises(BidError, match="one bid a seat"):
        table.agree(first_hand="bid")


def test_the_game_cannot_change(table: Table) -> None:
    with pytest.raises(SetUpError, match="other game"):
        table.match.with_house_rules(HouseRules.of("solo"))


def test_the_opening_must_fit_the_new_rules(table: Table) -> None:
    table.start(opening=[(120, 9), (0, 0)])
    with pytest.raises(SetUpError, match="opening bags out of range"):
        table.agree(bag_limit=5)
    with pytest.raises(SetUpError, match="opening already decided"):
        table.agree(target=120)


def by_other_rules(match: Match, house: HouseRules) -> Match | RuleError:
    try:
        return match.with_house_rules(house)
    except RuleError as refused:
        return refused


@calm
@given(stories(), st.data())
def test_changed_rules_produce_a_valid_match(story: Story, data: st.DataObject) -> None:
    match = story.match
    house = data.draw(house_rules(st.just(match.house.game.key)))
    changed = by_other_rules(match, house)
    if isinstance(changed, RuleError):
        assert changed.hand or isinstance(changed, SetUpError)
    else:
        assert check(changed) == changed
        assert changed.hands == match.hands[: len(changed.hands)]
        assert (changed.first, changed.opening) == (match.first, match.opening)


@calm
@given(ruled())
def test_changing_to_the_same_rules_changes_nothing(match: Match) -> None:
    assert match.with_house_rules(match.house) == match
