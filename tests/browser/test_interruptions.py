import re
import time
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone, Watch, arrive_but_lose_the_answer, touch
from tests.browser.scorebook import Scorebook
from tests.servers import Server

SLEPT = """Object.defineProperty(performance, "timeOrigin", {
  value: performance.timeOrigin - 180_000
}), null"""
"""The page's own clock stopped while the phone slept for three minutes."""
BROWSERS = [
    pytest.param({"java_script_enabled": True}, id="with JavaScript"),
    pytest.param({"java_script_enabled": False}, id="without JavaScript"),
]


def seated(phone: Phone) -> list[str]:
    """The players' names in seat order on the page of a new match."""
    return phone.page.locator(".seat--taken bdi").all_inner_texts()


def test_a_reload_and_a_closed_tab_keep_the_bids(phone: Phone) -> None:
    match = phone.start(first=3)
    phone.tap(phone.key("bid_0", 4))
    phone.tap(phone.key("bid_1", 3))
    phone.reload()
    phone.tap(phone.key("bid_2", "nil"))
    phone.wait_until_forms_are_kept()
    phone = phone.closed_and_opened_again(match)
    phone.tap_through(phone.key("bid_3", 2))
    phone.expect_view("board")
    assert phone.taps == 4
    phone.count()
    expect(phone.recap).to_contain_text("Ann 4 Ben 3 Cleo Nil Dan 2")


def test_bids_are_kept_after_the_browser_closed_its_database(phone: Phone) -> None:
    phone.start(first=3)
    phone.tap(phone.key("bid_0", 4))
    phone.wait_until_forms_are_kept()
    phone.page.context.new_cdp_session(phone.page).send(
        "Storage.clearDataForOrigin",
        {"origin": phone.scorebook.address, "storageTypes": "indexeddb"},
    )
    phone.tap(phone.key("bid_1", 3))
    phone.wait_until_forms_are_kept()
    phone.page.reload()
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(2)


def test_saved_values_are_not_in_the_next_form(phone: Phone) -> None:
    phone.start("two-player", first=0)
    phone.play(5, 6, side_0=6)
    phone.expect_view("bids")
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(0)
    phone.open("/matches/new?game=two-player")
    assert seated(phone) == []


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_double_tap_on_start_starts_one_match(phones: Any, browser: Any) -> None:
    phone: Phone = phones(**browser)
    phone.open("/matches/new?game=two-player")
    phone.fill_in_names("Ann", "Ben")
    phone.answer_setup()
    phone.save.dblclick()
    phone.expect_view("bids")
    phone.open("/history")
    expect(phone.page.locator("main .card")).to_have_count(1)


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_double_tap_on_save_saves_bids_once(phones: Any, browser: Any) -> None:
    phone: Phone = phones(**browser)
    phone.start("two-player", first=0, bids=(5, 6))
    phone.count()
    phone.tap_through(phone.recap)
    phone.tap(phone.page.locator("label.which__key[for=bid_0-ask]"))
    saves_itself = phone.saves_itself
    phone.page.wait_for_timeout(300)  # longer than two taps that count as one
    phone.key("bid_0", 7).dblclick()
    if not saves_itself:
        phone.save.dblclick()
    phone.expect_view("board")
    phone.tap_in_menu("Undo: changed bids of hand 1")
    phone.tap_in_menu("Undo: bids of hand 1")
    assert phone.page.title() == "Hand 1 · Scorekeeper"


def double_tap(phone: Phone, field: str, value: int) -> None:
    spot = phone.spot_of(phone.key(field, value))
    phone.page.wait_for_timeout(300)
    first = time.time()
    touch(phone, spot, first)
    touch(phone, spot, first + 0.08)


def test_a_double_tap_on_a_number_counts_and_saves_once(phone: Phone) -> None:
    phone.start(first=3)
    double_tap(phone, "bid_0", 4)
    expect(phone.key("bid_0", 4)).to_be_checked()
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(1)
    # Any other key counts at once.
    for field, value in {"bid_1": 2, "bid_2": 3}.items():
        phone.page.touchscreen.tap(*phone.spot_of(phone.key(field, value)))
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(3)
    double_tap(phone, "bid_3", 3)
    phone.expect_view("board")
    phone.page.wait_for_timeout(400)
    phone.expect_view("board")
    phone.count()
    double_tap(phone, "side_0", 8)
    phone.expect_view("bids")
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(0)
    assert phone.page.title() == "Hand 2 · Scorekeeper"
    assert phone.standings == [(71, 1), (50, 0)]


