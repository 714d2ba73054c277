"""Somebody who sees the scorekeeper for the first time follows the words on the screen."""

from playwright.sync_api import Page, expect

from tests.browser.phone import Phone

SECONDS_A_TAP, SECONDS_A_LETTER = 1.5, 0.3


def bid_of(page: Page, player: str, bid: str) -> None:
    page.get_by_role("group", name=player).get_by_role("radio", name=bid, exact=True).tap()


def test_from_the_empty_home_to_the_second_hand_in_a_minute(phone: Phone) -> None:
    page = phone.page
    phone.open()

    page.get_by_role("link", name="New match").tap()
    page.get_by_role("link", name="Partners").tap()
    seats = page.get_by_role("group", name="Who sits where")
    seats.get_by_label("Gold Seat 1").fill("Ann")
    seats.get_by_label("Blue Seat 2").fill("Ben")
    seats.get_by_label("Gold Seat 3").fill("Cleo")
    seats.get_by_label("Blue Seat 4").fill("Dan")
    page.get_by_label("Who deals first?").select_option("Dan")
    page.get_by_role("button", name="Start the match").tap()

    bid_of(page, "Ann", "4")
    bid_of(page, "Ben", "3")
    bid_of(page, "Cleo", "3")
    bid_of(page, "Dan", "2")
    expect(page.get_by_role("heading", name="Tricks taken")).to_be_visible()
    page.get_by_role("group", name="Gold").get_by_role("radio", name="8", exact=True).tap()

    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("Hand saved")
    expect(page.get_by_role("region", name="Gold")).to_contain_text("71")
    expect(page.get_by_role("region", name="Blue")).to_contain_text("50")

    # Two ways to go, four fields, two taps for the dealer, Start, and the five of a hand.
    assert 14 * SECONDS_A_TAP + len("AnnBenCleoDan") * SECONDS_A_LETTER < 60
