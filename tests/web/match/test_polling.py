import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web.http.rate_limits import RateLimiter
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.test_cost import at_most

UNCHANGED = 304
PAGES = ["", "/board", "/board?turned=1"]


def tag(page: Page) -> str:
    return page.headers["ETag"]


def poll(browser: Browser, path: str, known: str) -> Page:
    return browser.open(path, headers={"If-None-Match": known})


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_poll_takes_one_statement(
    table: Table, watcher: Browser, statements: list[str], page: str
) -> None:
    table.bid(4, 3, 3, 2)
    for browser in (table.browser, watcher):
        browser.open(table.path)
        known = tag(browser.open(table.path + page))
        with at_most(statements, 1):
            answer = poll(browser, table.path + page, known)
        assert (answer.status, answer.body) == (UNCHANGED, b"")
        assert tag(answer) == known
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("page", PAGES)
def test_poll_returns_a_changed_page(table: Table, watcher: Browser, page: str) -> None:
    known = tag(watcher.open(table.path + page))
    table.bid(4, 3, 3, 2)
    answer = poll(watcher, table.path + page, known)
    assert answer.status == 200
    assert "7 to make" in answer.text
    assert tag(answer) != known


def test_every_viewer_has_their_own_etag(table: Table, watcher: Browser) -> None:
    def tags(browser: Browser) -> set[str]:
        return {tag(browser.open(table.path + page)) for page in PAGES}

    found = tags(watcher)
    assert len(found) == len(PAGES)
    for name, value in (("language", "de"), ("theme", "dark"), ("awake", "off")):
        watcher.client.set_cookie(name, value)
        new = tags(watcher)
        assert not found & new
        found |= new
        watcher.client.delete_cookie(name)
    assert not found & tags(table.browser)
    before = tag(watcher.open(table.path))
    form = watcher.open(table.path).form("/seat")
    assert watcher.send(form, seat="2").status == SAVED
    assert tag(watcher.open(table.path)) != before


def test_a_new_release_changes_the_etag(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = tag(table.show())
    monkeypatch.setitem(app.extensions, "release", "the next")
    assert poll(table.browser, table.path, known).status == 200


def test_a_message_is_shown_despite_a_matching_etag(table: Table, watcher: Browser) -> None:
    table.show()
    table.end()
    table.show()
    rematch = table.show().form("/rematch")
    assert table.browser.send(rematch).status == SAVED
    with table.browser.client.session_transaction() as session:
        session["_flashes"] = [("message", "Told")]
    known = tag(Browser(table.browser.client.application, table.browser.secret).open(table.path))
    page = poll(table.browser, table.path, known)
    assert page.status == 200
    assert "Told" in page.text
    assert page.headers["Cache-Control"] == "no-store"


def test_a_page_with_a_query_has_no_etag(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    page = table.show("?by=side")
    assert "ETag" not in page.headers
    assert page.headers["Cache-Control"] == "no-store"


@pytest.fixture
def few(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = RateLimiter({"requests": 6, "polls": 4})
    monkeypatch.setitem(app.extensions, "rates", rates)


@pytest.mark.usefixtures("few")
def test_polls_are_limited_by_device_not_address(table: Table, watcher: Browser) -> None:
    known = {browser: tag(browser.open(table.path)) for browser in (table.browser, watcher)}
    for browser, tagged in known.items():
        found = [poll(browser, table.path, tagged).status for _ in range(6)]
        assert found == [UNCHANGED] * 4 + [429] * 2
    # Others behind the same address have lost nothing by it.
    assert [watcher.open("/settings").status for _ in range(5)] == [200] * 4 + [429]


@pytest.mark.usefixtures("few")
def test_polls_of_unknown_matches_are_limited_by_address(table: Table, browser: Browser) -> None:
    found = [poll(browser, table.path, '"made up"').status for _ in range(8)]
    assert found == [404] * 6 + [429] * 2


def test_poll_writes_nothing(table: Table, watcher: Browser, scorebook_file: Path) -> None:
    known = tag(watcher.open(table.path))
    with closing(sqlite3.connect(scorebook_file)) as connection:
        before = connection.execute("PRAGMA data_version").fetchone()
        for _ in range(3):
            assert poll(watcher, table.path, known).status == UNCHANGED
        assert connection.execute("PRAGMA data_version").fetchone() == before


def test_only_pages_of_spectators_refresh_without_scripts(table: Table, watcher: Browser) -> None:
    def refreshes(page: Page) -> list[str]:
        return [
            node.attributes["content"]
            for node in page.root.all("meta")
            if node.attributes.get("http-equiv") == "refresh"
        ]

    assert refreshes(table.show()) == []
    assert refreshes(watcher.open(table.path)) == ["10"]
    assert refreshes(watcher.open(f"{table.path}/board")) == ["10"]
    assert refreshes(watcher.open(f"{table.path}/review")) == []


def test_spectators_are_led_to_the_rematch(table: Table, watcher: Browser) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    over = watcher.open(table.path)
    board = f"{table.path}/board"
    on_the_wall = tag(watcher.open(board))
    assert "Go to the rematch" not in over.text
    answer = table.browser.send(table.show().form("/rematch"))
    page = poll(watcher, table.path, tag(over))
    assert f"{table.path}/rematch" in page.links
    assert watcher.open(f"{table.path}/rematch").location == answer.location
    assert poll(watcher, board, on_the_wall).root.having("data-follow")
    follow = watcher.open(f"{table.path}/rematch?board=yes")
    assert follow.location == f"{answer.location}/board"
    assert watcher.open(answer.location).status == 200


def test_a_separate_rematch_leaves_spectators_behind(table: Table, watcher: Browser) -> None:
    table.end()
    known = tag(watcher.open(table.path))
    answer = table.browser.send(table.show().form("/rematch"), apart="yes")
    assert poll(watcher, table.path, known).status == UNCHANGED
    assert watcher.open(answer.location).status == 404
    assert watcher.open(f"{table.path}/rematch").location == table.path


def test_the_board_address_leads_to_the_running_match(table: Table, browser: Browser) -> None:
    assert table.browser.open("/board").location == f"{table.path}/board?follow=1"
    assert "No match is being played" in browser.open("/board").text


def test_a_television_follows_a_new_match(
    table: Table, watcher: Browser, statements: list[str]
) -> None:
    first = f"{table.path}/board?follow=1"
    known = tag(table.browser.open(first))
    with at_most(statements, 2):
        assert poll(table.browser, first, known).status == UNCHANGED
    watched = f"{table.path}/board?follow=1"
    table.end()
    assert "Match over" in table.browser.open(first).text
    table.start("partnership")
    assert table.browser.open(first).location == f"{table.path}/board?follow=1"
    assert (
        table.browser.open(f"{first}&turned=1").location == f"{table.path}/board?turned=1&follow=1"
    )
    # A phone of one match sees no other.
    assert watcher.open(watched).status == 200
    assert table.browser.send(table.show().form("/deletion")).status == SAVED
    assert table.browser.open(f"{table.path}/board?follow=1").location == "/board"
    assert table.browser.open(first).status == 200
