"""Two questions of the menu: who gives up, and who deals."""

import json
from typing import Any

import pytest

from tests.table import SAVED, Table
from tests.web.browser import Browser

GAMES = {
    "partnership": (["Gives up: Gold", "Gives up: Blue"], ["1", "0"]),
    "two-player": (["Gives up: Ann", "Gives up: Ben"], ["1", "0"]),
    "three-handed": (["Wins: Ann", "Wins: Ben", "Wins: Cleo"], ["0", "1", "2"]),
    "six-handed": (["Wins: Gold", "Wins: Blue", "Wins: Green"], ["0", "1", "2"]),
}


def find_keys(table: Table, fact: str) -> list[tuple[str, str]]:
    keys = table.show(f"?change={fact}").root.all("form", class_="answers")[0].all("button")
    return [(key.text, key.attributes["value"]) for key in keys]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_offers_each_side_and_nobody(table: Table, game: str) -> None:
    table.start(game)
    texts, values = GAMES[game]
    assert find_keys(table, "end") == [*zip(texts, values, strict=True), ("Nobody wins", "")]


def test_a_match_given_up_is_won_in_all_lists(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.save("end", "?change=end", winner="1")
    page = table.show()
    assert "Ben & Dan win" in page.text
    assert "Match ended, won by Blue" in page.text
    assert "Ann & Cleo gave up." in page.text
    assert "Match ended, won by Blue" in table.show().text
    browser = table.browser
    assert "given up" in browser.open("/").text
    found = [browser.open(f"/history?result={why}").text for why in ("given+up", "early")]
    assert ["No matches found" in one for one in found] == [False, True]
    file = json.loads(browser.open(f"{table.path}/file").body)
    assert file["awarded"] == "Blue"
    table.undo()
    assert "Match over" not in table.show().text


@pytest.mark.parametrize("winner", ["2", "-1", "Gold"])
def test_an_unknown_side_cannot_win(table: Table, winner: str, stored: Any) -> None:
    before = stored()
    answer = table.send("end", "?change=end", winner=winner)
    assert (answer.status, stored()) == (422, before)
    assert "There is no such side." in answer.text


def test_who_deals_is_corrected_and_undone(table: Table, watcher: Browser) -> None:
    for _ in range(2):
        table.play((4, 3, 3, 2), 8, 5)
    assert [name for name, _ in find_keys(table, "dealer")] == ["Ann", "Ben", "Cleo", "Dan"]
    assert "Ben deals" in table.show().text
    table.save("dealer", "?change=dealer", seat="3")
    page = table.show()
    assert "Dealer of hand 3: Dan" in page.text
    assert "Dan deals · Ann leads" in page.text
    assert watcher.open(table.path).root.all(class_="match")[0].attributes["data-news"] == (
        "Dealer of hand 3: Dan"
    )
    assert "Dealer of hand 3: Dan" in table.show().text
    table.play((4, 3, 3, 2), 8, 5)
    assert "Ann deals" in table.show().text
    for _ in range(2):
        table.undo()
    assert set(table.show().says_undo) == {"Undo: dealer of hand 3"}
    table.undo()
    assert "Ben deals" in table.show().text


def test_two_players_say_who_draws_first(table: Table) -> None:
    table.start("two-player")
    table.bid(5, 6)
    assert "Who draws first?" in table.show("?change=dealer").text
    table.save("dealer", "?change=dealer", seat="1")
    page = table.show()
    assert "First draw of hand 1: Ben" in page.text
    assert "Undo: first draw of hand 1" in page.html
    assert "Ben drew first · Ann leads" in table.show("/drawing").text


def test_the_dealer_changes_nothing_by_dealing_anyway_and_stays_once_a_trick_is_noted(
    table: Table, stored: Any
) -> None:
    assert table.send("dealer", "?change=dealer", seat="3").status == SAVED
    assert set(table.show().says_undo) == {"Undo start"}
    before = stored()
    assert table.send("dealer", "?change=dealer", seat="9").status == 422
    assert stored() == before
    table.bid(4, 3, 3, 2)
    form = table.show("?change=dealer").form("/dealer")
    table.tally("side_0")
    before = stored()
    assert "Who deals this hand?" not in table.show().text
    assert not table.show("?change=dealer").forms_to("/dealer")
    version = table.show().form("/undo").fields["version"]
    assert table.browser.send(form, seat="1", version=version).status == 422
    assert stored() == before
