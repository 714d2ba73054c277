"""Views that a script shows in place of a page."""

import json
import time

import pytest
from playwright.sync_api import Request, expect

from tests.browser.offline.steps import wait_for_first_visit, wait_until_ready
from tests.browser.phone import Phone, touch

COUNT_LISTENERS = """() => {
  window.added = 0;
  for (const place of [document, window]) {
    const add = place.addEventListener;
    place.addEventListener = (...about) => { window.added += 1; return add.apply(place, about); };
  }
}"""
EXCHANGE = """async (address) => {
  const page = await (await fetch(address)).text();
  const { showView } = await import(document.querySelector("[src*='/table.js']").src);
  showView(new DOMParser().parseFromString(page, "text/html"));
}"""

IS_STORED = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  return (await list("typed")).length;
}"""


def exchange(phone: Phone, query: str = "") -> None:
    phone.page.evaluate(EXCHANGE, phone.page.url.partition("?")[0] + query)


@pytest.fixture
def exchanged(new_phone: Phone) -> Phone:
    """A phone on the board, after several other views in place of it."""
    new_phone.start(first=3, hands=[((4, 3, 3, 2), (8, 5))], bids=(4, 3, 3, 2))
    wait_for_first_visit(new_phone)
    exchange(new_phone, "?change=bids")
    wait_until_ready(new_phone)
    new_phone.page.evaluate(COUNT_LISTENERS)
    for query in ("", "?by=side", "?by=trick", ""):
        exchange(new_phone, query)
    return new_phone


def test_an_exchanged_view_behaves_like_a_loaded_page(exchanged: Phone) -> None:
    page = exchanged.page
    page.evaluate("scrollTo(0, 200)")
    exchange(exchanged, "?by=side")
    expect(page.locator("#side_0-none")).to_be_focused()
    assert page.title() == "Hand 2 · Scorekeeper"
    assert "?" not in page.url
    assert page.evaluate("[scrollY, history.length, added]") == [0, 2, 0]
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.method))
    with page.expect_navigation():
        page.keyboard.type("7")
        expect(exchanged.key("side_1", 6)).to_be_checked()
        page.keyboard.press("Enter")
    assert posts.count("POST") == 1
    exchanged.expect_view("bids")


def test_a_save_takes_one_request_and_shows_the_next_view_in_place(new_phone: Phone) -> None:
    page = new_phone.page
    match = new_phone.start(first=3, bids=(4, 3, 3, 2))
    new_phone.count()
    asked: list[tuple[str, bool]] = []

    def note(sent: Request) -> None:
        if sent.method == "POST" or sent.url == match:
            asked.append((sent.method, "if-none-match" in sent.headers))

    page.on("request", note)
    # However slow the machine is, the page that is left does not poll.
    page.evaluate("window.loaded = true, document.querySelector('[data-live]').dataset.every = ''")
    with page.expect_response(lambda answer: answer.status == 304):
        new_phone.choose(side_0=8)
        new_phone.expect_view("bids")
    assert page.url == match
    assert page.evaluate("[loaded, history.length]") == [True, 4]
    # The first poll already knows what is shown.
    assert asked == [("POST", False), ("GET", True)]
    for go, address in ((page.go_back, f"{match}?by=side"), (page.go_forward, match)):
        with page.expect_event("load"):
            go()
        assert page.url == address
        new_phone.expect_view("bids")


def test_a_page_of_another_release_is_loaded_after_a_save(new_phone: Phone) -> None:
    new_phone.start(first=3)
    new_phone.page.evaluate("document.body.dataset.release = 'older'; window.loaded = true")
    new_phone.bid(4, 3, 3, 2)
    assert new_phone.page.evaluate("window.loaded ?? null") is None


def test_tricks_are_counted_one_by_one_in_an_exchanged_view(exchanged: Phone) -> None:
    exchange(exchanged, "?by=trick")
    exchanged.tap_through(exchanged.page.locator("button[value=side_1]"))
    expect(exchanged.page.locator("[data-taker=side_1]")).to_have_text("1")


def test_numbers_tapped_in_an_exchanged_view_are_kept(new_phone: Phone) -> None:
    match = new_phone.start(first=3)
    exchange(new_phone)
    new_phone.tap(new_phone.key("bid_0", 4))
    new_phone.wait_until(IS_STORED)
    exchange(new_phone)
    expect(new_phone.key("bid_0", 4)).to_be_checked()
    expect(new_phone.page.locator(".sofar > [data-sum]")).to_have_text("4 of 13 bid")
    assert new_phone.page.url == match


def test_a_double_tap_is_one_tap_across_an_exchange(new_phone: Phone) -> None:
    new_phone.start(first=3)
    spot = new_phone.spot_of(new_phone.key("bid_0", 3))
    touch(new_phone, spot, time.time())
    new_phone.wait_until(IS_STORED)
    exchange(new_phone)
    chosen = new_phone.page.locator("[data-tricks]:checked")
    expect(chosen).to_have_count(1)
    shown = json.loads(new_phone.page.evaluate("sessionStorage.tapped"))["at"] / 1000
    touch(new_phone, spot, shown + 0.2)
    expect(chosen).to_have_count(1)
    touch(new_phone, spot, shown + 0.3)
    expect(chosen).to_have_count(2)
