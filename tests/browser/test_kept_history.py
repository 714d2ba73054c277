"""The season book on a phone whose owner wants to read it while the server is away."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, Route, expect
from sqlalchemy import select

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.matches import deletion
from scorekeeper.book.models.tables import PLAYERS
from scorekeeper.book.players import player_names
from scorekeeper.rules import HouseRules, Match
from tests.book.scorers import Phone as Scorer
from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook, record_hand
from tests.browser.test_cold_start import IPHONE, NOBODYS, NOISE, WAITING
from tests.browser.test_killed_browser import opened
from tests.servers import Server

HOSTILE = '"><img src=x onerror=alert(1)>'
KEPT = """async (name) => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  return Object.fromEntries(await list(name));
}"""
KEEPS = """async ([here, gone]) => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  const text = JSON.stringify(await list("books"));
  return here.every((one) => text.includes(one)) && !gone.some((one) => text.includes(one));
}"""
WRITE = """async ([key, changes]) => {
  const { change } = await import(document.getElementById("notice").dataset.store);
  await change("books", key, (now) => ({ ...now, ...changes }));
}"""
CACHES = """async () => {
  const texts = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const file of await cache.matchAll()) texts.push(await file.text());
  }
  return texts.join();
}"""
OLDER = """() => new Promise((resolve) => {
  const request = indexedDB.open("scorekeeper/", 2);
  request.onupgradeneeded = () => {
    for (const name of ["typed", "matches", "outbox"]) {
      request.result.createObjectStore(name).put({ v: 9 }, name);
    }
  };
  request.onsuccess = () => { request.result.close(); resolve(); };
})"""
NO_ROOM_FOR_TWO = """
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (value, key) {
  const kept = value.volumes?.filter((one) => one.kept) ?? [];
  if (kept.length > 1) {
    const error = new DOMException("", "QuotaExceededError");
    Object.defineProperty(this.transaction, "error", { value: error });
    queueMicrotask(() => this.transaction.abort());
  }
  return put.call(this, value, key);
};
"""
FAULTS: Mapping[str, Callable[[str], str]] = {
    "cut": lambda body: body[: len(body) // 2],
    "end is missing": lambda body: body.replace("</html>", ""),
    "match is missing": lambda body: body.replace('<details class="m">', "<details>", 1),
}
LOST = """(html) => {
  const list = (root) => [...root.querySelectorAll("*")]
    .map((one) => [one.localName, ...one.getAttributeNames().sort()].join());
  const shown = new Set(list(document.querySelector("[data-book]")));
  const whole = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  whole.querySelector("[type=search]").parentElement.hidden = false;
  return list(whole).filter((one) => !shown.has(one));
}"""
"""Returns what the history lacks of a document of the server."""
Away = tuple[Phone, str]
IDLE = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  await list("matches");
  await new Promise((done) => { setTimeout(() => requestIdleCallback(done, { timeout: 1000 })); });
}"""
"""Waits until a page has asked for what is new, if it does."""


@pytest.fixture
def watch(watch: Watch) -> Watch:
    for noise in NOISE:
        watch.expect(noise)
    return watch


def add_match(
    scorebook: Scorebook, secret: str, year: int, *names: str, game: str = "partnership"
) -> str:
    """Insert a finished match of a year; return its public id."""
    started = datetime(year, 5, 1, 20, tzinfo=UTC)
    match = Match.start(HouseRules.of(game, target=100), names, started=started, first=0)
    bids = (4, 3, 3, 2) if game == "partnership" else (7, 5)
    for _ in range(2):
        match = record_hand(match, bids, (8, 5))
    return scorebook.start(secret, match)


def switch_on(phone: Phone) -> None:
    """Turn on the switch, and wait until both years are on the phone."""
    phone.open("/offline")
    phone.tap(phone.page.get_by_role("switch"))
    for year in ("2026", "2025"):
        expect(phone.page.get_by_role("link", name=f"{year} Open")).to_be_visible()
    expect(phone.page.get_by_text("From this phone, as of today")).to_be_visible()
    expect(phone.page.get_by_role("switch")).to_be_focused()


