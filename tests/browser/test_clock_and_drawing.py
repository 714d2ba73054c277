from typing import Any

from playwright.sync_api import Request, expect

from tests.browser.phone import Phone, Watch


def test_the_time_zone_of_the_phone_is_the_one_of_a_match_and_one_tap_away(phones: Any) -> None:
    karachi: Phone = phones(timezone_id="Asia/Karachi")
    match = karachi.start_by_hand()
    began = karachi.page.request.get(f"{match}/file").json()["started"]
    assert began.endswith("+05:00")
    karachi.open("/settings/clock")
    expect(karachi.page.get_by_label("Time zone")).to_have_value("Asia/Karachi")
    other: Phone = phones(timezone_id="America/New_York")
    other.open("/settings/clock")
    other.tap_through(other.page.get_by_role("button", name="America/New York"))
    expect(other.page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(other.page.get_by_label("Time zone")).to_have_value("America/New_York")


def drawing(phone: Phone) -> str:
    """Start a match of two, look how its cards are drawn, and return the address of the match."""
    match = phone.start("two-player", first=0)
    phone.open(f"{match}/drawing")
    return match


def tap_step(phone: Phone, step: str, turn: int) -> None:
    """Tap what happens to a card, and wait for the next turn."""
    phone.tap(phone.page.locator(f"a[data-step={step}]"))
    expect(phone.page.locator(".verdict__trick")).to_have_text(f"Turn {turn} of 26")


def test_turns_are_shown_without_loading_a_page(phone: Phone) -> None:
    match = drawing(phone)
    loaded: list[Request] = []
    phone.page.on("request", lambda request: loaded.append(request))
    for step, turn in [("keep", 2), ("discard", 3), ("back", 2), ("keep", 3)]:
        tap_step(phone, step, turn)
        phone.page.wait_for_timeout(320)  # of two quick taps the second is not for the next turn
    assert not [request for request in loaded if request.resource_type == "document"]
    expect(phone.page.get_by_text("keeps it. Put the next card")).to_be_visible()

    phone.tap_link("Back to the match")
    assert phone.page.url == match
    phone.tap_link("Draw the cards")
    expect(phone.page.locator(".verdict__trick")).to_have_text("Turn 3 of 26")


def test_two_quick_taps_are_one_turn_and_a_key_keeps_the_focus(phone: Phone) -> None:
    drawing(phone)
    turn = phone.page.locator(".verdict__trick")
    phone.page.locator("a[data-step=keep]").evaluate("key => { key.click(); key.click(); }")
    expect(turn).to_have_text("Turn 2 of 26")
    phone.page.wait_for_timeout(320)
    expect(turn).to_have_text("Turn 2 of 26")
    discard = phone.page.locator("a[data-step=discard]")
    discard.focus()
    phone.page.keyboard.press("Enter")
    expect(turn).to_have_text("Turn 3 of 26")
    expect(discard).to_be_focused()


def test_a_failed_page_swap_falls_back_to_navigation(phone: Phone, watch: Watch) -> None:
    drawing(phone)
    watch.expect("Failed to load resource")
    phone.page.route(
        "**/drawing?*",
        lambda route, request: (
            route.abort() if request.resource_type == "fetch" else route.continue_()
        ),
    )
    tap_step(phone, "keep", 2)
