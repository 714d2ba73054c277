import csv
import json
from datetime import datetime
from typing import Any

import pytest
from flask import Flask

from scorekeeper.book.access.grants import Secret, find_owned_scorebooks
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.history.search import Position
from scorekeeper.book.statistics.roster import set_season, set_time_zone
from scorekeeper.web.forms.filters import format_position, parse_position
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.scorebooks.test_import import book_of, upload, waited
from tests.web.test_history import years_on

FIRST, LAST = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"
STARTED = (
    FIRST,
    "0001-01-01T00:00:00-14:00",
    "0001-01-01T14:00:00+14:00",
    LAST,
    "9999-12-31T09:59:59-14:00",
    "9999-12-31T23:59:59+14:00",
    "0020-12-05T12:00:00Z",
    "0999-12-31T23:59:59Z",
    "1900-01-01T00:00:00-00:30",
    "2000-02-29T23:59:59-00:30",
)
ENDED: tuple[dict[str, Any], ...] = ({"ended": FIRST}, {"ended": LAST}, {})
"""Also before it began, and never."""
NUMBER = len(STARTED) * len(ENDED)
LISTS = (
    *("/", "/history", "/history?mark=yes", "/history?unfinished=yes", "/history?name=ann"),
    *("/history?from=1900-01-01", "/history?to=1900-01-01", "/history?from=2199-12-31"),
    *("/history?to=2199-12-31", "/history?before=-62135596800000000.1"),
    *("/history?before=253402300799999999.1", "/players", "/players?by=pairs"),
    *("/players?period=year", "/players?period=month", "/history/deleted"),
)


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def book(app: Flask, table: Table, request: pytest.FixtureRequest) -> str:
    hand = {"bids": [3, 4], "tricks": [7, 6]}
    matches = [
        {
            "format": "spades-match/2",
            "id": new_public_id(),
            "house": {"game": "two-player"},
            "players": ["Ann", "Ben"],
            "hands": [{**hand, "noted": noted} for noted in (started, *ended.values())],
            "started": started,
            **ended,
        }
        for started in STARTED
        for ended in ENDED
    ]
    with app.extensions["database"].write() as session:
        [scorebook_id] = find_owned_scorebooks(session, Secret(table.browser.secret))
        set_time_zone(session, scorebook_id, request.param)
        set_season(session, scorebook_id, 19000101)
    table.end()
    found = book_of(table)
    page = upload(table.browser, found, "\n".join(map(json.dumps, matches)).encode())
    answer = table.browser.send(page.form(page.path))
    assert answer.status == SAVED
    assert f"{NUMBER} matches imported" in waited(table.browser, answer.location).text
    return found


def opened(browser: Browser, path: str) -> Page:
    page = browser.open(path)
    assert page.status == 200, path
    return page


def test_every_page_shows_extreme_dates(table: Table, book: str) -> None:
    browser = table.browser
    pages = [opened(browser, path) for path in (*LISTS, book, f"{book}/files")]
    path = "/history"
    while path:
        pages.append(opened(browser, path))
        older = (link for link in pages[-1].links if "before=" in link and "mark=" not in link)
        path = next(older, "")
    found = {link for page in pages for link in page.links}
    behind = sorted(link for link in found if link.startswith(("/matches/", "/players/")))
    assert len(behind) > NUMBER
    for link in behind:
        opened(browser, link)


@pytest.mark.parametrize("moment", [FIRST, LAST])
def test_the_history_pages_over_extreme_dates(moment: str) -> None:
    position = Position(datetime.fromisoformat(moment), 1)
    assert parse_position(format_position(position)) == position


def test_extreme_dates_are_returned_by_the_api_and_recognized_by_an_import(
    table: Table, book: str
) -> None:
    form = table.browser.open(f"{book}/reading").form("/reading")
    shown = {"Authorization": f"Bearer {form.fields['was']}"}
    listed = table.browser.open("/api/v1/matches?limit=100", headers=shown)
    assert len(json.loads(listed.body)["matches"]) == NUMBER + 1
    sent = opened(table.browser, f"{book}/matches.jsonl").body
    again = upload(table.browser, book, sent)
    assert f"{NUMBER + 1} matches are already here." in again.text
    results = opened(table.browser, f"{book}/results.csv").html
    assert len(list(csv.reader(results.splitlines()))) == NUMBER + 2


@pytest.mark.usefixtures("book")
def test_no_link_leads_to_an_impossible_year(table: Table) -> None:
    older = opened(table.browser, "/history?before=253402300799999999.1")
    assert years_on(older) == ["2000", "1900"]