@pytest.fixture
def offered(new_phone: Phone) -> Phone:
    """A phone that may keep the matches of two years and two games."""
    new_phone.become(new_public_id())
    add_match(new_phone.scorebook, new_phone.secret, 2025, "Ann", "Ben", "Cleo", "Dan")
    add_match(new_phone.scorebook, new_phone.secret, 2026, "Ann", "Ben", game="two-player")
    return new_phone


@pytest.fixture
def keeping(offered: Phone) -> Phone:
    """A phone that keeps them."""
    switch_on(offered)
    return offered


def read_book(phone: Phone) -> tuple[str, dict[str, Any]]:
    """Return the scorebook that the phone keeps the history of, and what it keeps."""
    [(scorebook, kept)] = phone.page.evaluate(KEPT, "books").items()
    return scorebook, kept


@pytest.fixture
def away(playwright: Playwright, own_server: Server, tmp_path: Path) -> Iterator[Away]:
    """A phone that keeps the history, opened again without its server; and its older match."""
    book = Scorebook.of(own_server, "localhost")
    secret = new_public_id()
    old = add_match(book, secret, 2025, "Ann", HOSTILE, "Cleo", "Dan")
    # Three matches make records.
    for _ in range(3):
        add_match(book, secret, 2026, "Ann", "Ben", game="two-player")
    with opened(playwright, tmp_path, book, secret, "allow") as phone:
        phone.open()
        phone.page.goto("/settings", referer=f"{book.address}/")
        phone.wait_for_worker()
        switch_on(phone)
    own_server.kill()
    with opened(playwright, tmp_path, book, secret, "allow") as phone:
        yield phone, old


def test_the_history_opens_without_its_server_until_it_is_switched_off(away: Away) -> None:
    phone, old = away
    page = phone.page
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    shown = page.get_by_text("From this phone, as of today")
    addresses = ["/history", f"/matches/{old}", "/players", "/history/records"]
    for address in addresses:
        phone.open(address)
        expect(page.get_by_role("heading", name="History")).to_be_visible()
        expect(page.get_by_role("banner")).to_contain_text("No connection since")
        if "/matches/" in address:
            expect(page.locator(f"#m-{old}")).to_be_visible()
            expect(page.locator("#matches .m")).to_contain_text(HOSTILE[:12])
        else:
            expect(shown).to_be_visible()
    page.get_by_role("searchbox").fill("Cleo")
    phone.tap(page.locator("#records a").first)
    expect(page.locator("#matches details[open] .m__body")).to_be_visible()
    phone.tap(page.get_by_role("link", name="2025"))
    phone.tap(page.get_by_role("link", name="Players"))
    expect(page.locator("#players")).to_contain_text("Cleo")
    assert asked == []
    assert "Cleo" not in page.evaluate(CACHES)

    phone.open()
    expect(page.get_by_role("link", name="2025 Open")).to_be_visible()
    phone.tap(page.get_by_role("switch"))
    phone.wait_until(KEEPS, [["[]"], ["Ann"]])
    for address in addresses:
        phone.open(address)
        expect(page.get_by_text("Can’t reach the scorekeeper.")).to_be_visible()
    assert "Cleo" not in page.evaluate(CACHES)


