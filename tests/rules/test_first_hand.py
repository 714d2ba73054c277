"""First hand: bid as any other, or it bids itself."""

import pytest

from scorekeeper.rules import BidError, Step, StepError
from scorekeeper.rules.match_file import read, write
from tests.rules.table import Table

BIDS_ITSELF = "first hand bids itself"
UNBID: dict[str, list[int]] = {"bids": [], "tricks": [4, 3, 3, 3]}


@pytest.fixture
def unbid(table: Table) -> Table:
    table.start(first_hand="bids itself")
    return table


def test_a_hand_that_bids_itself_scores_ten_a_trick(unbid: Table) -> None:
    unbid.take(Gold=8, Blue=5)
    assert unbid.lines("Gold") == [("first hand", 80)]
    assert unbid.lines("Blue") == [("first hand", 50)]


def test_a_hand_that_bids_itself_has_no_contract(unbid: Table) -> None:
    unbid.take(Gold=13, Blue=0)
    assert (unbid.score("Gold").contract, unbid.score("Gold").made) == (0, None)
    assert (unbid.bags("Gold"), unbid.bags("Blue")) == (0, 0)


def test_tricks_are_due_at_once(unbid: Table) -> None:
    assert (unbid.match.step, unbid.match.due_bids) == (Step.TRICKS, ())


def test_bids_are_refused(unbid: Table) -> None:
    with pytest.raises(StepError, match="tricks are due"):
        unbid.bid(4, 3, 3, 3)


def test_the_second_hand_is_bid(unbid: Table) -> None:
    unbid.take(Gold=8, Blue=5)
    assert (unbid.match.step, unbid.match.due_bids) == (Step.BIDS, None)
    unbid.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert unbid.points("Gold") == 80 + 70


def test_after_a_misdeal_the_next_hand_is_the_first(unbid: Table) -> None:
    unbid.record_misdeal()
    unbid.take(Gold=8, Blue=5)
    assert (unbid.points("Gold"), unbid.match.step) == (80, Step.BIDS)


def test_tricks_of_a_hand_without_bids_can_be_corrected(unbid: Table) -> None:
    unbid.take(Gold=8, Blue=5)
    unbid.correct(1, [], Gold=7, Blue=6)
    assert (unbid.points("Gold"), unbid.points("Blue")) == (70, 60)


def test_a_hand_without_bids_has_no_odd_bids(unbid: Table) -> None:
    assert unbid.match.odd_bids == ()


def test_a_hand_without_bids_is_read_as_written(unbid: Table) -> None:
    unbid.take(Gold=8, Blue=5)
    assert write(unbid.match)["hands"][0]["bids"] == []
    assert read(write(unbid.match)) == unbid.match


@pytest.mark.parametrize(
    ("first_hand", "hands", "code"),
    [
        pytest.param("bids itself", [{**UNBID, "bids": [4, 3, 3, 3]}], BIDS_ITSELF, id="bids"),
        pytest.param("bids itself", [{"bids": []}], BIDS_ITSELF, id="neither bids nor tricks"),
        pytest.param("bids itself", [{"bids": [], "redeal": "misdeal"}], BIDS_ITSELF, id="misdeal"),
        pytest.param("bid", [UNBID], "one bid a seat", id="bids are missing"),
        pytest.param("bids itself", [UNBID] * 2, "one bid a seat", id="bids of the second hand"),
    ],
)
def test_a_contradicting_match_file_is_refused(
    first_hand: str, hands: list[object], code: str, table: Table
) -> None:
    table.start(first_hand=first_hand)
    with pytest.raises(BidError, match=code):
        read({**write(table.match), "hands": hands})
