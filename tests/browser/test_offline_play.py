"""A match goes on in the open page while its server does not answer, over plain http too."""

import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Dialog, Route, expect

from tests.browser.phone import Phone, Watch, arrive_but_lose_the_answer
from tests.browser.scorebook import Scorebook
from tests.servers import ON_THIS_MACHINE, Server, serving

OUTBOX = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  const entries = (await list("outbox")).flatMap(([, box]) => box.entries);
  return entries.map(({ says }) => says.fact).sort();
}"""
FRESH = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  return (await list("matches")).some(([key]) => key.startsWith("new "));
}"""
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
PORTAL = "<!doctype html><title>Hotel</title><p>Sign in to use the Wi-Fi."


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Server(tmp_path_factory.mktemp("own") / "data", *ON_THIS_MACHINE)) as running:
        yield running


@pytest.fixture
def server(own_server: Server) -> Iterator[Server]:
    """A server at a home address, which tests may kill and stop."""
    own_server.start()
    yield own_server
    own_server.running.send_signal(signal.SIGCONT)


@pytest.fixture
def phone(phones: Any, server: Server, watch: Watch) -> Phone:
    watch.expect("Failed to load resource")
    phone: Phone = phones(Scorebook.of(server, "scores.local"))
    return phone


def wait_until_ready(phone: Phone) -> None:
    """Wait until the page can go on without its server."""
    expect(phone.page.locator("html[data-patience]")).to_be_attached()


def start(phone: Phone, *game: str, **more: Any) -> str:
    """Start a match whose page can go on without its server; return its address."""
    match = phone.start(*game, **more)
    # Nothing is kept on the first visit.
    phone.wait_until("async () => (await indexedDB.databases()).length > 0")
    phone.open(match)
    wait_until_ready(phone)
    return match


def go_on(phone: Phone, view: str, **numbers: int | str) -> None:
    phone.send(**numbers)
    phone.expect_view(view)


def count(phone: Phone) -> None:
    phone.tap(phone.page.locator("main a[href$='by=side']"))
    phone.expect_view("tricks")


def come_back(phone: Phone) -> None:
    """Let the phone notice that the server answers, and wait for the server's page."""
    with phone.page.expect_event("load"):
        phone.page.evaluate("void dispatchEvent(new Event('online'))")
    assert phone.page.evaluate(OUTBOX) == []


def test_a_whole_match_and_its_rematch_go_on(phone: Phone, server: Server) -> None:
    match = start(phone, first=3, target=120)
    server.kill()
    go_on(phone, "board", bid_0=4, bid_1=3, bid_2=3, bid_3=2)
    phone.expect_status("Only on this phone: hand 1")
    count(phone)
    go_on(phone, "bids", side_0=8)
    assert (phone.taps, phone.standings) == (6, [(71, 1), (50, 0)])
    assert phone.page.title() == "Hand 2 · Scorekeeper"
    go_on(phone, "board", bid_1=3, bid_2=4, bid_3=3, bid_0="nil")
    count(phone)
    phone.send(seat_0=0, side_0=6)
    phone.expect_over("Ann & Cleo win")
    phone.expect_status("Only on this phone: hands 1 to 2")
    phone.tap(phone.page.get_by_role("button", name="Rematch", exact=True))
    phone.expect_view("bids")
    assert phone.page.url != match
    go_on(phone, "board", bid_2=4, bid_3=3, bid_0=3, bid_1=2)
    phone.expect_status("Only on this phone: this match")
    assert phone.page.evaluate(OUTBOX) == [*["bids"] * 3, "start", *["tricks"] * 2]

    server.start()
    come_back(phone)
    phone.expect_status("Match saved.")
    phone.open(match)
    phone.expect_over("Ann & Cleo win")
    assert phone.standings == [(213, 3), (111, 1)]
    for change in ("tricks of hand 2", "bids of hand 2", "tricks of hand 1"):
        phone.tap_through(phone.page.get_by_role("button", name=f"Undo: {change}").last)
    assert phone.standings == [(0, 0), (0, 0)]