def test_a_hostile_document_runs_nothing_and_leads_nowhere(away: Away) -> None:
    hostile = (
        "<main onclick='hit=1'><section id=matches><style>h1{display:none}</style><p style='x:y'>"
        "<script>hit = 1</script><iframe srcdoc='x'></iframe><img src=x onerror='hit=1'>"
        "<a href='javascript:hit=1'>A</a><a href=' JAVASCRIPT:hit=1'>B</a><a href='#matches'>C</a>"
        "<svg><a xlink:href='javascript:hit=1'><text>D</text></a><set></set></svg>"
        "<form action='javascript:hit=1'><button>E</button></form></section></main>"
    )
    phone, _ = away
    phone.open("/history")
    expect(phone.page.get_by_role("searchbox")).to_be_visible()
    _, kept = read_book(phone)
    assert phone.page.evaluate(LOST, kept["volumes"][0]["kept"]["html"]) == []
    kept["volumes"][0]["kept"]["html"] = hostile
    phone.page.evaluate(WRITE, ["other", {**kept, "checked": kept["checked"] - 1}])
    phone.open("/history?scorebook=other")
    expect(phone.page.get_by_role("link", name="C", exact=True)).to_be_visible()
    for name in ("A", "B", "D"):
        phone.page.get_by_text(name, exact=True).dispatch_event("click")
    view = phone.page.locator("[data-book]")
    unsafe = "script, style, iframe, form, set, [onclick], [onerror], [src], [style]"
    expect(view.locator(unsafe)).to_have_count(0)
    expect(view.locator("a[href]")).to_have_count(1)
    assert phone.page.evaluate("typeof hit") == "undefined"


def test_what_is_read_stays_when_the_server_is_back(away: Away, own_server: Server) -> None:
    phone, old = away
    phone.open(f"/matches/{old}")
    expect(phone.page.locator(f"#m-{old}")).to_be_visible()
    own_server.start()
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.page.get_by_role("link", name="Load the current page")).to_be_visible()
    phone.tap(phone.page.locator("#matches summary"))
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.page.locator("[data-shell]")).to_have_count(0)
    expect(phone.page.locator(".over")).to_be_visible()


@pytest.mark.parametrize(
    ("page", "due"),
    [("/offline", 1), ("/settings", 1), ("/settings", 9e15)],
    ids=["asked", "ten minutes later", "the clock was wrong"],
)
def test_old_names_and_deleted_matches_go_when_the_phone_meets_the_server(
    keeping: Phone, database: Database, page: str, due: float
) -> None:
    asked: list[str] = []
    keeping.page.on("request", lambda request: asked.append(request.url))
    deleted = add_match(keeping.scorebook, keeping.secret, 2026, "Zoe", "Ben", game="two-player")
    keeping.open("/offline")
    keeping.wait_until(KEEPS, [["Zoe", "Ann", "Cleo"], []])
    asked.clear()
    keeping.open("/settings")
    keeping.page.evaluate(IDLE)
    assert not any("/book" in address for address in asked)

    scorer = Scorer(database, keeping.secret)
    scorer.do(deletion.soft_delete, deleted)
    with database.read() as session:
        [(ann,)] = session.execute(
            select(PLAYERS.c.public_id).where(
                PLAYERS.c.name == "Ann", PLAYERS.c.scorebook_id == scorer.owned()[0]
            )
        )
    scorer.do(player_names.rename, ann, "Nora")
    keeping.page.evaluate("(due) => localStorage.setItem('history/', due)", due)
    keeping.open(page)
    keeping.wait_until(KEEPS, [["Nora", "Cleo"], ["Zoe", "Ann"]])


def test_a_match_that_is_over_follows_at_once(keeping: Phone) -> None:
    match = keeping.start(first=3, target=100, opening=[(60, 0), (0, 0)])
    keeping.play(4, 3, 3, 2, side_0=8)
    keeping.expect_over("Ann & Cleo win")
    keeping.wait_until(KEEPS, [[f"m-{match.rsplit('/', 1)[1]}"], []])


