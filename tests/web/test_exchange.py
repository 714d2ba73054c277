"""Downloading everything, and bringing matches in, on the pages."""

import io
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, Response, make_response

from scorekeeper.book import scorebooks
from scorekeeper.book.access import Secret
from scorekeeper.book.exchange.comparing import Book
from scorekeeper.web.scorebooks import bringing
from scorekeeper.web.scorebooks.arriving import MOST, Arrival, State
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser


@pytest.fixture
def book(table: Table) -> str:
    """The address of the scorebook with the partnership match."""
    return book_of(table)


def book_of(table: Table) -> str:
    """The address of the scorebook of a table."""
    with table.browser.client.application.extensions["database"].read() as session:
        [found] = scorebooks.mine(session, Secret(table.browser.secret))
    return f"/scorebooks/{found.public_id}"


@pytest.fixture
def other(app: Flask) -> Table:
    """A table with a scorebook of its own."""
    found = Table(Browser(app))
    found.start("two-player")
    return found


def upload(browser: Browser, book: str, file: bytes, name: str = "matches.jsonl") -> Page:
    """Choose a file on the page for it, and wait until it was looked at."""
    form = browser.open(f"{book}/bringing").form("/bringing")
    fields: dict[str, Any] = {**form.fields, "file": (io.BytesIO(file), name)}
    answer = browser.post(form.action, fields, content_type="multipart/form-data")
    assert answer.status == SAVED
    return waited(browser, answer.location)


def waited(browser: Browser, path: str) -> Page:
    """The page of a file, once nothing moves on it any more."""
    for _ in range(200):
        page = browser.open(path)
        if "Refresh" not in dict(page.headers):
            return page
        time.sleep(0.05)
    raise AssertionError("it is still busy")


def test_what_is_downloaded_is_told_with_counts(table: Table, book: str) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    page = table.browser.open(f"{book}/files")
    assert "1 match, 1 hand, 4 players" in page.text
    assert "links and codes" in page.text


@pytest.mark.parametrize("file", ["hands.csv", "hands.csv?columns=semicolon", "results.csv"])
def test_a_csv_file_is_refused_and_told_what_can_be_imported(
    table: Table, book: str, file: str
) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    page = upload(table.browser, book, table.browser.open(f"{book}/{file}").body)
    assert "This is a list for a spreadsheet (CSV). Import match files" in page.text


def test_what_was_downloaded_is_brought_in_after_a_look(
    app: Flask, table: Table, book: str, other: Table
) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    sent = table.browser.open(f"{book}/matches.jsonl").body
    with app.extensions["database"].read() as session:
        [theirs] = scorebooks.mine(session, Secret(other.browser.secret))
    page = upload(other.browser, f"/scorebooks/{theirs.public_id}", sent)
    assert "1 match is new." in page.text
    assert "Cleo" not in other.browser.open("/history").text
    answer = other.browser.send(page.form(page.path))
    assert answer.status == SAVED
    assert "1 match is brought in." in waited(other.browser, answer.location).text
    assert "Cleo" in other.browser.open("/history").text
    again = upload(other.browser, f"/scorebooks/{theirs.public_id}", sent)
    assert "1 match is here already." in again.text


def test_a_page_that_shows_a_file_as_read_asks_again_though_it_is_done_meanwhile(
    app: Flask, table: Table, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = upload(table.browser, book, b"0").path
    with app.extensions["database"].read() as session:
        [ours] = scorebooks.mine(session, Secret(table.browser.secret))
    into = Book(ours.id, ours.public_id)
    found: Arrival = app.extensions["arrivals"].find(into, path.rsplit("/", 1)[1])

    def make(html: str) -> Response:
        found.state = State.READ
        return make_response(html)

    found.state = State.READING
    monkeypatch.setattr(bringing, "make_response", make)
    page = table.browser.open(path)
    assert "Looking at the file" in page.text
    assert dict(page.headers)["Refresh"] == "1"


def test_what_is_broken_is_told_and_cannot_be_brought_in(table: Table, book: str) -> None:
    page = upload(table.browser, book, b'{"format": "spades-match/2"}\nhello\n')
    assert "2 matches cannot be read, so nothing is brought in." in page.text
    assert "Line 2: This is not JSON" in page.text
    assert "Bring in<" not in page.text


def test_without_a_file_the_page_asks_for_one(table: Table, book: str) -> None:
    form = table.browser.open(f"{book}/bringing").form("/bringing")
    answer = table.browser.send(form)
    assert (answer.status, "Please choose a file." in answer.text) == (422, True)


def test_who_comes_too_late_is_sent_to_choose_again(table: Table, book: str) -> None:
    assert table.browser.open(f"{book}/bringing/{'x' * 22}").status == SAVED
    form = table.browser.open(f"{book}/bringing").form("/bringing")
    assert table.browser.post(f"{book}/bringing/{'x' * 22}", form.fields).status == SAVED


def test_more_players_than_a_scorebook_may_have_are_not_brought_in(
    app: Flask, table: Table, book: str, other: Table, stored: Callable[[], str]
) -> None:
    file = table.browser.open(f"{book}/matches.jsonl").body
    with app.extensions["database"].read() as session:
        [theirs] = scorebooks.mine(session, Secret(other.browser.secret))
    before = stored()
    app.extensions["database"].quotas = {"players": 3}

    page = upload(other.browser, f"/scorebooks/{theirs.public_id}", file)
    answer = other.browser.send(page.form(page.path))
    told = waited(other.browser, answer.location).text

    assert "This scorebook may have 3 players. Nothing was brought in." in told
    assert stored() == before


def test_files_that_only_wait_shut_nobody_out(table: Table, book: str, other: Table) -> None:
    first = upload(table.browser, book, b"0")
    for number in range(1, MOST + 2):
        page = upload(table.browser, book, b"%d" % number)
        assert "In this file" in page.text
    assert table.browser.open(first.path).status == SAVED
    assert upload(other.browser, book_of(other), b"1").status == 200


def test_a_file_that_is_sent_again_is_looked_at_anew(table: Table, book: str) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    sent = table.browser.open(f"{book}/matches.jsonl").body
    assert "1 match is here already." in upload(table.browser, book, sent).text
    table.play((4, 3, 3, 3), 7, 6)
    assert "1 match is here otherwise" in upload(table.browser, book, sent).text


def test_more_matches_than_can_be_chosen_are_refused_and_not_some_of_them_sent(
    table: Table, book: str
) -> None:
    chosen = "&".join(["match=x"] * 101)
    assert table.browser.open(f"{book}/matches.zip?{chosen}").status == 413
