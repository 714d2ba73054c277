from collections.abc import Callable

import pytest

from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.conftest import story

GOLD, BLUE, CLEO = "side_0", "side_1", "seat_2"


bids = story(lambda table: table.bid(4, 3, "nil", 2), autouse=True)
"""Gold needs 4 and Cleo's nil, Blue needs 5; Ann leads."""


def states(page: Page) -> list[str]:
    (form,) = page.root.all("form", action=f"{page.path.partition('?')[0]}/tally")
    return [item.text for item in form.all("li", class_="states__text")]


def takers(page: Page) -> list[str]:
    return [button.text for button in page.root.all("button", name="taken")]


def test_the_tally_has_a_button_for_each_pile_and_nil_and_names_the_leader_if_known(
    table: Table,
) -> None:
    assert f"{table.path}?by=trick" in table.show().links
    ways = table.show("?by=side").root.all("button", name="way")
    assert {key.attributes["value"] for key in ways} == {"trick", "player"}
    page = table.show("?by=trick")
    assert "Who took trick 1?" in page.text
    assert f"{table.path}?by=side" in page.links
    assert takers(table.show("?by=trick")) == ["Cleo", "Ann", "Blue"]
    assert "Who took trick 1? Ann leads" in table.show("?by=trick").text
    table.tally(CLEO)
    assert "Who took trick 2? Cleo leads" in table.show().text
    table.tally(BLUE)
    assert "leads" not in table.show().text.partition("Who took trick 3?")[2].partition("Blue")[0]


def test_undo_removes_one_trick(table: Table) -> None:
    table.tally(GOLD, CLEO)
    assert table.show().says_undo == ["Undo: trick 2"]
    table.undo()
    page = table.show()
    assert "Who took trick 2?" in page.text
    assert "Cleo’s nil is still good" in states(page)


def test_thirteen_tricks_record_the_hand(table: Table) -> None:
    table.tally(*[GOLD] * 6, CLEO, *[BLUE] * 6)
    page = table.show()
    assert page.points == [40 - 100 + 2 + 1, 50 + 1]
    assert page.bags == [3, 1]
    assert "Hand 2" in page.text
    written = table.browser.open(f"{table.path}/file").json()["hands"][0]
    assert written["tricks"] == [6, None, 1, None]
    assert written["piles"] == {"Blue": 6}
    assert written["tally"] == [*["Gold"] * 6, 2, *["Blue"] * 6]


def test_tricks_can_be_tallied_by_player(table: Table) -> None:
    form = table.show("?by=trick").form("/tally")
    assert "by" not in form.fields
    table.browser.send(form, by="player", taken="seat_3")
    written = table.browser.open(f"{table.path}/file").json()["hands"][0]
    assert written["tally"] == [3]
    assert "Who took trick 2? Dan leads" in table.show().text


def test_tricks_after_a_partial_tally_show_it(table: Table) -> None:
    table.tally(GOLD, BLUE, CLEO)
    page = table.show("?by=side")
    assert page.form("/tricks").names >= {"side_0", "side_1", "seat_2"}
    assert "contract 4 · 1 so far" in page.text
    table.save("tricks", "?by=side", side_0=6, side_1=6, seat_2=1)
    assert table.points == [-57, 51]
    assert table.browser.open(f"{table.path}/file").json()["hands"][0]["tally"] == [
        "Gold",
        "Blue",
        2,
    ]


def test_a_later_nil_asks_who_took_the_tricks(table: Table) -> None:
    table.tally(GOLD, BLUE)
    table.save("bids", "?change=bids", bid_1="nil")
    page = table.show()
    assert "Who took trick 2?" in page.text
    assert "Blue took trick 2. There’s a nil now, so which player took it?" in page.text
    assert takers(page) == ["Ben", "Dan"]
    table.tally("seat_1")
    assert "Who took trick 3?" in table.show().text
    page = table.show()
    assert "Ben’s nil was broken in trick 2" in states(page)
    assert page.says_undo == ["Undo: player who took a trick"]
    assert "corrected" not in table.show().text


