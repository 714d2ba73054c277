"""The match file: what was recorded, and nothing that can be computed."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from scorekeeper.rules import (
    BidError,
    Hand,
    HouseRuleError,
    Incident,
    MatchFileError,
    Redeal,
    RuleError,
    Ruling,
    RulingError,
    SetUpError,
    StepError,
    TrickError,
    Tricks,
)
from scorekeeper.rules.match_file import MAX_HANDS, read, read_hand, write, write_hand
from tests.rules.table import PLAYERS, Table

EXAMPLE = """
{"format": "spades-match/2", "id": "c3BhZGVzLW1hdGNoLTAwMQ",
 "house": {"game": "partnership", "failed_nil": "help", "target": 350},
 "players": ["Ann", "Ben", "Cleo", "Dan"],
 "sides": ["Gold", "Blue"],
 "first": 3,
 "opening": [{"points": 120, "bags": 4}, {"points": 95, "bags": 9}],
 "hands": [
   {"bids": [4, 3, "nil", 2], "tricks": [6, null, 1, null], "piles": {"Blue": 6},
    "note": "a dog barked"},
   {"bids": [5, "blind nil", 3, 4], "redeal": "misdeal"},
   {"bids": null, "redeal": "misdeal"},
   {"bids": [5, "blind nil", 3, 4], "tricks": [4, 0, 4, 5], "noted": "2026-11-20T21:10:00+01:00"},
   {"bids": [3, 3, 3, 3]}
 ],
 "started": "2026-11-20T20:30:00+01:00", "ended": null, "place": "kitchen", "note": "rainy"}
