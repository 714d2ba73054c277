"""The tally of a match: tricks noted one by one in the hand being played."""

import json
from datetime import UTC, datetime

import pytest

from scorekeeper.rules import (
    Incident,
    MatchFileError,
    Ruling,
    Step,
    StepError,
    Taker,
    TrickError,
    Tricks,
)
from scorekeeper.rules.match_file import read, write
from scorekeeper.rules.scoring.tally import ContractState
from tests.rules.table import Table

BIDS = [4, 3, 3, 3]
GOLD, BLUE, ANN = Taker(0), Taker(1), Taker(0, 0)
ASKED = Taker(0, asked=True)
NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)


@pytest.fixture
def bid(table: Table) -> Table:
    table.bid(*BIDS)
    return table


def note(table: Table, *takers: Taker) -> None:
    for taken in takers:
        table.match = table.match.note_trick(taken, NINE)


def test_a_tally_contains_the_state_of_the_hand(bid: Table) -> None:
    note(bid, GOLD, ANN, BLUE)
    assert [side.taken for side in bid.match.tally.sides] == [2, 1]
    assert (bid.match.tally.number, bid.match.tally.left) == (4, 10)


def test_the_last_trick_records_the_hand(bid: Table) -> None:
    note(bid, *[GOLD] * 8, *[BLUE] * 4)
    assert bid.match.step is Step.TRICKS
    note(bid, BLUE)
    assert bid.match.step is Step.BIDS
    assert (bid.points("Gold"), bid.points("Blue")) == (71, -60)
    assert bid.match.hands[0].noted == NINE


def test_an_unfinished_tally_is_kept_with_the_numbers(bid: Table) -> None:
    note(bid, GOLD, BLUE)
    bid.take(Gold=8, Blue=5)
    assert (bid.points("Gold"), bid.match.hands[0].tally) == (71, (GOLD, BLUE))


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param({"Gold": 12, "Blue": 1}, id="of the other side"),
        pytest.param({"Ann": 0, "Cleo": 9, "Blue": 4}, id="of the partner"),
    ],
)
def test_contradicting_numbers_end_the_tally(bid: Table, numbers: dict[str, int]) -> None:
    note(bid, ANN, BLUE, BLUE)
    bid.take(**numbers)
    assert bid.match.hands[0].tally == ()


def counted(table: Table, *, by_seat: bool = False) -> list[int]:
    asked = table.match.list_asked_tricks(by_seat=by_seat)
    return [table.match.count_tallied(one) for one in asked]


def test_numbers_start_from_the_tally(table: Table) -> None:
    table.bid(4, 3, "nil", 3)
    assert counted(table) == [0, 0, 0]
    note(table, GOLD, ANN, Taker(0, 2), BLUE, Taker(1, 3))
    assert counted(table) == [1, 2, 2]
    assert counted(table, by_seat=True) == [2, 0, 1, 1]


def test_corrected_bids_keep_the_tally(bid: Table) -> None:
    note(bid, GOLD, BLUE)
    bid.correct(1, [5, 3, 3, 3])
    assert bid.match.hands[0].tally == (GOLD, BLUE)
    note(bid, *[GOLD] * 7, *[BLUE] * 4)
    bid.correct(1, [4, 3, 3, 3], Gold=8, Blue=5)
    assert len(bid.match.hands[0].tally) == 13
    bid.correct(1, [4, 3, 3, 3], Gold=9, Blue=4)
    assert bid.match.hands[0].tally == ()


def test_a_later_nil_asks_for_the_taker(bid: Table) -> None:
    note(bid, GOLD, BLUE, ANN, GOLD)
    bid.correct(1, ["nil", 3, 3, 3])
    assert bid.match.hands[0].tally == (ASKED, BLUE, ANN, ASKED)
    assert read(write(bid.match)) == bid.match
    tallied = bid.match.tally
    assert (tallied.number, tallied.asked, tallied.left, tallied.is_full) == (1, 0, 9, False)
    assert [(nil.seat, nil.broken) for nil in tallied.nils] == [(0, 3)]


@pytest.mark.parametrize("said", [BLUE, Taker(1, 3)], ids=["a side", "another side"])
def test_the_taker_must_be_of_the_asked_side(bid: Table, said: Taker) -> None:
    note(bid, BLUE, GOLD)
    bid.correct(1, ["nil", 3, 3, 3])
    with pytest.raises(TrickError) as refused:
        note(bid, said)
    assert refused.value.values == {"side": 0, "trick": 2}


def test_asked_takers_come_first(bid: Table) -> None:
    note(bid, GOLD, GOLD)
    bid.correct(1, ["nil", 3, 3, 3])
    note(bid, GOLD, ANN, *[BLUE] * 11)
    assert bid.match.hands[0].tally[:2] == (Taker(0, 2), ANN)
    assert bid.match.hands[0].tricks == Tricks((1, None, 1, None), (1, 11))


