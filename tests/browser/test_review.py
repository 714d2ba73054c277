"""A match is read a week later: touched hand by hand, by thumb, by key and without a script."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.world import World


def played(phone: Phone) -> str:
    """Play two hands, and return the address of the review."""
    match = phone.start(first=3)
    phone.play(4, 3, 3, 2, side_0=8)
    phone.play(3, 3, 3, 3, side_0=5)
    return f"{match}/review"


def test_a_hand_that_is_touched_shows_its_lines_right_there(phone: Phone) -> None:
    phone.open(played(phone))
    shown = phone.page.locator(".course__hand")
    hand = phone.page.get_by_role("link", name="Hand 2:")
    phone.tap(hand)
    expect(shown).to_contain_text("Bid 3 + 3 = 6, took 5: set")
    phone.tap(phone.page.get_by_role("link", name="Hand 1:"))
    phone.page.get_by_role("link", name="Hand 1:").focus()
    expect(shown).to_contain_text("Bid 4 + 3 = 7, took 8")
    expect(shown).not_to_contain_text("took 5: set")
    phone.page.keyboard.press("Enter")
    expect(shown).to_be_empty()


def test_a_hand_is_shown_by_the_keyboard_too(phone: Phone) -> None:
    phone.open(played(phone))
    phone.page.get_by_role("link", name="Hand 2:").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".course__hand")).to_contain_text("took 5: set")
    expect(phone.page.get_by_role("link", name="Hand 2:")).to_be_focused()


def test_without_a_script_a_hand_leads_to_the_sheet(plain_phone: Phone) -> None:
    plain_phone.open(played(plain_phone))
    plain_phone.tap(plain_phone.page.get_by_role("link", name="Hand 2:"))
    expect(plain_phone.page.locator("#hand-2")).to_be_in_viewport()


def test_a_note_outlives_a_reload_and_is_read(phone: Phone) -> None:
    address = played(phone)
    phone.open(address)
    phone.tap_link("Place and note")
    phone.page.get_by_label("Place").fill("Kitchen")
    phone.page.get_by_label("Note").fill("A dog barked.")
    phone.page.reload()
    expect(phone.page.get_by_label("Note")).to_have_value("A dog barked.")
    phone.tap_button("Save")
    phone.open(address)
    expect(phone.page.get_by_text("A dog barked.")).to_be_visible()


def test_what_would_have_been_is_one_tap_away(phone: Phone) -> None:
    phone.open(played(phone))
    phone.tap_link("Cookout")
    expect(phone.page.get_by_role("heading", name="It would not be over yet.")).to_be_visible()


def test_an_award_leads_to_its_hand(visitor: Any, world: World) -> None:
    phone: Phone = visitor()
    phone.open(f"/matches/{world.over}/review")
    award = phone.page.locator(".awards__one").filter(has=phone.page.locator("a")).last
    place = award.get_by_role("link").get_attribute("href")
    phone.page.locator(".awards__one a").last.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(f"{place}")).to_be_in_viewport()
