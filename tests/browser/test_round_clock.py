"""The clock of a round, as pages count it down without asking the server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tests.browser.scorebook import Scorebook
from tests.databases import opened
from tests.evening import Evening, singles

CLOCK = "[data-ends]"
LIMITS: dict[str, Any] = {"hand_limit": None, "minutes": 5, "target": 1000}
MOMENTS = (0, 250, 310)
"""Seconds since the clock began."""
VIEWS = {
    "organiser": ["5:00 left", "0:50 left", "Time is up"],
    "guide": ["5:00 left", "0:50 left", "Time is up"],
    "television": ["5:00", "0:50", "Last hand"],
    "board": ["5:00", "0:50", "Last hand"],
    "match": ["5:00 left", "0:50 left", "last hand"],
}
PATHS = {"organiser": "", "guide": "/guide", "television": "/board", "match": "", "board": "/board"}
READ_SIGNALS = "Object.defineProperty(navigator, 'vibrate', { value: (it) => said.push(it) })"


class Club(NamedTuple):
    """An evening by the clock, and the match of its first table."""

    evening: Evening
    match: str
    clock: datetime

    def find(self, view: str) -> str:
        is_of_match = view in ("match", "board")
        return (f"/matches/{self.match}" if is_of_match else self.evening.path) + PATHS[view]


@pytest.fixture(scope="module")
def club(scorebook: Scorebook) -> Iterator[Club]:
    with closing(opened(f"sqlite:///{scorebook.file}")) as database:
        evening = Evening.create(database, singles(16), **LIMITS)
        evening.seat()
        clock = evening.latest.clock
        assert clock is not None
        yield Club(evening, evening.score(1), clock)


def open_at(phone: Phone, club: Club, view: str, moment: datetime) -> Page:
    """Open a view while the clock of the phone is stopped at a moment."""
    phone.become(club.evening.secret)
    if view == "guide":
        phone.open(f"{club.evening.path}/guide?who=ask")
        phone.tap(phone.page.locator(f"[value='{club.evening.key_of('Ann')}']"))
        expect(phone.page.locator(".guide")).to_be_visible()
    phone.page.clock.install(time=moment - timedelta(minutes=1))
    phone.page.clock.pause_at(moment)
    phone.page.goto(phone.scorebook.address + club.find(view))
    return phone.page


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_shows_the_time_then_counts_down_and_says_when_time_is_up(
    phones: Any, club: Club, view: str
) -> None:
    shown = []
    for seconds in (-130, *MOMENTS):
        page = open_at(phones(), club, view, club.clock + timedelta(seconds=seconds))
        shown.append(page.locator(CLOCK).inner_text())
    ends = club.evening.load().to_local(club.clock + timedelta(minutes=5))
    # Only large views have room for the minutes too.
    rest = "" if view == "match" else " · 8 min"
    assert shown == [f"until {ends:%H:%M}{rest}", *VIEWS[view]]


@pytest.mark.parametrize("view", VIEWS)
def test_no_page_asks_more_often_for_the_clock(phones: Any, club: Club, view: str) -> None:
    page = open_at(phones(), club, view, club.clock)
    live = page.locator("[data-live]")
    polled, every = live.get_attribute("data-live"), live.get_attribute("data-every")
    asked: Counter[str] = Counter()
    page.on("request", lambda request: asked.update([urlsplit(request.url).path]))
    for _ in range(300):
        page.clock.run_for(1000)
    assert 0 < asked.pop(str(polled)) <= 300 // int(str(every))
    # What the page loads in idle time, it loads once.
    assert set(asked.values()) <= {1}


def test_a_wrong_clock_is_corrected_by_the_next_answer(phones: Any, club: Club) -> None:
    page = open_at(phones(), club, "television", club.clock + timedelta(days=1))
    expect(page.locator(CLOCK)).to_have_text("Last hand")
    with page.expect_response(lambda _response: True):
        page.clock.run_for(3000)
    page.clock.run_for(1000)
    expect(page.locator(CLOCK)).not_to_have_text("Last hand")
    skew = page.evaluate("Number(localStorage.getItem('skew'))")
    assert abs(timedelta(milliseconds=-skew) - timedelta(days=1)) < timedelta(minutes=30)


def test_when_time_is_up_the_match_vibrates_once_and_says_so(phones: Any, club: Club) -> None:
    phone = phones()
    phone.page.add_init_script(f"window.said = []; {READ_SIGNALS}")
    page = open_at(phone, club, "match", club.clock + timedelta(seconds=299))
    page.clock.fast_forward(1500)
    assert page.evaluate("said.length") == 1
    expect(page.get_by_text("Time is up. Finish your hand.")).to_be_visible()


def test_the_television_changes_colours_and_sounds_if_that_was_tapped(
    phones: Any, club: Club
) -> None:
    page = open_at(phones(), club, "television", club.clock + timedelta(seconds=299))
    key = page.get_by_role("button", name="Sound at the end")
    expect(key).to_have_attribute("aria-pressed", "false")
    key.click()
    expect(key).to_have_attribute("aria-pressed", "true")
    head = page.locator(".bar")
    before = head.evaluate("bar => getComputedStyle(bar).backgroundColor")
    page.clock.fast_forward(1500)
    assert head.evaluate("bar => getComputedStyle(bar).backgroundColor") != before
    page.clock.fast_forward(20_500)
    assert head.evaluate("bar => getComputedStyle(bar).backgroundColor") == before
    page.reload()
    expect(key).to_have_attribute("aria-pressed", "true")


def test_the_key_to_start_the_clock_goes_when_it_has_begun(phones: Any, club: Club) -> None:
    page = open_at(phones(), club, "organiser", club.clock - timedelta(seconds=1))
    key = page.get_by_role("button", name="Start the clock now")
    expect(key).to_be_visible()
    page.clock.fast_forward(1500)
    expect(key).to_be_hidden()


def test_without_scripts_the_time_stays(phones: Any, club: Club) -> None:
    phone = phones(java_script_enabled=False)
    phone.become(club.evening.secret)
    for view in VIEWS:
        if view != "guide":
            phone.page.goto(phone.scorebook.address + club.find(view))
            expect(phone.page.locator(CLOCK)).to_contain_text("until")
