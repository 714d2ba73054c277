from collections.abc import Callable

import pytest

from tests.reading import Page
from tests.table import SAVED, Table, tricks_by_side
from tests.web.conftest import story

bids = story(lambda table: table.bid(4, 3, "nil", 2), autouse=True)


def test_nil_bidders_are_asked_for_their_own_by_few_keys_and_more(table: Table) -> None:
    names = table.show("?by=side").form("/tricks").names
    assert {"side_0", "side_1", "seat_2"} <= names
    assert "seat_0" not in names
    page = table.show("?by=side")
    few = page.root.all(class_="pad__keys pad__keys--few")
    assert [len(pad.all("input", type="checkbox")) for pad in few] == [1]
    assert "More" in few[0].text


def test_the_last_number_is_computed(table: Table) -> None:
    table.take(7, seat_2=0)
    assert table.points == [40 + 3 + 100, 50 + 1]


def test_a_saved_hand_shows_its_points(table: Table) -> None:
    table.take(6, 6, seat_2=1)
    page = table.show()
    assert page.status_line == "Hand saved"
    stamps = page.root.all("p", class_="stamps")
    assert [side.text for side in stamps] == ["4 bid, 6 nil −100", "5 bid, 6"]


def test_tricks_can_be_entered_by_player(table: Table) -> None:
    names = table.show("?by=player").form("/tricks").names
    assert {"seat_0", "seat_1", "seat_2", "seat_3"} <= names
    page = table.send("tricks", "?by=player", seat_0="6", seat_1="4", seat_2="1", seat_3="9")
    assert page.status == 422
    fields = page.form("/tricks").fields
    assert (fields["by"], fields["seat_3"]) == ("player", "9")
    assert table.browser.send(page.form("/tricks"), seat_3="2").status == SAVED
    assert table.points == [-57, 51]
    written = table.browser.open(f"{table.path}/file").json()
    assert written["hands"][0]["tricks"] == [6, 4, 1, 2]


@pytest.mark.parametrize(
    ("by", "sent", "field", "sentence"),
    [
        ("side", {"side_0": "8", "side_1": "7", "seat_2": "0"}, "seat_2", "Two tricks too many"),
        ("side", {"side_0": "1", "side_1": "1", "seat_2": "0"}, "seat_2", "Eleven tricks missing"),
        ("side", {"side_0": "9", "seat_2": "9"}, "seat_2", "Five tricks too many: Gold 18"),
        ("player", {"seat_0": "9", "seat_1": "9", "seat_2": "9"}, "seat_0", "14 tricks too many"),
        ("player", {"seat_2": "1", "seat_1": "3"}, "seat_0", "Enter the tricks of Gold."),
        ("side", {"side_0": "6"}, "seat_2", "Cleo"),
        ("side", {}, "seat_2", "Cleo"),
    ],
)
def test_impossible_tricks_are_refused_with_the_reason(
    table: Table, unchanged: None, by: str, sent: dict[str, str], field: str, sentence: str
) -> None:
    page = table.send("tricks", f"?by={by}", **sent)
    assert (page.status, page.errors[0][0]) == (422, field)
    assert sentence in page.errors[0][1]
    assert page.form("/tricks").fields.items() >= sent.items()


@pytest.mark.parametrize("number", ["-1", "14", "six", "6.0", "٦", "9" * 30, "\0"])
def test_an_invalid_number_of_tricks_is_refused(table: Table, unchanged: None, number: str) -> None:
    page = table.send("tricks", side_0=number, side_1="6", seat_2="1")
    assert page.status == 422
    assert page.errors != []
    fields = page.form("/tricks").fields
    assert (fields["side_1"], fields["seat_2"]) == ("6", "1")


def told_differently(table: Table, way: str, question: str = "?by=side", **numbers: str) -> Page:
    form = table.show(question).form("/tricks").filled(**numbers, way=way)
    answer = table.browser.post(f"{table.path}/way", form.fields)
    assert answer.status == SAVED
    return table.browser.open(answer.location)


def test_switching_to_players_and_back_keeps_numbers(table: Table) -> None:
    page = told_differently(table, "player", seat_2="1", side_1="6", side_0="6")
    form = page.form("/tricks").filled(seat_1="4", way="side")
    assert (form.fields["seat_0"], form.fields["seat_2"]) == ("6", "1")
    answer = table.browser.post(f"{table.path}/way", form.fields)
    fields = table.browser.open(answer.location).form("/tricks").fields
    assert (fields["side_0"], fields["side_1"], fields["seat_2"]) == ("6", "6", "1")


def test_complete_player_numbers_make_a_pile(table: Table) -> None:
    page = told_differently(table, "side", "?by=player", seat_1="4", seat_3="2", seat_2="0")
    fields = page.form("/tricks").fields
    assert (fields["side_1"], fields["seat_2"], fields["side_0"]) == ("6", "0", "")


def test_switching_to_the_tally_and_back_keeps_numbers(table: Table) -> None:
    page = told_differently(table, "trick", side_1="6")
    assert "Who took trick 1?" in page.text
    (back,) = [way for way in page.ways if "by=side" in way]
    assert table.browser.open(back).form("/tricks").fields["side_1"] == "6"


def test_only_numbers_are_carried_over(table: Table, unchanged: None) -> None:
    page = told_differently(table, "player", side_1="<b>", seat_2="9" * 5000)
    assert page.form("/tricks").fields["seat_2"] == ""
    assert "<b>" not in page.form("/tricks").fields.values()


def test_tricks_without_bids_are_refused(table: Table, stored: Callable[[], str]) -> None:
    table.take(6, 6, seat_2=1)
    fields = table.show().form("/bids").fields
    before = stored()
    page = table.browser.post(f"{table.path}/tricks", fields | tricks_by_side(6, 7))
    assert page.status == 422
    assert page.errors == [("", "Enter the bids of this hand first.")]
    assert stored() == before