@pytest.mark.parametrize("how", ["access removed", "left", "400 days", "everything deleted"])
def test_the_history_is_forgotten(keeping: Phone, how: str) -> None:
    scorebook, _ = read_book(keeping)
    if how == "access removed":
        # Entries that the server refuses change nothing.
        keeping.page.evaluate(WAITING, NOBODYS)
        keeping.page.context.clear_cookies()
        keeping.open("/offline")
        expect(keeping.page.get_by_text("This phone no longer has access")).to_be_visible()
    elif how == "left":
        keeping.open(f"/scorebooks/{scorebook}")
        keeping.tap_button("Leave this scorebook")
        keeping.tap_button("Leave anyway")
    elif how == "400 days":
        keeping.page.evaluate(WRITE, [scorebook, {"checked": 1}])
        keeping.open("/offline")
        expect(keeping.page.get_by_role("switch")).not_to_be_checked()
    else:
        keeping.tap(keeping.page.get_by_text("Delete everything from this phone"))
        keeping.tap_button("Delete everything")
    keeping.wait_until(KEEPS, [["[]"], ["Ann"]])


def test_another_scorebook_is_kept_as_long_as_this_phone_has_access(
    keeping: Phone, database: Database
) -> None:
    both, other = Scorer(database), Scorer(database)
    for one in (both, other):
        add_match(keeping.scorebook, one.secret, 2026, "Uma", "Vic", game="two-player")
    Scorer(database, keeping.secret).share(both)
    keeping.become(both.secret)
    keeping.open("/offline")
    expect(keeping.page.get_by_role("switch")).to_have_count(2)
    keeping.wait_until(KEEPS, [["Cleo"], ["Uma"]])
    expect(keeping.page.get_by_role("link", name="2025 Open")).to_have_attribute(
        "href", re.compile("/scorebooks/")
    )
    keeping.become(other.secret)
    keeping.open("/offline")
    keeping.wait_until(KEEPS, [["[]"], ["Cleo"]])


@pytest.mark.parametrize("fault", [*FAULTS, "sign-in page", "error", "no answer"])
def test_an_answer_that_is_no_season_book_changes_nothing(keeping: Phone, fault: str) -> None:
    add_match(keeping.scorebook, keeping.secret, 2026, "Zoe", "Ben", game="two-player")

    def answer(route: Route) -> None:
        if fault == "no answer":
            route.abort()
        elif fault == "error":
            route.fulfill(status=500, headers={"X-Scorekeeper": "1"})
        else:
            found = route.fetch()
            change = FAULTS.get(fault, str)
            headers = found.headers if fault in FAULTS else {}
            route.fulfill(headers=headers, body=change(found.text()))

    before = read_book(keeping)[1]["volumes"][0]["kept"]
    keeping.page.route("**/book/2026", answer)
    keeping.open("/offline")
    expect(keeping.page.get_by_role("switch")).to_be_visible()
    expect(keeping.page.get_by_text("From this phone, as of")).to_have_count(0)
    assert read_book(keeping)[1]["volumes"][0]["kept"] == before
    keeping.page.unroute_all()
    keeping.open("/offline")
    keeping.wait_until(KEEPS, [["Zoe", "Cleo"], []])


def test_without_room_nothing_is_kept_and_the_switch_says_so(offered: Phone) -> None:
    offered.page.add_init_script(IPHONE)
    offered.open("/offline")
    expect(offered.page.get_by_text("after seven days without a visit")).to_be_visible()
    devtools = offered.page.context.new_cdp_session(offered.page)
    no_room = {"origin": offered.scorebook.address, "quotaSize": 1}
    devtools.send("Storage.overrideQuotaForOrigin", no_room)
    offered.tap(offered.page.get_by_role("switch"))
    expect(offered.page.get_by_text("There is no room for it on this phone.")).to_be_visible()
    offered.wait_until(KEEPS, [[], ["Cleo"]])


def test_a_database_that_fails_is_not_full(offered: Phone) -> None:
    offered.open("/offline")
    offered.page.evaluate("() => { self.put = IDBObjectStore.prototype.put; }")
    switch = offered.page.get_by_role("switch")
    offered.page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error(); }; }")
    offered.tap(switch)
    expect(switch).to_be_focused()
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    expect(offered.page.get_by_text("There is no room for it on this phone.")).to_have_count(0)
    offered.page.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
    offered.tap(switch)
    offered.wait_until(KEEPS, [["Ann", "Cleo"], []])


