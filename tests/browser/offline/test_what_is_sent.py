"""What was entered without a server is kept, and sent once."""

import re
from typing import Any

import pytest
from playwright.sync_api import Dialog, Route, expect

from tests.browser.offline.steps import come_back, count, go_on, start, wait_until_ready
from tests.browser.phone import Phone, Watch, arrive_but_lose_the_answer
from tests.browser.scorebook import Scorebook
from tests.servers import Server

MANY = """async (many) => {
  const { changeOutbox, send } = await import(document.getElementById("notice").dataset.store);
  const { base, live } = document.querySelector("[data-live]").dataset;
  const bids = { fact: "bids", place: 1, bids: [5, 6] };
  const entries = Array.from({ length: many }, (_, index) => ({
    key: `an-entry-with-number-${index}`, says: index % 2 ? { fact: "undo" } : bids, at: Date.now(),
  }));
  const box = { started: 0, at: 0, base: JSON.parse(base), entries, saved: "All saved." };
  await changeOutbox(live.split("/").pop(), () => box);
  send();
}"""
WAITING_FORM = """async () => {
  const { write } = await import(document.getElementById("notice").dataset.store);
  await write("typed", "slow", { v: 1, at: Date.now(), waiting: "…", action: "/slow", body: "" });
}"""
ENTERED_SINCE = """async () => {
  const { write } = await import(document.getElementById("notice").dataset.store);
  const { base, live } = document.querySelector("[data-live]").dataset;
  const entries = [{ key: "k".repeat(22), says: { fact: "bids", place: 1, bids: [5, 6] }, at: 1 }];
  const box = { v: 1, rev: 1, at: 0, base: JSON.parse(base), entries, waiting: "…" };
  await write("outbox", live.split("/").pop(), box);
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


@pytest.mark.parametrize("is_late", [False, True], ids=["before the outbox", "after the outbox"])
def test_a_save_that_was_under_way_is_stored_once(
    phones: Any, server: Server, watch: Watch, is_late: bool
) -> None:
    watch.expect("net::ERR_FAILED")
    phone: Phone = phones(Scorebook.of(server))
    match = start(phone, "two-player", first=0)
    held: list[Any] = []

    def lose(route: Route) -> None:
        held.append(route.request)
        if is_late:
            route.abort()
        else:
            arrive_but_lose_the_answer(route)

    phone.page.context.route("**/bids", lose, times=1)
    go_on(phone, "board", bid_1=6, bid_0=5)
    phone.expect_status(re.compile("saved"))
    if is_late:
        late, request = phone.page.context.request, held[0]
        assert late.post(request.url, data=request.post_data, headers=request.headers).ok
    phone.open(match)
    phone.expect_view("board")
    phone.tap_through(phone.page.get_by_role("button", name="Undo: bids of hand 1").last)
    phone.expect_view("bids")


def test_a_phone_that_can_keep_no_more_says_so(phone: Phone, server: Server, watch: Watch) -> None:
    watch.expect("full")
    start(phone, "two-player", first=0)
    server.kill()
    go_on(phone, "board", bid_1=6, bid_0=5)
    count(phone)
    phone.page.evaluate(FULL)
    phone.send(side_0=6)
    phone.expect_status("This needs a connection.")
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(2)


def test_a_form_that_nothing_keeps_is_not_left_without_asking(
    phone: Phone, server: Server, watch: Watch
) -> None:
    watch.expect("full")
    start(phone, "two-player", first=0)
    phone.page.evaluate(FULL)
    server.kill()
    phone.send(bid_1=6, bid_0=5)
    phone.expect_status()
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    phone.page.on("dialog", stay)
    phone.page.close(run_before_unload=True)
    server.start()
    phone.expect_view("board")
    assert asked == ["beforeunload"]


def test_two_tabs_have_one_outbox(phone: Phone, server: Server) -> None:
    match = start(phone, "two-player", first=0)
    other = Phone(phone.page.context.new_page(), phone.scorebook)
    other.open(match)
    wait_until_ready(other)
    server.kill()
    go_on(phone, "board", bid_1=6, bid_0=5)
    other.expect_view("board")
    count(other)
    go_on(other, "bids", side_0=6)
    phone.expect_view("bids")
    assert phone.standings == other.standings == [(51, 1), (61, 1)]
    server.start()
    come_back(other)
    expect(phone.page.locator("main [data-away]")).to_have_count(0)
    assert phone.standings == other.standings == [(51, 1), (61, 1)]


def test_every_page_says_what_is_only_on_this_phone(phone: Phone) -> None:
    match = start(phone, "two-player", first=0)
    phone.page.context.route("**/outbox", lambda route: route.abort())
    phone.page.context.route("**/bids", lambda route: route.abort())
    go_on(phone, "board", bid_1=6, bid_0=5)
    with phone.page.expect_event("dialog") as asked:
        phone.page.on("dialog", lambda dialog: dialog.dismiss())
        phone.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    phone = phone.closed_and_opened_again("/history")
    expect(phone.page.get_by_role("link", name="Only on this phone")).to_be_visible()
    phone.open("/")
    phone.expect_status("Only on this phone: hand 1")
    expect(phone.page.get_by_role("link", name="Back to the match")).to_have_attribute(
        "href", match.removeprefix(phone.scorebook.address)
    )
    phone.page.context.unroute_all()
    with phone.page.expect_navigation():
        phone.tap(phone.page.get_by_role("button", name="Try now"))
    phone.expect_status("Hand 1 saved.")
    expect(phone.page.get_by_role("link", name="Only on this phone")).to_have_count(0)


def test_a_page_from_memory_shows_what_was_entered_since(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0)
    server.kill()
    phone.page.evaluate(ENTERED_SINCE)
    phone.expect_view("board")


def test_a_long_outbox_is_sent_in_several_requests(phone: Phone) -> None:
    start(phone, "two-player", first=0)
    # The token of another session is replaced once.
    phone.page.evaluate("document.getElementsByName('csrf_token').forEach(old => old.value = 'x')")
    posts: list[str] = []
    phone.page.on("request", lambda request: posts.append(request.method))
    with phone.page.expect_event("load"):
        phone.page.evaluate(MANY, 105)
    phone.expect_view("board")
    phone.expect_status("All saved.")
    assert posts.count("POST") == 4


def test_what_is_undone_while_something_else_is_sent_is_not_sent(
    phones: Any, server: Server, watch: Watch
) -> None:
    watch.expect("net::ERR_FAILED")
    phone: Phone = phones(Scorebook.of(server))
    start(phone, "two-player", first=0)
    held: list[Route] = []
    phone.page.context.route("**/slow", lambda route: held.append(route))
    for path in ("**/bids", "**/outbox"):
        phone.page.context.route(path, lambda route: route.abort())
    # Not while the bids are tried, or the tricks would go with them.
    with phone.page.expect_event("requestfailed", lambda one: one.url.endswith("/outbox")):
        go_on(phone, "board", bid_1=6, bid_0=5)
    count(phone)
    phone.page.evaluate(WAITING_FORM)
    with phone.page.expect_request("**/slow"):
        phone.send(side_0=6)
    phone.expect_view("bids")
    phone.tap(phone.page.get_by_role("button", name="Undo: tricks of hand 1").last)
    phone.expect_view("board")
    phone.page.context.unroute("**/outbox")
    held[0].abort()
    phone.expect_status("Hand 1 saved.")
    phone.expect_view("board")