"""
ID = "c3BhZGVzLW1hdGNoLTAwMQ"
DAY = "2026-11-20T19:30:00"
FIRST_DAY, LAST_DAY = "0001-01-01T00:00:00", "9999-12-31T23:59:59"
KINDS: dict[str, type[RuleError]] = {
    **dict.fromkeys(["unknown game", "unknown house rule"], HouseRuleError),
    **dict.fromkeys(["wrong number of players", "no such seat", "note too long"], SetUpError),
    **dict.fromkeys(["one bid a seat", "not a bid"], BidError),
    **dict.fromkeys(["one number a seat", "too many tricks"], TrickError),
    **dict.fromkeys(["tricks cannot go there", "ruling points out of range"], RulingError),
}
"""The class of an error by its code, if it isn't that of a file that can't be read."""


def partners(**changes: Any) -> dict[str, Any]:
    least = {
        "format": "spades-match/1",
        "house": {"game": "partnership"},
        "players": ["Ann", "Ben", "Cleo", "Dan"],
    }
    return {**least, **changes}


def with_rule(**rule: Any) -> dict[str, Any]:
    return partners(house={"game": "partnership", **rule})


def of_hand(**hand: Any) -> dict[str, Any]:
    return partners(hands=[hand])


def test_a_match_file_is_written_as_it_was_read() -> None:
    assert write(read(json.loads(EXAMPLE)), ID) == json.loads(EXAMPLE)


def test_the_first_format_can_still_be_read() -> None:
    first = json.loads(EXAMPLE) | {"format": "spades-match/1", "started": f"{DAY}Z"}
    del first["id"], first["hands"][0]["note"]
    before, now = read(first), read(json.loads(EXAMPLE))
    assert (before.scores, before.started) == (now.scores, now.started)
    assert write(before)["format"] == "spades-match/2"


def test_a_file_equals_the_recorded_match(table: Table) -> None:
    table.start(failed_nil="help", target=350, opening=[(120, 4), (95, 9)])
    table.play([4, 3, "nil", 2], Ann=6, Cleo=1, Blue=6)
    table.bid(5, "blind nil", 3, 4)
    table.record_misdeal()
    table.record_misdeal()
    table.play([5, "blind nil", 3, 4], 4, 0, 4, 5)
    table.bid(3, 3, 3, 3)
    assert read(json.loads(EXAMPLE)).scores == table.match.scores
    assert read(json.loads(EXAMPLE)).turn == table.match.turn


@pytest.mark.parametrize("field", ["sides", "first", "opening", "started", "ended"])
def test_optional_fields_can_be_null(field: str) -> None:
    assert read(partners(**{field: None})) == read(partners())


def test_an_opening_can_omit_zeros() -> None:
    match = read(partners(opening=[{"points": 95}, {}]))
    assert match.standings == ((95, 0), (0, 0))


def test_tricks_by_seat_need_no_piles() -> None:
    match = read(of_hand(bids=[4, 3, 3, 3], tricks=[4, 3, 3, 3]))
    assert match.hands[0].tricks == Tricks((4, 3, 3, 3), (7, 6))


def test_piles_need_no_tricks_by_seat() -> None:
    match = read(of_hand(bids=[4, 3, 3, 3], piles={"Gold": 7, "Blue": 6}))
    assert match.hands[0].tricks == Tricks((None, None, None, None), (7, 6))


def test_piles_are_named_by_side() -> None:
    hand = {"bids": [4, 3, 3, 3], "piles": {"Us": 7, "Them": 6}}
    match = read(partners(sides=["Us", "Them"], hands=[hand]))
    assert write(match)["hands"] == [{**hand, "tricks": [None] * 4}]


def test_a_hand_without_tricks_is_current() -> None:
    assert read(of_hand(bids=[4, 3, 3, 3], tricks=None)).current_hand is not None


@pytest.mark.parametrize("hand", [{"bids": None}, {"redeal": "misdeal"}], ids=repr)
def test_a_hand_without_bids_is_a_misdeal(hand: dict[str, Any]) -> None:
    assert read(of_hand(**hand)).hands[0].redeal is Redeal.MISDEAL


def test_a_nil_may_be_written_as_zero() -> None:
    match = read(of_hand(bids=[0, 3, 3, 3], tricks=[0, 4, 5, 4]))
    assert write(match)["hands"][0]["bids"] == ["nil", 3, 3, 3]


@pytest.mark.parametrize(
    ("game", "bids", "written"),
    [
        ("partnership", [7, "blind 5"], [7, "blind 5", "partner", "partner"]),
        ("six-handed", [7, 5, 4], [7, 5, 4, "partner", "partner", "partner"]),
    ],
)
def test_one_bid_a_side_is_written_by_seat(game: str, bids: Any, written: Any) -> None:
    house = {"game": game, "bids_by": "side", "blind_minimum": 5}
    file = partners(house=house, players=list(PLAYERS[game]), hands=[{"bids": bids}])
    assert write(read(file))["hands"] == [{"bids": written}]
    assert read({**file, "hands": [{"bids": written}]}) == read(file)


@pytest.mark.parametrize(
    ("house", "bids", "code"),
    [
        pytest.param({}, [7, 5], "one bid a seat", id="each player bids"),
        pytest.param({"bids_by": "side"}, ["nil", 5], "one bid a side", id="nil of a side"),
        pytest.param({"bids_by": "side"}, ["partner", 5], "one bid a side", id="nobody's"),
        pytest.param({"bids_by": "side"}, [7, 5, 4], "one bid a seat", id="three"),
    ],
)
def test_other_bids_of_a_side_are_refused(house: dict[str, Any], bids: Any, code: str) -> None:
    with pytest.raises(BidError, match=code):
        read({**with_rule(**house), "hands": [{"bids": bids}]})


@pytest.mark.parametrize(
    ("written", "utc_offset"),
    [
        pytest.param(f"{DAY}Z", None, id="the clock of the table is unknown"),
        pytest.param(f"{DAY}+00:00", 0, id="it shows UTC"),
        pytest.param("2026-11-20T20:30:00+01:00", 60, id="one hour east"),
        pytest.param("2026-11-20T14:30:00-05:00", -300, id="five hours west"),
        pytest.param("2026-11-21T01:15:00+05:45", 345, id="the next day in Kathmandu"),
        pytest.param("2026-11-21T09:30:00+14:00", 840, id="as far east as can be"),
    ],
)
def test_times_are_written_in_local_time(written: str, utc_offset: int | None) -> None:
    ruling = {"kind": "table talk", "seat": 1, "noted": f"{DAY}Z"}
    hand = {"bids": [4, 3, 3, 3], "rulings": [ruling], "noted": f"{DAY}Z"}
    match = read(partners(started=written, hands=[hand], ended=f"{DAY}Z"))
    assert match.started == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    assert match.utc_offset == utc_offset
    data = write(match)
    [hand] = data["hands"]
    assert {data["started"], data["ended"], hand["noted"], hand["rulings"][0]["noted"]} == {written}


def test_a_time_that_leaves_the_calendar_is_written_in_utc() -> None:
    last = "9999-12-31T23:30:00Z"
    match = read(partners(started="2026-11-20T20:30:00+01:00", ended=last))
    assert write(match)["ended"] == last


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("2026-11-21T09:31:00+14:01", id="further east than any table"),
        pytest.param("2026-11-20T04:30:00-15:00", id="further west"),
    ],
)
def test_an_impossible_offset_is_read_as_utc(written: str) -> None:
    match = read(partners(started=written))
    assert (match.utc_offset, write(match)["started"]) == (None, f"{DAY}Z")


def test_other_times_are_in_utc() -> None:
    match = read(partners(hands=[{"redeal": "misdeal", "noted": "2026-11-20T20:30:00+01:00"}]))
    assert write(match)["hands"][0]["noted"] == f"{DAY}Z"


def test_a_match_began_on_its_local_day() -> None:
    chicago = read(partners(started="2026-11-30T19:05:00-06:00"))
    assert f"{chicago.began:%d %b, %H:%M}" == "30 Nov, 19:05"
    assert read(partners(started=f"{DAY}Z")).began == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    assert read(partners()).began is None


def test_the_last_hand_is_the_last_record() -> None:
    hands = [{"redeal": "misdeal", "noted": "2026-11-20T20:10:00Z"}, {"bids": [3, 3, 3, 3]}]
    last = read(partners(started=f"{DAY}Z", hands=hands)).last_noted
    assert last == datetime(2026, 11, 20, 20, 10, tzinfo=UTC)
    assert read(partners(started=f"{DAY}Z")).last_noted == read(partners(started=f"{DAY}Z")).began


def test_a_corrected_hand_keeps_its_note() -> None:
    match = read(of_hand(bids=[4, 3, 3, 3], tricks=[4, 3, 3, 3], note="a dog barked"))
    other = match.correct(1, match.hands[0].bids or (), [5, 3, 2, 3])
    assert other.hands[0].note == "a dog barked"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        pytest.param(None, "missing", id="nothing"),
        pytest.param([], "not an object", id="a list"),
        pytest.param({}, "missing", id="no format"),
        pytest.param(partners(format="spades-match/3"), "unknown format", id="a later format"),
        pytest.param(partners(winner="Gold"), "unknown field", id="unknown field"),
        pytest.param(partners(house=None), "missing", id="no house"),
        pytest.param(partners(house={}), "missing", id="no game"),
        pytest.param(partners(house={"game": "bridge"}), "unknown game", id="unknown game"),
        pytest.param(with_rule(boards=4), "unknown house rule", id="unknown house rule"),
        pytest.param(partners(players=None), "missing", id="no players"),
        pytest.param(partners(players=["Ann", "Ben"]), "wrong number of players", id="two"),
        pytest.param(partners(players=["Ann", "Ben", "Cleo", 4]), "not a text", id="number"),
        pytest.param(partners(players=["x"] * 101), "too long", id="101 players"),
        pytest.param(partners(first="3"), "not a whole number", id="seat as text"),
        pytest.param(partners(first=4), "no such seat", id="no such seat"),
        pytest.param(partners(opening=[{"score": 5}, {}]), "unknown field", id="odd opening"),
        pytest.param(
            partners(opening=[{"points": True}, {}]), "not a whole number", id="opening of yes"
        ),
        pytest.param(partners(hands=None), "missing", id="hands null"),
        pytest.param(partners(hands={}), "not a list", id="hands an object"),
        pytest.param(partners(hands=[{}] * (MAX_HANDS + 1)), "too long", id="endless hands"),
        pytest.param(partners(started=DAY), "not a time", id="time without zone"),
        pytest.param(partners(started="2026-W47-5T19:30:00Z"), "not a time", id="week"),
        pytest.param(partners(started="20261120T193000Z"), "not a time", id="no hyphens"),
        pytest.param(partners(ended="2026-11-31T19:30:00Z"), "not a time", id="no such day"),
        pytest.param(partners(started=f"{DAY}+00:00:30"), "not a time", id="half a minute"),
        pytest.param(partners(ended=20261120), "not a time", id="time as number"),
        pytest.param(partners(ended="soon"), "not a time", id="time as word"),
        pytest.param(
            partners(started=f"{FIRST_DAY}+01:00"), "not a time", id="before the calendar"
        ),
        pytest.param(partners(ended=f"{LAST_DAY}-01:00"), "not a time", id="after the calendar"),
        pytest.param(partners(id=5), "not a text", id="id a number"),
        pytest.param(partners(place=5), "not a text", id="place a number"),
    ],
)
def test_an_invalid_match_is_refused_with_the_reason(written: object, code: str) -> None:
    with pytest.raises(KINDS.get(code, MatchFileError)) as refused:
        read(written)
    assert (refused.value.code, refused.value.hand) == (code, None)


GOOD = {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3]}
TRICKS_OF_A_MISDEAL = "tricks of a thrown-in hand"


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        pytest.param(None, "missing", id="null"),
        pytest.param([], "not an object", id="a list"),
        pytest.param({}, "missing", id="an empty object"),
        pytest.param({**GOOD, "score": 5}, "unknown field", id="unknown field"),
        pytest.param({**GOOD, "ruling": []}, "unknown field", id="ruling"),
        pytest.param({**GOOD, "note": 5}, "not a text", id="note a number"),
        pytest.param({**GOOD, "note": "x" * 501}, "note too long", id="endless note"),
        pytest.param({"tricks": [4, 3, 3, 3]}, "missing", id="no bids"),
        pytest.param({**GOOD, "bids": None}, TRICKS_OF_A_MISDEAL, id="tricks without bids"),
        pytest.param(
            {"bids": None, "piles": {"Gold": 7}}, TRICKS_OF_A_MISDEAL, id="piles without bids"
        ),
        pytest.param({**GOOD, "redeal": "misdeal"}, TRICKS_OF_A_MISDEAL, id="tricks of a misdeal"),
        pytest.param({"bids": None, "redeal": "bored"}, "not a choice", id="unknown redeal"),
        pytest.param({"bids": {}}, "not a list", id="bids an object"),
        pytest.param({"bids": [4, 3, 3]}, "one bid a seat", id="three bids"),
        pytest.param({"bids": []}, "one bid a seat", id="no bid"),
        pytest.param({"bids": [4, 3, 3, "many"]}, "not a bid", id="no such bid"),
        pytest.param({**GOOD, "tricks": [4, 3, 3]}, "one number a seat", id="three seats"),
        pytest.param({**GOOD, "tricks": 13}, "not a list", id="tricks a number"),
        pytest.param({**GOOD, "tricks": [4, 3, 3, "3"]}, "not a whole number", id="a text"),
        pytest.param({**GOOD, "tricks": [4, 3, 3, 5]}, "too many tricks", id="two too many"),
        pytest.param({**GOOD, "piles": []}, "not an object", id="piles a list"),
        pytest.param({**GOOD, "piles": {"Red": 1}}, "unknown field", id="no such side"),
        pytest.param({**GOOD, "piles": {"Gold": None}}, "not a whole number", id="pile null"),
        pytest.param({**GOOD, "noted": "late"}, "not a time", id="noted a word"),
    ],
)
def test_an_invalid_hand_is_refused_with_its_number(hand: object, code: str) -> None:
    with pytest.raises(KINDS.get(code, MatchFileError)) as refused:
        read(partners(hands=[GOOD, hand]))
    assert (refused.value.code, refused.value.hand) == (code, 2)


def test_a_hand_after_the_end_is_refused_with_its_number() -> None:
    with pytest.raises(StepError, match="hand 2: match is over"):
        read(partners(opening=[{"points": 430}, {}], hands=[GOOD, GOOD]))


def test_only_the_last_hand_can_be_without_tricks() -> None:
    with pytest.raises(StepError, match="hand 1: tricks are due"):
        read(partners(hands=[{"bids": [4, 3, 3, 3]}, GOOD]))


def test_bids_of_the_current_hand_are_checked() -> None:
    house = {"game": "partnership", "board": 4}
    typed = {"bids": [1, 3, 2, 3]}
    with pytest.raises(BidError, match="hand 2: below board"):
        read(partners(house=house, hands=[GOOD, typed]))
    read(partners(house=house, hands=[GOOD, {**typed, "noted": "2026-11-20T20:05:00Z"}]))
    read(partners(house=house, hands=[{**typed, "tricks": [4, 3, 3, 3]}]))


def test_a_misdealt_hand_has_no_number() -> None:
    thrown_in = {"bids": None}
    with pytest.raises(TrickError, match="hand 2: too few tricks"):
        read(partners(hands=[thrown_in, GOOD, thrown_in, {**GOOD, "tricks": [4, 3, 3, 2]}]))
    with pytest.raises(StepError, match="hand 1: tricks are due"):
        read(partners(hands=[thrown_in, {"bids": [4, 3, 3, 3]}, GOOD]))


REVOKE = {"kind": "revoke", "seat": 1}
RULED = {
    "bids": [4, 3, 3, 3],
    "tricks": [4, 3, 4, 2],
    "rulings": [
        {**REVOKE, "tricks": 3, "to": "Gold", "note": "second heart", "noted": f"{DAY}Z"},
        {"kind": "table talk", "seat": 0, "points": 50},
        {"kind": "exposed card", "seat": 0},
        {"kind": "wrong number of cards", "seat": 2, "set": True},
    ],
}


def test_rulings_are_written_as_they_were_read() -> None:
    assert write(read(of_hand(**RULED)))["hands"] == [RULED]


def test_rulings_of_the_current_hand_are_kept() -> None:
    hand = {"bids": [4, 3, 3, 3], "rulings": RULED["rulings"]}
    assert write(read(of_hand(**hand)))["hands"] == [hand]


def test_rulings_of_a_misdealt_hand_are_not_written() -> None:
    thrown_in = Hand(redeal=Redeal.MISDEAL, rulings=(Ruling(Incident.MISDEAL, 0, points=50),))
    match = replace(read(partners(hands=[])), hands=(thrown_in,))
    assert write(match)["hands"] == [{"bids": None, "redeal": "misdeal"}]
    assert read_hand(match, write_hand(match, thrown_in)) == thrown_in


def test_rulings_of_a_misdealt_hand_are_refused() -> None:
    hand = {"bids": None, "rulings": [{"kind": "misdeal", "seat": 0, "points": 50}]}
    with pytest.raises(MatchFileError, match="hand 1: rulings of a thrown-in hand"):
        read(partners(hands=[hand]))


@pytest.mark.parametrize(
    ("house", "hand"),
    [
        pytest.param({}, {}, id="before the bids"),
        pytest.param({"first_hand": "bids itself"}, {"bids": []}, id="of a hand without bids"),
    ],
)
def test_a_hand_with_only_rulings_is_current(
    house: dict[str, str], hand: dict[str, list[object]]
) -> None:
    rulings = [{"kind": "exposed card", "seat": 0, "points": 50}]
    match = read(
        partners(house={"game": "partnership", **house}, hands=[{**hand, "rulings": rulings}])
    )
    assert write(match)["hands"] == [{**hand, "rulings": rulings}]
    assert match.turn.hand == match.due_place == 1
    with pytest.raises(MatchFileError, match="missing"):
        read(partners(hands=[{"rulings": rulings, "tricks": [4, 3, 3, 3]}]))


def test_fields_of_a_ruling_are_optional() -> None:
    said = {"kind": "revoke", "seat": 1, "to": None, "note": None, "noted": None}
    short = {"kind": "revoke", "seat": 1, "tricks": 0, "points": 0, "set": False}
    assert read(of_hand(**{**RULED, "rulings": [said]})) == read(
        of_hand(**{**RULED, "rulings": [short]})
    )


@pytest.mark.parametrize(
    ("rulings", "code"),
    [
        pytest.param({}, "not a list", id="an object"),
        pytest.param([{}] * 21, "too long", id="twenty-one"),
        pytest.param([5], "not an object", id="a number"),
        pytest.param([{"seat": 1}], "not a choice", id="no kind"),
        pytest.param([{"kind": [], "seat": 1}], "not a choice", id="odd kind"),
        pytest.param([{"kind": "revoke"}], "not a whole number", id="no seat"),
        pytest.param([{**REVOKE, "side": 0}], "unknown field", id="unknown field"),
        pytest.param([{**REVOKE, "to": "Red"}], "not a choice", id="to a side that is not there"),
        pytest.param([{**REVOKE, "to": "Blue"}], "tricks cannot go there", id="to the offenders"),
        pytest.param([{**REVOKE, "set": 1}], "not yes or no", id="set a number"),
        pytest.param([{**REVOKE, "points": 501}], "ruling points out of range", id="many points"),
        pytest.param([{**REVOKE, "note": "x" * 501}], "note too long", id="long note"),
    ],
)
def test_an_invalid_ruling_is_refused_with_its_hand(rulings: Any, code: str) -> None:
    with pytest.raises(KINDS.get(code, MatchFileError), match=code) as refused:
        read(of_hand(**{**RULED, "rulings": rulings}))
    assert refused.value.hand == 1


@pytest.mark.parametrize(
    ("game", "sides", "first"),
    [
        pytest.param("partnership", ("Gold", "Blue"), 3, id="partnership"),
        pytest.param("two-player", ("Ann", "Ben"), 0, id="two-player"),
        pytest.param("three-handed", ("Ann", "Ben", "Cleo"), 2, id="three-handed"),
        pytest.param("solo", ("Ann", "Ben", "Cleo", "Dan"), 3, id="solo"),
        pytest.param("six-handed", ("Gold", "Blue", "Green"), 5, id="six-handed"),
    ],
)
def test_players_and_house_are_sufficient_in_every_game(
    game: str, sides: tuple[str, ...], first: int
) -> None:
    match = read(partners(house={"game": game}, players=list(PLAYERS[game])))
    assert (match.sides, match.first) == (sides, first)