def test_an_older_year_makes_room_for_a_newer_one(keeping: Phone) -> None:
    add_match(keeping.scorebook, keeping.secret, 2026, "Zoe", "Ben", game="two-player")
    keeping.page.add_init_script(NO_ROOM_FOR_TWO)
    keeping.open("/offline")
    keeping.wait_until(KEEPS, [["Zoe"], []])


def test_years_that_are_too_much_are_listed(keeping: Phone) -> None:
    def enlarge(route: Route) -> None:
        answer = route.fetch()
        listed = answer.json()
        for volume in listed["volumes"]:
            volume["bytes"] = 4_000_000
        route.fulfill(response=answer, json=listed)

    keeping.page.route("**/book/volumes", enlarge)
    keeping.open("/offline")
    expect(keeping.page.get_by_text("2025 isn’t on this phone.")).to_be_visible()
    keeping.wait_until(KEEPS, [["Ann"], ["Cleo"]])


def test_what_a_newer_release_kept_is_left_alone(keeping: Phone) -> None:
    changes = {"v": 2, "checked": 1}
    keeping.page.evaluate(WRITE, [read_book(keeping)[0], changes])
    before = read_book(keeping)
    with keeping.page.expect_request("**/book/volumes"):
        keeping.open("/offline")
    expect(keeping.page.get_by_text("Reload this page when the network is back.")).to_be_visible()
    keeping.page.evaluate(IDLE)
    assert read_book(keeping) == before


def test_a_database_of_an_older_release_loses_nothing(new_phone: Phone) -> None:
    new_phone.page.route("**/empty", lambda route: route.fulfill(body="<title>Empty</title>"))
    new_phone.open("/empty")
    new_phone.page.evaluate(OLDER)
    new_phone.open("/settings")
    for name in ("typed", "matches", "outbox"):
        assert new_phone.page.evaluate(KEPT, name) == {name: {"v": 9}}
    assert new_phone.page.evaluate(KEPT, "books") == {}


@pytest.mark.parametrize("waits", [False, True], ids=["not wanted", "entries wait"])
def test_nothing_is_asked_without_need(keeping: Phone, waits: bool) -> None:
    if waits:
        keeping.page.route("**/outbox", lambda route: route.abort())
        keeping.page.evaluate(WAITING, NOBODYS)
    else:
        keeping.tap(keeping.page.get_by_role("switch"))
        keeping.wait_until("() => !('history/' in localStorage)")
    asked: list[str] = []
    keeping.page.on("request", lambda request: asked.append(request.url))
    keeping.page.evaluate("'history/' in localStorage && localStorage.setItem('history/', 1)")
    for page in ("/settings", "/history"):
        keeping.open(page)
        keeping.page.evaluate(IDLE)
    assert not any("/book" in one for one in asked)
    assert waits or not any("volumes" in one for one in asked)


def test_only_who_sees_the_scorebook_is_offered_its_history(
    phones: Any, keeping: Phone, http_scorebook: Scorebook
) -> None:
    match = add_match(keeping.scorebook, keeping.secret, 2026, "Ann", "Ben", game="two-player")
    watching = phones()
    watching.become(keeping.scorebook.add_phone(keeping.secret, match, "spectator"))
    with watching.page.expect_response("**/book/volumes"):
        watching.open("/offline")
    watching.page.evaluate(IDLE)
    expect(watching.page.get_by_role("switch")).to_have_count(0)

    plain = phones(http_scorebook)
    plain.become(keeping.secret)
    plain.open("/offline")
    expect(plain.page.get_by_text("Not possible over http.")).to_be_visible()
    plain.tap_link("Season book")
    expect(plain.page.get_by_role("heading", name="Season book")).to_be_visible()
