"""Partners who bid one number, and tables without nil: the pages without scripts."""

from typing import Any

import pytest

from tests.reading import Page
from tests.table import SAVED, Table

NIL_OF_CLEO = {"bid_0": 4, "nil_0": "2", "bid_1": 5}
OTHER_SIDE = {"bid_0": {"bid_1": "5"}, "bid_1": {"bid_0": "4", "nil_0": "2"}}
"""What is kept if the number of a field is wrong."""
TOO_HIGH = "Ann bid 14, but a hand has only 13 tricks."


@pytest.fixture
def sides(table: Table) -> Table:
    """Partners bid one number, and Dan deals."""
    table.start("partnership", bids_by="side")
    return table


def read_bids(table: Table) -> list[Any]:
    return [hand["bids"] for hand in table.browser.open(f"{table.path}/file").json()["hands"]]


def list_asked(page: Page) -> list[str]:
    asked = [node.attributes.get("id", "") for node in page.root.all("fieldset")]
    return [name for name in asked if name.startswith("bid_")]


def list_keys(page: Page, name: str) -> list[str]:
    keys = page.root.all("input", name=name)
    return [key.attributes["value"] for key in keys if key.attributes["value"]]


def test_each_side_has_one_keypad_in_the_order_in_which_a_partner_bids(sides: Table) -> None:
    assert list_asked(sides.show()) == ["bid_0", "bid_1"]
    sides.save("bids", bid_0=7, bid_1=5)
    sides.take(8, 5)
    assert list_asked(sides.show()) == ["bid_1", "bid_0"]


def test_six_players_have_three_keypads(table: Table) -> None:
    table.start("six-handed", bids_by="side")
    assert list_asked(table.show()) == ["bid_1", "bid_2", "bid_0"]
    table.save("bids", bid_0=6, bid_1=5, bid_2=3, nil_2="blind 2")
    table.take(7, 6, 4, seat_2=0)
    assert read_bids(table) == [[6, 5, "blind nil", "partner", "partner", 3]]
    assert table.points == [61, 51, 231]


@pytest.mark.parametrize("game", ["two-player", "three-handed", "solo"])
def test_players_without_partners_bid_alone(table: Table, game: str) -> None:
    table.start(game, bids_by="side")
    page = table.show()
    assert len(list_asked(page)) == len(page.points)
    assert list_keys(page, "bid_0")[0] == "nil"


def test_two_numbers_are_the_bids_of_a_hand(sides: Table) -> None:
    sides.save("bids", bid_0=7, bid_1=5)
    assert "12 of 13 bid" in sides.show().text
    form = sides.show("?by=side").form("/tricks")
    assert form.names.isdisjoint({"seat_0", "seat_2"})
    sides.take(8, 5)
    assert (sides.points, sides.bags) == ([71, 50], [1, 0])
    assert read_bids(sides) == [[7, 5, "partner", "partner"]]


def test_a_nil_is_the_bid_of_its_player_and_the_number_that_of_the_partner(sides: Table) -> None:
    sides.save("bids", **NIL_OF_CLEO)
    sides.take(5, 7, seat_2=1)
    assert read_bids(sides) == [[4, 5, "nil", "partner"]]
    sides.save("bids", bid_0=4, nil_0="blind 0", bid_1=5)
    sides.take(6, 7, seat_0=0)
    assert read_bids(sides)[1] == ["blind nil", 5, 4, "partner"]


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        pytest.param({"bid_1": ""}, "bid_1", "Choose a number for Blue.", id="missing"),
        pytest.param({"bid_0": "14"}, "bid_0", TOO_HIGH, id="too high"),
        pytest.param({"bid_0": "nil", "nil_0": ""}, "bid_0", "Bid missing: Gold", id="no number"),
        pytest.param({"nil_1": "2"}, "bid_1", "Choose a number for Blue.", id="not its partner"),
        pytest.param({"nil_1": "dumb 1"}, "bid_1", "Choose a number for Blue.", id="no nil"),
        pytest.param({"nil_1": "1" * 30}, "bid_1", "Choose a number for Blue.", id="no seat"),
        pytest.param({"bid_3": "2"}, "bid_1", "Bid missing: Blue", id="each their own"),
    ],
)
def test_a_wrong_bid_is_refused_at_its_side_and_the_rest_is_kept(
    sides: Table, unchanged: None, changed: dict[str, str], field: str, message: str
) -> None:
    page = sides.send("bids", **{**NIL_OF_CLEO, "bid_0": 4} | changed)
    assert (page.status, page.errors) == (422, [(field, message)])
    fields = page.form("/bids").fields
    assert fields | OTHER_SIDE[field] == fields


