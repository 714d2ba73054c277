from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from operator import methodcaller
from typing import Any

import pytest

from scorekeeper.rules import (
    Bid,
    Change,
    ChangeEffect,
    Fact,
    Hand,
    HouseRules,
    Incident,
    Match,
    Record,
    Redeal,
    Ruling,
    RulingError,
    Standing,
    StepError,
    Taker,
)
from scorekeeper.rules.match.changes import Part
from tests.rules.table import Table

NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)
FOUR = ("Ann", "Ben", "Cleo", "Dan")
BIDS = [Bid(4), Bid(3), Bid(3), Bid(2)]
FIVES = [Bid(5), Bid(3), Bid(5), Bid(2)]
REVOKE = Ruling(Incident.REVOKE, 0, tricks=3, to=1, noted=NINE)


def partners(points: int = 0, **house: object) -> Match:
    opening = [Standing(points), Standing()]
    return Match.start(HouseRules.of("partnership", **house), FOUR, opening=opening)


def take(match: Match) -> Match:
    return match.record_tricks([None] * 4, [8, 5], NINE)


def tallied(match: Match, tricks: int) -> Match:
    for _ in range(tricks):
        match = match.note_trick(Taker(0), NINE)
    return match


def to_house_rules(**house: Any) -> Callable[[Match], Match]:
    return methodcaller("with_house_rules", HouseRules.of("partnership", **house))


def to_hand(hand: Hand) -> Callable[[Match], Match]:
    return lambda match: replace(match, hands=(hand,))


START = partners()
BID = START.bid(BIDS)
PLAYED = take(BID)
TWO = take(PLAYED.bid(BIDS))
AHEAD = take(take(partners(400).bid(BIDS)).bid(BIDS))
ITSELF = partners(first_hand="bids itself")
CORRECTED = Record(Fact.CORRECTION, 1)
MISDEAL = methodcaller("record_misdeal", NINE)
RULE = methodcaller("add_ruling", 1, REVOKE)
TO_FIVES = methodcaller("correct", 1, FIVES, None, [10, 3])

RECORDS = {
    "bids": (START, lambda match: match.bid(BIDS), Record(Fact.BIDS, 1)),
    "other bids": (BID, lambda match: match.change_bids(FIVES), Record(Fact.BIDS_CHANGED, 1)),
    "other bids with a nil in mid-tally": (
        tallied(BID, 2),
        methodcaller("change_bids", [Bid(0), *BIDS[1:]]),
        Record(Fact.BIDS_CHANGED, 1),
    ),
    "tricks": (BID, take, Record(Fact.TRICKS, 1)),
    "tricks of a hand that bids itself": (ITSELF, take, Record(Fact.TRICKS, 1)),
    "a trick": (BID, lambda match: tallied(match, 1), Record(Fact.TRICK, 1)),
    "the last trick": (tallied(BID, 12), lambda match: tallied(match, 1), Record(Fact.TRICK, 1)),
    "tricks after a part of a tally": (tallied(BID, 3), take, Record(Fact.TRICKS, 1)),
    "tricks that decide": (partners(450).bid(BIDS), take, Record(Fact.TRICKS, 1)),
    "a misdeal before the bids": (PLAYED, MISDEAL, Record(Fact.MISDEAL, 2)),
    "a misdeal after the bids": (BID, MISDEAL, Record(Fact.MISDEAL, 1)),
    "the end": (BID, methodcaller("end", NINE), Record(Fact.END)),
    "a ruling": (TWO, RULE, Record(Fact.RULING, 1)),
    "a withdrawal": (RULE(TWO), methodcaller("withdraw_ruling", 1, 0), Record(Fact.WITHDRAWAL, 1)),
    "a correction": (TWO, methodcaller("correct", 1, BIDS, None, [9, 4]), CORRECTED),
    "a correction that removes a hand": (AHEAD, TO_FIVES, CORRECTED),
    "a ruling that removes a hand": (
        take(take(partners(-140, floor=-200).bid(BIDS)).bid(BIDS)),
        RULE,
        Record(Fact.RULING, 1),
    ),
    "other house rules": (TWO, to_house_rules(target=600), Record(Fact.HOUSE_RULES)),
    "other house rules that remove a hand": (
        TWO,
        to_house_rules(target=100, floor=None),
        Record(Fact.HOUSE_RULES),
    ),
    "several hands at once": (START, lambda match: TWO, CORRECTED),
    "a hand that goes": (TWO, lambda match: PLAYED, Record(Fact.CORRECTION, 2)),
    "tricks that go": (PLAYED, lambda match: BID, CORRECTED),
    "bids and tricks at once": (START, lambda match: PLAYED, Record(Fact.TRICKS, 1)),
    "other bids and tricks at once": (BID, lambda match: take(match.change_bids(FIVES)), CORRECTED),
    "a ruling on a hand before its bids": (
        START,
        to_hand(Hand(rulings=(REVOKE,), noted=NINE)),
        Record(Fact.RULING, 1),
    ),
    "a ruling on a hand that bids itself before its tricks": (
        ITSELF,
        to_hand(Hand(bids=(), rulings=(REVOKE,))),
        Record(Fact.RULING, 1),
    ),
    "bids of a hand that had a ruling": (
        replace(START, hands=(Hand(rulings=(REVOKE,)),)),
        to_hand(Hand(tuple(BIDS), rulings=(REVOKE,))),
        Record(Fact.BIDS, 1),
    ),
    "the player who took a trick": (
        tallied(BID, 2).change_bids([Bid(0), *BIDS[1:]]),
        methodcaller("note_trick", Taker(0, 2), NINE),
        Record(Fact.TAKER, 1),
    ),
    "a hand that loses its tally alone": (
        tallied(BID, 2),
        lambda match: BID,
        Record(Fact.TAKER, 1),
    ),
    "a misdeal that goes": (BID.record_misdeal(NINE), lambda match: BID, CORRECTED),
}