def test_two_phones_tallying_at_once_record_one_trick(table: Table, second: Table) -> None:
    mine, theirs = (one.show("?by=trick").form("/tally") for one in (table, second))
    assert table.browser.send(mine, taken=GOLD).status == SAVED
    page = second.browser.send(theirs, taken=BLUE)
    assert (page.status, "Nothing was saved" in page.text) == (409, True)
    assert "Who took trick 2?" in second.show().text


def test_a_counted_list_records_each_trick(table: Table) -> None:
    form = table.show("?by=trick").form("/tally")
    assert table.browser.send(form, tricks=f"{GOLD} {BLUE} {CLEO}").status == SAVED
    assert "Who took trick 4? Cleo leads" in table.show().text
    table.undo()
    assert "Who took trick 3?" in table.show().text


def test_a_longer_list_of_the_same_page_adds_the_rest(table: Table) -> None:
    form = table.show("?by=trick").form("/tally")
    whole = f"{GOLD} {BLUE} {BLUE}"
    for key, tricks, status in (
        ("1", GOLD, SAVED),
        ("2", whole, SAVED),
        ("3", whole, SAVED),
        ("4", f"{GOLD} {BLUE}", 409),
        ("5", f"{GOLD} {GOLD} {BLUE} {BLUE}", 409),
    ):
        assert table.browser.send(form, key=key, tricks=tricks).status == status
    assert "Who took trick 4?" in table.show().text


def test_a_whole_list_scores_the_hand_once(table: Table) -> None:
    form = table.show("?by=trick").form("/tally")
    tricks = " ".join([*[GOLD] * 6, CLEO, *[BLUE] * 6])
    for key in ("first", "second"):
        assert table.browser.send(form, key=key, tricks=tricks).status == SAVED
    assert table.points == [40 - 100 + 2 + 1, 50 + 1]
    assert table.browser.send(form, key="third", tricks=f"{tricks} {GOLD}").status == 409


@pytest.mark.parametrize("tricks", ["side_2", "x", f"{GOLD} seat_9", " ".join([GOLD] * 14)])
def test_an_impossible_list_is_refused(table: Table, unchanged: None, tricks: str) -> None:
    form = table.show("?by=trick").form("/tally")
    assert table.browser.send(form, tricks=tricks).status == 422
    assert table.browser.send(form, tricks=tricks, version="1").status == 409


@pytest.mark.parametrize(
    "taken", ["", "side", "side_2", "side_-1", "seat_4", "seat_99999999999", "pile_0", "\0"]
)
def test_a_trick_without_a_valid_taker_is_refused(
    table: Table, unchanged: None, taken: str
) -> None:
    page = table.send("tally", "?by=trick", taken=taken)
    assert page.status == 422
    assert page.errors == [("", "Choose who took the trick.")]


def test_a_trick_without_bids_is_refused(table: Table, stored: Callable[[], str]) -> None:
    form = table.show("?by=trick").form("/tally")
    table.undo()
    fields = form.fields | {"version": table.show().form("/bids").fields["version"]}
    before = stored()
    page = table.browser.post(form.action, fields | {"taken": GOLD})
    assert page.status == 422
    assert page.errors == [("", "Enter the bids of this hand first.")]
    assert stored() == before


def test_a_wrong_sum_during_a_tally_keeps_the_numbers_and_a_list_with_undone_tricks_is_a_conflict(
    table: Table,
) -> None:
    table.tally(GOLD, BLUE)
    page = table.send("tricks", "?by=side", side_0="6", side_1="9", seat_2="0")
    assert page.status == 422
    assert page.errors[0][0] == "seat_2"
    fields = page.form("/tricks").fields
    assert (fields["side_0"], fields["side_1"], fields["by"]) == ("6", "9", "side")
    form = table.show().form("/tally")
    table.undo()
    assert table.browser.send(form, tricks=f"{GOLD} {BLUE} {GOLD}").status == 409


def test_the_number_form_shows_the_tally(table: Table) -> None:
    table.tally(GOLD, BLUE, GOLD)
    assert table.show().root.all("ul", class_="piles")[0].text == "Cleo 0 Ann 2 Blue 1"
    noted = [card.text for card in table.show("?by=side").root.all("span", class_="take__of")]
    assert noted == ["bid Nil", "contract 4 · 2 so far", "contract 5 · 1 so far"]
