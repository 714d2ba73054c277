from dataclasses import fields
from datetime import UTC, datetime

from scorekeeper.rules import Bid, HouseRules, Match
from scorekeeper.words.errors import OF_FILES
from scorekeeper.words.scorebooks import import_report as words
from tests.words.complete import is_complete

BEGUN = datetime(2026, 11, 20, 19, tzinfo=UTC)
MATCH = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=BEGUN)
PLAYED = MATCH.bid([Bid(5), Bid(6)]).record_tricks([5, 8])


def test_additions_list_only_what_the_file_has() -> None:
    assert words.describe_additions(2, 0, 1, 0, 3) == ["2 new matches", "1 match is already here."]
    assert words.describe_additions(0, 1, 0, 4, 1) == [
        "4 new players",
        "1 match deleted here will be restored.",
    ]


def test_a_file_without_matches_says_so() -> None:
    assert words.describe_additions(0, 0, 0, 0, 0) == ["This file has no matches."]
    assert words.describe_additions(0, 0, 0, 0, 3) == []


def test_different_matches_are_kept_or_replaced() -> None:
    assert words.describe_precedence(1) == "1 match is different here. The one here is kept."
    assert words.describe_precedence(2, overwrite=True) == (
        "2 matches are different here and will be replaced by those in the file."
    )
    assert words.describe_refused(2) == (
        "2 matches can’t replace those here, so those here are kept."
    )
    assert words.describe_broken_lines(1) == "1 line can’t be read, so nothing is imported."


def test_a_match_is_named_by_players_and_date() -> None:
    assert words.name_match(MATCH) == "Ann, Ben · 20 Nov 2026"
    undated = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    assert words.name_match(undated) == "Ann, Ben"
    assert words.compare_matches(MATCH, PLAYED, ["hands"]) == ("here 0 hands, in the file 1 hand")
    assert words.compare_matches(MATCH, MATCH, ["note", "started", "ended"]) == (
        "different: note, times"
    )
    assert set(words.DIFFERENCES) == {field.name for field in fields(Match)}


def test_an_interrupted_import_says_how_to_finish() -> None:
    assert words.describe_contents(312, 1, 9) == "312 matches, 1 hand, 9 players"
    assert words.describe_progress(2, 2) == "2 matches imported"
    assert f"{words.describe_progress(212, 300)} {words.describe_resumption()}" == (
        "212 of 300 matches were imported. Import the file again to finish."
    )
    assert words.describe_skipped_lines(1) == (
        "1 match no longer fits this scorebook and was skipped."
    )
    assert is_complete(words.describe_incomplete_check())


def test_a_used_up_quota_says_how_to_continue() -> None:
    assert words.describe_quota("matches", 900) == (
        "You can import 900 matches a day. Import the file again tomorrow to finish."
    )
    assert words.describe_quota("players", 5) == (
        "This scorebook can have up to 5 players. Use names it already has."
    )


def test_every_file_error_has_a_sentence() -> None:
    values = {"most": 3, "id": "x", "sides": 2, "field": "place", "round": 2}
    assert all(is_complete((sentence % values).replace("“", "")) for sentence in OF_FILES.values())
