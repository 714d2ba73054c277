"""An evening leaves as a file and comes into another scorebook through the pages."""

import csv
import json

import pytest
from flask import Flask

from scorekeeper.demo.club_evening import simulate_evening
from scorekeeper.web.scorebooks import imports
from tests.book.scorers import NOON
from tests.book.transfer.files import lines, played, written
from tests.evening import Evening
from tests.people import PLAYERS
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.scorebooks.test_import import started, upload

FILE = simulate_evening(NOON)


@pytest.fixture(autouse=True)
def no_files(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.extensions, "uploads", imports.Uploads())


def new_book(app: Flask) -> tuple[Browser, str]:
    """A browser with a scorebook of its own, and the path of that."""
    table = Table(Browser(app))
    table.start("two-player")
    return table.browser, f"/scorebooks/{table.browser.stored.book}"


def imported(browser: Browser, book: str, file: bytes) -> Page:
    return started(browser, upload(browser, book, file))


def evening(browser: Browser) -> str:
    (path,) = {way for way in browser.open("/history").ways if way.startswith("/events/")}
    return path


def test_an_evening_is_imported_says_so_and_is_downloaded(app: Flask) -> None:
    browser, book = new_book(app)
    report = upload(browser, book, FILE)
    assert "1 new club evening" in report.text
    result = started(browser, report)
    assert "10 matches imported · 1 club evening imported" in result.text
    assert "1 club evening is already here." in upload(browser, book, FILE).text
    sent = browser.open(f"{book}/matches.jsonl").html.splitlines()
    assert [line.startswith('{"format":"spades-event/1"') for line in sent[-2:]] == [False, True]
    event = json.loads(sent[-1])
    seated = {
        table["match"]: (event["name"], str(round_["round"]), str(table["table"]))
        for round_ in event["rounds"]
        for table in round_["tables"]
        if "match" in table
    }
    results = browser.open(f"{book}/results.csv").html.removeprefix("\ufeff")
    assert {
        row["match"]: (row["event"], row["round"], row["table"])
        for row in csv.DictReader(results.splitlines())
        if row["event"]
    } == seated


def test_an_imported_evening_of_typed_results_is_in_the_history(app: Flask) -> None:
    organiser = Evening.create(app.extensions["database"])
    organiser.seat()
    organiser.type_result(1, 350, 212)
    organiser.end()
    sent = Browser(app, organiser.secret).open(f"{organiser.path}/file").html.encode()
    other, other_book = new_book(app)
    imported(other, other_book, sent)
    assert evening(other) != organiser.path
    assert "Friday club" in other.open("/history").text


def test_a_season_book_is_the_same_where_all_matches_were_imported(app: Flask) -> None:
    browser, book = new_book(app)
    imported(browser, book, FILE)
    finished = lines(*(written(played(seed, game, 40)) for seed, game in enumerate(PLAYERS)))
    imported(browser, book, finished)
    other, other_book = new_book(app)
    imported(other, other_book, browser.open(f"{book}/matches.jsonl").html.encode())
    here, there = (one.open("/book/all").root.all("main")[0] for one in (browser, other))
    assert len(here.all("details", class_="m")) > 10
    assert there.text == here.text
