from typing import Any

import pytest

from scorekeeper.rules import (
    HouseRuleError,
    HouseRules,
    MatchFileError,
    RuleError,
    SetUpError,
    check_note,
    check_together,
)
from scorekeeper.words import errors as words
from scorekeeper.words.language import speak
from tests.rules.table import Table
from tests.words.codes import Raised, raised
from tests.words.complete import is_complete

OF_13 = "a hand has 13."
PLAYERS, SIDES = ("Ann", "Ben", "Cleo", "Dan"), ("Gold", "Blue")
VALUES = {
    "sides": (8, 7),
    "rule": "target",
    "field": "note",
    "other": "bidding",
    "choice": "mirror",
}


@pytest.mark.parametrize("given", raised(), ids=lambda given: " ".join([given.code, *given.values]))
def test_every_error_code_has_a_sentence(any_language: str, given: Raised) -> None:
    error = RuleError(given.code, **{name: VALUES.get(name, 1) for name in given.values})
    assert is_complete(words.describe_error(error))
    assert is_complete(words.describe_error(error, PLAYERS, SIDES))
    assert words.describe_error(error) != str(error)


def test_no_unused_sentence_is_kept() -> None:
    # The scorebook knows what can be undone.
    by_book = {"nothing to undo"}
    assert {*words.SENTENCES, *words.COUNTED} == {given.code for given in raised()} | by_book


def test_an_error_without_a_sentence_shows_its_code() -> None:
    assert words.describe_error(RuleError("cards on fire", cards=3)) == "cards on fire (cards=3)"