def test_the_last_asked_taker_completes_the_hand(bid: Table) -> None:
    note(bid, GOLD, *[BLUE] * 11)
    bid.correct(1, ["nil", 3, 3, 3])
    note(bid, Taker(0, 2), BLUE)
    assert bid.match.hands[0].tricks == Tricks((0, None, 1, None), (1, 12))


def test_a_withdrawn_nil_keeps_known_takers(table: Table) -> None:
    table.bid("nil", 3, 3, 3)
    note(table, GOLD, ANN)
    table.correct(1, BIDS)
    assert table.match.hands[0].tally == (Taker(0, 2), ANN)


def test_adding_and_removing_a_nil_asks_nothing(bid: Table) -> None:
    note(bid, GOLD)
    bid.correct(1, ["nil", 3, 3, 3])
    bid.correct(1, BIDS)
    assert bid.match.hands[0].tally == (GOLD,)


@pytest.mark.parametrize("first_hand", ["bid", "bids itself"])
def test_no_tally_before_the_bids(table: Table, first_hand: str) -> None:
    table.start(first_hand=first_hand)
    with pytest.raises(StepError, match="bids are due"):
        table.match.note_trick(GOLD)
    with pytest.raises(StepError, match="bids are due"):
        _ = table.match.tally


def test_a_tally_is_read_as_written(bid: Table) -> None:
    note(bid, GOLD, ANN, BLUE)
    written = json.loads(json.dumps(write(bid.match)))
    assert written["hands"][0]["tally"] == ["Gold", 0, "Blue"]
    assert read(written) == bid.match


def test_a_tally_includes_rulings(bid: Table) -> None:
    note(bid, *[GOLD] * 3, *[BLUE] * 4)
    bid.match = bid.match.add_ruling(1, Ruling(Incident.REVOKE, seat=1, tricks=3, to=0))
    gold, blue = bid.match.tally.sides
    assert (gold.needs, blue.needs) == (1, 5)


def test_a_side_set_by_a_ruling_stays_set(bid: Table) -> None:
    note(bid, *[BLUE] * 7)
    bid.match = bid.match.add_ruling(1, Ruling(Incident.REVOKE, seat=1, set=True))
    assert bid.match.tally.sides[1].progress is ContractState.SET


@pytest.mark.parametrize(
    ("place", "told", "new"),
    [
        pytest.param(1, [BLUE, GOLD], (GOLD,), id="one more"),
        pytest.param(1, [BLUE], (), id="nothing new"),
        pytest.param(1, [GOLD, GOLD], None, id="another start"),
        pytest.param(1, [], None, id="shorter"),
        pytest.param(2, [BLUE, GOLD], None, id="of a later hand"),
        pytest.param(0, [], None, id="of no hand"),
    ],
)
def test_a_list_continues_the_tally_as_recorded(
    bid: Table, place: int, told: list[Taker], new: tuple[Taker, ...] | None
) -> None:
    note(bid, BLUE)
    assert bid.match.find_new_tricks(place, told) == new


def test_a_list_adds_nothing_to_a_finished_hand(bid: Table) -> None:
    note(bid, BLUE)
    bid.take(Gold=8, Blue=5)
    assert bid.match.find_new_tricks(1, [BLUE]) == ()
    assert bid.match.find_new_tricks(1, [BLUE, GOLD]) is None


def test_unknown_takers_among_nil_bidders_are_refused(table: Table) -> None:
    hand = {"bids": ["nil", 3, "nil", 3], "tally": ["Gold"]}
    with pytest.raises(TrickError, match="tricks of nil bidder missing"):
        read({**write(table.match), "hands": [hand]})


@pytest.mark.parametrize(
    ("tally", "code"),
    [
        pytest.param("Gold", "not a list", id="a text"),
        pytest.param(["Red"], "not a whole number", id="no such side"),
        pytest.param([{"asked": "Red"}], "not a choice", id="asked of no such side"),
        pytest.param([4], "not a choice", id="no such seat"),
        pytest.param([-1], "not a choice", id="a seat below 0"),
        pytest.param([0] * 14, "too long", id="fourteen"),
    ],
)
def test_a_contradicting_match_file_is_refused(table: Table, tally: object, code: str) -> None:
    written = write(table.match)
    with pytest.raises(MatchFileError, match=code):
        read({**written, "hands": [{"bids": BIDS, "tally": tally}]})


def test_a_trick_without_a_taker_is_refused(bid: Table) -> None:
    with pytest.raises(TrickError, match="nobody took the trick"):
        bid.match.note_trick(None)
