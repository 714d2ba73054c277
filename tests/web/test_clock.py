from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

import pytest

from scorekeeper.web.forms.base import parse_moment
from tests.databases import change
from tests.table import SAVED, Table
from tests.web.browser import Browser

CHICAGO = {"utc_offset": "-360", "time_zone": "America/Chicago"}
BERLIN = {"utc_offset": "60", "time_zone": "Europe/Berlin"}


@pytest.fixture
def set_back(scorebook: str) -> Callable[..., None]:
    def happened(began: str, noted: str = "") -> None:
        change(scorebook, "UPDATE matches SET started_at = :at, revision = revision + 1", at=began)
        if noted:
            over = "UPDATE matches SET ended_at = :at WHERE ended_at IS NOT NULL"
            change(scorebook, over, at=noted)
            for table, column in ("hands", "noted_at"), ("changes", "at"), ("rulings", "noted_at"):
                change(scorebook, f"UPDATE {table} SET {column} = :at", at=noted)

    return happened


def an_evening(table: Table, **clock: str) -> None:
    table.start("partnership", **clock)
    table.play((4, 3, 3, 2), 8, 5)
    table.rule("revoke", "later", seat="1", hand="1")
    table.correct(1, "miscounted", side_0="9", side_1="4")
    change = f"{table.path}/rules/change"
    asked = table.browser.open(change).form("/change", "get").filled(target="400")
    preview = table.browser.open(change, query_string=asked.fields)
    assert table.browser.send(preview.form("/change")).status == SAVED
    table.end()


def test_an_evening_belongs_to_its_local_day(
    browser: Browser, set_back: Callable[..., None]
) -> None:
    table = Table(browser)
    an_evening(table, **CHICAGO)
    set_back("2026-12-01 05:15:00", "2026-12-01 06:05:00")

    review = browser.open(table.path).text
    assert "Monday, 30 November 2026, 23:15 · 50 min" in review
    assert "1 Dec 2026, 00:05 · miscounted" in review
    history = browser.open("/history").text
    assert "November 2026 Monday 30" in history
    assert "23:15 · Partners" in history
    assert "30 Nov 2026, 23:15" in browser.open("/").text
    for page in ("rulings", "rules"):
        assert "1 Dec 2026, 00:05" in browser.open(f"{table.path}/{page}").text


def test_no_page_mentions_utc(browser: Browser) -> None:
    table = Table(browser)
    an_evening(table)
    for page in ("", "/rulings", "/rules"):
        assert "UTC" not in browser.open(f"{table.path}{page}").html
    assert "UTC" not in browser.open("/").html + browser.open("/history").html


def test_a_rematch_takes_the_clock_of_its_phone(
    browser: Browser, set_back: Callable[..., None]
) -> None:
    table = Table(browser)
    table.start("two-player", **BERLIN)
    table.end()
    form = table.show().form("/rematch")
    path = browser.send(form, **CHICAGO).location
    Table(browser, path).end()
    set_back("2026-12-01 01:05:00", "2026-12-01 01:05:00")
    assert "30 November 2026, 19:05" in browser.open(path).text
    assert browser.open(f"{path}/file").json()["started"] == "2026-11-30T19:05:00-06:00"


@pytest.mark.parametrize(
    "clock",
    [
        pytest.param({"utc_offset": "841"}, id="too far"),
        pytest.param({"utc_offset": "1e2"}, id="not a whole number"),
        pytest.param({"utc_offset": "٣٠"}, id="digits of others"),
        pytest.param({"utc_offset": "NaN", "time_zone": "undefined"}, id="a broken script"),
        pytest.param({"time_zone": "../../../etc/passwd"}, id="a path"),
        pytest.param({"utc_offset": None, "time_zone": None}, id="no such fields"),
    ],
)
def test_an_invalid_clock_is_ignored(browser: Browser, clock: dict[str, str | None]) -> None:
    table = Table(browser)
    table.start("two-player", **clock)
    assert browser.open(f"{table.path}/file").json()["started"].endswith("Z")


class Failing(tzinfo):
    """A clock that cannot represent a time, as on Windows before 1970."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def utcoffset(self, _: datetime | None) -> timedelta:
        raise self.error


@pytest.mark.parametrize("error", [OSError, OverflowError, ValueError])
def test_a_time_outside_the_clock_is_none(error: type[Exception]) -> None:
    assert parse_moment("1969-05-01T20:00", Failing(error)) is None


def test_the_clock_is_not_part_of_the_form(browser: Browser) -> None:
    form = browser.open("/matches/new?game=two-player").form("/matches")
    names = {"player_0": "Ann", "player_1": "Ben", "first": "0"}
    first = browser.send(form, **names, **BERLIN)
    again = browser.send(form, **names, **CHICAGO)
    assert first.location == again.location


def test_a_running_match_says_when_it_was_last_played(
    browser: Browser, set_back: Callable[..., None]
) -> None:
    table = Table(browser)
    table.start("two-player", **CHICAGO)
    table.bid(5, 6)
    set_back("2026-12-01 01:05:00", "2026-12-01 02:40:00")
    for page in ("/", "/history"):
        assert "last played 30 Nov 2026" in browser.open(page).text
