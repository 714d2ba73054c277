"""A clocked match: after a number of hands or minutes, the leader wins."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules import Bid, Ending, HouseRules, Match, Outcome
from scorekeeper.rules.match_file import read, write
from tests.rules.table import FRIENDS, Table

START = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def clocked(*hands: tuple[float | None, int, int], minutes: int = 60) -> Match:
    """A match of six bids each: when a hand was noted, and what Ann and Ben took."""
    house = HouseRules.of("two-player", minutes=minutes)
    match = Match.start(house, FRIENDS[:2], started=START)
    for after, ann, ben in hands:
        noted = None if after is None else START + timedelta(minutes=after)
        match = match.bid([Bid(6), Bid(6)]).record_tricks([ann, ben], noted=noted)
    return match


def test_a_misdeal_does_not_count_as_a_hand(duel: Table) -> None:
    duel.start("two-player", hand_limit=1)
    duel.record_misdeal()
    assert duel.is_running
    duel.play([6, 6], 7, 6)
    assert duel.winner == "Ann"


def test_a_hand_that_bids_itself_counts(duel: Table) -> None:
    duel.start("two-player", hand_limit=1, first_hand="bids itself")
    duel.take(7, 6)
    assert duel.match.outcome == Outcome(winner=0, ending=Ending.HANDS)


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        pytest.param(59.9, None, id="before the time"),
        pytest.param(60, Outcome(0, Ending.TIME), id="at the time"),
        pytest.param(75, Outcome(0, Ending.TIME), id="after it"),
        pytest.param(None, None, id="time unknown"),
    ],
)
def test_the_hand_running_out_of_time_is_the_last(
    after: float | None, outcome: Outcome | None
) -> None:
    assert clocked((10, 7, 6), (after, 7, 6)).outcome == outcome


def test_a_tie_at_the_time_plays_one_more_hand() -> None:
    tied = clocked((30, 7, 6), (61, 6, 7))
    assert tied.outcome is None
    decided = clocked((30, 7, 6), (61, 6, 7), (70, 5, 8))
    assert decided.outcome == Outcome(winner=1, ending=Ending.TIME)


def test_a_limited_match_ends_with_its_last_hand() -> None:
    assert clocked((61, 7, 6)).ended == START + timedelta(minutes=61)


def test_a_match_without_a_start_has_no_clock() -> None:
    match = Match.start(HouseRules.of("two-player", minutes=5), FRIENDS[:2])
    assert match.bid([Bid(6), Bid(6)]).record_tricks([7, 6], noted=START).outcome is None


def test_the_hand_limit_can_come_before_the_time() -> None:
    house = HouseRules.of("two-player", minutes=60, hand_limit=1)
    match = Match.start(house, FRIENDS[:2], started=START).bid([Bid(6), Bid(6)])
    assert match.record_tricks([7, 6], noted=START).outcome == Outcome(
        winner=0, ending=Ending.HANDS
    )


def test_a_limited_match_is_read_as_written() -> None:
    match = clocked((30, 7, 6), (61, 7, 6))
    assert read(write(match)) == match


def test_a_match_knows_whether_time_is_up() -> None:
    match = clocked((30, 7, 6))
    assert not match.is_time_up(match.minutes_at(START + timedelta(minutes=59)))
    assert match.is_time_up(match.minutes_at(START + timedelta(minutes=60)))


def test_without_a_start_time_is_never_up() -> None:
    match = Match.start(HouseRules.of("two-player", minutes=5), FRIENDS[:2])
    assert match.minutes_at(START) == 0
