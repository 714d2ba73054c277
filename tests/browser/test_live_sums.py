"""What the page adds up while numbers are tapped, before anything is saved."""

from playwright.sync_api import expect

from tests.browser.phone import Phone


def test_the_sum_of_the_bids_follows_every_tap(phone: Phone) -> None:
    phone.start("partnership", first=0)
    says = phone.page.locator("main form h2 + p")
    expect(says).to_have_text("0 of 13 bid")

    phone.tap(phone.chip("bid_1", 5))
    phone.tap(phone.chip("bid_2", "nil"))
    expect(says).to_have_text("5 of 13 bid")

    phone.tap(phone.chip("bid_3", 9))
    expect(says).to_have_text("14 bid, 1 over")


def test_blind_bids_count_their_tricks(phone: Phone) -> None:
    phone.open("/matches/new?game=partnership")
    phone.fill_in_names("Ann", "Ben", "Cleo", "Dan")
    phone.page.locator("details:has([name=blind_minimum])").evaluate("more => more.open = true")
    phone.page.locator("[name=blind_minimum]").fill("6")
    phone.tap_button("Start the match")
    says = phone.page.locator("main form h2 + p")

    phone.tap(phone.blind)
    phone.tap(phone.chip("bid_0", "blind 6"))
    expect(says).to_have_text("6 of 13 bid")

    phone.tap(phone.chip("bid_1", "blind nil"))
    phone.tap(phone.chip("bid_2", 3))
    expect(says).to_have_text("9 of 13 bid")


def test_the_sum_of_six_players_is_told_of_their_own_number_of_tricks(phone: Phone) -> None:
    phone.open("/matches/new?game=six-handed")
    phone.fill_in_names("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    phone.tap_button("Start the match")
    phone.tap(phone.chip("bid_0", 4))
    expect(phone.page.locator("main form h2 + p")).to_have_text("4 of 17 bid")