@pytest.mark.parametrize(
    ("house", "bids", "said"),
    [
        ({"board": 4}, [1, 3, 2, 3], "Gold bid 3. At this table the minimum is 4."),
        (
            {"bidding": "mirror"},
            [3, 3, 3, 3],
            "The bids add up to 12. Everyone bids their spades, so it must be 13.",
        ),
        (
            {"bidding": "mirror"},
            ["blind nil", 4, 5, 4],
            "Ann can’t bid blind. At this table you bid the spades you hold.",
        ),
        ({"bidding": "whiz"}, [4, 3, 4, 3], "The bids add up to 14, but there are only 13 spades."),
        (
            {"bids_by": "side"},
            [5, "blind 7", "partner", "partner"],
            "Blue bid blind 7. At this table you can’t bid a number blind.",
        ),
        ({"bidding": "suicide"}, [3, "nil", 3, 4], "Exactly one partner of Gold must bid nil."),
        (
            {"bidding": "suicide"},
            ["nil", "nil", 3, 4],
            "Cleo bid 3. A nil bidder’s partner must bid at least 4.",
        ),
        (
            {"forbidden_total": 13},
            [4, 3, 4, 2],
            "The bids add up to 13. This table doesn’t allow that.",
        ),
        ({"blind_minimum": 6}, ["blind 2", 3, "blind 3", 2], "Gold bid blind 5. The minimum is 6."),
        ({}, ["blind 6", 3, 3, 2], "Ann bid blind 6. At this table you can’t bid a number blind."),
        (
            {"blind_deficit": 100},
            ["blind nil", 3, 3, 2],
            "Ann can’t bid blind. At this table you must be 100 points behind the leader, not 0.",
        ),
        ({"nil": "not played"}, [4, "nil", 3, 2], "There is no nil. The lowest bid is 1."),
        ({"nil": "not blind"}, [4, 3, 3, "blind nil"], "There is no blind nil."),
        (
            {"two_nils": "forbidden"},
            ["nil", 3, "nil", 2],
            "Both partners of Gold bid nil. This table doesn’t allow that.",
        ),
        ({}, [4, 14, 3, 2], "Ben bid 14, but a hand has only 13 tricks."),
        ({}, [4, 3, 3], "A hand needs 4 bids, not 3."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bid_errors_have_their_sentences(
    table: Table, house: dict[str, Any], bids: list[int | str], said: str
) -> None:
    table.start(**house)
    with pytest.raises(RuleError) as refused:
        table.bid(*bids)
    assert words.describe_error(refused.value, table.match.players, table.match.sides) == said


@pytest.mark.parametrize(
    ("tricks", "said"),
    [
        ({"Gold": 8, "Blue": 7, "Cleo": 0}, f"two tricks too many: Gold 8 + Blue 7 = 15, {OF_13}"),
        ({"Gold": 8, "Blue": 5, "Cleo": 1}, f"one trick too many: Gold 9 + Blue 5 = 14, {OF_13}"),
        ({"Gold": 1, "Blue": 1, "Cleo": 0}, f"eleven tricks missing: Gold 1 + Blue 1 = 2, {OF_13}"),
        ({"Gold": 6, "Blue": 6, "Cleo": 0}, f"one trick missing: Gold 6 + Blue 6 = 12, {OF_13}"),
        (
            {"Gold": 13, "Blue": 13, "Cleo": 0},
            f"13 tricks too many: Gold 13 + Blue 13 = 26, {OF_13}",
        ),
        ({"Gold": 13, "Blue": 0}, "Cleo bid nil. Enter Cleo’s tricks separately."),
        ({"Gold": 6, "Cleo": 0}, "Enter the tricks of Blue."),
        ({"Gold": 14, "Cleo": 0}, "14 tricks isn’t possible. A hand has 13."),
        ({"Gold": -1, "Cleo": 0}, "−1 tricks isn’t possible. A hand has 13."),
        (
            {"Blue": 6, "Ben": 4, "Dan": 4, "Gold": 7, "Cleo": 0},
            "Blue has 6 tricks, but its players’ tricks add up to 8.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_trick_errors_have_their_sentences(table: Table, tricks: dict[str, int], said: str) -> None:
    table.bid(4, 3, "nil", 2)
    with pytest.raises(RuleError) as refused:
        table.take(**tricks)
    assert words.describe_error(refused.value, table.match.players, table.match.sides) == said


def test_seats_and_sides_without_names_are_numbered() -> None:
    bid = RuleError("bid over all tricks", seat=1, bid=14, tricks=13)
    tricks = RuleError("too many tricks", sides=(8, 7), total=15, tricks=13)
    assert words.describe_error(bid) == "seat 1 bid 14, but a hand has only 13 tricks."
    assert (
        words.describe_error(tricks)
        == "two tricks too many: side 0 8 + side 1 7 = 15, a hand has 13."
    )


def test_errors_name_rules_and_fields() -> None:
    rule = RuleError("value out of range", rule="target", value=50, least=100, most=1000)
    field = RuleError("not a whole number", field="first", value="x")
    assert words.describe_error(rule) == "Winning score must be between 100 and 1000, not 50."
    assert words.describe_error(field) == "first: “x” is not a whole number."


def test_sides_in_errors_are_translated() -> None:
    speak("de")
    error = RuleError("tricks missing", side=1)
    assert words.describe_error(error, PLAYERS, SIDES) == "Gib die Stiche von Blau ein."


@pytest.mark.parametrize(
    ("amount", "said"), [(0, "no"), (1, "one"), (12, "twelve"), (13, "13"), (26, "26")]
)
def test_small_numbers_are_spelled(amount: int, said: str) -> None:
    assert words.spell_number(amount) == said


@pytest.mark.parametrize("amount", range(len(words.NUMBERS)))
def test_small_numbers_are_spelled_in_every_language(any_language: str, amount: int) -> None:
    assert is_complete(words.spell_number(amount))
    assert words.spell_number(amount) != str(amount)


def test_a_missing_value_is_asked_for() -> None:
    assert words.describe_missing("Dan") == "Choose a number for Dan."


def test_stale_forms_are_described() -> None:
    changed = "The match has changed since you opened this page."
    unsaved = " Nothing you entered is saved yet. Check it and save again."
    assert words.describe_stale_form() == changed + unsaved


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (1, "Hand 7 will be removed: the match was already over before it."),
        (2, "The 2 hands from hand 7 on will be removed: the match was already over before them."),
    ],
)
def test_removed_hands_are_counted(hands: int, said: str) -> None:
    assert words.describe_removed_hands(7, hands) == said
    assert (
        words.describe_error(RuleError("hands fall away", first=9, number=7, hands=hands)) == said
    )


def test_conflicting_house_rules_are_both_named() -> None:
    house = HouseRules(bidding="suicide", board=5)
    with pytest.raises(HouseRuleError) as refused:
        check_together(house)
    assert words.describe_error(refused.value) == (
        "“Minimum team bid” and “Bidding: Suicide” can’t be used together. They could leave a "
        "player without a legal bid."
    )


def test_an_error_in_a_hand_names_the_hand() -> None:
    assert (
        words.describe_file_error(MatchFileError("not UTF-8").in_hand(3))
        == "hand 3: This is not UTF-8 text. Save it as UTF-8 and try again"
    )


def test_an_error_in_the_file_names_no_hand() -> None:
    assert words.describe_file_error(MatchFileError("field twice", field="hands")) == (
        "This is not a match file: “hands” is in it twice"
    )


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("x" * 501, "“Place” is longer than 500 characters. Shorten it."),
        ("a\0b", "“Place” contains characters that can’t be shown. Type it again."),
    ],
)
def test_a_note_error_names_its_field(note: str, said: str) -> None:
    with pytest.raises(SetUpError) as refused:
        check_note("place", note)
    assert words.describe_note_error(refused.value) == said


def test_a_conflicting_note_is_shown() -> None:
    assert words.describe_conflict("a cat") == (
        "Someone changed this to “a cat” in the meantime. Save again to keep what you typed."
    )
    assert words.describe_conflict("") == (
        "Someone cleared this in the meantime. Save again to keep what you typed."
    )


def test_sentences_about_notes_are_translated(any_language: str) -> None:
    assert all(map(is_complete, [words.name_field("place"), words.name_field("note")]))
