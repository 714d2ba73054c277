"""What a file of matches holds, and what becomes of it here."""

from datetime import UTC, datetime

from scorekeeper.rules import Bid, HouseRules, Match
from scorekeeper.words import exchange as words
from scorekeeper.words.matchfile import OF_FILES
from tests.words.complete import is_complete

BEGUN = datetime(2026, 11, 20, 19, tzinfo=UTC)
MATCH = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=BEGUN)
PLAYED = MATCH.bid([Bid(5), Bid(6)]).take([5, 8])


def test_the_contents_of_a_file_are_listed_as_far_as_there_are_any() -> None:
    assert words.found(2, 0, 1, 0, 3) == ["2 new matches", "1 match is already here."]
    assert words.found(0, 1, 0, 4, 1) == ["4 new players", "1 match deleted here will be restored."]


def test_a_file_without_matches_says_so() -> None:
    assert words.found(0, 0, 0, 0, 0) == ["This file has no matches."]
    assert words.found(0, 0, 0, 0, 3) == []


def test_different_matches_are_kept_or_replaced() -> None:
    assert words.different(1) == "1 match is different here. The one here is kept."
    assert words.different(2, overwrite=True) == (
        "2 matches are different here and will be replaced by those in the file."
    )
    assert words.otherwise(2) == "2 matches are different here"
    assert words.broken(1) == "1 match can’t be read, so nothing is imported."


def test_a_match_is_told_by_its_players_and_its_day() -> None:
    assert words.table(MATCH) == "Ann, Ben · 20 Nov 2026"
    undated = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    assert words.table(undated) == "Ann, Ben"
    assert words.both(MATCH, PLAYED) == "here 0 hands, in the file 1 hand"


def test_the_result_of_an_import_says_how_to_finish_it() -> None:
    assert words.contents(312, 1, 9) == "312 matches, 1 hand, 9 players"
    assert words.imported(2, 2) == "2 matches imported"
    assert f"{words.imported(212, 300)} {words.again()}" == (
        "212 of 300 matches are imported. Import the file again to finish."
    )
    assert words.left_out(1) == "1 match no longer fits here and was left out."
    assert is_complete(words.stays())
    assert is_complete(words.cut_short())


def test_a_quota_that_ends_an_import_says_how_it_goes_on() -> None:
    assert words.full("matches", 900) == (
        "Imports can add 900 matches a day. Import the file again tomorrow to finish."
    )
    assert words.full("players", 5) == "This scorebook may have 5 players."


def test_what_is_wrong_with_a_file_has_a_sentence() -> None:
    values = {"most": 3, "id": "x", "sides": 2, "field": "place"}
    assert all(is_complete((sentence % values).replace("“", "")) for sentence in OF_FILES.values())
