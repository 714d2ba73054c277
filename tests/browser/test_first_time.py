"""A newcomer follows the words on the screen."""

from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone
from tests.people import PLAYERS

SECONDS_A_TAP, SECONDS_A_LETTER = 2, 0.4
NAMES = PLAYERS["partnership"]


def key(phone: Phone, group: str, number: str) -> Locator:
    asked = phone.page.get_by_role("group", name=group)
    return asked.get_by_role("radio", name=number, exact=True)


def test_newcomers_reach_the_second_hand_in_a_minute(phone: Phone) -> None:
    page = phone.page
    phone.open()
    expect(page.get_by_role("heading", name="We keep score. You play.")).to_be_visible()

    phone.tap_link("New match")
    for name in NAMES:
        field = page.get_by_role("textbox", name="Name", exact=True)
        phone.tap(field)
        field.press_sequentially(name)
        phone.tap(page.get_by_role("button", name="Take this seat"))
        expect(page.locator(".seat--taken", has_text=name)).to_be_visible()
    phone.tap(page.get_by_role("button", name="Dan", exact=True))
    phone.tap(page.get_by_role("button", name="A point and a bag each"))
    phone.tap_through(phone.save)

    expect(page.get_by_text("Dan deals · Ann leads")).to_be_visible()
    for name, bid in zip(NAMES, "4332", strict=True):
        phone.tap(key(phone, f"{name} bids", bid))
    phone.expect_view("board")
    phone.tap_link("Tricks")
    phone.tap_through(key(phone, "Gold took", "8"))

    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.get_by_text("Ann deals · Ben leads")).to_be_visible()
    expect(page.get_by_role("region", name="Gold")).to_contain_text("71")
    expect(page.get_by_role("region", name="Blue")).to_contain_text("50")
    assert phone.taps * SECONDS_A_TAP + len("".join(NAMES)) * SECONDS_A_LETTER < 60


def test_known_players_bid_after_seven_taps(phone: Phone) -> None:
    phone.start(first=3)
    phone.open()
    phone.taps = 0
    phone.tap_link("New match")
    for name in NAMES:
        phone.tap(phone.page.get_by_role("button", name=name, exact=True))
        expect(phone.page.locator(".seat--taken", has_text=name)).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Pick for us"))
    phone.tap_through(phone.save)
    phone.expect_view("bids")
    assert phone.taps == 7
