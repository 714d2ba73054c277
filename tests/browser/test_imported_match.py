"""A match stored with its hands, as by an import: its end is undone, its hands are corrected."""

import pytest
from playwright.sync_api import expect

from scorekeeper.rules import HouseRules, Match, read_bid
from tests.browser.phone import Phone
from tests.browser.scorebook import record_hand, tonight
from tests.people import PLAYERS

HANDS = {
    "partnership": [((4, 3, 3, 2), (8, 5), None), (5, 3, 3, 2)],
    "two-player": [((5, 6), (None, None), (7, 6)), (4, 7)],
}


@pytest.fixture(params=[*HANDS])
def running(request: pytest.FixtureRequest) -> Match:
    """A match with a whole hand, and the bids of the next."""
    game = str(request.param)
    first, bids = HANDS[game]
    match = Match.start(HouseRules.of(game), PLAYERS[game], started=tonight())
    return record_hand(match, *first).bid([read_bid(bid) for bid in bids], match.started)


def test_the_bids_of_the_due_hand_are_changed_or_undone(phone: Phone, running: Match) -> None:
    phone.sit_down(running)
    phone.count()
    phone.tap_through(phone.recap)
    phone.change_bid(bid_0=6)
    phone.expect_view("board")
    phone.tap_in_menu("Undo: changed bids of hand 2")
    phone.tap_in_menu("Undo: bids of hand 2")
    phone.expect_view("bids")
    expect(phone.page.locator("[form=undo]")).to_have_count(0)
    phone.tap(phone.page.locator(".redo"))
    phone.expect_view("board")


def test_a_misdeal_and_an_early_end_are_undone(phone: Phone, running: Match) -> None:
    noted = running.started
    phone.sit_down(running.record_misdeal(noted).end(noted))
    phone.tap_through(phone.page.get_by_role("button", name="Undo: end of the match").first)
    phone.expect_view("bids")
    phone.tap_through(phone.page.get_by_role("button", name="Undo: misdeal").first)
    phone.expect_view("board")
    phone.page.reload()
    phone.tap_through(phone.page.locator("main").get_by_role("button", name="Redo: misdeal"))
    phone.expect_view("bids")
    phone.tap_through(phone.page.locator(".redo"))
    expect(phone.page.locator(".over")).to_be_visible()