@pytest.mark.parametrize("answer", ["none", "a dead proxy", "a sign-in page"])
def test_a_match_goes_on_whatever_answers(phone: Phone, server: Server, answer: str) -> None:
    start(phone, "two-player", first=0)
    answers: dict[str, Any] = {
        "a dead proxy": {"status": 502, "body": "Bad gateway"},
        "a sign-in page": {"status": 200, "body": PORTAL, "content_type": "text/html"},
    }
    if answer == "none":
        server.running.send_signal(signal.SIGSTOP)
    else:
        phone.page.context.route("**/*", lambda route: route.fulfill(**answers[answer]))
    go_on(phone, "board", bid_1=6, bid_0=5)
    count(phone)
    go_on(phone, "bids", side_0=6)
    phone.expect_status("Only on this phone: hand 1")
    server.running.send_signal(signal.SIGCONT)
    phone.page.context.unroute_all()
    come_back(phone)
    phone.expect_status("Hand 1 saved.")
    assert phone.standings == [(51, 1), (61, 1)]
    assert phone.page.title() == "Hand 2 · Scorekeeper"


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


def test_undo_misdeal_and_changed_bids(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0)
    server.kill()
    go_on(phone, "board", bid_1=6, bid_0=5)
    phone.tap(phone.page.get_by_role("button", name="Undo: bids of hand 1").last)
    phone.expect_view("bids")
    go_on(phone, "board", bid_1=4, bid_0=5)
    phone.expect_status("Only on this phone: hand 1")
    count(phone)
    phone.tap(phone.recap)
    phone.expect_view("bids")
    phone.tap(phone.page.locator(".bar__back"))
    phone.expect_view("board")
    phone.tap(phone.page.locator(".bar__back"))
    phone.expect_view("bids")
    phone.tap(phone.page.locator("label.seat[for^=bid_1]"))
    go_on(phone, "board", bid_1=3)
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap(phone.page.get_by_role("button", name="Misdeal: start this hand over"))
    phone.expect_view("bids")
    assert phone.page.title() == "Hand 1 · Scorekeeper"
    phone.tap(phone.page.get_by_role("button", name="Undo: misdeal").last)
    phone.expect_view("board")
    count(phone)
    go_on(phone, "bids", side_0=6)
    server.start()
    come_back(phone)
    assert phone.standings == [(51, 1), (34, 4)]
    for change in ("tricks of hand 1", "changed bids of hand 1", "bids of hand 1"):
        phone.tap_through(phone.page.get_by_role("button", name=f"Undo: {change}").last)
    phone.expect_view("bids")


def test_undo_of_what_the_server_has(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0)
    phone.choose(bid_1=6, bid_0=5)
    wait_until_ready(phone)
    server.kill()
    phone.tap(phone.page.get_by_role("button", name="Undo: bids of hand 1").last)
    phone.expect_view("bids")
    expect(phone.page.locator("main .undo")).to_have_count(0)
    go_on(phone, "board", bid_1=2, bid_0=5)
    server.start()
    come_back(phone)
    phone.take(side_0=6)
    wait_until_ready(phone)
    server.kill()
    phone.tap(phone.page.get_by_role("button", name="Undo: tricks of hand 1").last)
    phone.expect_view("board")
    # What came before is known to the server alone.
    undo = phone.page.get_by_label("You can undo this when the connection is back.")
    expect(undo).to_be_disabled()
    count(phone)
    expect(phone.recap).to_contain_text("Ben 2")
    go_on(phone, "bids", side_0=9)
    phone.expect_status("Only on this phone: hand 1")
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap(phone.page.get_by_role("button", name="End the match early"))
    expect(phone.page.locator(".over")).to_be_visible()
    phone.expect_status("Only on this phone: hand 1")
    server.start()
    come_back(phone)


def test_a_match_ends_early(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0)
    server.kill()
    go_on(phone, "board", bid_1=6, bid_0=5)
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap(phone.page.get_by_role("button", name="End the match early"))
    expect(phone.page.locator(".over")).to_be_visible()
    server.start()
    come_back(phone)
    expect(phone.page.locator(".over")).to_be_visible()


def test_forbidden_bids_stay_with_their_reason(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0, forbidden_total=13)
    server.kill()
    phone.send(bid_1=8, bid_0=5)
    phone.expect_status("The bids add up to 13. This table doesn’t allow that.")
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(2)
    phone.tap(phone.page.locator("label.seat[for^=bid_0]"))
    go_on(phone, "board", bid_0=4)


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


