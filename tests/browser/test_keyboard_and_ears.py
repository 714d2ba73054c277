"""Where the focus goes, what digits do, and what is read out."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone, Watch


def question(phone: Phone, field: str) -> Locator:
    return phone.page.locator(f"fieldset#{field}")


def scrolled(phone: Phone) -> int:
    return int(phone.page.evaluate("() => scrollY"))


def test_after_each_save_the_focus_is_at_the_next_question(phone: Phone) -> None:
    phone.start(first=3)
    expect(question(phone, "bid_0")).to_be_focused()
    phone.bid(4, 3, 3, 2)
    expect(question(phone, "side_0")).to_be_focused()
    assert scrolled(phone) == 0
    phone.take(side_0=8)
    expect(question(phone, "bid_1")).to_be_focused()
    assert scrolled(phone) == 0
    phone.tap_button("Undo: tricks of hand 1")
    expect(question(phone, "side_0")).to_be_focused()


def test_the_focus_is_at_what_is_wrong(phone: Phone, watch: Watch) -> None:
    watch.expect("status of 422")
    phone.start(first=3)
    phone.tap_through(phone.save)
    expect(phone.page.get_by_role("alert")).to_be_focused()
    phone.page.get_by_role("link", name="Ann").click()
    expect(question(phone, "bid_0")).to_be_focused()


def test_in_a_tally_the_focus_is_at_who_took_the_trick(phone: Phone) -> None:
    match = phone.start(first=3)
    phone.bid(4, 3, 3, 2)
    phone.open(f"{match}?by=trick")
    phone.tap_through(phone.page.locator("button[value=side_1]"))
    expect(phone.page.locator("button[name=taken]").first).to_be_focused()


def test_digits_bid_for_one_after_the_other_and_enter_saves(phone: Phone) -> None:
    phone.start(first=3)
    for key in "4332":
        phone.page.keyboard.press(key)
    phone.expect_step("bids")
    expect(phone.page.get_by_role("button", name="Save bids")).to_be_focused()
    with phone.page.expect_navigation():
        phone.page.keyboard.press("Enter")
    expect(phone.recap).to_contain_text("Ann 4 Ben 3 Cleo 3 Dan 2")
    phone.page.keyboard.press("8")
    expect(phone.chip("side_1", 5)).to_be_checked()
    with phone.page.expect_navigation():
        phone.page.keyboard.press("Enter")
    assert phone.standings == [(71, 1), (50, 0)]


def test_n_bids_nil_and_a_one_waits_a_moment_for_its_second_digit(phone: Phone) -> None:
    phone.start(first=3)
    phone.page.clock.install()
    for key in "n101":
        phone.page.keyboard.press(key)
    expect(phone.chip("bid_0", "nil")).to_be_checked()
    expect(phone.chip("bid_1", 10)).to_be_checked()
    expect(phone.chip("bid_2", 1)).to_be_checked()
    phone.page.clock.run_for(700)
    phone.page.keyboard.press("2")
    expect(phone.chip("bid_2", 1)).to_be_checked()
    expect(phone.chip("bid_3", 2)).to_be_checked()


def test_a_one_before_a_digit_it_cannot_go_with_stays_a_one(phone: Phone) -> None:
    phone.start(first=3)
    for key in "1519":
        phone.page.keyboard.press(key)
    for field, value in {"bid_0": 1, "bid_1": 5, "bid_2": 1, "bid_3": 9}.items():
        expect(phone.chip(field, value)).to_be_checked()


def test_digits_in_a_field_are_just_typed(phone: Phone) -> None:
    phone.open("/matches/new?game=two-player")
    phone.page.locator("[name=player_0]").press_sequentially("Ann 4n")
    assert phone.page.locator("[name=player_0]").input_value() == "Ann 4n"


@pytest.mark.parametrize("what", ["Bids saved", "Hand saved"])
def test_what_was_saved_is_said_again_once_the_page_is_there(phone: Phone, what: str) -> None:
    phone.page.add_init_script(
        """
        addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
          document.body.dataset.heard = changes.flatMap(({ addedNodes }) => [...addedNodes])
            .map((node) => node.textContent).join("");
        }).observe(document.querySelector(".status [role=status]"), { childList: true }));
        """
    )
    phone.start(first=3)
    phone.bid(4, 3, 3, 2)
    if what == "Hand saved":
        phone.take(side_0=8)
    heard = phone.page.locator("body")
    expect(heard).to_have_attribute(
        "data-heard", f"{what} · Gold +71 · Blue +50" if "Hand" in what else what
    )
