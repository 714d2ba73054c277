"""The computer is off from hand 3 to hand 7, and afterwards nobody can tell."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.offline.steps import wait_for_first_visit
from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.browser.test_killed_browser import opened
from tests.effort import THOROUGH
from tests.servers import Server

HANDS: list[tuple[Any, dict[str, int], Any]] = [
    ((4, 3, 3, 2), {"side_0": 8}, [(8, 5)]),
    ((3, 4, "nil", 3), {"seat_2": 0, "side_0": 4}, [(4, 9), (None, None, 0, None)]),
    ((4, 4, 3, 2), {"side_0": 6}, [(6, 7)]),
    (("nil", 5, 4, 3), {"seat_0": 2, "side_0": 4}, [(4, 7), (2, None, None, None)]),
    ((3, 3, 3, 3), {"side_0": 7}, [(7, 6)]),
    ((2, "blind nil", 4, 4), {"seat_1": 0, "side_1": 5}, [(8, 5), (None, 0, None, None)]),
    ((5, 2, 2, 3), {"side_0": 7}, [(7, 6)]),
]
"""The bids of each hand, what is tapped after it, and what is recorded."""
PLAYED = [(bids, *recorded) for bids, _, recorded in HANDS]
SECURE, PLAIN = "127.0.0.1", "scores.local"
READY = "html[data-patience]"


@pytest.mark.parametrize("host", [SECURE, PLAIN] if THOROUGH else [SECURE])
def test_nobody_can_tell_which_hands_were_played_without_the_server(
    playwright: Playwright, phones: Any, own_server: Server, watch: Watch, tmp_path: Path, host: str
) -> None:
    watch.expect("net::ERR_")
    book = Scorebook.of(own_server, host)
    with opened(playwright, tmp_path / "profile", book, "", service_workers="allow") as phone:
        usual = phone.start(hands=PLAYED)
        match = phone.start(hands=PLAYED[:2])
        wait_for_first_visit(phone)
        # As if opened from Home.
        phone.page.goto(match, referer=f"{book.address}/")
        phone.page.wait_for_selector(READY)
        if host == SECURE:
            phone.wait_for_worker()
        television = watch_on(phones(book), phone, match, "/board")
        partner = watch_on(phones(book), phone, match, "")
        own_server.kill()
        for bids, tricks, _ in HANDS[2:4]:
            assert phone.play(*bids, **tricks) == 4 + 1 + len(tricks)
        phone.expect_status("Only on this phone: hands 3 and 4")
        phone.lock_and_wake()
        if host == PLAIN:
            finish(phone, own_server, match, usual, television, partner)
    if host == SECURE:
        again = opened(playwright, tmp_path / "profile", book, "", service_workers="allow")
        with again as phone:
            phone.open(match)
            finish(phone, own_server, match, usual, television, partner)


def watch_on(other: Phone, phone: Phone, match: str, view: str) -> Phone:
    public_id = match.rpartition("/")[2]
    other.become(phone.scorebook.add_phone(phone.secret, public_id, "spectator"))
    other.open(f"{match}{view}")
    return other


def finish(
    phone: Phone, server: Server, match: str, usual: str, television: Phone, partner: Phone
) -> None:
    """Play the other hands, start the server again, and compare what everyone sees."""
    phone.expect_view("bids")
    for bids, tricks, _ in HANDS[4:]:
        phone.play(*bids, **tricks)
    phone.expect_status("Only on this phone: hands 3 to 7")
    server.start()
    phone.expect_status("Hands 3 to 7 saved.")
    for other in (partner, television):
        expect(other.page.get_by_text("Hand 8", exact=False).first).to_be_visible()
        assert other.standings == phone.standings
    assert read_end(phone, match) == read_end(phone, usual)


def read_end(phone: Phone, match: str) -> str:
    phone.open(match)
    return re.sub(r"\d+ min|\d\d:\d\d", "", phone.page.locator("main").inner_text())
