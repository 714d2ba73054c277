from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.rules import Bid, Change, Ending, Match, Outcome, Step
from scorekeeper.rules.match_file import read, write

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
ANN, BEN = 0, 1
REVOKE = {"kind": "revoke", "seat": 0, "tricks": 3, "to": "Ben"}
"""Ann's broken nil hands three tricks to Ben: 0.1.0 left them all with Ann."""
RULED = {"bids": ["nil", 10], "tricks": [5, 8], "rulings": [REVOKE]}
"""Once Ben's contract was set by this, −100 to −100; now it is made, −100 to 100."""
PLAIN = {"bids": [3, 9], "tricks": [3, 10]}
"""30 to 91."""


def match_file(
    *hands: dict[str, Any], opening: tuple[int, int], ended: datetime | None = None
) -> dict[str, Any]:
    """A match of two as 0.1.0 wrote it, a hand every ten minutes."""
    at = [EIGHT + timedelta(minutes=10 * place) for place in range(1, len(hands) + 1)]
    return {
        "format": "spades-match/1",
        "house": {"game": "two-player"},
        "players": ["Ann", "Ben"],
        "opening": [{"points": points} for points in opening],
        "hands": [
            {**hand, "noted": noted.isoformat()} for hand, noted in zip(hands, at, strict=True)
        ],
        "started": EIGHT.isoformat(),
        "ended": ended and ended.isoformat(),
    }


def after(hands: int) -> datetime:
    return EIGHT + timedelta(minutes=10 * hands)


@pytest.fixture
def too_early() -> Match:
    """Finished in the third hand; by today's count Ben had 500 after the first."""
    return read(match_file(RULED, PLAIN, PLAIN, opening=(470, 400), ended=after(3)))


@pytest.fixture
def not_yet() -> Match:
    """Finished in the second hand, as Ann had 500; by today's count nobody did."""
    first = {**RULED, "bids": [5, 8], "tricks": [7, 6]}  # 52, now 0 less than set: −50
    return read(match_file(first, PLAIN, opening=(420, 200), ended=after(2)))


def test_an_older_match_keeps_hands_after_its_end(too_early: Match) -> None:
    assert len(too_early.hands) == 3
    assert too_early.decision is not None
    assert too_early.decision.place == 1
    assert (too_early.step, too_early.is_recounted) == (Step.OVER, True)


def test_the_last_standing_decides_an_older_match(too_early: Match) -> None:
    assert [standing.points for standing in too_early.standings] == [430, 682]
    assert too_early.outcome == Outcome(BEN, Ending.TARGET)


def test_an_older_undecided_match_stays_finished(not_yet: Match) -> None:
    assert [standing.points for standing in not_yet.standings] == [400, 371]
    assert (not_yet.decision, not_yet.step, not_yet.is_recounted) == (None, Step.OVER, True)
    assert not_yet.outcome == Outcome(ANN, Ending.EARLY)


def test_equal_standings_have_no_winner() -> None:
    first = {**RULED, "bids": [5, 8], "tricks": [7, 6]}
    match = read(match_file(first, PLAIN, opening=(391, 200), ended=after(2)))
    assert match.outcome == Outcome(None, Ending.EARLY)
    assert match.is_recounted


def test_the_leader_wins_an_older_undecided_match() -> None:
    lost = {"bids": [3, 13], "tricks": [3, 10]}
    match = read(match_file(RULED, lost, opening=(470, 400), ended=after(2)))
    assert [standing.points for standing in match.standings] == [400, 370]
    assert match.outcome == Outcome(ANN, Ending.EARLY)


def test_an_older_match_is_written_as_read(too_early: Match, not_yet: Match) -> None:
    for match in (too_early, not_yet):
        again = read(write(match))
        assert (again, again.outcome) == (match, match.outcome)


def test_a_correction_without_effect_removes_no_hand(too_early: Match) -> None:
    corrected = too_early.correct(2, [Bid(3), Bid(9)], [4, 9])
    assert (len(corrected.hands), corrected.ended) == (3, after(3))


def test_a_match_the_table_stopped_has_no_winner() -> None:
    match = read(match_file(PLAIN, opening=(0, 0), ended=after(1) + timedelta(seconds=1)))
    assert (match.outcome, match.is_recounted) == (Outcome(None, Ending.EARLY), False)


def test_a_match_can_stop_with_its_last_tricks() -> None:
    stopped = read(match_file(PLAIN, opening=(0, 0))).end(after(1))
    assert (stopped.outcome, stopped.is_recounted) == (Outcome(None, Ending.EARLY), False)
    assert read(write(stopped)).outcome == stopped.outcome


def test_a_running_older_match_continues() -> None:
    match = read(match_file(RULED, {"bids": [3, 9]}, opening=(470, 400)))
    assert (match.step, match.is_recounted) == (Step.TRICKS, False)
    assert match.record_tricks([3, 10], noted=after(2)).outcome == Outcome(BEN, Ending.TARGET)


def test_an_older_match_continues_after_a_misdeal() -> None:
    match = read(match_file(RULED, {"bids": None}, opening=(470, 400)))
    assert (match.step, match.outcome) == (Step.BIDS, None)


def test_the_last_hand_of_an_older_match_is_not_its_last_entry(
    too_early: Match, not_yet: Match
) -> None:
    assert Change.of_last_entry(too_early) is None
    assert Change.of_last_entry(not_yet) is None


def test_redo_ends_an_older_match_again(not_yet: Match) -> None:
    before = replace(not_yet, hands=not_yet.hands[:-1], ended=None)
    again = Change.between(before, not_yet).apply(before)
    assert (again.outcome, again.is_recounted) == (Outcome(ANN, Ending.EARLY), True)
    assert before.end(after(9)).outcome == Outcome(None, Ending.EARLY)


@pytest.mark.parametrize(
    ("house", "bids"),
    [
        pytest.param({"board": 4}, ["nil", 3, "nil", 3], id="two nils with a board"),
        pytest.param({"board": 5}, ["nil", 3, 4, 3], id="four with a nil"),
        pytest.param({"bidding": "mirror"}, ["blind nil", 3, 6, 4], id="blind in mirror"),
        pytest.param({"bidding": "whiz"}, [4, 3, 4, 3], id="fourteen in whiz"),
        pytest.param({"bidding": "whiz", "two_nils": "forbidden"}, [3, 3, 3, 3], id="exclusive"),
        pytest.param({"first_hand": "bids itself"}, [], id="a first hand after a paper game"),
    ],
)
def test_bids_allowed_earlier_are_read(house: dict[str, Any], bids: list[Any]) -> None:
    written = {
        **match_file(opening=(0, 0)),
        "house": {"game": "partnership", **house},
        "players": ["Ann", "Ben", "Cleo", "Dan"],
        "opening": [{"points": 100}, {"points": 90}],
        "hands": [{"bids": bids, "tricks": [4, 3, 3, 3]}],
    }
    assert read(write(read(written))).scores == read(written).scores
