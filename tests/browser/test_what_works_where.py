"""The player guide's table of what works without a network is true, line by line."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from tests.browser.conftest import PATIENCE
from tests.browser.phone import SCREEN, Phone
from tests.browser.scorebook import Scorebook
from tests.servers import ROOT, Server

GUIDE = (ROOT / "docs/player-guide.md").read_text()
ROWS = re.findall(r"^\| (.*) \| (.*) \| (.*) \| (.*) \| (.*) \| .* \|$", GUIDE, re.MULTILINE)
PROMISED = {where: promises for where, *promises in ROWS[1:]}
"""What works; whether the history does is tested with what a phone keeps of it."""
SECURE, PLAIN = "`https://` or `localhost`", "`http://`, as at home"
WITHOUT_JAVASCRIPT = "a browser without JavaScript"
WORKS = {"goes on", "yes", "from an open page"}


@pytest.mark.parametrize(
    ("where", "host"),
    [(SECURE, "localhost"), (PLAIN, "scores.local"), (WITHOUT_JAVASCRIPT, "scores.local")],
)
def test_the_line_is_true(chromium: Browser, own_server: Server, where: str, host: str) -> None:
    has_scripts = where != WITHOUT_JAVASCRIPT
    wishes: Any = {"viewport": SCREEN, "has_touch": True, "java_script_enabled": has_scripts}
    book = Scorebook.of(own_server, host)
    with chromium.new_context(base_url=book.address, **wishes) as context:
        context.set_default_timeout(PATIENCE)
        phone = Phone(context.new_page(), book)
        match = phone.start(first=3, target=100, opening=[(60, 0), (0, 0)])
        if where == SECURE:
            # The second page brings the service worker.
            phone.page.goto(match, referer=f"{book.address}/")
            phone.wait_for_worker()
        if has_scripts:
            phone.page.wait_for_selector("html[data-patience]")
        own_server.kill()
        goes_on = plays_on(phone)
        wakes_up = goes_on and ends_after_a_lock(phone)
        starts_anew = wakes_up and starts_a_rematch(phone)
        opens = opens_again(phone.page.context, match)
        promised = [promise in WORKS for promise in PROMISED[where]]
        assert [goes_on, wakes_up, opens, starts_anew] == promised
        own_server.start()
        again = Phone(context.new_page(), book)
        again.open()
        # Everything that was tapped is there.
        again.page.wait_for_function("() => !document.querySelector('.bar__unsent, [data-shell]')")
        again.open(match)
        expect(again.page.locator(".over" if has_scripts else ".face--bids")).to_be_visible()


def plays_on(phone: Phone) -> bool:
    """Tap the bids of a hand; tell whether the board is shown."""
    phone.send(bid_0=4, bid_1=3, bid_2=3, bid_3=2)
    return shows(phone, ".board")


def ends_after_a_lock(phone: Phone) -> bool:
    """Lock and wake the phone, and tap the tricks; tell whether the match is over."""
    phone.lock_and_wake()
    phone.tap(phone.page.locator("main a[href$='by=side']"))
    phone.send(side_0=8)
    return shows(phone, ".over")


def starts_a_rematch(phone: Phone) -> bool:
    phone.tap(phone.page.get_by_role("button", name="Rematch"))
    return shows(phone, ".face--bids")


def shows(phone: Phone, part: str) -> bool:
    """Wait for a part of a page; tell whether it is shown, not the browser's error page."""
    expect(phone.page.locator(f"{part}, html:not([data-theme])")).to_be_attached()
    return phone.page.locator(part).is_visible()


def opens_again(context: BrowserContext, match: str) -> bool:
    """Close the tab and open the match in another; tell whether it is shown."""
    context.pages[0].close()
    with context.new_page() as page, suppress(Error):
        page.goto(match)
        expect(page.locator(".over")).to_be_visible()
        return True
    return False
