"""Back, reload, double taps, closed tabs and dropped networks lose nothing and double nothing."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone, Watch
from tests.people import PLAYERS

BROWSERS = [
    pytest.param({"java_script_enabled": True}, id="with JavaScript"),
    pytest.param({"java_script_enabled": False}, id="without JavaScript"),
]


def names_in(phone: Phone) -> tuple[str, ...]:
    fields = phone.page.locator("[name^=player_]")
    return tuple(field.input_value() for field in fields.all())


def test_a_reload_keeps_the_names_and_house_rules(phone: Phone) -> None:
    phone.open("/matches/new?game=partnership")
    phone.fill_in_names(*PLAYERS["partnership"])
    phone.page.get_by_label("They help the partner’s bid").check()
    phone.page.reload()
    assert names_in(phone) == ("Ann", "Ben", "Cleo", "Dan")
    expect(phone.page.get_by_label("They help the partner’s bid")).to_be_checked()


def test_a_reload_keeps_the_bids(phone: Phone) -> None:
    phone.start(first=3)
    phone.tap(phone.chip("bid_0", 4))
    phone.tap(phone.chip("bid_1", 3))
    phone.tap(phone.chip("bid_2", "nil"))
    phone.page.reload()
    phone.tap_through(phone.chip("bid_3", 2))
    phone.expect_step("tricks")
    assert phone.taps == 4
    expect(phone.recap).to_contain_text("Ann 4 Ben 3 Cleo Nil Dan 2")


def test_a_closed_tab_keeps_the_bids(phone: Phone) -> None:
    match = phone.start(first=3)
    phone.tap(phone.chip("bid_0", 4))
    phone.tap(phone.chip("bid_1", 3))
    phone.tap(phone.chip("bid_2", 3))
    phone = phone.closed_and_opened_again(match)
    phone.tap_through(phone.chip("bid_3", 2))
    expect(phone.recap).to_contain_text("Ann 4 Ben 3 Cleo 3 Dan 2")


def test_what_was_saved_does_not_come_back_into_the_next_form(phone: Phone) -> None:
    phone.start("two-player", first=0)
    phone.play(5, 6, side_0=6)
    phone.expect_step("bids")
    expect(phone.page.locator("input[type=radio]:checked")).to_have_count(0)
    phone.open("/matches/new?game=two-player")
    assert names_in(phone) == ("", "")


def test_an_error_keeps_everything_typed(plain_phone: Phone, watch: Watch) -> None:
    watch.expect("status of 422")
    plain_phone.open("/matches/new?game=partnership")
    plain_phone.fill_in_names("Ann", "Ben", "Ann", "Dan")
    plain_phone.page.get_by_label("They help the partner’s bid").check()
    plain_phone.tap_button("Start the match")
    expect(plain_phone.page.get_by_role("alert")).to_contain_text("Two are called “Ann”.")
    assert names_in(plain_phone) == ("Ann", "Ben", "Ann", "Dan")
    expect(plain_phone.page.get_by_label("They help the partner’s bid")).to_be_checked()


@pytest.mark.parametrize("browser", BROWSERS)
def test_two_quick_taps_on_start_in_a_new_browser_start_one_match(
    phones: Any, browser: Any
) -> None:
    phone: Phone = phones(**browser)
    phone.open("/matches/new?game=two-player")
    phone.fill_in_names("Ann", "Ben")
    phone.page.get_by_role("button", name="Start the match").dblclick()
    phone.expect_step("bids")
    phone.open("/history")
    expect(phone.page.locator("main a[href^='/matches/']")).to_have_count(1)


@pytest.mark.parametrize("browser", BROWSERS)
def test_double_taps_on_save_record_once(phones: Any, browser: Any) -> None:
    phone: Phone = phones(**browser)
    phone.start("two-player", first=0)
    phone.bid(5, 6)
    phone.tap_through(phone.recap)
    phone.page.get_by_role("button", name="Save bids").dblclick()
    phone.expect_step("tricks")
    phone.tap_button("Undo: bids of hand 1")
    phone.bid(5, 6)
    assert phone.page.title() == "Hand 1 · Scorekeeper"


def test_a_double_tap_on_save_saves_the_hand_once(plain_phone: Phone) -> None:
    plain_phone.start(first=3)
    plain_phone.bid(4, 3, 3, 2)
    plain_phone.tap(plain_phone.chip("side_0", 8))
    plain_phone.page.get_by_role("button", name="Save hand 1").dblclick()
    plain_phone.expect_step("bids")
    assert plain_phone.page.title() == "Hand 2 · Scorekeeper"
    assert plain_phone.standings == [(71, 1), (50, 0)]


def test_a_double_tap_on_the_last_chip_saves_once_and_goes_no_further(phone: Phone) -> None:
    phone.start(first=3)
    phone.tap(phone.chip("bid_0", 4))
    phone.tap(phone.chip("bid_1", 3))
    phone.tap(phone.chip("bid_2", 3))
    phone.chip("bid_3", 2).dblclick()
    phone.expect_step("tricks")
    phone.chip("side_0", 8).dblclick()
    phone.expect_step("bids")
    assert phone.page.title() == "Hand 2 · Scorekeeper"
    assert phone.standings == [(71, 1), (50, 0)]


def test_the_second_of_two_taps_does_not_reach_the_page_that_follows(phone: Phone) -> None:
    phone.start("two-player", first=0)
    phone.tap(phone.chip("bid_1", 6))
    spot = phone.spot_of(phone.chip("bid_0", 6))
    phone.page.clock.install(time="2026-01-02T20:00:00")
    phone.page.clock.pause_at("2026-01-02T21:00:00")
    with phone.page.expect_navigation():
        phone.page.touchscreen.tap(*spot)
    phone.page.touchscreen.tap(*spot)
    phone.expect_step("tricks")
    expect(phone.page.locator("input[type=radio]:checked")).to_have_count(0)
    phone.page.clock.run_for(300)
    phone.take(side_0=6)
    assert phone.standings == [(60, 0), (61, 1)]


@pytest.mark.parametrize("browser", BROWSERS)
def test_back_after_a_hand_records_nothing_twice(phones: Any, browser: Any) -> None:
    phone: Phone = phones(**browser)
    match = phone.start("two-player", first=0)
    phone.play(5, 6, side_0=6)
    phone.page.go_back()
    phone.page.go_forward()
    phone.open(match)
    phone.play(4, 3, side_0=6)
    # 51 + 40 + 2 and 61 + 30 + 4.
    assert phone.standings == [(93, 3), (95, 5)]
    assert phone.page.title() == "Hand 3 · Scorekeeper"


def test_without_a_network_the_hand_waits_on_the_phone(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    phone.start("two-player", first=0)
    phone.tap(phone.chip("bid_1", 6))
    phone.page.context.set_offline(True)
    with phone.page.expect_event("requestfailed"):
        phone.tap(phone.chip("bid_0", 5))
    phone.page.context.set_offline(False)
    phone.page.wait_for_url("chrome-error://**")
    phone.page.go_back()
    expect(phone.chip("bid_0", 5)).to_be_checked()
    expect(phone.chip("bid_1", 6)).to_be_checked()
    phone.tap_through(phone.save)
    phone.expect_step("tricks")
    phone.take(side_0=6)
    assert phone.standings == [(51, 1), (61, 1)]


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_hand_whose_answer_was_lost_is_sent_again_and_stored_once(
    phones: Any, browser: Any, watch: Watch
) -> None:
    watch.expect("net::ERR_FAILED")
    phone: Phone = phones(**browser)

    def lose_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    phone.start("two-player", first=0)
    phone.bid(5, 6)
    phone.page.context.route("**/tricks", lose_the_answer, times=1)
    with phone.page.expect_event("requestfailed"):
        phone.send(side_0=6)
    phone.page.wait_for_url("chrome-error://**")
    phone.page.reload()
    phone.expect_step("bids")
    assert phone.standings == [(51, 1), (61, 1)]
    assert phone.page.title() == "Hand 2 · Scorekeeper"
