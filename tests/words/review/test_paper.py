from collections.abc import Sequence
from dataclasses import replace

import pytest

from scorekeeper.rules import Bid, HouseRules, Match, find_differences
from scorekeeper.words.review import paper
from tests.people import PLAYERS
from tests.words.complete import is_complete

BIDS = [Bid(4), Bid(3), Bid(3), Bid(2)]


@pytest.fixture
def match() -> Match:
    """Gold 71, −1; Blue 50, 103."""
    match = Match.start(HouseRules.of("partnership", target=100), PLAYERS["partnership"])
    match = match.bid(BIDS).record_tricks([None] * 4, [8, 5])
    return match.bid(BIDS).record_tricks([None] * 4, [5, 8])


def describe_differences(match: Match, *sheet: Sequence[int | None]) -> list[str]:
    return [paper.describe_difference(match, found) for found in find_differences(match, sheet)]


def test_the_total_of_a_sheet_names_winner_or_standing(match: Match) -> None:
    assert paper.describe_total(match) == "2 hands: Ben & Dan win, 103 : 1"
    first = replace(match, hands=match.hands[:1])
    assert paper.describe_total(first) == "1 hand: 71 : 50, undecided"


def test_an_empty_sheet_does_not_agree(match: Match) -> None:
    assert paper.describe_agreement(match, [(71, 50)]) == "The sheet adds up."
    assert (
        paper.describe_agreement(match, [(70, 50)])
        == paper.describe_agreement(match, [(None, None)])
        == ""
    )


def test_a_difference_names_side_and_points(match: Match) -> None:
    assert describe_differences(match, (74, 45)) == [
        "Gold has 74 on paper. We count 71, 3 points less.",
        "Blue has 45 on paper. We count 50, 5 points more.",
    ]


def test_a_likely_mistake_is_named(match: Match) -> None:
    assert describe_differences(match, (70, None)) == [
        "Gold has 70 on paper. We count 71, 1 point more. This was probably left out: 1 overtrick."
    ]
    assert describe_differences(match, (-69, None)) == [
        "Gold has −69 on paper. We count 71, 140 points more. This was probably taken off "
        "instead of added: bid 4 + 3 = 7, took 8."
    ]
    assert describe_differences(match, (71, 50), (141, 103)) == [
        "Gold has 141 on paper. We count 1, 140 points less. This was probably added "
        "instead of taken off: bid 4 + 3 = 7, took 5: set."
    ]


def test_a_difference_that_stays_is_one_mistake(match: Match) -> None:
    assert describe_differences(match, (81, 50), (11, 103)) == [
        "Gold has 81 on paper. We count 71, 10 points less. Apart from these 10 points, the "
        "rest of the sheet is right."
    ]


@pytest.mark.parametrize("hands", [1, 2])
def test_extra_hands_are_described(any_language: str, match: Match, hands: int) -> None:
    assert is_complete(paper.describe_extra_hands(match, hands))
