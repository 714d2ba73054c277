"""What was bid, what was taken, and what is odd about it."""

import pytest

from scorekeeper.rules import GAMES, Game, OddBid, read_bid
from scorekeeper.words.language import speak
from scorekeeper.words.match import hand as words
from tests.rules.table import Table
from tests.words.codes import odd_bids
from tests.words.complete import is_complete

PARTNERS, TWO = GAMES["partnership"], GAMES["two-player"]


@pytest.mark.parametrize(
    ("bid", "said", "asked"),
    [
        (4, "4", "bid 4"),
        ("nil", "Nil", "bid Nil"),
        ("blind nil", "Blind nil", "bid Blind nil"),
        ("blind 6", "Blind 6", "bid Blind 6"),
    ],
)
def test_a_bid_is_said_as_at_the_table(bid: int | str, said: str, asked: str) -> None:
    assert words.name_bid(read_bid(bid)) == said
    assert words.describe_bid_of_seat(read_bid(bid)) == asked


def test_a_pile_is_asked_for_beside_its_contract() -> None:
    assert words.describe_bid_of_side(7) == "contract 7"


def test_each_player_is_said_to_have_bid(table: Table) -> None:
    table.bid(4, "nil", 3, 2)
    assert words.describe_bids(table.match, table.match.hands[0].bids or ()) == [
        "Ann 4",
        "Ben Nil",
        "Cleo 3",
        "Dan 2",
    ]


def test_nothing_was_taken_before_the_tricks(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    assert words.describe_tricks(table.match, table.match.hands[0]) == []


def test_tricks_are_told_by_side_where_the_side_did_not_say(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    assert words.describe_tricks(table.match, table.match.hands[0]) == ["Gold 8", "Blue 5"]


def test_tricks_of_a_nil_lie_apart(table: Table) -> None:
    table.play([4, 3, "nil", 2], Gold=6, Blue=6, Cleo=1)
    assert words.describe_tricks(table.match, table.match.hands[0]) == ["Ann 6", "Cleo 1", "Blue 6"]


def test_a_hand_is_told_with_bids_and_tricks(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    table.bid(1, 2, 3, 4)
    assert words.describe_hands(table.match, table.match.hands) == (
        "bid Ann 4, Ben 3, Cleo 3, Dan 2; took Gold 8, Blue 5; bid Ann 1, Ben 2, Cleo 3, Dan 4"
    )


def test_a_hand_that_bid_itself_is_told_by_its_tricks(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=8, Blue=5)
    assert words.describe_hands(table.match, table.match.hands) == "took Gold 8, Blue 5"


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        pytest.param([4, 3, 3, 2], "12 of 13 bid", id="fewer"),
        pytest.param([4, 3, 4, 2], "13 of 13 bid", id="all"),
        pytest.param([4, 4, 4, 2], "14 bid, 1 over", id="one over"),
        pytest.param([4, "blind nil", "blind 6", 2], "12 of 13 bid", id="blind"),
    ],
)
def test_bids_are_added_up(bids: list[int | str], said: str) -> None:
    assert words.describe_total_bid(PARTNERS, [read_bid(bid) for bid in bids]) == said


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (PARTNERS, "Misdeal: no score, dealt again."),
        (TWO, "Misdeal: no score, drawn again."),
    ],
    ids=["dealt", "drawn"],
)
def test_a_hand_thrown_in_is_begun_again(game: Game, said: str) -> None:
    assert words.describe_redeal(game) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (OddBid("contract over all tricks", 1), "Blue bid more than the 13 tricks of a hand."),
        (
            OddBid("bids add up to all tricks"),
            "The bids add up to exactly 13: every trick is bid.",
        ),
        (OddBid("all partners nil", 0), "Both partners of Gold bid nil."),
        (OddBid("high contract beside nil", 0), "Gold bid high beside a nil."),
    ],
    ids=lambda value: getattr(value, "code", ""),
)
def test_odd_bids_are_told(table: Table, found: OddBid, said: str) -> None:
    assert words.describe_odd_bid(table.match, found) == said


@pytest.mark.parametrize("code", odd_bids())
def test_whatever_the_rules_find_odd_has_words(any_language: str, table: Table, code: str) -> None:
    assert is_complete(words.describe_odd_bid(table.match, OddBid(code, 0)))


