"""A browser that is killed has kept every tap."""

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Playwright, expect

from tests.browser.conftest import CHROMIUM, PATIENCE, QUICKER, SWITCHES
from tests.browser.offline.steps import count, go_on, start
from tests.browser.phone import SCREEN, Phone
from tests.browser.scorebook import Scorebook
from tests.effort import KILLED_BROWSERS, THOROUGH

BIDS = {"bid_0": 4, "bid_1": 3, "bid_2": "nil", "bid_3": 2}


@contextmanager
def opened(
    playwright: Playwright,
    profile: Path,
    book: Scorebook,
    secret: str,
    service_workers: str = "block",
) -> Iterator[Phone]:
    """Open a browser with a profile on the disk; kill it at the end."""
    path = QUICKER if QUICKER.exists() else CHROMIUM
    wishes: Any = {"viewport": SCREEN, "has_touch": True, "base_url": book.address}
    wishes["service_workers"] = service_workers
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=path, args=SWITCHES, locale="en-GB", **wishes
    )
    context.set_default_timeout(PATIENCE)
    phone = Phone(context.pages[0], book)
    if secret:
        phone.become(secret)
    yield phone
    os.kill(process_of(profile), signal.SIGKILL)
    with suppress(Error):
        context.close()


def process_of(profile: Path) -> int:
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = place.read_bytes().decode(errors="replace")
            if f"--user-data-dir={profile}\0" in words and "--type=" not in words:
                return int(place.parent.name)
    raise AssertionError(profile)


def wait_to_be_killed(phone: Phone, tricks: int = 0) -> None:
    """Wait until all taps are kept; if thorough, not even for that."""
    if THOROUGH:
        phone.page.wait_for_timeout(random.choice([0, 0, 20, 500, 3000]))
    elif tricks:
        phone.wait_for_kept_tricks(tricks)
    else:
        phone.wait_until_forms_are_kept()


@pytest.mark.parametrize("tries", range(KILLED_BROWSERS))
@pytest.mark.parametrize("book", ["scorebook", "http_scorebook"])
def test_a_killed_browser_has_kept_every_tap(
    playwright: Playwright, tmp_path: Path, request: pytest.FixtureRequest, book: str, tries: int
) -> None:
    scores: Scorebook = request.getfixturevalue(book)
    many = len(BIDS) - tries % len(BIDS)
    with opened(playwright, tmp_path, scores, "") as phone:
        match = phone.start(first=3)
        phone.page.context.set_offline(True)
        phone.send(**dict(list(BIDS.items())[:many]))
        wait_to_be_killed(phone)
    with opened(playwright, tmp_path, scores, phone.secret) as again:
        again.open(match)
        if many == len(BIDS):
            again.expect_view("board")
        else:
            expect(again.page.locator("[data-tricks]:checked")).to_have_count(many)


@pytest.mark.parametrize("tries", range(max(KILLED_BROWSERS, 3)))
def test_a_killed_browser_has_kept_what_was_played_without_the_server(
    playwright: Playwright, tmp_path: Path, http_scorebook: Scorebook, tries: int
) -> None:
    with opened(playwright, tmp_path, http_scorebook, "") as phone:
        match = start(phone, first=3)
        phone.page.context.set_offline(True)
        go_on(phone, "board", **BIDS)
        steps = [{}, {"seat_2": 0, "side_0": 6}, {"bid_1": 3, "bid_2": 4, "bid_3": 3, "bid_0": 2}]
        for step in steps[1 : 1 + tries % 3]:
            if "side_0" in step:
                count(phone)
            phone.send(**step)
            if not THOROUGH:
                phone.expect_view("bids" if "side_0" in step else "board")
    with opened(playwright, tmp_path, http_scorebook, phone.secret) as again:
        again.open(match)
        hand = 1 + (tries % 3 > 0)
        expect(again.page.locator(".bar__text")).to_contain_text(f"Hand {hand}")
        again.expect_view("bids" if tries % 3 == 1 else "board")
        assert again.standings == ([(142, 2), (52, 2)] if hand > 1 else [(0, 0), (0, 0)])


def test_a_killed_browser_has_kept_every_trick(
    playwright: Playwright, tmp_path: Path, http_scorebook: Scorebook
) -> None:
    with opened(playwright, tmp_path, http_scorebook, "") as phone:
        match = phone.start(first=3, bids=(4, 3, 3, 2))
        phone.open(f"{match}?by=trick")
        phone.page.context.set_offline(True)
        for taker in ("side_0", "side_1", "side_1"):
            phone.tap(phone.taker(taker))
        wait_to_be_killed(phone, 3)
    with opened(playwright, tmp_path, http_scorebook, phone.secret) as again:
        again.open(match)
        # Sent from the board, whose page is replaced.
        expect(again.page.get_by_text("Who took trick 4?")).to_be_visible()
