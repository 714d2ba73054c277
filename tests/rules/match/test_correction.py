"""Correction: a hand recorded differently, and all after it replayed."""

from datetime import UTC, datetime

import pytest

from scorekeeper.rules import Bid, BidError, StepError, Taker, TrickError
from scorekeeper.rules.match_file import read, write
from tests.rules.table import Table

NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)
TEN = datetime(2026, 11, 20, 22, tzinfo=UTC)


def test_hands_after_an_earlier_end_are_removed(duel: Table) -> None:
    duel.start("two-player", opening=[(430, 0), (0, 0)])
    duel.play([8, 5], 7, 6)
    duel.play([5, 5], 7, 6)
    duel.correct(1, [7, 5], 7, 6)
    assert (duel.winner, len(duel.match.hands)) == ("Ann", 1)


def test_a_correction_can_reopen_a_decided_match(duel: Table) -> None:
    duel.start("two-player", opening=[(430, 0), (0, 0)])
    duel.match = duel.match.bid([Bid(7), Bid(5)]).record_tricks([7, 6], noted=NINE)
    duel.correct(1, [7, 5], 6, 7)
    assert duel.is_running
    assert duel.match.ended is None


def test_a_corrected_match_ends_with_its_deciding_hand(duel: Table) -> None:
    duel.start("two-player", opening=[(400, 0), (0, 0)])
    duel.match = duel.match.bid([Bid(6), Bid(6)]).record_tricks([5, 8], noted=NINE)
    duel.match = duel.match.bid([Bid(5), Bid(5)]).record_tricks([5, 8], noted=TEN)
    duel.correct(1, [5, 6], 5, 8)
    assert (duel.winner, duel.match.ended) == ("Ann", TEN)


def test_a_correction_keeps_the_time_of_the_end(duel: Table) -> None:
    duel.start("two-player", opening=[(430, 0), (0, 0)])
    duel.match = duel.match.bid([Bid(7), Bid(5)]).record_tricks([7, 6], noted=NINE)
    duel.correct(1, [7, 5], 8, 5)
    assert duel.match.ended == NINE


def test_a_corrected_hand_keeps_its_time(table: Table) -> None:
    table.match = table.match.bid([Bid(3)] * 4).record_tricks([None] * 4, [7, 6], noted=NINE)
    table.correct(1, [3, 3, 3, 3], Gold=6, Blue=7)
    assert table.match.hands[0].noted == NINE


@pytest.mark.parametrize("number", [-1, 0, 2, 3], ids=["-1", "0", "misdeal", "not yet played"])
def test_only_a_played_hand_can_be_corrected(table: Table, number: int) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.record_misdeal()
    with pytest.raises(StepError, match="no such hand"):
        table.correct(number, [4, 3, 3, 3], Gold=6, Blue=7)


@pytest.mark.parametrize(
    ("ann", "tricks", "code"),
    [
        (14, {"Gold": 7, "Blue": 6}, "bid over all tricks"),
        (4, {"Gold": 8, "Blue": 6}, "too many tricks"),
        (4, {}, "tricks missing"),
    ],
)
def test_an_impossible_correction_is_refused(
    table: Table, ann: int, tricks: dict[str, int], code: str
) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    with pytest.raises((BidError, TrickError), match=code):
        table.correct(1, [ann, 3, 3, 3], **tricks)


def test_a_later_blind_nil_is_not_judged_again(table: Table) -> None:
    table.start(blind_deficit=100)
    table.play([5, 3, 5, 3], Gold=10, Blue=3)
    table.play([3, "blind nil", 3, 4], Ben=0, Gold=8, Blue=5)
    table.correct(1, [3, 2, 3, 2], Gold=7, Blue=6)
    table.rule("Ann", points=200, hand=1)
    assert table.lines("Blue")[1] == ("blind nil made", 200)
    assert read(write(table.match)) == table.match


