from collections.abc import Callable

import pytest

from tests.table import SAVED, Table
from tests.web.conftest import story

HANDS_THAT_ARE_NOT_THERE = [
    *("0", "3", "99", "-1", "x", "1.5", "٣"),
    pytest.param("9" * 30, id="thirty digits"),
]


@story
def played(table: Table) -> None:
    """Two hands: 71 to 50, then 132 to 20."""
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 2, 3, 2), 7, 6)


def correction(table: Table, number: object = 1) -> str:
    return f"{table.path}/hands/{number}/correction"


def test_the_page_contains_the_recorded_numbers_and_a_preview_without_changes_says_so(
    played: Table,
) -> None:
    fields = played.browser.open(correction(played)).form("/correction", "get").fields
    assert (fields["bid_0"], fields["bid_3"], fields["side_0"]) == ("4", "2", "8")
    page = played.preview(1)
    assert "Nothing has changed yet." in page.text
    assert [form.method for form in page.forms] == ["get"]


def test_a_preview_shows_changes_keeps_the_reason_and_saves_nothing(
    played: Table, stored: Callable[[], str]
) -> None:
    before = stored()
    page = played.preview(1, side_0="9", side_1="4")
    assert page.status == 200
    assert "+71 → +72" in page.text
    assert "+50 → −50" in page.text
    assert stored() == before
    page = played.preview(1, side_0="9")
    assert "Gold took 8 → 9" in page.text
    assert "Blue took 5 → 4" in page.text
    assert page.form("/correction").fields["side_1"] == "4"
    page = played.preview(1, side_0="9", side_1="4", reason="miscounted")
    assert page.form("/correction").fields["reason"] == "miscounted"
    refused = played.preview(1, side_0="9", side_1="9", reason="miscounted")
    assert refused.form("/correction", "get").fields["reason"] == "miscounted"


def test_a_correction_is_stored_with_its_reason(played: Table) -> None:
    played.correct(1, "miscounted <b>twice</b>", side_0="9", side_1="4")
    words = played.show().text
    assert "miscounted <b>twice</b>" in words
    assert "before: bid Ann 4, Ben 3, Cleo 3, Dan 2; took Gold 8, Blue 5" in words
    assert "after: bid Ann 4, Ben 3, Cleo 3, Dan 2; took Gold 9, Blue 4" in words


def test_a_corrected_nil_asks_for_its_own_tricks(played: Table) -> None:
    page = played.preview(1, bid_2="nil", side_0="7", side_1="5")
    assert "seat_2" in page.form("/correction", "get").names
    form = page.form("/correction")
    assert played.browser.send(form).status == SAVED
    written = played.browser.open(f"{played.path}/file").json()
    assert written["hands"][0]["bids"] == [4, 3, "nil", 2]
    assert written["hands"][0]["tricks"] == [7, None, 1, None]


def test_the_bids_of_the_hand_being_played_can_be_corrected(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    table.correct(1, bid_0="5")
    table.take(8, 5)
    assert table.points == [80, 50]


def test_a_hand_by_player_is_corrected_by_player(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    table.save("tricks", "?by=player", seat_0="5", seat_1="3", seat_2="3", seat_3="2")
    table.correct(1, seat_0="4", seat_1="4")
    written = table.browser.open(f"{table.path}/file").json()
    assert written["hands"][0]["tricks"] == [4, 4, 3, 2]


def test_a_preview_announces_another_winner(table: Table) -> None:
    table.start("partnership", opening_points_0="450", opening_points_1="455")
    table.play((4, 3, 3, 2), 8, 5)
    page = table.preview(1, side_0="6", side_1="7")
    assert "The winner changes from Gold to Blue." in page.text


def test_a_preview_announces_hands_that_will_be_removed(table: Table) -> None:
    table.start("partnership", opening_points_0="450")
    table.play((4, 3, 3, 2), 6, 7)
    table.play((3, 2, 3, 2), 7, 6)
    page = table.preview(1, side_0="8", side_1="5")
    assert "The match is over: Gold wins." in page.text
    assert "Hand 2 will be removed" in page.text
    assert table.browser.send(page.form("/correction")).status == SAVED
    assert table.points == [521, 50]
    assert "before: bid" in table.show().text


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        pytest.param({"side_0": "9", "side_1": "6"}, "side_0", id="tricks too many"),
        pytest.param({"bid_0": "14"}, "bid_0", id="a bid over all tricks"),
        pytest.param({"bid_0": "x"}, "bid_0", id="a bid that is none"),
        pytest.param({"side_1": "14"}, "", id="a number that is none"),
        pytest.param({"side_1": "\0"}, "side_1", id="NUL"),
        pytest.param({"bid_0": "x", "bid_3": "y"}, "bid_0", id="no bids at all"),
    ],
)
def test_invalid_correction_is_shown_with_the_reason(
    played: Table, unchanged: None, fields: dict[str, str], place: str
) -> None:
    page = played.preview(1, **fields)
    assert page.status == 422
    assert page.errors[0][0] == place
    assert page.form("/correction", "get").fields["bid_1"] == "3"
    form = played.preview(1, bid_1="2").form("/correction")
    assert played.browser.send(form, **fields).status == 422


@pytest.mark.parametrize("number", HANDS_THAT_ARE_NOT_THERE)
def test_a_missing_hand_cannot_be_corrected(played: Table, unchanged: None, number: str) -> None:
    fields = played.preview(1, bid_1="2").form("/correction").fields
    assert played.browser.open(correction(played, number)).status == 404
    assert played.browser.post(correction(played, number), fields).status == 404


@pytest.mark.parametrize(
    "reason",
    [
        pytest.param("r" * 5000, id="five thousand letters"),
        pytest.param("a\0b", id="NUL"),
        pytest.param("👩‍👩‍👧‍👦" * 90, id="families"),
        pytest.param("‮‭\u2028", id="directions"),
        pytest.param("  ", id="blanks"),
    ],
)
def test_any_reason_is_stored_or_cut(played: Table, reason: str) -> None:
    played.correct(1, reason, side_0="9", side_1="4")
    assert played.show().status == 200


def test_a_correction_is_saved_after_another_hand_was_bid(played: Table, second: Table) -> None:
    form = Table(second.browser, played.path).preview(1, side_0="9", side_1="4").form("/correction")
    played.bid(4, 3, 3, 2)
    assert second.browser.send(form, reason="miscounted").status == SAVED
    assert played.points == [133, -8]
    assert "miscounted" in played.show().text


def test_a_correction_with_new_consequences_is_shown_again(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    table.start("partnership", opening_points_0="450")
    second = Table(second.browser, table.path)
    table.play((4, 3, 3, 2), 6, 7)
    form = second.preview(1, side_0="8", side_1="5").form("/correction")
    table.play((3, 2, 3, 2), 7, 6)
    before = stored()
    page = second.browser.send(form, reason="miscounted")
    assert page.status == 409
    assert "Hand 2 will be removed" in page.text
    assert stored() == before
    again = page.form("/correction")
    assert again.fields["reason"] == "miscounted"
    assert second.browser.send(again).status == SAVED
    assert table.points == [521, 50]
