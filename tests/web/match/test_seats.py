import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser

CONFLICT = 409


def sit(browser: Browser, table: Table, seat: int) -> Page:
    return browser.send(browser.open(table.path).form(f"{table.path}/seat"), seat=str(seat))


def reply(browser: Browser, table: Table, word: str) -> Page:
    return browser.send(browser.open(table.path).form("/reply"), word=word)


def mine(page: Page) -> str:
    return " ".join(line.text for line in page.root.all("p") if "mine" in str(line.attributes))


@pytest.fixture
def another(table: Table) -> Browser:
    return table.browser.add_phone("spectator", table.path)


def test_a_spectator_chooses_a_seat_and_sees_its_status(table: Table, watcher: Browser) -> None:
    assert sit(watcher, table, 2).status == SAVED
    assert mine(watcher.open(table.path)) == "Cleo · no bids yet"
    table.bid(4, 3, "nil", 2)
    page = watcher.open(table.path)
    assert mine(page) == "Cleo · bid Nil · Gold needs 4 of the 13 left · Cleo’s nil is still good"
    assert page.forms_to("/seat") == []


@pytest.mark.parametrize(
    ("named", "then"),
    [
        (None, ["Ben", "Cleo"]),
        ("Kitchen tablet", ["Ben · Kitchen tablet", "Cleo · Kitchen tablet"]),
    ],
)
def test_a_seat_says_whose_phone_it_is(
    table: Table, watcher: Browser, named: str | None, then: list[str]
) -> None:
    if named:
        share = table.browser.open(f"{table.path}/share")
        table.browser.send(share.forms_to("/name")[-1], name=named)
    form, found = watcher.open(table.path).form("/seat"), []
    for seat in ("1", "2"):
        watcher.send(form, seat=seat)
        share = table.browser.open(f"{table.path}/share")
        found.append(share.root.all(class_="phone__name")[-1].text)
    assert found == then


def test_a_seat_tapped_twice_is_claimed_once(table: Table, watcher: Browser) -> None:
    form = watcher.open(table.path).form("/seat")
    assert [watcher.send(form, seat="1").status for _ in range(2)] == [SAVED] * 2
    assert "Ben" in mine(watcher.open(table.path))


def test_a_taken_seat_cannot_be_claimed_again(
    table: Table, watcher: Browser, another: Browser
) -> None:
    late = another.open(table.path).form("/seat")
    sit(watcher, table, 2)
    seats = another.open(table.path).form("/seat").node.all("button")
    assert [seat.attributes["value"] for seat in seats] == ["0", "1", "3"]
    answer = another.send(late, seat="2")
    assert answer.status == CONFLICT
    assert "Another phone already has Cleo’s seat." in answer.text


@pytest.mark.parametrize("seat", ["4", "-1", "", "x", "9" * 30, None])
def test_a_missing_seat_is_not_found(
    table: Table, watcher: Browser, stored: Callable[[], str], seat: str | None
) -> None:
    form, before = watcher.open(table.path).form("/seat"), stored()
    assert watcher.send(form, seat=seat).status == 404
    assert stored() == before


def test_a_phone_can_leave_its_seat(table: Table, watcher: Browser, another: Browser) -> None:
    sit(watcher, table, 2)
    page = watcher.open(table.path)
    assert "I am not Cleo" in page.text
    form = page.form("/seat/free")
    assert another.send(form).status in (400, 404)
    assert watcher.send(form).status == SAVED
    assert mine(watcher.open(table.path)) == ""


def test_a_scorer_can_claim_a_seat(table: Table, watcher: Browser) -> None:
    form = watcher.open(table.path).form("/seat")
    table.bid(4, 3, 3, 2)
    page = table.show()
    token = page.form("/undo").fields
    fields = {**form.fields, "csrf_token": token["csrf_token"], "seat": "0"}
    assert table.browser.post(form.action, fields).status == SAVED
    assert mine(table.show()).startswith("Ann · bid 4")


