"""A new match on a phone: at the drawn table, in few taps, and nothing entered is lost."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import Phone
from tests.people import PLAYERS

NAMES = PLAYERS["partnership"]
SIZES = [(390, 844), (390, 664), (360, 640), (844, 390), (667, 375), (768, 1024), (1280, 800)]
WITHIN = """keys => keys.every(key => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
})"""
LARGE = "keys => keys.every(key => key.getBoundingClientRect().height >= 47.5)"


def known(page: Page, name: str) -> Locator:
    return page.locator(f"button[name=sit][value='{name}']")


def sits(page: Page, seat: int, name: str) -> None:
    expect(page.locator(f"#player_{seat}")).to_contain_text(name)


def type_names(phone: Phone) -> None:
    """Four who never played type their names; Enter lets each sit."""
    for seat, name in enumerate(NAMES):
        phone.page.locator("[name=typed]").fill(name)
        phone.page.locator("[name=typed]").press("Enter")
        sits(phone.page, seat, name)


def a_match_was_started(phone: Phone) -> None:
    phone.open("/matches/new")
    type_names(phone)
    phone.tap_through(phone.page.locator(".save"))
    phone.open()


def test_known_players_are_at_their_first_bid_in_six_taps(phone: Phone) -> None:
    a_match_was_started(phone)
    page, phone.taps = phone.page, 0
    phone.tap(page.get_by_role("link", name="New match"))
    for seat, name in enumerate(NAMES):
        phone.tap(known(page, name))
        sits(page, seat, name)
    phone.tap(page.locator(".save"))
    expect(page).to_have_title("Hand 1 · Scorekeeper")
    assert phone.taps == 6


def test_taps_faster_than_the_answers_all_count(phone: Phone) -> None:
    a_match_was_started(phone)
    phone.open("/matches/new")
    for name in NAMES:
        phone.page.locator(f"button[name=sit][value='{name}']").dispatch_event("click")
    for seat, name in enumerate(NAMES):
        sits(phone.page, seat, name)


def test_a_reload_keeps_what_was_filled_in_and_what_was_only_typed(phone: Phone) -> None:
    phone.open("/matches/new")
    page = phone.page
    page.locator("[name=typed]").fill("Zoë")
    page.locator("[name=typed]").press("Enter")
    sits(page, 0, "Zoë")
    page.locator("[name=typed]").fill("Jo")
    phone.tap(page.locator("[name=target][value='250']"))
    page.reload()
    sits(page, 0, "Zoë")
    expect(page.locator("[name=typed]")).to_have_value("Jo")
    expect(page.locator("[name=target][value='250']")).to_be_checked()


def test_the_keyboard_stays_where_it_is_and_hears_who_sits(phone: Phone) -> None:
    phone.open("/matches/new")
    type_name = phone.page.locator("[name=typed]")
    type_name.fill("Zoë")
    type_name.press("Enter")
    sits(phone.page, 0, "Zoë")
    expect(type_name).to_be_focused()
    expect(type_name).to_have_value("")
    expect(phone.page.get_by_role("main").get_by_role("status")).to_contain_text("Seat 1: Zoë.")


def test_a_failed_nil_and_the_dealer_are_asked_after_the_names(phone: Phone) -> None:
    phone.open("/matches/new")
    page = phone.page
    type_names(phone)
    phone.tap(page.get_by_role("button", name="They help the partner’s bid"))
    phone.tap(page.locator("button[name=deal][value='2']"))
    expect(page.locator("#player_2 .seat__deal")).to_be_visible()
    expect(page.locator("[name=failed_nil][value=help]")).to_be_checked()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
def test_all_of_the_table_is_on_the_screen(phone: Phone, size: tuple[int, int]) -> None:
    a_match_was_started(phone)
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    keys = page.locator(".face :is(.seat, .key, .kinds__key, .middle__first, [name=typed])")
    for game in ("partnership", "six-handed"):
        page.evaluate("localStorage.clear()")
        phone.open(f"/matches/new?game={game}")
        assert keys.evaluate_all(WITHIN)
        assert keys.evaluate_all(LARGE)
        phone.tap(page.locator("[name=ask]"))
        expect(page.locator("[name=deal]").first).to_be_visible()
        assert keys.evaluate_all(WITHIN)
