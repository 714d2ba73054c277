from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import HouseRules, Match
from tests.browser.phone import LOCKED, Phone
from tests.browser.scorebook import tonight
from tests.browser.screens import Examples
from tests.people import PLAYERS

SOON, LATER = 3_000, 11_000
"""Milliseconds on a phone's clock until it has asked again, during a match and after it."""
EVENING = datetime(2026, 11, 20, 19, 34, tzinfo=UTC)
PLAYED = {"side_0": 8}
HAND = ((4, 3, 3, 2), (8, 5))
POLL = """new Promise((done) => {
  document.addEventListener("polled", () => done(), { once: true });
  dispatchEvent(new Event("online"));
})"""


def expect_points(phone: Phone, *points: str) -> None:
    board = phone.page.locator(".board").last
    expect(board.locator(".half__points")).to_have_text(list(points))


def expect_note(phone: Phone, note: str) -> None:
    expect(phone.page.locator(".bar__turn [role=status]")).to_have_text(note)


def wait(*phones: Phone, milliseconds: int = SOON) -> None:
    for phone in phones:
        phone.page.clock.run_for(milliseconds)


@pytest.fixture
def scorer(new_phone: Phone) -> Phone:
    new_phone.page.clock.install()
    new_phone.start(first=3)
    return new_phone


@pytest.fixture
def add_phone(phones: Any, scorer: Phone) -> Any:
    """Give a phone a role in the match, and open the match on it."""

    def add(role: str, path: str = "", **wishes: Any) -> Phone:
        phone: Phone = phones(**wishes)
        match = scorer.page.url.rpartition("/")[2]
        phone.become(scorer.scorebook.add_phone(scorer.secret, match, role))
        phone.page.clock.install(time=EVENING)
        phone.open(f"/matches/{match}{path}")
        return phone

    return add