def test_only_a_bid_that_becomes_blind_asks_how_far_behind_it_is(duel: Table) -> None:
    duel.start("two-player", blind_minimum=6)
    duel.play(["blind 6", 4], 7, 6)
    duel.bid("blind nil", 4)
    duel.agree(blind_deficit=100)
    duel.correct(1, ["blind 7", 5], 6, 7)
    duel.match = duel.match.change_bids([Bid(6, blind=True), Bid(3)])
    with pytest.raises(BidError, match="not far enough behind"):
        duel.correct(1, ["blind 7", "blind 6"], 6, 7)
    assert read(write(duel.match)) == duel.match


def test_tricks_can_be_corrected_whatever_was_bid(table: Table) -> None:
    table.play([2, 3, 1, 3], Gold=7, Blue=6)
    table.agree(board=4)
    table.correct(1, [2, 3, 1, 3], Gold=6, Blue=7)
    assert table.points("Gold") == 33
    with pytest.raises(BidError, match="below board"):
        table.correct(1, [1, 3, 2, 3], Gold=6, Blue=7)


def test_bids_can_be_changed_during_the_hand(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.bid(4, 3, 3, 3)
    table.match = table.match.note_trick(Taker(0))
    table.match = table.match.change_bids([Bid(5), Bid(3), Bid(3), Bid(3)])
    assert table.match.hands[1].bids == (Bid(5), Bid(3), Bid(3), Bid(3))
    assert table.match.hands[1].tally == (Taker(0),)


@pytest.mark.parametrize(
    ("first_hand", "code"),
    [
        pytest.param("bid", "bids are due", id="before the bids"),
        pytest.param("bids itself", "tricks are due", id="of a hand that bids itself"),
    ],
)
def test_bids_cannot_be_changed_before_they_are_made(
    table: Table, first_hand: str, code: str
) -> None:
    table.start(first_hand=first_hand)
    with pytest.raises(StepError, match=code):
        table.match.change_bids([Bid(3)] * 4)


def test_a_misdealt_hand_cannot_be_corrected(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.record_misdeal()
    table.bid(4, 3, 3, 3)
    assert table.match.played_places == (1, 3)
    assert table.match.played_hand(3) == table.match.hands[2]
    with pytest.raises(StepError, match="no such hand"):
        table.match.played_hand(2)


def test_a_corrected_hand_keeps_the_form_of_its_bids(table: Table) -> None:
    table.play([4, 3, "nil", 2], Gold=7, Cleo=0, Blue=6)
    table.agree(bids_by="side")
    table.play([7, 5, "partner", "partner"], Gold=7, Blue=6)
    table.play(["nil", 5, 7, "partner"], Ann=0, Gold=7, Blue=6)
    table.correct(1, [5, 3, 2, 2], Gold=7, Blue=6)
    table.correct(2, [8, "nil", "partner", 4], Gold=7, Ben=0, Blue=6)
    with pytest.raises(BidError, match="bid of a side"):
        table.correct(1, [7, 5, "partner", "partner"], Gold=7, Blue=6)
    with pytest.raises(BidError, match="one bid a side"):
        table.correct(2, [5, 3, 3, 2], Gold=7, Blue=6)
    table.agree(bids_by="seat")
    table.correct(3, [7, 5, "partner", "partner"], Gold=7, Blue=6)
    assert [table.match.hands[place].bids[2].notation for place in range(3)] == [
        2,
        "partner",
        "partner",
    ]


def test_bids_that_fit_both_forms_are_corrected_by_the_house_rules(table: Table) -> None:
    table.play([5, 3, "nil", "nil"], Gold=6, Cleo=0, Blue=7, Dan=0)
    with pytest.raises(BidError, match="bid of a side"):
        table.correct(1, [5, 3, "partner", "partner"], Gold=6, Blue=7)
    table.agree(bids_by="side")
    table.correct(1, [5, 3, "partner", "partner"], Gold=6, Blue=7)
    assert table.points("Gold") == 51