@pytest.mark.parametrize(("old", "change", "record"), RECORDS.values(), ids=RECORDS.keys())
def test_a_change_describes_reverts_and_reapplies_itself(
    old: Match, change: Callable[[Match], Match], record: Record
) -> None:
    new = change(old)
    made = Change.between(old, new)
    assert made.record == record
    assert made.revert(new) == old
    assert made.apply(old) == new


def test_a_change_contains_only_the_differences() -> None:
    new = TWO.correct(1, BIDS, None, [9, 4])
    made = Change.between(TWO, new)
    assert made == Change(1, Part(TWO.hands[:1]), Part(new.hands[:1]))
    assert made.removed_hands == ()
    assert Change.between(AHEAD, TO_FIVES(AHEAD)).removed_hands == AHEAD.hands[1:]


def test_a_change_names_the_different_house_rules() -> None:
    new = to_house_rules(target=600, bag_limit=5)(TWO)
    assert Change.between(TWO, new).changed_rules == ("target", "bag_limit")
    assert Change.between(BID, PLAYED).changed_rules == ()


def test_a_change_contains_the_ruling() -> None:
    talk = Ruling(Incident.TABLE_TALK, 1, points=50)
    both = TWO.add_ruling(1, REVOKE).add_ruling(1, talk)
    assert Change.between(TWO.add_ruling(1, REVOKE), both).ruling == talk
    assert Change.between(both, both.withdraw_ruling(1, 0)).ruling == REVOKE
    assert Change.between(BID, PLAYED).ruling is None


def test_equal_matches_have_no_change() -> None:
    assert Change.between(TWO, TWO).is_empty
    assert not Change.between(BID, PLAYED).is_empty


@pytest.mark.parametrize(
    ("made", "match"),
    [
        pytest.param(Change.between(BID, PLAYED), BID, id="tricks are gone"),
        pytest.param(Change.between(START, BID), PLAYED, id="bids that were played"),
        pytest.param(Change.between(START, BID), START, id="nothing played"),
        pytest.param(Change.between(AHEAD, TO_FIVES(AHEAD)), AHEAD, id="no hand was removed"),
        pytest.param(Change.between(BID, BID.end(NINE)), BID, id="not ended"),
        pytest.param(
            Change.between(BID, to_house_rules(target=600)(BID)), BID, id="other house rules"
        ),
    ],
)
def test_a_match_in_another_state_is_refused(made: Change, match: Match) -> None:
    with pytest.raises(StepError, match="not as it was left"):
        made.revert(match)


