"""Somebody who sees the scorekeeper for the first time follows the words on the screen."""

from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone

SECONDS_A_TAP, SECONDS_A_LETTER = 2, 0.4


def chip(phone: Phone, group: str, number: str) -> Locator:
    asked = phone.page.get_by_role("group", name=group)
    return asked.get_by_role("radio", name=number, exact=True)


def type_into(phone: Phone, label: str, name: str) -> None:
    field = phone.page.get_by_role("group", name="Who sits where").get_by_label(label)
    phone.tap(field)
    field.press_sequentially(name)


def test_from_the_empty_home_to_the_second_hand_in_a_minute(phone: Phone) -> None:
    page = phone.page
    phone.open()

    phone.tap(page.get_by_role("link", name="New match"))
    phone.tap(page.get_by_role("link", name="Partners"))
    type_into(phone, "Gold Seat 1", "Ann")
    type_into(phone, "Blue Seat 2", "Ben")
    type_into(phone, "Gold Seat 3", "Cleo")
    type_into(phone, "Blue Seat 4", "Dan")
    page.get_by_label("Who deals first?").select_option("Dan")
    phone.tap(page.get_by_role("button", name="Start the match"))

    expect(page.get_by_text("Dan deals · Ann leads")).to_be_visible()
    phone.tap(chip(phone, "Ann", "4"))
    phone.tap(chip(phone, "Ben", "3"))
    phone.tap(chip(phone, "Cleo", "3"))
    phone.tap(chip(phone, "Dan", "2"))
    expect(page.get_by_role("heading", name="Tricks taken")).to_be_visible()
    phone.tap(chip(phone, "Gold", "8"))

    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.get_by_text("Hand saved")).to_be_visible()
    expect(page.get_by_role("region", name="Gold")).to_contain_text("71")
    expect(page.get_by_role("region", name="Blue")).to_contain_text("50")

    assert phone.taps == 12
    taps = phone.taps + len(["open the list of dealers", "choose one"])
    assert taps * SECONDS_A_TAP + len("AnnBenCleoDan") * SECONDS_A_LETTER < 60