@pytest.mark.parametrize("query", ["?change=bids", ""], ids=["changed", "undone"])
def test_bids_are_filled_in_to_change_them(sides: Table, query: str) -> None:
    sides.save("bids", **NIL_OF_CLEO)
    if not query:
        sides.undo()
    fields = sides.show(query).form("/bids").fields
    bids = {"bid_0": "4", "nil_0": "2", "bid_1": "5", "bid_2": "partner", "bid_3": "partner"}
    assert fields | bids == fields
    sides.save("bids", query, nil_0="", bid_0=7)
    sides.take(8, 5)
    assert read_bids(sides) == [[7, 5, "partner", "partner"]]


def test_a_correction_keeps_the_form_of_its_hand(sides: Table) -> None:
    sides.save("bids", bid_0=7, bid_1=5)
    sides.take(8, 5)
    page = sides.preview(1, bid_0="4", nil_0="2")
    assert page.status == 200
    assert "seat_2" in page.form("/correction", "get").names
    sides.correct(1, bid_0="4", nil_0="2", seat_2="0", side_0="8")
    assert read_bids(sides) == [[4, 5, "nil", "partner"]]
    sides.correct(1, bid_1="4")
    assert read_bids(sides) == [[4, 4, "nil", "partner"]]


def test_tricks_by_player_belong_to_the_number_of_both(sides: Table) -> None:
    sides.save("bids", bid_0=7, bid_1=5)
    page = sides.show("?by=player")
    assert page.text.count("contract 7") == 2
    answer = sides.browser.send(page.form("/tricks"), seat_0=4, seat_1=3, seat_2=4, seat_3=2)
    assert answer.status == SAVED
    assert sides.points == [71, 50]


def test_two_phones_that_differ_compare_the_numbers_of_sides(sides: Table) -> None:
    form = sides.show().form("/bids")
    sides.save("bids", bid_0=7, bid_1=5)
    assert sides.browser.send(form, bid_0=7, bid_1=5).status == SAVED
    page = sides.browser.send(form, bid_0=4, nil_0="2", bid_1=5)
    assert page.status == 409
    _, *rows = [row.text for row in page.root.all("tr")]
    assert rows == ["Gold’s bid 7 –", "Blue’s bid 5 5", "Ann’s bid – 4", "Cleo’s bid – Nil"]
    instead = page.form("/correction")
    assert sides.browser.send(instead).status == SAVED
    sides.take(5, 7, seat_2=1)
    assert read_bids(sides) == [[4, 5, "nil", "partner"]]


@pytest.mark.parametrize("game", ["partnership", "two-player", "six-handed"])
@pytest.mark.parametrize(
    ("nil", "first", "blind"),
    [("played", "nil", True), ("not blind", "nil", False), ("not played", "1", False)],
)
def test_keypads_have_only_the_nils_that_are_played(
    table: Table, game: str, nil: str, first: str, blind: bool
) -> None:
    table.start(game, nil=nil)
    keys = list_keys(table.show(), "bid_0")
    assert keys[0] == first
    assert ("blind nil" in keys) == blind


@pytest.mark.parametrize(
    ("house", "blind", "nils"),
    [
        pytest.param({}, [], ["0", "blind 0", "2", "blind 2"], id="all"),
        pytest.param({"nil": "not blind"}, [], ["0", "2"], id="not blind"),
        pytest.param({"nil": "not played"}, [], [], id="no nil"),
        pytest.param(
            {"nil": "not played", "blind_minimum": "12"}, ["blind 12", "blind 13"], [], id="blind"
        ),
    ],
)
def test_a_side_has_keys_for_what_it_can_bid(
    table: Table, house: dict[str, str], blind: list[str], nils: list[str]
) -> None:
    table.start("partnership", bids_by="side", **house)
    keys = list_keys(table.show(), "bid_0")
    assert sorted(keys) == sorted([*map(str, range(1, 14)), *blind])
    assert list_keys(table.show(), "nil_0") == nils