def test_everyone_follows_the_match(scorer: Phone, add_phone: Any) -> None:
    watcher, wall = add_phone("spectator"), add_phone("spectator", "/board")
    between, plain = (
        add_phone("spectator", "/board?turned=1"),
        add_phone("spectator", java_script_enabled=False),
    )
    looking = (watcher, wall, between)
    scorer.bid(4, 3, 3, 2)
    wait(*looking)
    for phone in looking:
        expect(phone.page.locator(".slip__number").first).to_have_text("7")
        expect_note(phone, "Hand 1: 12 of 13 bid")
    scorer.take(**PLAYED)
    wait(*looking)
    for phone in looking:
        expect_points(phone, "71", "50")
        expect_note(phone, "Hand 1: Gold +71, Blue +50")
    expect(watcher.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    # Without JavaScript the browser itself comes again.
    with plain.page.expect_navigation(timeout=30_000):
        pass
    expect_points(plain, "71", "50")


def test_an_opened_hand_stays_open_after_an_update(scorer: Phone, add_phone: Any) -> None:
    scorer.start(first=3, hands=[HAND])
    watcher = add_phone("spectator")
    hand = watcher.page.locator("#hand-1")
    hand.locator("summary").press("Enter")
    expect(hand.get_by_text("took 8")).to_be_visible()
    scorer.play(4, 3, 3, 2, **PLAYED)
    wait(watcher)
    expect_points(watcher, "142", "100")
    expect(hand.get_by_text("took 8")).to_be_visible()
    expect(hand.locator("summary")).to_be_focused()


def test_folds_of_a_match_that_is_over_stay_as_they_are(scorer: Phone, add_phone: Any) -> None:
    scorer.start(first=3, opening=[(490, 0), (0, 0)], hands=[HAND])
    watcher = add_phone("spectator")
    sheet, table = (watcher.page.locator(fold) for fold in ("#sheet", "#course"))
    for fold in (sheet, table):
        watcher.tap(fold.locator("> summary"))
    scorer.tap_link("Place and note")
    scorer.page.get_by_label("Place").fill("Kitchen")
    scorer.tap_button("Save")
    wait(watcher, milliseconds=LATER)
    expect(watcher.page.get_by_text("Kitchen")).to_be_visible()
    expect(sheet).not_to_have_attribute("open", "")
    expect(table).to_have_attribute("open", "")


def test_an_update_replaces_no_bids_being_typed(scorer: Phone, add_phone: Any, watch: Any) -> None:
    watch.expect("status of 409")
    keeper = add_phone("scorer")
    keeper.tap(keeper.key("bid_0", 5))
    keeper.tap(keeper.key("bid_1", 3))
    scorer.bid(4, 3, 3, 2)
    wait(keeper)
    line = keeper.page.locator(".news")
    expect(line).to_contain_text("Hand 1: 12 of 13 bid")
    expect(line.get_by_role("link", name="Show")).to_be_visible()
    wait(keeper)
    for field, value in (("bid_0", 5), ("bid_1", 3)):
        expect(keeper.key(field, value)).to_be_checked()
    keeper.choose(bid_2=3, bid_3=2)
    expect(keeper.page.get_by_role("heading", name="Someone else saved first")).to_be_visible()


def test_another_scorer_continues_the_hand(scorer: Phone, add_phone: Any) -> None:
    keeper = add_phone("scorer")
    scorer.bid(4, 3, 3, 2)
    wait(keeper)
    keeper.tap_link("Show")
    keeper.expect_view("board")
    keeper.take(**PLAYED)
    wait(scorer)
    scorer.expect_view("bids")
    assert scorer.standings == [(71, 1), (50, 0)]


def test_a_player_queries_a_hand_and_confirms_it(scorer: Phone, add_phone: Any) -> None:
    scorer.start(first=3, hands=[HAND], bids=(4, 3, 3, 2))
    watcher = add_phone("spectator")
    watcher.tap_button("I am Cleo")
    question = watcher.page.get_by_role("heading", name="Hand 1. Is this right, Cleo?")
    top = watcher.spot_of(question)
    assert top[1] < 100
    watcher.tap_button("Not right")
    note = scorer.page.locator(".match__note")
    wait(scorer)
    expect(note).to_contain_text("Cleo questioned hand 1")
    answered = watcher.page.get_by_text("Hand 1 isn’t right")
    assert watcher.spot_of(answered)[1] < 100
    watcher.tap_button("Undo")
    wait(scorer)
    expect(note).to_have_count(0)
    watcher.tap_button("Confirm")
    expect(watcher.page.get_by_text("Hand 1 confirmed")).to_be_visible()
    wait(scorer)
    expect(scorer.page.get_by_text("Cleo confirmed hand 1")).to_be_visible()


def test_spectators_and_boards_follow_a_rematch(scorer: Phone, add_phone: Any) -> None:
    watcher, wall = add_phone("spectator"), add_phone("spectator", "/board")
    scorer.bid(4, 3, 3, 2)
    scorer.end_match()
    wait(watcher, wall)
    for phone in (watcher, wall):
        expect(phone.page.get_by_role("heading", name="Match over")).to_be_visible()
        expect(phone.page.get_by_text("Ended early: no winner.")).to_be_visible()
    scorer.tap_through(scorer.page.get_by_role("button", name="Rematch"))
    wait(watcher, wall, milliseconds=LATER)
    watcher.page.wait_for_url(scorer.page.url)
    wall.page.wait_for_url(f"{scorer.page.url}/board")


def test_a_television_shows_each_new_match(phones: Any) -> None:
    scorer, television = phones(), phones()
    scorer.become(new_public_id())
    television.become(scorer.secret)
    television.page.clock.install()
    television.open("/board")
    expect(television.page.get_by_text("No match is being played.")).to_be_visible()
    house, an_hour_ago = HouseRules.of("two-player"), tonight() - timedelta(hours=1)
    scorer.sit_down(Match.start(house, PLAYERS["two-player"], started=an_hour_ago))
    wait(television, milliseconds=LATER)
    expect_points(television, "0", "0")
    scorer.start(first=3, hands=[HAND])
    wait(television)
    expect_points(television, "71", "50")


def test_a_hidden_page_does_not_poll(scorer: Phone, add_phone: Any) -> None:
    watcher = add_phone("spectator")
    asked: list[str] = []
    watcher.page.on(
        "request", lambda one: asked.append(one.url) if one.resource_type == "fetch" else None
    )
    watcher.page.evaluate(LOCKED, True)
    scorer.bid(4, 3, 3, 2)
    wait(watcher)
    assert asked == []
    watcher.page.evaluate(LOCKED, False)
    expect(watcher.page.locator(".slip__number").first).to_have_text("7")
    assert len(asked) >= 1


@pytest.mark.parametrize(("locale", "time"), [("en-GB", "20:34"), ("fil-PH", "8:34\u202fPM")])
@pytest.mark.parametrize(
    ("role", "path"), [("scorer", ""), ("spectator", ""), ("spectator", "/board")]
)
def test_an_old_score_says_since_when(
    scorer: Phone, add_phone: Any, watch: Any, role: str, path: str, locale: str, time: str
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    scorer.start(first=3, bids=(4, 3, 3, 2))
    phone = add_phone(role, path, locale=locale, timezone_id="UTC")
    line = phone.page.locator(".stale[data-sentence]")
    phone.page.clock.pause_at(EVENING + timedelta(hours=1))
    phone.page.evaluate(POLL)
    phone.page.context.set_offline(True)
    wait(phone, milliseconds=9_000)
    expect(line).to_be_hidden()
    phone.page.clock.resume()
    wait(phone)
    expect(line).to_contain_text(time)
    expect(phone.page.locator(".half__points").first).to_have_css("opacity", "0.6")
    phone.page.context.set_offline(False)
    expect(line).to_be_hidden()
    expect(phone.page.locator(".half__points").first).to_have_css("opacity", "1")


COUNTED = """
window.asked = 0;
const asked = async (kind) => { window.asked += 1; };
Object.defineProperty(navigator, "wakeLock", { value: { request: asked } });
"""
REFUSED = """
const refused = async () => { throw new DOMException("battery", "NotAllowedError"); };
Object.defineProperty(navigator, "wakeLock", { value: { request: refused } });
"""
MISSING = 'Object.defineProperty(navigator, "wakeLock", { value: undefined });'
SEEN_AGAIN = 'document.dispatchEvent(new Event("visibilitychange"))'


def test_a_match_requests_the_wake_lock_unless_it_is_off(visitor: Any, examples: Examples) -> None:
    phone = visitor()
    phone.page.add_init_script(COUNTED)
    phone.open(f"/matches/{examples.playing}")
    assert phone.page.evaluate("asked") == 1
    phone.page.evaluate(SEEN_AGAIN)
    assert phone.page.evaluate("asked") == 2
    phone.open(f"/matches/{examples.over}")
    assert phone.page.evaluate("asked") == 0
    off = {"name": "awake", "value": "off", "url": phone.scorebook.address}
    phone.page.context.add_cookies([off])
    phone.open(f"/matches/{examples.playing}")
    assert phone.page.evaluate("asked") == 0


@pytest.mark.parametrize("script", [REFUSED, MISSING], ids=["refused", "missing"])
def test_a_missing_or_refused_wake_lock_is_silent(
    visitor: Any, examples: Examples, script: str
) -> None:
    phone = visitor()
    phone.page.add_init_script(script)
    phone.open(f"/matches/{examples.playing}")
    phone.page.evaluate(SEEN_AGAIN)
    expect(phone.page.get_by_role("link", name="Tricks", exact=True)).to_be_visible()
