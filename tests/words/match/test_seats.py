import pytest

from scorekeeper.rules import NIL, PARTNER, Bid, HouseRules, Match, Taker
from scorekeeper.words.language import gettext, speak
from scorekeeper.words.match import hand as words
from tests.words.complete import is_complete

START = Match.start(HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"])
BIDS = (Bid(4), Bid(3), NIL, Bid(2))
BID = START.bid(BIDS)


def test_a_seat_has_no_duties_before_the_bids() -> None:
    assert words.describe_duties(START, 2) == "no bids yet"


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, "bid 4 · Gold needs 4 of the 13 left · Cleo’s nil is still good"),
        (1, "bid 3 · Blue needs 5 of the 13 left"),
        (2, "bid Nil · Gold needs 4 of the 13 left · Cleo’s nil is still good"),
    ],
)
def test_duties_are_the_bid_and_the_needs_of_the_side(seat: int, told: str) -> None:
    assert words.describe_duties(BID, seat) == told


def test_partners_who_bid_together_have_the_same_duties() -> None:
    start = Match.start(HouseRules.of("partnership", bids_by="side"), START.players)
    both = start.bid([Bid(7), Bid(5), PARTNER, PARTNER])
    assert [words.describe_duties(both, seat) for seat in (1, 3)] == [
        "bid 5 · Blue needs 5 of the 13 left"
    ] * 2


def test_needs_of_a_side_follow_the_tally() -> None:
    noted = BID.note_trick(Taker(0, 0)).note_trick(Taker(0, 2))
    assert (
        words.describe_duties(noted, 0)
        == "bid 4 · Gold needs 3 of the 11 left · Cleo’s nil was broken in trick 2"
    )


def test_a_side_of_two_nils_has_no_contract() -> None:
    nils = START.bid([NIL, Bid(3), NIL, Bid(2)])
    assert words.describe_duties(nils, 0) == (
        "bid Nil · Ann’s nil is still good · Cleo’s nil is still good"
    )


def test_duties_in_a_first_hand_without_bids() -> None:
    house = HouseRules.of("partnership", first_hand="bids itself")
    match = Match.start(house, ["Ann", "Ben", "Cleo", "Dan"])
    assert words.describe_duties(match, 0).startswith("The first hand has no bids")


def test_an_error_names_the_player_of_a_seat(any_language: str) -> None:
    assert "Cleo" in words.describe_taken_seat(BID, 2)
    assert is_complete(words.describe_taken_seat(BID, 2))


@pytest.mark.parametrize("word", ["confirmed", "queried"])
def test_a_reply_names_player_and_hand(any_language: str, word: str) -> None:
    told = words.describe_reply(BID, 1, 2, word)
    assert "Cleo" in told
    assert is_complete(told)
    assert is_complete(gettext(words.OWN_REPLIES[word], number=1))


def test_scorers_see_only_queries() -> None:
    speak("en")
    match = (
        BID.record_tricks([None, None, 0, None], [7, 6])
        .bid([Bid(3)] * 4)
        .record_tricks([None] * 4, [7, 6])
    )
    said = {(2, 3): "queried", (1, 1): "queried", (1, 2): "confirmed"}
    assert words.describe_queries(match, said) == [
        (1, "Ben questioned hand 1"),
        (2, "Dan questioned hand 2"),
    ]
