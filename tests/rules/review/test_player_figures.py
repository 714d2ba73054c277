from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules import BLIND_NIL, NIL, PARTNER, Bid, HouseRules, Match
from scorekeeper.rules.review.figures import HandPoints, compute_figures
from tests.rules.table import PLAYERS

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def partners(target: int = 100, **rules: object) -> Match:
    return Match.start(HouseRules.of("partnership", target=target, **rules), PLAYERS["partnership"])


def test_a_running_match_has_no_figures() -> None:
    assert compute_figures(partners().bid([Bid(3)] * 4).record_tricks([None] * 4, [7, 6])) == ()


def test_a_match_without_hands_has_no_figures() -> None:
    assert compute_figures(partners().record_misdeal(EIGHT).end(EIGHT)) == ()


def test_partners_share_all_figures_except_nils() -> None:
    match = (
        partners().bid([NIL, Bid(4), Bid(4), BLIND_NIL]).record_tricks([0, None, None, 1], [5, 7])
    )
    ann, ben, cleo, dan = compute_figures(match)
    assert (ann.sums.points, ann.sums.bags) == (cleo.sums.points, cleo.sums.bags) == (141, 1)
    assert (ann.sums.contracts, ann.sums.made) == (1, 1)
    assert (ann.sums.nils, ann.sums.nils_made, cleo.sums.nils) == (1, 1, 0)
    assert (dan.sums.nils, dan.sums.blinds, dan.sums.blinds_made) == (0, 1, 0)
    assert [one.sums.won for one in (ann, ben, cleo, dan)] == [1, 0, 1, 0]


def test_only_known_tricks_are_compared_with_bids() -> None:
    pooled = (
        partners().bid([Bid(5), Bid(3), Bid(5), NIL]).record_tricks([None, None, None, 0], [9, 4])
    )
    ann, ben, _, dan = compute_figures(pooled)
    assert (ann.sums.known, ann.sums.bid, ann.sums.taken) == (0, 0, 0)
    assert (ben.sums.known, ben.sums.bid, ben.sums.taken) == (1, 3, 4)
    assert (dan.sums.known, dan.sums.bid, dan.sums.taken) == (0, 0, 0)


def test_a_number_of_partners_is_not_compared_with_tricks() -> None:
    match = partners(bids_by="side").bid([Bid(5), Bid(7), NIL, PARTNER])
    ann, ben, cleo, dan = compute_figures(match.record_tricks([5, 6, 0, 2]))
    known = [(one.sums.known, one.sums.bid, one.sums.taken) for one in (ann, ben, cleo, dan)]
    assert known == [(1, 5, 5), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert [one.sums.contracts for one in (ann, ben, cleo, dan)] == [1, 1, 1, 1]
    assert [one.sums.points for one in (ann, ben, cleo, dan)] == [150, 71, 150, 71]
    assert [one.sums.nils for one in (ann, ben, cleo, dan)] == [0, 0, 1, 0]


def test_a_match_ended_early_has_no_winner() -> None:
    match = partners().bid([Bid(3)] * 4).record_tricks([None] * 4, [7, 6]).end(EIGHT)
    assert [
        (one.sums.matches, one.sums.decided, one.sums.won) for one in compute_figures(match)
    ] == [(1, 0, 0)] * 4


def test_a_hand_without_bids_has_points_but_no_contract() -> None:
    match = partners(first_hand="bids itself").record_tricks([None] * 4, [12, 1])
    ann, ben, *_ = compute_figures(match)
    assert (ann.sums.points, ann.sums.contracts, ann.sums.known) == (120, 0, 0)
    assert (ben.sums.won, ben.best) == (0, HandPoints(10, 1))


def test_the_first_of_equal_hands_is_the_best() -> None:
    match = partners(target=500).record_misdeal().bid([Bid(4), Bid(5), Bid(4), Bid(0)])
    match = match.record_tricks([None, None, None, 0], [8, 5])
    match = match.bid([Bid(4), Bid(5), Bid(4), Bid(0)]).record_tricks([None, None, None, 1], [7, 5])
    ann, ben, *_ = compute_figures(match.end(EIGHT))
    assert (ann.best, ann.worst) == (HandPoints(80, 2), HandPoints(-80, 3))
    assert (ben.best, ben.worst) == (HandPoints(150, 2), HandPoints(-49, 3))


@pytest.mark.parametrize(
    ("noted", "minutes"),
    [
        pytest.param([5, 11], 11, id="hand after hand"),
        pytest.param([5, 65, 126, 130], 69, id="without a longer break"),
        pytest.param([5, -3, 4], 12, id="without the time a clock went back"),
        pytest.param([], 0, id="nothing noted"),
    ],
)
def test_figures_contain_the_time_played(noted: list[int], minutes: int) -> None:
    match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=EIGHT)
    for minute in noted:
        match = match.record_misdeal(EIGHT + timedelta(minutes=minute))
    assert match.minutes_played == minutes
