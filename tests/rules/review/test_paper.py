from collections.abc import Sequence

import pytest

from scorekeeper.rules import NIL, Bid, HouseRules, Match, Reason, find_differences
from tests.people import PLAYERS

HANDS: Sequence[tuple[list[Bid], list[int | None], list[int | None]]] = (
    ([Bid(4), Bid(3), Bid(3), Bid(2)], [None] * 4, [8, 5]),  # 71, 50
    ([Bid(4), Bid(3), NIL, Bid(4)], [None, None, 0, None], [4, 9]),  # 211, 122
    ([Bid(5), Bid(3), Bid(3), Bid(2)], [None] * 4, [7, 6]),  # 131, 173
    ([Bid(4), Bid(3), Bid(3), Bid(2)], [None] * 4, [9, 4]),  # 203, 123
)


@pytest.fixture
def match() -> Match:
    match = Match.start(HouseRules.of("partnership"), PLAYERS["partnership"])
    for bids, seats, piles in HANDS:
        match = match.bid(bids).record_tricks(seats, piles)
    return match


def test_the_example_match_is_as_expected(match: Match) -> None:
    assert [points for _, points in match.course][1:] == [
        ((71, 1), (50, 0)),
        ((211, 1), (122, 2)),
        ((131, 1), (173, 3)),
        ((203, 3), (123, 3)),
    ]


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param([], id="no points"),
        pytest.param([(71, 50), (211, 122), (131, 173), (203, 123)], id="all points"),
        pytest.param([(None, None), (211, None)], id="some points"),
        pytest.param([(71, 50), (211, 122), (131, 173), (203, 123), (9, 9)], id="too many points"),
    ],
)
def test_an_equal_sheet_has_no_difference(
    match: Match, sheet: list[tuple[int | None, int | None]]
) -> None:
    assert find_differences(match, sheet) == ()


def test_the_first_of_several_differences_is_found(match: Match) -> None:
    [found] = find_differences(match, [(71, 50), (211, 120), (131, 171), (203, 100)])
    assert (found.place, found.side, found.points) == (2, 1, -2)
    assert not found.stays


def test_both_sides_can_be_wrong_in_one_hand(match: Match) -> None:
    found = find_differences(match, [(70, 51)])
    assert [(one.side, one.points) for one in found] == [(0, -1), (1, 1)]


def test_a_constant_difference_is_one_mistake(match: Match) -> None:
    [found] = find_differences(match, [(71, 50), (221, 122), (None, 173), (213, 123)])
    assert (found.place, found.points, found.stays) == (2, 10, True)


def test_the_last_difference_is_not_constant(match: Match) -> None:
    [found] = find_differences(match, [(71, 50), (221, 122)])
    assert not found.stays


@pytest.mark.parametrize(
    ("sheet", "reason", "turned"),
    [
        pytest.param([(71, 50), (111, 122)], Reason.NIL_MADE, False, id="a nil left out"),
        pytest.param([(70, None)], Reason.OVERTRICKS, False, id="overtricks left out"),
        pytest.param(
            [(71, 50), (211, 122), (291, 173)], Reason.CONTRACT_SET, True, id="added, not taken off"
        ),
    ],
)
def test_a_single_explanation_is_found(
    match: Match, sheet: list[tuple[int, int | None]], reason: Reason, turned: bool
) -> None:
    [found] = find_differences(match, sheet)
    assert found.slip is not None
    assert (found.slip.line.reason, found.slip.turned) == (reason, turned)


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param([(61, 50)], id="no line makes it"),
        pytest.param([(71, 50), (None, 122), (211, 173)], id="no points on the sheet just before"),
    ],
)
def test_a_result_of_several_causes_is_not_explained(
    match: Match, sheet: list[tuple[int | None, int]]
) -> None:
    [found] = find_differences(match, sheet)
    assert found.slip is None


def test_two_possible_explanations_are_none() -> None:
    match = Match.start(HouseRules.of("partnership"), PLAYERS["partnership"])
    match = match.bid([NIL, Bid(5), NIL, Bid(5)]).record_tricks([0, None, 0, None], [None, 13])
    [found] = find_differences(match, [(100, None)])
    assert found.slip is None


def test_an_unscored_hand_has_no_difference(match: Match) -> None:
    assert find_differences(match.record_misdeal(), [(None, None)] * 4 + [(1, 1)]) == ()