def test_a_hand_is_told_in_the_language(table: Table) -> None:
    table.play([4, "nil", 3, 2], Gold=8, Dan=5, Ben=0)
    speak("de")
    assert words.describe_hands(table.match, table.match.hands) == (
        "Gebote: Ann 4, Ben Null, Cleo 3, Dan 2; Stiche: Gold 8, Ben 0, Dan 5"
    )


def test_what_was_changed_in_a_hand_is_said(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    before = table.match
    after = before.correct(1, [read_bid(bid) for bid in (5, 3, 3, 2)], (None,) * 4, (7, 6))
    assert words.describe_changes(before, before.hands[0], after.hands[0]) == [
        "Ann bid 4 → 5",
        "Gold took 8 → 7",
        "Blue took 5 → 6",
    ]


def test_tricks_that_lie_apart_only_now_are_said_as_they_are(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    before = table.match
    bids = [read_bid(bid) for bid in (4, 3, "nil", 2)]
    after = before.correct(1, bids, (None, None, 1, None), (7, 5))
    assert words.describe_changes(before, before.hands[0], after.hands[0]) == [
        "Cleo bid 3 → Nil",
        "Ann took 7",
        "Cleo took 1",
    ]


def test_what_is_noted_already_is_told() -> None:
    assert words.describe_tricks_so_far(3) == "so far 3"


def test_a_hand_that_was_thrown_in_is_told_as_such(table: Table) -> None:
    table.throw_in()
    assert words.describe_hands(table.match, table.match.hands) == "thrown in"


def told(table: Table) -> list[list[tuple[str, str, bool]]]:
    return [[tuple(slip) for slip in side] for side in words.list_slips(table.match)]


def test_the_contract_of_a_side_lies_on_the_board(table: Table) -> None:
    assert told(table) == [[], []]
    table.bid(4, 3, 3, 2)
    assert told(table) == [[("7", "to make", False)], [("5", "to make", False)]]


def test_a_nil_lies_askew_beside_it_with_whose_it_is(table: Table) -> None:
    table.bid(4, "blind nil", "nil", "nil")
    assert told(table) == [
        [("4", "to make", False), ("Nil", "Cleo", True)],
        [("Blind nil", "Ben", True), ("Nil", "Dan", True)],
    ]


def test_a_blind_bid_lies_askew_and_counts_in_the_contract(table: Table) -> None:
    table.start(blind_minimum=6)
    table.bid("blind 6", 3, 2, 2)
    assert told(table)[0] == [("8", "to make", False), ("Blind 6", "Ann", True)]


def test_who_plays_alone_is_not_named_on_a_slip(table: Table) -> None:
    table.start(game="solo")
    table.bid(4, "nil", 3, 3)
    assert told(table)[1] == [("Nil", "to make", True)]


def test_a_big_bid_says_what_it_is_for(table: Table) -> None:
    table.start(big_bids=[{"at": 10, "made": 200, "set": -200}])
    table.bid(6, 1, 4, 1)
    assert told(table)[0] == [("10", "for 200", False)]


def test_a_big_bid_that_comes_on_top_has_a_contract_as_any(table: Table) -> None:
    table.start(big_bids=[{"at": 10, "made": 200, "set": -200, "how": "extra"}])
    table.bid(6, 1, 4, 1)
    assert told(table)[0] == [("10", "to make", False)]


def test_a_hand_that_bids_itself_says_what_a_trick_is_worth(table: Table) -> None:
    table.start(first_hand="bids itself")
    assert told(table) == [[("10", "a trick", False)], [("10", "a trick", False)]]


def test_a_side_is_told_as_on_paper_its_nil_bidders_last(table: Table) -> None:
    table.play((4, "nil", "blind nil", "nil"), None, 2, 1, 3, Gold=7)
    assert words.describe_on_paper(table.match, 1, side=0) == "4+Blind nil → 7+1"
    assert words.describe_on_paper(table.match, 1, side=1) == "Nil+Nil → 2+3"


def test_a_hand_that_bids_itself_has_only_its_tricks_on_paper(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=8, Blue=5)
    assert words.describe_on_paper(table.match, 1, side=0) == "8"
