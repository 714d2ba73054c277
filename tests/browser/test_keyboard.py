import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone, Watch


def question(phone: Phone, field: str) -> Locator:
    return phone.page.locator(f"#{field}-none")


def press(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.page.keyboard.press(key)


def scrolled(phone: Phone) -> int:
    return int(phone.page.evaluate("() => scrollY"))


def test_the_focus_is_at_the_next_question_after_saving(phone: Phone) -> None:
    phone.start(first=3)
    expect(question(phone, "bid_0")).to_be_focused()
    phone.bid(4, 3, 3, 2)
    phone.count()
    expect(question(phone, "side_0")).to_be_focused()
    assert scrolled(phone) == 0
    phone.choose(side_0=8)
    expect(question(phone, "bid_1")).to_be_focused()
    assert scrolled(phone) == 0
    phone.bid(4, 3, 3, 2)
    phone.open(f"{phone.page.url}?by=trick")
    phone.tap_through(phone.page.locator("button[value=side_1]"))
    expect(phone.page.locator("button[name=taken]").first).to_be_focused()


def test_each_bidder_is_a_group_of_keys_and_the_focus_is_at_the_error(
    phone: Phone, watch: Watch
) -> None:
    watch.expect("status of 422")
    phone.start(first=3)
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        group = phone.page.get_by_role("group", name=f"{name} bids")
        for bid in ("Nil", "1", "13", "Blind"):
            expect(group.get_by_role("radio", name=bid, exact=True)).to_have_count(1)
    with phone.page.expect_navigation():
        phone.page.locator("form.face").evaluate("form => form.requestSubmit()")
    expect(phone.page.get_by_role("alert")).to_be_focused()
    phone.page.get_by_role("alert").get_by_role("link", name="Ann").click()
    expect(question(phone, "bid_0")).to_be_focused()


def test_n_bids_nil_and_1_waits_for_a_digit(new_phone: Phone) -> None:
    new_phone.start(first=3)
    new_phone.page.clock.install()
    press(new_phone, *"n101")
    expect(new_phone.key("bid_0", "nil")).to_be_checked()
    expect(new_phone.key("bid_1", 10)).to_be_checked()
    expect(new_phone.key("bid_2", 1)).to_be_checked()
    new_phone.page.clock.run_for(700)
    press(new_phone, "2")
    expect(new_phone.key("bid_2", 1)).to_be_checked()
    expect(new_phone.key("bid_3", 2)).to_be_checked()
    new_phone.start(first=3)
    press(new_phone, *"1519")
    for field, value in {"bid_0": 1, "bid_1": 5, "bid_2": 1, "bid_3": 9}.items():
        expect(new_phone.key(field, value)).to_be_checked()


def test_digits_in_a_text_field_are_typed(phone: Phone) -> None:
    phone.open("/matches/new?game=two-player")
    name = phone.page.locator("[name=typed]")
    name.press_sequentially("Ann 4n")
    expect(name).to_have_value("Ann 4n")


@pytest.mark.parametrize("choosing", ["Space", "Enter"])
def test_arrows_move_the_focus_and_space_or_enter_chooses(phone: Phone, choosing: str) -> None:
    phone.start(first=3)
    press(phone, "ArrowRight")
    nil, one, six = (phone.key("bid_0", bid) for bid in ("nil", 1, 6))
    expect(nil).to_be_focused()
    press(phone, "ArrowRight")
    expect(one).to_be_focused()
    press(phone, "ArrowDown")
    expect(six).to_be_focused()
    expect(phone.page.locator("input[data-tricks]:checked")).to_have_count(0)
    press(phone, choosing)
    expect(six).to_be_checked()
    expect(phone.page.locator("input[data-tricks]:checked")).to_have_count(1)
    phone.expect_view("bids")


@pytest.mark.parametrize("choosing", ["Space", "Enter"])
def test_partners_bid_one_number_by_keyboard(phone: Phone, choosing: str) -> None:
    phone.start(first=3, bids_by="side")
    nil = phone.key("nil_0", 0)
    nil.focus()
    press(phone, choosing)
    expect(nil).to_be_checked()
    press(phone, choosing)
    expect(nil).not_to_be_checked()
    # 0 is no bid here.
    press(phone, *"0105")
    expect(phone.key("bid_0", 10)).to_be_checked()
    expect(phone.key("bid_1", 5)).to_be_checked()
    expect(phone.save).to_be_focused()


def test_a_hand_is_played_by_keyboard_alone(phone: Phone) -> None:
    phone.start(first=3)
    press(phone, *"4332")
    phone.expect_view("bids")
    expect(phone.save).to_be_focused()
    with phone.page.expect_navigation():
        press(phone, "Enter")
    tricks = phone.page.get_by_role("link", name="Tricks", exact=True)
    for _ in range(12):
        if tricks.evaluate("key => key === document.activeElement"):
            break
        press(phone, "Tab")
    with phone.page.expect_navigation():
        press(phone, "Enter")
    expect(phone.recap).to_contain_text("Ann 4 Ben 3 Cleo 3 Dan 2")
    press(phone, "8")
    expect(phone.key("side_1", 5)).to_be_checked()
    with phone.page.expect_navigation():
        press(phone, "Enter")
    assert phone.standings == [(71, 1), (50, 0)]


def test_the_board_is_read_out_by_side(phone: Phone) -> None:
    phone.start(first=3, opening=[(342, 2), (287, 7)], bids=(4, 4, 3, "nil"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Ann leads")
    gold = phone.page.get_by_role("region", name="Gold")
    for words in ("Ann 4 Cleo 3", "342", "7"):
        expect(gold).to_contain_text(words)
    expect(gold.get_by_role("img", name="2 of 10 bags")).to_be_visible()
    expect(phone.page.get_by_role("region", name="Blue")).to_contain_text("Nil")
    keys = phone.page.get_by_role("navigation", name="Hand").get_by_role("link")
    assert keys.all_inner_texts() == ["Tricks", "Trick by trick", "Referee"]


def test_the_saved_message_is_announced(new_phone: Phone) -> None:
    new_phone.page.add_init_script(
        """
        addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
          for (const { target, addedNodes } of changes) {
            if (!target.matches("header [role=status]")) continue;
            document.body.dataset.heard = [...addedNodes].map((node) => node.textContent).join("");
          }
        }).observe(document.body, { childList: true, subtree: true }));
        """
    )
    new_phone.start(first=3)
    new_phone.bid(4, 3, 3, 2)
    body = new_phone.page.locator("body")
    expect(body).to_have_attribute("data-heard", re.compile(r"^Bids saved\s*$"))
    new_phone.take(side_0=8)
    expect(body).to_have_attribute("data-heard", re.compile(r"^Hand saved\s*$"))
