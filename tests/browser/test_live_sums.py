from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone


def says(phone: Phone) -> Locator:
    return phone.page.locator(".sofar > [data-sum]")


def test_the_sum_and_the_contracts_follow_each_tap(phone: Phone) -> None:
    phone.start(first=3)
    expect(says(phone)).to_have_text("0 of 13 bid")
    phone.tap(phone.key("bid_0", 5))
    phone.tap(phone.key("bid_1", "nil"))
    expect(says(phone)).to_have_text("5 of 13 bid")
    phone.tap(phone.key("bid_2", 9))
    expect(says(phone)).to_have_text("14 bid, 1 over")
    expect(phone.page.locator("[data-contract='0']")).to_contain_text("14")
    expect(phone.page.locator("[data-contract='1']")).to_contain_text("Nil")


def test_blind_bids_count_their_tricks(phone: Phone) -> None:
    phone.start(first=3, blind_minimum=6)
    phone.tap(phone.blind("bid_0"))
    phone.tap(phone.key("bid_0", "blind 6"))
    expect(says(phone)).to_have_text("6 of 13 bid")
    phone.tap(phone.blind("bid_1"))
    phone.tap(phone.key("bid_1", "blind nil"))
    phone.tap(phone.key("bid_2", 3))
    expect(says(phone)).to_have_text("9 of 13 bid")


def test_the_sum_of_six_players_is_of_17_tricks(phone: Phone) -> None:
    phone.start("six-handed", first=5)
    phone.tap(phone.key("bid_0", 4))
    expect(says(phone)).to_have_text("4 of 17 bid")


@pytest.mark.parametrize("java_script", [True, False], ids=["with scripts", "without scripts"])
def test_a_tapped_seat_asks_for_its_bid_again(phones: Any, java_script: bool) -> None:
    phone: Phone = phones(java_script_enabled=java_script)
    phone.start(first=3)
    phone.tap(phone.key("bid_0", 4))
    phone.tap(phone.key("bid_1", 3))
    phone.tap(phone.page.locator("label.seat[for^=bid_0]"))
    expect(phone.page.get_by_text("Ann bids").last).to_be_attached()
    phone.tap(phone.key("bid_0", 5))
    phone.tap(phone.key("bid_2", 3))
    phone.tap(phone.page.locator("label.back[for^=bid_2]"))
    phone.choose(bid_2=2, bid_3=2)
    assert phone.page.locator(".slip--board b").all_inner_texts() == ["7", "5"]


@pytest.mark.parametrize("java_script", [True, False], ids=["with scripts", "without scripts"])
def test_too_many_tricks_are_named_and_changed(phones: Any, java_script: bool) -> None:
    phone: Phone = phones(java_script_enabled=java_script)
    phone.start(first=3, bids=(2, 4, 3, 3))
    phone.count()
    phone.tap_through(phone.page.get_by_role("button", name="Each player").first)
    for seat in range(3):
        phone.tap(phone.key(f"seat_{seat}", 6))
    if java_script:
        expect(phone.page.get_by_text("5 tricks too many")).to_be_visible()
        expect(phone.page.get_by_text("Tap the number that’s wrong.")).to_be_visible()
        phone.tap(phone.page.locator("label.back[for^=seat_2]"))
    else:
        phone.tap(phone.page.locator("label.take[for^=seat_2]"))
    phone.tap(phone.key("seat_2", 1))
    if not java_script:
        phone.tap_through(phone.save)
    expect(phone.page.locator("[data-points]").first).to_have_attribute("data-points", "52")


def test_too_many_tricks_take_the_place_of_other_words(phone: Phone) -> None:
    phone.open(f"{phone.start(first=3, bids=(2, 4, 3, 3))}?by=player")
    for seat, is_shown in ((0, True), (1, False)):
        phone.tap(phone.key(f"seat_{seat}", 7))
        expect(phone.page.locator(".sofar")).to_be_visible(visible=is_shown)
    expect(phone.page.get_by_text("1 trick too many")).to_be_visible()