def played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)


def test_a_phone_with_a_seat_is_asked_and_its_query_is_shown_until_it_is_answered(
    table: Table, watcher: Browser
) -> None:
    played(table)
    assert watcher.open(table.path).forms_to("/reply") == []
    assert table.show().forms_to("/reply") == []
    sit(watcher, table, 2)
    bids = table.show().form("/bids")
    assert reply(watcher, table, "queried").status == SAVED
    page = table.show()
    (note,) = page.root.all("a", class_="match__note query")
    assert note.text == "Cleo questioned hand 1"
    assert note.attributes["href"] == f"{table.path}/hands/1/correction"
    # Bids typed in the meantime are saved as usual.
    answer = table.browser.send(bids, bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    assert answer.status == SAVED
    assert "Cleo questioned hand 1" in table.show().text
    assert "Hand 1 isn’t right" in watcher.open(table.path).text
    assert reply(watcher, table, "undo").status == SAVED
    assert "Cleo questioned" not in table.show().text
    page = watcher.open(table.path)
    assert "Hand 1. Is this right, Cleo?" in page.text
    assert [side.text for side in page.root.all("li", class_="ask__side side--0")] == [
        "Gold 7 bid, 8 +71"
    ]
    assert reply(watcher, table, "confirmed").status == SAVED
    assert "Hand 1 confirmed" in watcher.open(table.path).text
    page = table.show()
    assert "Cleo confirmed hand 1" in page.text
    assert "queries" not in page.text


def test_the_last_hand_is_asked_about_after_the_match(table: Table, watcher: Browser) -> None:
    sit(watcher, table, 2)
    played(table)
    table.end()
    over = watcher.open(table.path).text
    assert over.index("Is this right, Cleo?") < over.index("Score sheet")
    assert reply(watcher, table, "confirmed").status == SAVED


def test_a_hand_just_corrected_cannot_be_confirmed(table: Table, watcher: Browser) -> None:
    played(table)
    sit(watcher, table, 2)
    form = watcher.open(table.path).form("/reply")
    table.correct(1, side_0="9", side_1="4")
    answer = watcher.send(form, word="confirmed")
    assert answer.status == CONFLICT
    assert "Since then: hand 1 corrected." in answer.text
    assert "confirms" not in watcher.open(table.path).text


@pytest.mark.parametrize(
    ("hand", "word", "status"),
    [("1", "nonsense", 422), ("1", "", 422), ("2", "queried", 409), ("9" * 30, "queried", 409)],
)
def test_invalid_reply_changes_nothing(
    table: Table, watcher: Browser, stored: Callable[[], str], hand: str, word: str, status: int
) -> None:
    played(table)
    sit(watcher, table, 2)
    form, before = watcher.open(table.path).form("/reply"), stored()
    action = form.action.replace("/hands/1/", f"/hands/{hand}/")
    fields = form.filled(word=word).fields
    assert watcher.post(action, fields).status == status
    assert stored() == before


def test_a_phone_that_joins_is_asked_once_whose_it_is(app: Flask, table: Table) -> None:
    question, phone = "Whose phone is this?", Browser(app)
    share = table.browser.open(f"{table.path}/share")
    [link] = set(re.findall(r"/k/[\w.-]+", share.html))
    assert question not in table.show().text
    for path in (link, "/in"):
        phone.open(path)
    asked = phone.open(table.path)
    assert question in asked.text
    assert asked.forms_to("/bids")
    assert question not in phone.open(table.path).text

    phone.send(asked.form("/seat"), seat="2")
    assert question not in phone.open(f"{table.path}/share").text
    assert question in table.browser.open(f"{table.path}/share").text
    listed = table.browser.open(f"{table.path}/share").root.all(class_="phone__text")
    assert re.fullmatch(
        r"Cleo keeps score · used today joined today, [\d:]+, with a link", listed[-1].text
    )
