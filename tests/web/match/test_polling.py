import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.book.db.errors import Busy
from scorekeeper.web.http.rate_limits import RateLimiter
from tests.databases import change
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.test_cost import at_most

UNCHANGED = 304
PAGES = ["", "/board", "/board?turned=1"]


def tag(page: Page) -> str:
    return page.headers["ETag"]


def poll(browser: Browser, path: str, known: str, **headers: str) -> Page:
    return browser.open(path, headers={"If-None-Match": known, **headers})


@pytest.fixture(params=[0, 1], ids=["by Flask", "by the fast path"])
def known(request: pytest.FixtureRequest) -> Callable[[Browser, str], str]:
    """Return a function that opens a page and returns its tag; then Flask or the fast path polls.

    The fast path repeats an answer that Flask gave before.
    """

    def opened(browser: Browser, path: str) -> str:
        found = tag(browser.open(path))
        assert [poll(browser, path, found).status for _ in range(request.param)] in ([], [304])
        return found

    return opened


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_poll_takes_one_statement(
    table: Table, watcher: Browser, statements: list[str], by_flask: list[str], page: str
) -> None:
    table.bid(4, 3, 3, 2)
    for browser in (table.browser, watcher):
        browser.open(table.path)
        known = tag(browser.open(table.path + page))
        by_flask.clear()
        for _ in range(3):
            with at_most(statements, 1):
                answer = poll(browser, table.path + page, known)
            assert (answer.status, answer.body) == (UNCHANGED, b"")
            assert {name: answer.headers[name] for name, _ in answer.headers.items()} == {
                "ETag": known,
                "Cache-Control": "private, no-cache",
                "Vary": "Accept-Language, Cookie, Accept-Encoding",
            }
        assert len(by_flask) == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"headers": {"Host": "evil.example"}},
        {"headers": {"Accept-Language": "de"}},
        {"headers": {"X-Sent-By": "script"}},
        {"headers": {"Authorization": "Bearer none"}},
        {"base_url": "https://localhost"},
        {"base_url": "http://localhost/prefix"},
        {"query_string": {"by": "side"}},
        {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}},
        {"method": "HEAD"},
        {"cookie": "theme"},
    ],
    ids=str,
)
def test_a_different_request_is_answered_by_flask(
    table: Table, by_flask: list[str], changed: dict[str, Any]
) -> None:
    known = tag(table.show())
    before = [poll(table.browser, table.path, known).status for _ in range(2)]
    by_flask.clear()
    if cookie := changed.pop("cookie", None):
        table.browser.client.set_cookie(cookie, "dark")
    headers = {"If-None-Match": known, **changed.pop("headers", {})}
    method = changed.pop("method", "GET")
    table.browser.request(method, table.path, headers=headers, **changed)
    assert before == [UNCHANGED] * 2
    assert len(by_flask) == 1


@pytest.mark.parametrize(
    ("seconds", "answered"), [(299, 0), (301, 1), (-1, 1)], ids=["soon", "later", "set back"]
)
def test_flask_answers_again_after_five_minutes(
    table: Table, by_flask: list[str], monkeypatch: pytest.MonkeyPatch, seconds: int, answered: int
) -> None:
    moment = time.time()
    monkeypatch.setattr(time, "time", lambda: moment)
    known = tag(table.show())
    assert poll(table.browser, table.path, known).status == UNCHANGED
    by_flask.clear()
    monkeypatch.setattr(time, "time", lambda: moment + seconds)
    assert poll(table.browser, table.path, known).status == UNCHANGED
    assert len(by_flask) == answered


