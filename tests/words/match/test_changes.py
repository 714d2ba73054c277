from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules import Bid, Change, Fact, Hand, HouseRules, Match, Record, Redeal, Taker
from scorekeeper.words.house_rules import format_value
from scorekeeper.words.match import changes as words
from scorekeeper.words.match.hand import describe_hands
from tests.effort import tries
from tests.rules.strategies import Story, courses
from tests.words.complete import is_complete

BIDS = tuple([Bid(3)] * 4)
START = Match.start(HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"])
PLAYED = START.bid(BIDS).record_tricks([None] * 4, [7, 6]).bid(BIDS)


@pytest.mark.parametrize("fact", Fact)
def test_every_fact_has_a_name(any_language: str, fact: Fact) -> None:
    record = Record(fact, None if fact in (Fact.END, Fact.HOUSE_RULES) else 1)
    for said in (
        words.name_change,
        words.label_undo,
        words.describe_undo,
        words.label_redo,
        words.describe_redo,
    ):
        assert is_complete(said(PLAYED, record))
    assert is_complete(words.describe_conflict(PLAYED, record, None))


def test_the_undo_key_names_the_change() -> None:
    assert words.label_undo(PLAYED, Record(Fact.CORRECTION, 2)) == "Undo: hand 2 corrected"
    assert words.label_undo(PLAYED, Record(Fact.RULING, 1)) == "Undo: ruling on hand 1"


def test_an_unsent_fact_is_told_with_its_hand() -> None:
    assert words.describe_unsent(PLAYED, Fact.BIDS) == "Only on this phone: bids of hand 2"


def test_the_next_trick_is_named_without_its_number() -> None:
    assert words.name_next_trick() == "Trick {n}"


def test_the_redo_key_names_the_change() -> None:
    assert words.label_redo(START, Record(Fact.BIDS, 1)) == "Redo: bids of hand 1"


def test_a_trick_is_named_by_its_number() -> None:
    tallied = PLAYED.note_trick(Taker(0)).note_trick(Taker(1))
    assert words.label_undo(tallied, Record(Fact.TRICK, 2)) == "Undo: trick 2"
    assert words.describe_undo(PLAYED, Record(Fact.TRICK, 2)) == "Trick 1 undone"


def test_a_misdeal_has_no_number() -> None:
    thrown_in = replace(START, hands=(Hand(redeal=Redeal.MISDEAL),))
    assert words.describe_undo(thrown_in, Record(Fact.BIDS, 2)) == "Bids of hand 1 undone"


def test_a_conflict_names_the_last_change() -> None:
    bids, tricks = Record(Fact.BIDS, 2), Record(Fact.TRICKS, 1)
    assert words.describe_conflict(PLAYED, bids, None).endswith("Since then: bids of hand 2.")
    assert words.describe_conflict(PLAYED, tricks, bids).endswith(
        "Since then: Bids of hand 2 undone."
    )
    assert words.describe_conflict(START, None, None).endswith("out of date.")


@pytest.mark.parametrize(
    ("match", "record", "told"),
    [
        (PLAYED, Record(Fact.TRICKS, 1), "Hand 1: Gold +61, Blue +60"),
        (PLAYED, Record(Fact.TRICK, 1), "Hand 1: Gold +61, Blue +60"),
        (PLAYED, Record(Fact.BIDS, 2), "Hand 2: 12 of 13 bid"),
        (PLAYED, Record(Fact.BIDS_CHANGED, 2), "Hand 2: 12 of 13 bid"),
        (PLAYED.note_trick(Taker(0)), Record(Fact.TRICK, 2), "Trick 1"),
        (PLAYED, Record(Fact.CORRECTION, 1), "Hand 1 corrected"),
        (PLAYED, Record(Fact.HOUSE_RULES, None), "House rules changed"),
    ],
)
def test_spectators_see_the_last_change(match: Match, record: Record, told: str) -> None:
    assert words.describe_last_change(match, record, None) == told


def test_spectators_see_an_undone_change() -> None:
    assert (
        words.describe_last_change(PLAYED, None, Record(Fact.TRICKS, 2))
        == "Tricks of hand 2 undone"
    )
    assert words.describe_last_change(START, None, None) == ""


def test_tricks_without_bids_are_named() -> None:
    without = replace(START, hands=(Hand(),))
    assert words.describe_last_change(without, Record(Fact.BIDS, 1), None) == "Bids of hand 1"


@settings(max_examples=tries(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(courses())
def test_what_was_before_a_listed_change_differs_from_what_is_after(played: Story) -> None:
    for before, match in pairwise(played.matches):
        change = Change.between(before, match)
        hands = [describe_hands(match, part.hands) for part in (change.before, change.after)]
        assert change.record.fact is not Fact.CORRECTION or hands[0] != hands[1]
        for rule in change.changed_rules:
            old, new = change.before.house, change.after.house
            assert old is not None
            assert new is not None
            assert format_value(old, rule) != format_value(new, rule)
