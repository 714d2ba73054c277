"""A match goes on in the open page while its server does not answer, over plain http too."""

import signal
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.offline.steps import (
    come_back,
    count,
    go_on,
    start,
    wait_for_first_visit,
    wait_until_ready,
)
from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.servers import Server

FRESH = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  return (await list("matches")).some(([key]) => key.startsWith("new "));
}"""
BIDS = {"partnership": (3, 3, 3, 2), "two-player": (5, 6)}
PORTAL = "<!doctype html><title>Hotel</title><p>Sign in to use the Wi-Fi."


def test_on_a_first_visit_a_match_goes_on_after_one_save(phone: Phone, server: Server) -> None:
    phone.start("two-player", first=0)
    wait_for_first_visit(phone)
    phone.choose(bid_1=6, bid_0=5)
    wait_until_ready(phone)
    server.kill()
    count(phone)
    go_on(phone, "bids", side_0=6)
    phone.expect_status("Only on this phone: hand 1")


@pytest.mark.parametrize("game", ["partnership", "two-player"])
@pytest.mark.parametrize("is_second", [False, True], ids=["its own match", "another phone's match"])
def test_a_first_page_goes_on_once_it_was_idle(
    phones: Any, phone: Phone, server: Server, game: str, is_second: bool
) -> None:
    match = phone.start(game, first=0)
    own = phone.secret
    if is_second:
        # Its battery is empty in the middle of the hand.
        phone.bid(*BIDS[game])
        phone = phones(phone.scorebook)
        phone.become(phone.scorebook.add_phone(own, match.rpartition("/")[2], "scorer"))
    else:
        phone = phones(phone.scorebook)
        phone.become(own)
    phone.open(match)
    # Nobody taps.
    wait_until_ready(phone)
    server.kill()
    if not is_second:
        phone.bid(*BIDS[game])
    count(phone)
    expect(phone.page.locator("#sheet, a[href='#sheet']")).to_have_count(0)
    go_on(phone, "bids", side_0=6)
    phone.expect_status("Only on this phone: hand 1")
    expect(phone.page.locator("#sheet .sheet__hand")).to_have_count(1)
    phone.bid(*BIDS[game])
    server.start()
    come_back(phone)
    phone.expect_view("board")


@pytest.mark.parametrize(
    "blocked", ["throw new DOMException()", "return {}"], ids=["at once", "mute"]
)
def test_a_phone_whose_database_is_blocked_stays_on_the_page(
    phone: Phone, server: Server, blocked: str
) -> None:
    match = phone.start("two-player", first=0)
    phone.page.add_init_script(f"IDBFactory.prototype.open = () => {{ {blocked}; }}")
    phone.open(match)
    wait_until_ready(phone)
    server.kill()
    phone.send(bid_1=6, bid_0=5)
    phone.expect_status()
    phone.tap(phone.page.locator(".bar__back"))
    phone.expect_status("This needs a connection.")
    assert phone.page.url.endswith(match)


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


def test_undo_of_what_the_server_has_and_an_early_end(phone: Phone, server: Server) -> None:
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
    expect(phone.page.locator("#sheet")).to_have_count(0)
    count(phone)
    expect(phone.recap).to_contain_text("Ben 2")
    go_on(phone, "bids", side_0=9)
    expect(phone.page.locator("#sheet .sheet__taken")).to_have_text(["5 bid, 9", "2 bid, 4"])
    phone.expect_status("Only on this phone: hand 1")
    phone.end_match()
    story = phone.page.locator(".over__story")
    expect(story).to_have_text("Ended early: no winner.")
    phone.expect_status("Only on this phone: hand 1")
    server.start()
    come_back(phone)
    expect(story).to_have_text("Ended early: no winner.")


@pytest.mark.parametrize(
    ("game", "answer", "winner"),
    [
        ("two-player", "Gives up: Ann", "Ben wins"),
        ("partnership", "Gives up: Blue", "Ann & Cleo win"),
        ("six-handed", "Wins: Green", "Cleo & Finn win"),
    ],
)
def test_a_match_is_given_up_and_undone(
    phone: Phone, server: Server, game: str, answer: str, winner: str
) -> None:
    start(phone, game)
    server.kill()
    phone.end_match(answer)
    over = phone.page.locator(".over h2")
    expect(over).to_have_text(winner)
    story = phone.page.locator(".over__story").inner_text()
    assert story.endswith("gave up.")
    phone.tap(phone.page.get_by_role("button", name="Undo: end of the match"))
    phone.expect_view("bids")
    phone.end_match(answer)
    server.start()
    come_back(phone)
    expect(over).to_have_text(winner)
    expect(phone.page.locator(".over__story")).to_have_text(story)


def test_a_dealer_needs_the_server_and_is_known_without_it(phone: Phone, server: Server) -> None:
    match = start(phone, "partnership")
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap_link("Who deals this hand?")
    phone.tap_button("Cleo")
    phone.expect_status("Dealer of hand 1: Cleo")
    phone.open(match)
    wait_until_ready(phone)
    server.kill()
    go_on(phone, "board", bid_3=3, bid_0=3, bid_1=3, bid_2=2)
    count(phone)
    go_on(phone, "bids", side_0=6)
    expect(phone.page.locator(".bar__turn")).to_contain_text("Dan deals")
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    expect(phone.page.get_by_role("link", name="Who deals this hand?")).to_be_disabled()
    server.start()
    come_back(phone)
    expect(phone.page.locator(".bar__turn")).to_contain_text("Dan deals")


def test_forbidden_bids_stay_with_their_reason(phone: Phone, server: Server) -> None:
    start(phone, "two-player", first=0, forbidden_total=13)
    server.kill()
    phone.send(bid_1=8, bid_0=5)
    phone.expect_status("The bids add up to 13. This table doesn’t allow that.")
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(2)
    phone.tap(phone.page.locator("label.seat[for^=bid_0]"))
    go_on(phone, "board", bid_0=4)


def test_an_open_tally_goes_on(phone: Phone, server: Server) -> None:
    match = start(phone, "two-player", first=0, bids=(5, 6))
    phone.open(f"{match}?by=trick")
    wait_until_ready(phone)
    for trick, taker in enumerate(["side_0", "side_1"], start=1):
        expect(phone.page.get_by_text(f"Who took trick {trick}?")).to_be_visible()
        phone.tap(phone.taker(taker))
    expect(phone.page.locator("[aria-busy]")).to_have_count(0)
    server.kill()
    for trick, taker in enumerate(["side_0"] * 5 + ["side_1"] * 6, start=3):
        expect(phone.page.get_by_text(f"Who took trick {trick}?")).to_be_visible()
        phone.tap(phone.taker(taker))
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
    phone.tap(phone.taker("side_0"))
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
    # The server's own page closes a menu.
    expect(phone.page.locator("main [data-every]:not([data-away])")).to_be_visible()
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
    phone.tap(phone.page.get_by_role("button", name="New partners Ann & Dan – Cleo & Ben"))
    phone.expect_view("bids")
    assert phone.page.url != match
    server.start()
    come_back(phone)
    names = phone.page.locator("main .seat__name bdi").all_inner_texts()
    assert names == ["Cleo", "Dan", "Ben", "Ann"]


def test_unnamed_players_stay_unnamed_in_a_rematch(
    phones: Any, server: Server, watch: Watch
) -> None:
    watch.expect("Failed to load resource")
    phone: Phone = phones(Scorebook.of(server), locale="de")
    players = ["Ann", None, "Cleo", None]
    start(phone, first=3, target=100, players=players, hands=[((5, 1, 5, 2), (10, 3))])
    server.kill()
    phone.tap(phone.page.get_by_role("button", name="Revanche"))
    phone.expect_view("bids")
    server.start()
    come_back(phone)
    phone.expect_view("bids")
    written = phone.page.request.get(f"{phone.page.url}/file").json()
    assert written["players"] == players


def test_a_blind_bid_too_close_behind_is_refused_without_the_server_too(
    phone: Phone, server: Server
) -> None:
    start(phone, "two-player", first=0, blind_minimum=6, blind_deficit=100)
    server.kill()
    phone.send(bid_1=5, bid_0="blind 6")
    phone.expect_status("Ann can’t bid blind. At this table you must be 100 points behind")
    phone.expect_view("bids")