def test_an_open_tally_goes_on(phone: Phone, server: Server) -> None:
    match = start(phone, "two-player", first=0, bids=(5, 6))
    phone.open(f"{match}?by=trick")
    wait_until_ready(phone)
    taken = ["side_0", "side_1"]
    for taker in taken:
        phone.tap(phone.page.locator(f"button[name=taken][value={taker}]"))
    phone.page.wait_for_load_state("networkidle")
    server.kill()
    for taker in ["side_0"] * 5 + ["side_1"] * 6:
        phone.tap(phone.page.locator(f"button[name=taken][value={taker}]"))
    phone.expect_view("bids")
    assert phone.standings == [(51, 1), (61, 1)]
    server.start()
    come_back(phone)
    phone.tap_through(phone.page.get_by_role("button", name="Undo").last)
    phone.expect_view("tally")


def test_a_tally_can_be_given_up_for_plain_tricks(phone: Phone, server: Server) -> None:
    match = start(phone, "two-player", first=0, bids=(5, 6))
    phone.open(f"{match}?by=trick")
    wait_until_ready(phone)
    server.kill()
    phone.tap(phone.page.locator("button[name=taken][value=side_0]"))
    phone.expect_status("Only on this phone: tricks of hand 1")
    phone.tap(phone.page.locator(".bar__back"))
    phone.expect_view("board")
    count(phone)
    go_on(phone, "bids", side_0=6)
    phone.expect_status("Only on this phone: hand 1")
    kept = """async () => {
      const { list } = await import(document.getElementById("notice").dataset.store);
      return (await list("typed")).length;
    }"""
    assert phone.page.evaluate(kept) == 0
    expect(phone.page.locator(".stale--unsent:visible")).to_have_count(0)
    server.start()
    come_back(phone)
    assert phone.standings == [(51, 1), (61, 1)]


def test_no_tap_leads_to_an_error_page(phone: Phone, server: Server) -> None:
    match = start(phone, "two-player", first=0, bids=(5, 6))
    server.kill()
    count(phone)
    phone.page.go_back()
    phone.expect_view("board")
    for name in ("Home", "Back to the bids"):
        link = phone.page.get_by_role("link", name=name, exact=True)
        if not link.is_visible():
            phone.tap(phone.page.get_by_role("banner").locator("summary"))
        phone.tap(link)
        assert phone.page.url == match
    server.start()
    phone.tap(phone.page.get_by_role("link", name="Back to the scoreboard"))
    phone.expect_view("board")
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap_link("Home")


def test_a_server_that_stops_does_not_hold_the_page(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0, bids=(5, 6))
    phone.page.wait_for_event("requestfinished")  # a poll
    server.running.send_signal(signal.SIGSTOP)
    count(phone)


def test_a_rematch_with_rotated_partners_starts_on_the_phone(phone: Phone, server: Server) -> None:
    match = start(phone, first=3, target=100, hands=[((5, 1, 5, 2), (10, 3))])
    # What rotated partners need is fetched last.
    phone.wait_until(FRESH)
    server.kill()
    phone.tap(phone.page.get_by_text("Rotate partners", exact=True))
    phone.tap(phone.page.get_by_role("button", name="Change seats and start"))
    phone.expect_view("bids")
    assert phone.page.url != match
    server.start()
    come_back(phone)
    names = phone.page.locator("main .seat__name bdi").all_inner_texts()
    assert names == ["Cleo", "Dan", "Ben", "Ann"]


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


def test_unnamed_players_stay_unnamed_in_a_rematch(
    phones: Any, server: Server, watch: Watch
) -> None:
    watch.expect("Failed to load resource")
    phone: Phone = phones(Scorebook.of(server), locale="de")
    players = ["Ann", None, "Cleo", None]
    start(phone, first=3, target=100, players=players, hands=[((5, 1, 5, 2), (10, 3))])
    server.kill()
    phone.tap(phone.page.get_by_role("button", name="Revanche", exact=True))
    phone.expect_view("bids")
    server.start()
    come_back(phone)
    phone.expect_view("bids")
    written = phone.page.request.get(f"{phone.page.url}/file").json()
    assert written["players"] == players