def test_flask_answers_while_the_clock_may_change_the_page(
    browser: Browser, by_flask: list[str], scorebook: str
) -> None:
    table = Table(browser)
    table.start("partnership", minutes="60")
    soon = datetime.now(UTC) - timedelta(minutes=56)
    change(
        scorebook,
        "UPDATE matches SET started_at = :at, revision = revision + 1",
        at=f"{soon:%F %T}",
    )
    table.show()
    known = tag(table.show())
    by_flask.clear()
    assert [poll(browser, table.path, known).status for _ in range(2)] == [UNCHANGED] * 2
    assert len(by_flask) == 2


def test_a_phone_without_access_is_refused_at_its_next_poll(
    table: Table, watcher: Browser, scorebook: str, known: Callable[[Browser, str], str]
) -> None:
    tags = [known(watcher, table.path), known(table.browser, table.path)]
    change(scorebook, "DELETE FROM grants WHERE role = 'spectator'")
    assert poll(watcher, table.path, tags[0]).status == 404
    assert poll(table.browser, table.path, tags[1]).status == UNCHANGED
    assert table.send("deletion").status == SAVED
    assert "was deleted" in poll(table.browser, table.path, tags[1]).text


def test_a_poll_waits_for_no_broken_database(
    app: Flask, table: Table, known: Callable[[Browser, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tagged = known(table.browser, table.path)

    def fail(*_: object) -> None:
        raise Busy("test")

    monkeypatch.setattr(app.extensions["database"], "find_row", fail)
    assert poll(table.browser, table.path, tagged).status == 503


@pytest.mark.parametrize("page", PAGES)
def test_poll_returns_a_changed_page(
    table: Table, watcher: Browser, known: Callable[[Browser, str], str], page: str
) -> None:
    before = known(watcher, table.path + page)
    table.bid(4, 3, 3, 2)
    answer = poll(watcher, table.path + page, before)
    assert answer.status == 200
    assert "7 to make" in answer.text
    assert tag(answer) != before


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


def test_only_pages_of_spectators_refresh_without_scripts_and_none_with_a_query_has_an_etag(
    table: Table, watcher: Browser
) -> None:
    def refreshes(page: Page) -> list[str]:
        return [
            node.attributes["content"]
            for node in page.root.all("meta")
            if node.attributes.get("http-equiv") == "refresh"
        ]

    assert refreshes(table.show()) == []
    assert refreshes(watcher.open(table.path)) == ["10"]
    assert refreshes(watcher.open(f"{table.path}/board")) == ["10"]
    table.bid(4, 3, 3, 2)
    page = table.show("?by=side")
    assert "ETag" not in page.headers
    assert page.headers["Cache-Control"] == "no-store"


def test_spectators_are_led_to_the_rematch(
    table: Table, watcher: Browser, known: Callable[[Browser, str], str]
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    over = known(watcher, table.path)
    board = f"{table.path}/board"
    on_the_wall = known(watcher, board)
    assert "Go to the rematch" not in watcher.open(table.path).text
    answer = table.browser.send(table.show().form("/rematch"))
    page = poll(watcher, table.path, over)
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
    table: Table, watcher: Browser, statements: list[str], scorebook: str
) -> None:
    # Earlier, however fast the test is: matches are ordered by the second.
    change(scorebook, "UPDATE matches SET started_at = :at", at="2026-11-20 20:00:00")
    first = f"{table.path}/board?follow=1"
    known = tag(table.browser.open(first))
    for _ in range(2):
        with at_most(statements, 2):
            assert poll(table.browser, first, known).status == UNCHANGED
    watched = f"{table.path}/board?follow=1"
    table.end()
    assert "Match over" in table.browser.open(first).text
    table.start("partnership")
    assert poll(table.browser, first, known).location == f"{table.path}/board?follow=1"
    assert (
        table.browser.open(f"{first}&turned=1").location == f"{table.path}/board?turned=1&follow=1"
    )
    # A phone of one match sees no other.
    assert watcher.open(watched).status == 200
    assert table.send("deletion").status == SAVED
    assert table.browser.open(f"{table.path}/board?follow=1").location == "/board"
    assert table.browser.open(first).status == 200