def test_a_change_cannot_be_applied_twice() -> None:
    with pytest.raises(StepError, match="not as it was left"):
        Change.between(START, BID).apply(BID)


def test_a_note_is_not_part_of_a_change() -> None:
    before = take(partners().bid(BIDS, NINE))
    bid = before.bid(BIDS, NINE)
    dog = replace(before.hands[0], note="a dog barked")
    noted = replace(bid, hands=(dog, *bid.hands[1:]))
    assert Change.between(bid, noted).is_empty
    assert Change.between(before, bid).revert(noted).hands == (dog,)


SEVEN = [Bid(4), Bid(3), Bid(3), Bid(3)]
TWELVE = [Bid(6), Bid(1), Bid(6), Bid(0)]


@pytest.fixture
def evening(table: Table) -> Match:
    """Gold makes seven at 400 and is set in the next hand; Blue makes six twice."""
    table.start(opening=[(400, 0), (0, 0)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([3, 3, 3, 3], Gold=5, Blue=8)
    return table.match


def decided_before_the_second_hand(evening: Match) -> ChangeEffect[Match]:
    return ChangeEffect(evening, evening.correct(1, TWELVE, [None, None, None, 0], [12, 1]))


def test_a_correction_changes_a_hand_and_the_standings(evening: Match) -> None:
    moved = ChangeEffect(evening, evening.correct(1, SEVEN, piles=[6, 7]))
    assert moved.points(1) == ((70, -70), (60, 61))
    assert moved.points(2) == ((-60, -60), (62, 62))
    assert moved.standings == (
        (Standing(410, 0), Standing(270, 0)),
        (Standing(122, 2), Standing(123, 3)),
    )
    assert (moved.is_empty, list(moved.removed_places)) == (False, [])


def test_recording_the_same_again_changes_nothing(evening: Match) -> None:
    assert ChangeEffect(evening, evening.correct(1, SEVEN, piles=[7, 6])).is_empty


def test_other_house_rules_are_a_change_without_hands(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=6, Blue=7)
    old = table.match
    table.agree(overtrick_points=0)
    moved = ChangeEffect(old, table.match)
    assert (moved.is_empty, moved.new.hands == old.hands) == (False, True)
    assert moved.points(1) == ((-70, -70), (61, 60))


def test_a_hand_that_is_not_scored_changes_no_points(evening: Match, table: Table) -> None:
    moved = decided_before_the_second_hand(evening)
    assert list(moved.removed_places) == [2]
    assert moved.points(2) is None
    table.bid(3, 3, 3, 3)
    assert ChangeEffect(table.match, table.match.change_bids(SEVEN)).points(3) is None


def test_only_removed_hands_need_a_confirmation(evening: Match) -> None:
    ChangeEffect(evening, evening.correct(1, SEVEN, piles=[6, 7])).check_confirmed(None)
    decided_before_the_second_hand(evening).check_confirmed(2)


@pytest.mark.parametrize(
    "agreed", [pytest.param(None, id="to nothing"), pytest.param(3, id="to others")]
)
def test_hands_are_removed_only_after_confirmation(evening: Match, agreed: int | None) -> None:
    with pytest.raises(RulingError, match="hands fall away") as refused:
        decided_before_the_second_hand(evening).check_confirmed(agreed)
    assert refused.value.values == {"first": 2, "number": 2, "hands": 1}


def test_removed_hands_are_named_by_number(evening: Match) -> None:
    misdealt = replace(evening, hands=(Hand(redeal=Redeal.MISDEAL), *evening.hands))
    assert ChangeEffect(misdealt, replace(misdealt, hands=misdealt.hands[:2])).removed_hands == (
        2,
        1,
    )
    assert ChangeEffect(misdealt, replace(misdealt, hands=())).removed_hands == (1, 2)
