"""A whole table follows one match: scorer, watcher, board, and a phone without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone

SOON = 3_000
"""Milliseconds after which whoever watches has seen a hand that was saved."""
PLAYED = {"side_0": 8}


def points(phone: Phone, *told: str) -> None:
    """Wait until the board shows these points."""
    board = phone.page.locator(".board").last
    expect(board.locator(".half__points")).to_have_text(list(told), timeout=SOON)


def said(page: Page) -> Any:
    return expect(page.locator(".bar__turn [role=status]"))


@pytest.fixture
def scorer(phone: Phone) -> Phone:
    phone.start(first=3)
    return phone


@pytest.fixture
def let_in(phones: Any, scorer: Phone) -> Any:
    """Let a phone in that keeps or watches the match, and open the match on it."""

    def let(role: str, path: str = "", **wishes: Any) -> Phone:
        phone: Phone = phones(**wishes)
        match = scorer.page.url.rpartition("/")[2]
        phone.become(scorer.scorebook.let_in(scorer.secret, match, role))
        phone.open(f"/matches/{match}{path}")
        return phone

    return let


def test_everybody_follows_one_match(scorer: Phone, let_in: Any) -> None:
    watcher, wall = let_in("watcher"), let_in("watcher", "/board")
    between, plain = (
        let_in("watcher", "/board?turned=1"),
        let_in("watcher", java_script_enabled=False),
    )
    looking = (watcher, wall, between)
    scorer.bid(4, 3, 3, 2)
    for phone in looking:
        expect(phone.page.locator(".slip__number").first).to_have_text("7", timeout=SOON)
        said(phone.page).to_have_text("Hand 1: 12 of 13 bid")
    scorer.take(**PLAYED)
    for phone in looking:
        points(phone, "71", "50")
        said(phone.page).to_have_text("Hand 1: Gold +71, Blue +50")
    expect(watcher.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    # Without JavaScript the browser itself comes again.
    with plain.page.expect_navigation(timeout=15_000):
        pass
    points(plain, "71", "50")


def test_what_is_read_stays_as_it_was(scorer: Phone, let_in: Any) -> None:
    scorer.play(4, 3, 3, 2, **PLAYED)
    watcher = let_in("watcher")
    hand = watcher.page.locator("#hand-1")
    hand.locator("summary").press("Enter")
    expect(hand.get_by_text("took 8")).to_be_visible()
    scorer.play(4, 3, 3, 2, **PLAYED)
    points(watcher, "142", "100")
    expect(hand.get_by_text("took 8")).to_be_visible()
    expect(hand.locator("summary")).to_be_focused()


def test_bids_being_typed_are_never_taken_away(scorer: Phone, let_in: Any, watch: Any) -> None:
    watch.expect("status of 409")
    keeper = let_in("keeper")
    keeper.tap(keeper.key("bid_0", 5))
    keeper.tap(keeper.key("bid_1", 3))
    scorer.bid(4, 3, 3, 2)
    line = keeper.page.locator(".news")
    expect(line).to_contain_text("Hand 1: 12 of 13 bid", timeout=SOON)
    expect(line.get_by_role("link", name="Show")).to_be_visible()
    keeper.page.wait_for_timeout(SOON)
    for field, value in (("bid_0", 5), ("bid_1", 3)):
        expect(keeper.key(field, value)).to_be_checked()
    keeper.choose(bid_2=3, bid_3=2)
    expect(keeper.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()


def test_another_keeper_goes_on_in_the_middle_of_a_hand(scorer: Phone, let_in: Any) -> None:
    keeper = let_in("keeper")
    scorer.bid(4, 3, 3, 2)
    keeper.tap_link("Show")
    keeper.expect_face("board")
    keeper.take(**PLAYED)
    expect(scorer.page.locator(".face--bids")).to_be_visible(timeout=SOON)
    assert scorer.standings == [(71, 1), (50, 0)]


def test_a_seat_queries_a_hand_and_confirms_it(scorer: Phone, let_in: Any) -> None:
    scorer.play(4, 3, 3, 2, **PLAYED)
    scorer.bid(4, 3, 3, 2)
    watcher = let_in("watcher")
    watcher.tap_button("I am Cleo")
    expect(watcher.page.locator(".mine")).to_have_text("Cleo · bid 3 · Gold needs 7 of 13")
    watcher.tap_button("Not right")
    note = scorer.page.locator(".match__note")
    expect(note).to_contain_text("Cleo queries hand 1", timeout=SOON)
    watcher.tap_button("Confirm hand 1")
    expect(note).to_have_count(0, timeout=SOON)
    expect(scorer.page.get_by_text("Cleo confirms hand 1")).to_be_visible()


def test_who_watches_goes_along_to_the_rematch(scorer: Phone, let_in: Any) -> None:
    watcher, wall = let_in("watcher"), let_in("watcher", "/board")
    scorer.bid(4, 3, 3, 2)
    scorer.tap_in_menu("End the match early")
    for phone in (watcher, wall):
        expect(phone.page.get_by_role("heading", name="Match over")).to_be_visible(timeout=SOON)
    scorer.tap_button("Rematch")
    again = scorer.page.url
    watcher.page.wait_for_url(again, timeout=15_000)
    wall.page.wait_for_url(f"{again}/board", timeout=15_000)


def test_nobody_asks_while_nobody_looks(scorer: Phone, let_in: Any) -> None:
    watcher = let_in("watcher")
    asked: list[str] = []
    watcher.page.on(
        "request", lambda one: asked.append(one.url) if one.resource_type == "fetch" else None
    )
    watcher.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    scorer.bid(4, 3, 3, 2)
    watcher.page.wait_for_timeout(SOON)
    assert asked == []
    watcher.page.evaluate(
        """() => {
          delete document.hidden;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(watcher.page.locator(".slip__number").first).to_have_text("7")
    assert len(asked) >= 1