def test_a_double_tap_after_sleep_counts_once(phone: Phone) -> None:
    phone.start(first=3, bids=(4, 3, 3, 2))
    phone.count()
    spot = phone.spot_of(phone.key("side_0", 8))
    phone.page.evaluate(SLEPT)
    first = time.time()
    touch(phone, spot, first)
    phone.expect_view("bids")
    touch(phone, spot, first + 0.2)
    phone.page.wait_for_timeout(200)
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(0)


@pytest.mark.parametrize("browser", BROWSERS)
def test_back_after_a_hand_records_nothing_twice(phones: Any, browser: Any) -> None:
    phone: Phone = phones(**browser)
    match = phone.start("two-player", first=0)
    phone.play(5, 6, side_0=6)
    for go in (phone.page.go_back, phone.page.go_forward):
        with phone.page.expect_event("load"):
            go()
    phone.open(match)
    phone.play(4, 3, side_0=6)
    # 51 + 40 + 2 and 61 + 30 + 4.
    assert phone.standings == [(93, 3), (95, 5)]
    assert phone.page.title() == "Hand 3 · Scorekeeper"


def test_a_change_while_offline_is_sent(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    phone.start("two-player", first=0)
    phone.page.context.set_offline(True)
    phone.send(bid_1=6, bid_0=5)
    phone.expect_status()
    phone.tap(phone.page.locator("label.seat[for^=bid_0]"))
    phone.tap(phone.key("bid_0", 7))
    with phone.page.expect_navigation():
        phone.page.context.set_offline(False)
    phone.count()
    expect(phone.recap).to_contain_text("Ben 6 Ann 7")


def test_a_new_address_is_suggested_after_a_minute(new_phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    new_phone.start("two-player", first=0)
    new_phone.page.clock.install()
    new_phone.page.context.set_offline(True)
    new_phone.send(bid_1=6, bid_0=5)
    new_phone.expect_status()
    new_phone.page.clock.fast_forward(61_000)
    new_phone.page.clock.run_for(1000)
    new_phone.expect_status("The computer with the scores may have a new address.")


@pytest.mark.parametrize("path", ["/history", "the match"])
def test_unsent_bids_are_sent_when_any_page_opens(phone: Phone, watch: Watch, path: str) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    match = phone.start("two-player", first=0)
    phone.page.context.set_offline(True)
    phone.send(bid_1=6, bid_0=5)
    phone.expect_status("Only on this phone: bids of hand 1")
    context = phone.page.context
    with context.expect_event("response", lambda answer: answer.url.endswith("/bids")):
        phone = phone.killed_and_opened_again(match if path == "the match" else path)
    # In another tab: Chromium may never close one that is just loading the next page.
    phone = Phone(context.new_page(), phone.scorebook)
    phone.open(match)
    phone.expect_view("board")
    phone.count()
    expect(phone.recap).to_contain_text("Ben 6 Ann 5")


def test_home_tells_what_waits(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_")
    phone.start("two-player", first=0)
    phone.page.context.set_offline(True)
    phone.send(bid_1=6, bid_0=5)
    phone.expect_status("Only on this phone: bids of hand 1")
    phone.page.context.route("**/bids", lambda route: route.abort())
    phone = phone.killed_and_opened_again("/")
    phone.expect_status("Only on this phone: bids of hand 1")
    phone.page.context.unroute("**/bids")
    with phone.page.expect_navigation():
        phone.tap(phone.page.get_by_role("button", name="Try now"))
    phone.expect_status("Bids saved")
    expect(phone.page.locator(".waits")).to_have_count(0)


def test_unsent_bids_beside_others_are_a_conflict(phones: Any, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    watch.expect("409")
    phone: Phone = phones()
    match = phone.start("two-player", first=0)
    other: Phone = phones()
    other.become(phone.secret)
    other.open(match)
    phone.page.context.set_offline(True)
    phone.send(bid_1=6, bid_0=5)
    phone.expect_status("Only on this phone: bids of hand 1")
    other.choose(bid_1=4, bid_0=5)
    phone = phone.killed_and_opened_again("/")
    phone.expect_status("Only on this phone: bids of hand 1")
    expect(phone.page.get_by_role("button", name="Delete from this phone")).to_be_visible()
    phone.page.get_by_role("link", name="Back to the match").click()
    expect(phone.page.get_by_role("heading", name="Someone else saved first")).to_be_visible()
    phone.wait_until_nothing_is_unsent()
    phone.open("/")
    expect(phone.page.locator(".waits")).to_have_count(0)


def test_undo_takes_back_what_waits(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    watch.expect("net::ERR_FAILED")
    # However slow the machine is, the page does not learn to go on without the server.
    phone.page.route(re.compile(r"/offline\.js$"), lambda route: route.abort())
    phone.start("two-player", first=0, hands=[((5, 6), (7, 6))])
    phone.page.context.set_offline(True)
    phone.send(bid_0=5, bid_1=6)
    phone.expect_status("Only on this phone: bids of hand 2")
    phone.tap(phone.page.get_by_role("button", name="Undo", exact=True))
    phone.expect_status("Not sent. Change it, or save it again.")
    expect(phone.page.get_by_role("button", name="Undo: tricks of hand 1").last).to_be_visible()
    phone.page.context.set_offline(False)
    phone.tap(phone.page.locator("label.seat[for^=bid_0]"))
    with phone.page.expect_navigation():
        phone.tap(phone.key("bid_0", 7))
    phone.count()
    expect(phone.recap).to_contain_text("Ann 7 Ben 6")


def test_undo_during_a_save_follows_it(phone: Phone) -> None:
    phone.start("two-player", first=0, hands=[((5, 6), (7, 6))])
    held: list[Route] = []
    phone.page.route("**/bids", lambda route: held.append(route))
    phone.send(bid_0=5, bid_1=6)
    phone.tap(phone.page.locator("main .undo"))
    phone.expect_status()
    with phone.page.expect_navigation():
        held[0].continue_()
    phone.expect_status("Bids of hand 2 undone")
    assert phone.standings == [(52, 2), (60, 0)]


def test_a_resent_form_is_stored_once(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_FAILED")
    phone.open("/matches/new?game=two-player")
    phone.fill_in_names("Ann", "Ben")
    phone.answer_setup()
    phone.page.context.route("**/matches", arrive_but_lose_the_answer)
    phone.tap(phone.save)
    phone.expect_status()
    phone.page.context.unroute("**/matches")
    phone.wait_until_forms_are_kept()
    phone = phone.closed_and_opened_again("/matches/new?game=two-player")
    phone.expect_status("Not saved yet.")
    assert sorted(seated(phone)) == ["Ann", "Ben"]
    phone.tap_through(phone.save)
    phone.open("/history")
    expect(phone.page.locator("main .card")).to_have_count(1)


def test_a_restarted_server_gets_the_hand(phones: Any, own_server: Server, watch: Watch) -> None:
    watch.expect("net::ERR_")
    phone: Phone = phones(Scorebook.of(own_server))
    phone.start("two-player", first=0, bids=(5, 6))
    phone.count()
    own_server.kill()
    phone.send(side_0=6)
    phone.expect_status()
    with phone.page.expect_navigation():
        own_server.start()
    phone.expect_view("bids")
    assert phone.page.title() == "Hand 2 · Scorekeeper"
    assert phone.standings == [(51, 1), (61, 1)]


def test_a_resent_hand_is_stored_once(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_FAILED")
    # The page waits, and does not go on by itself.
    phone.page.context.route("**/offline.js", lambda route: route.abort())
    phone.start("two-player", first=0, bids=(5, 6))
    phone.count()
    phone.page.context.route("**/tricks", arrive_but_lose_the_answer, times=1)
    phone.choose(side_0=6)
    phone.expect_view("bids")
    assert phone.standings == [(51, 1), (61, 1)]
    assert phone.page.title() == "Hand 2 · Scorekeeper"


def test_a_failed_form_without_scripts_is_restored_and_sent_again(
    plain_phone: Phone, watch: Watch
) -> None:
    watch.expect("net::ERR_")
    plain_phone.start("two-player", first=0)
    plain_phone.page.context.set_offline(True)
    with plain_phone.page.expect_event("requestfailed"):
        plain_phone.send(bid_1=6, bid_0=5)
    expect(plain_phone.page).to_have_url(re.compile("^chrome-error://"))
    plain_phone.page.wait_for_timeout(1000)  # a person reads the error first
    plain_phone.page.context.set_offline(False)
    plain_phone.page.go_back()
    expect(plain_phone.key("bid_0", 5)).to_be_checked()
    expect(plain_phone.key("bid_1", 6)).to_be_checked()
    plain_phone.tap_through(plain_phone.save)

    plain_phone.count()
    plain_phone.page.context.route("**/tricks", arrive_but_lose_the_answer, times=1)
    with plain_phone.page.expect_event("requestfailed"):
        plain_phone.send(side_0=6)
    expect(plain_phone.page).to_have_url(re.compile("^chrome-error://"))
    plain_phone.page.reload()
    plain_phone.expect_view("bids")
    assert plain_phone.standings == [(51, 1), (61, 1)]
    assert plain_phone.page.title() == "Hand 2 · Scorekeeper"
