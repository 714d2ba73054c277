"""What a file of matches holds, and what becomes of it here."""

from datetime import UTC, datetime

from scorekeeper.rules import Bid, HouseRules, Match
from scorekeeper.words import exchange as words
from scorekeeper.words.matchfile import OF_FILES
from tests.words.complete import is_complete

BEGUN = datetime(2026, 11, 20, 19, tzinfo=UTC)
MATCH = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=BEGUN)
PLAYED = MATCH.bid([Bid(5), Bid(6)]).take([5, 8])


def test_what_is_in_a_file_is_told_as_far_as_there_is_any() -> None:
    assert words.found(2, 0, 1, 0, 3) == ["2 matches are new.", "1 match is here already."]
    assert words.found(0, 1, 0, 4, 1) == [
        "4 players come along.",
        "1 match was deleted here and comes back.",
    ]


def test_where_nothing_can_be_brought_in_nothing_more_is_told() -> None:
    assert words.found(0, 0, 0, 0, 0) == ["There is no match in it."]
    assert words.found(0, 0, 0, 0, 3) == []


def test_which_side_wins_is_told() -> None:
    assert words.different(1) == "1 match is here otherwise: the one here stays."
    assert words.different(2, theirs=True) == (
        "2 matches are here otherwise: those of the file take their place."
    )
    assert words.otherwise(2) == "2 matches are here otherwise"
    assert words.broken(1) == "1 match cannot be read, so nothing is brought in."


def test_a_match_is_told_by_its_players_and_its_day() -> None:
    assert words.table(MATCH) == "Ann, Ben · 20 Nov 2026"
    undated = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    assert words.table(undated) == "Ann, Ben"
    assert words.both(MATCH, PLAYED) == "here 0 hands, in the file 1 hand"


def test_what_was_done_is_told() -> None:
    assert words.contents(312, 1, 9) == "312 matches, 1 hand, 9 players"
    assert words.brought(2) == "2 matches are brought in."


def test_what_is_wrong_with_a_file_has_a_sentence() -> None:
    values = {"most": 3, "id": "x", "sides": 2, "field": "place"}
    assert all(is_complete((sentence % values).replace("“", "")) for sentence in OF_FILES.values())
