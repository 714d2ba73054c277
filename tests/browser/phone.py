"""A phone on the table: a browser that taps and counts its taps."""

import re
import time
from contextlib import suppress
from functools import cached_property
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Response,
    Route,
    TimeoutError as TimedOut,
    ViewportSize,
    WebError,
    expect,
)

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import HouseRules, Match, Standing, read_bid
from tests.browser.scorebook import Scorebook, record_hand, tonight
from tests.people import PLAYERS

SCREEN: ViewportSize = {"width": 390, "height": 844}
"""The screen of a current phone."""
STANDINGS = """
(places) => Object.values(Object.fromEntries(places.map(({ className, dataset }) => {
  const side = dataset.side ?? className.match(/side--(\\d)/)[1];
  return [side, [Number(dataset.points), Number(dataset.bags)]];
})))
"""
WAITING = re.compile("Not sent yet|Only on this phone")
STILL_TWICE = """Math.min(
  (JSON.parse(sessionStorage.tapped ?? null)?.at ?? 0) + 300 - Date.now(), 600)"""
"""Milliseconds for which a tap at the same spot is ignored, more after an exchange."""
PATIENCE = 30.0
"""Seconds that a phone may take for what it does on the side."""
ANSWERED = 2000
"""Milliseconds within which Chromium answers a touch, if it answers at all."""
QUICK = 0.3
"""Seconds within which two taps on one key count as one."""
ARE_TRICKS_KEPT = """async (many) => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  const [[, { values: [tricks] } = { values: [""] }] = []] = await list("typed");
  return tricks.split(" ").length >= many;
}"""
ARE_FORMS_KEPT = """async () => {
  const forms = [...document.querySelectorAll("form:is([data-keep], [data-module=in-place])")];
  if (!forms.length) return true;
  const { list } = await import(document.getElementById("notice").dataset.store);
  const kept = new Map(await list("typed"));
  if (!kept.size) return false;
  const untyped = ["hidden", "password", "submit", "file"];
  const isBox = ({ type }) => ["radio", "checkbox"].includes(type);
  return forms.every((form) => {
    const { keep, kept: name = "in-place" } = form.dataset;
    const now = kept.get(keep ?? name);
    if (!keep) return now?.body === String(new URLSearchParams(new FormData(form)));
    const fields = [...form.elements].filter(({ name, type, dataset }) => (
      name && ("typed" in dataset || !untyped.includes(type))));
    const isChanged = fields.some((field) => (isBox(field)
      ? field.checked !== field.defaultChecked
      : "defaultValue" in field && field.value !== field.defaultValue));
    const values = fields.map((field) => isBox(field) ? field.checked : field.value);
    return String(now?.values ?? "") === (isChanged || now ? String(values) : "");
  });
}"""
IS_UNSENT_KEPT = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  return [...await list("typed"), ...await list("outbox")].some(([, one]) => one.waiting);
}"""
IS_NOTHING_KEPT = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  return ![...await list("typed"), ...await list("outbox")].length;
}"""
LOADED = """async () => {
  if (document.querySelector("form[data-keep]")) {
    await import(document.getElementById("notice").dataset.store);
  }
}"""
"""Waits until what is typed on this page is kept."""
LOCKED = """isLocked => {
  Object.defineProperty(document, "hidden", { get: () => isLocked, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Watch:
    """Collects the console messages of all phones of a test."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        self._expected = ["Service Worker registration blocked by Playwright"]

    def listen_to(self, context: BrowserContext) -> None:
        context.on("console", self._hear)
        context.on("weberror", self._hear_error)

    def listen_no_more_to(self, context: BrowserContext) -> None:
        context.remove_listener("console", self._hear)
        context.remove_listener("weberror", self._hear_error)

    def expect(self, part: str) -> None:
        self._expected.append(part)

    def unexpected(self) -> list[str]:
        return [words for words in self._heard if not any(part in words for part in self._expected)]

    def _hear(self, message: ConsoleMessage) -> None:
        self._heard.append(f"{message.type}: {message.text}")

    def _hear_error(self, error: WebError) -> None:
        self._heard.append(str(error.error))


class Phone:
    """One browser on one match."""

    def __init__(self, page: Page, scorebook: Scorebook) -> None:
        self.page = page
        self.scorebook = scorebook
        self.secret = ""
        self.taps = 0
        self._tapped = (0.0, (0.0, 0.0, 0.0, 0.0))

    @cached_property
    def saves_itself(self) -> bool:
        """Whether the last number saves, which needs scripts."""
        return self.page.locator("html").evaluate(
            "html => matchMedia('(scripting: enabled)').matches"
        )

    @property
    def standings(self) -> list[tuple[int, int]]:
        """Points and bags of each side, as shown."""
        sides = self.page.locator("main [data-points]").evaluate_all(STANDINGS)
        return [(points, bags) for points, bags in sides]

    @property
    def status_line(self) -> str:
        """The line below the title: what was done, or whose turn it is."""
        return " ".join((self.page.get_by_role("banner").locator("p").text_content() or "").split())

    def lock_and_wake(self) -> None:
        """Hide the page, as a locked phone does, and show it again."""
        self.page.evaluate(LOCKED, True)
        self.page.evaluate(LOCKED, False)

    def wait_for_worker(self) -> None:
        """Wait until the service worker can open this phone without its server."""
        self.wait_until(
            "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"
        )

    def wait_for_kept_tricks(self, many: int) -> None:
        """Wait until this many tricks of a tally are in the phone's database."""
        self.wait_until(ARE_TRICKS_KEPT, many)

    def wait_until_forms_are_kept(self) -> None:
        """Wait until all that is typed on this page is in the phone's database."""
        self.wait_until(ARE_FORMS_KEPT)

    def wait_until_nothing_is_unsent(self) -> None:
        """Wait until the phone's database has nothing that is not saved."""
        self.wait_until(IS_NOTHING_KEPT)

    def reload(self) -> None:
        """Reload the page once all that is typed is in the phone's database."""
        self.wait_until_forms_are_kept()
        self.page.reload()

    def become(self, secret: str) -> None:
        self.secret = secret
        cookie = {"name": "scorekeeper_device", "value": secret, "url": self.scorebook.address}
        self.page.context.add_cookies([cookie])

    def forget_everything(self) -> None:
        """Reset the phone: one tab, no cookies or storage, online, default screen and colours."""
        for tab in self.page.context.pages:
            if tab != self.page:
                tab.close()
        self.page.goto("about:blank")
        self.page.unroute_all()
        self.page.context.unroute_all()
        self.page.context.set_offline(False)
        self.page.context.clear_cookies()
        session = self.page.context.new_cdp_session(self.page)
        here = {"origin": self.scorebook.address, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", here)
        session.detach()
        self.page.set_viewport_size(SCREEN)
        self.page.emulate_media(media="null", color_scheme="null")

    def open(self, path: str = "/") -> Response:
        try:
            answer = self.page.goto(path)
        except Error as error:  # perhaps the page was leaving by itself
            if not re.search("interrupted|ERR_ABORTED", error.message):
                raise
            answer = self.page.goto(path)
        assert answer is not None
        return answer

    def wait_until(self, script: str, about: Any = None) -> None:
        """Wait until an asynchronous function says yes; `wait_for_function` waits for none."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(Error):  # the page may be replaced right now
                if self.page.evaluate(script, about):
                    return
            self.page.wait_for_timeout(50)
        raise AssertionError(script)

    def tap(self, target: Locator) -> None:
        """Scroll to something and tap it once, late enough to count as a new tap."""
        with suppress(Error):  # the page may be replaced right now
            target.evaluate("place => place.scrollIntoViewIfNeeded?.()")
        box = self._box_of(target)
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        at, (left, top, width, height) = self._tapped
        wait = at + QUICK - time.monotonic()
        if abs(x - left - width / 2) < width and abs(y - top - height / 2) < height:
            self.page.wait_for_timeout(max(wait * 1000, self.page.evaluate(STILL_TWICE), 0))
        target.tap()
        self._tapped = (time.monotonic(), box)
        self.taps += 1

    def tap_through(self, target: Locator) -> None:
        with self.page.expect_navigation():
            self.tap(target)

    def tap_button(self, name: str) -> None:
        self.tap_through(self.page.get_by_role("button", name=name, exact=True))

    def tap_link(self, name: str) -> None:
        self.tap_through(self.page.get_by_role("link", name=name, exact=True))

    def tap_in_menu(self, name: str) -> None:
        self.tap(self.page.get_by_role("banner").locator("summary"))
        self.tap_button(name)

    def end_match(self, answer: str = "Nobody wins") -> None:
        self.tap(self.page.get_by_role("banner").locator("summary"))
        self.tap(self.page.get_by_role("link", name="End the match…"))
        self.tap(self.page.get_by_role("button", name=answer))

    def key(self, field: str, value: str | int) -> Locator:
        return self.page.locator(f'input[type=radio][name="{field}"][value="{value}"]')

    def blind(self, field: str) -> Locator:
        return self.page.locator(f"fieldset#{field} [data-blind]")

    def spot_of(self, target: Locator) -> tuple[float, float]:
        x, y, width, height = self._box_of(target)
        return x + width / 2, y + height / 2

    def _box_of(self, target: Locator) -> tuple[float, float, float, float]:
        while (box := target.bounding_box()) is None:
            target.wait_for()
        return box["x"], box["y"], box["width"], box["height"]

    @property
    def save(self) -> Locator:
        # A sentence is shown there until everything is entered.
        return self.page.locator("main button.save")

    @property
    def recap(self) -> Locator:
        """The bids of the current hand, which link to changing them."""
        return self.page.locator("main a[href$='change=bids']")

    def closed_and_opened_again(self, address: str, *, online: bool = False) -> "Phone":
        """Close the tab; return the same browser with a new tab at this address."""
        context = self.page.context
        self.page.close()
        if online:
            context.set_offline(False)
        phone = Phone(context.new_page(), self.scorebook)
        phone.secret, phone.taps = self.secret, self.taps
        phone.open(address)
        return phone

    def killed_and_opened_again(self, address: str) -> "Phone":
        """Kill the tab, and open this address once the network is back."""
        self.wait_until(IS_UNSENT_KEPT)
        # While a tab closes it may hear that the network is back; a killed one sends nothing.
        self.page.evaluate("void (window.fetch = () => new Promise(() => {}))")
        return self.closed_and_opened_again(address, online=True)

    def start(self, game: str = "partnership", **more: Any) -> str:
        """Open a new match of Ann, Ben and the others, and return its address.

        `first` deals or draws first. `opening` is points and bags of each side. `hands` are played
        already: bids, tricks of the sides, and tricks entered separately by seat. `bids` are those
        of the current hand. The rest are house rules.
        """
        facts = {name: more.pop(name) for name in ("first", "players") if name in more}
        opening = [Standing(*standing) for standing in more.pop("opening", ())] or None
        hands, bids = more.pop("hands", ()), more.pop("bids", ())
        house = HouseRules.of(game, **more)
        players = facts.pop("players", PLAYERS[game])
        match = Match.start(house, players, opening=opening, started=tonight(), **facts)
        for hand in hands:
            match = record_hand(match, *hand)
        return self.sit_down(match.bid([read_bid(bid) for bid in bids]) if bids else match)

    def start_by_hand(self, game: str = "partnership") -> str:
        """Start a match of Ann, Ben and the others on the New match page; return its address."""
        self.open(f"/matches/new?game={game}")
        self.fill_in_names(*PLAYERS[game])
        self.answer_setup()
        self.tap_through(self.save)
        self.expect_view("bids")
        self.taps = 0
        return self.page.url

    def fill_in_names(self, *names: str) -> None:
        for name in names:
            self.page.locator("[name=typed]").fill(name)
            self.tap(self.page.get_by_role("button", name="Take this seat"))
            expect(self.page.locator(".seat--taken", has_text=name)).to_be_visible()

    def answer_setup(self) -> None:
        """Answer who is first, and how failed nils count, where the game asks."""
        self.tap(self.page.locator("[name=deal][value='0']"))
        settle = self.page.locator("[name=settle]").first
        expect(settle.or_(self.page.locator(".ready"))).to_be_visible()
        if settle.is_visible():
            self.tap(settle)
        expect(self.page.locator(".ready")).to_be_visible()

    def sit_down(self, match: Match) -> str:
        if not self.secret:
            self.become(new_public_id())
        self.open(f"/matches/{self.scorebook.start(self.secret, match)}")
        if self.saves_itself:
            self.page.evaluate(LOADED)
        self.taps = 0
        return self.page.url

    def bid(self, *bids: int | str) -> None:
        """Tap the bids, given by seat, in bidding order."""
        order = self.page.locator("fieldset:has(input[name^=bid_])").evaluate_all(
            "asked => asked.map(seat => seat.querySelector('input').name)"
        )
        self.choose(**{name: bids[int(name.removeprefix("bid_"))] for name in order})
        self.expect_view("board")

    def take(self, **tricks: int) -> None:
        """Tap the tricks, given by field, such as side_0=8 or seat_2=1."""
        self.count()
        self.choose(**tricks)

    def count(self) -> None:
        """Go from the board to the tricks."""
        self.tap_through(self.page.locator("main a[href$='by=side']"))

    def taker(self, name: str) -> Locator:
        """Return the key that notes a trick of a side or a seat, such as side_0 or seat_2."""
        return self.page.locator(f"button[name=taken][value={name}]")

    def tally(self, *takers: str) -> None:
        for name in takers:
            self.tap_through(self.taker(name))

    def choose(self, **numbers: int | str) -> None:
        with self.page.expect_navigation():
            self.send(**numbers)

    def send(self, **numbers: int | str) -> None:
        """Tap bids or tricks and save them without waiting for a response."""
        saves_itself = self.saves_itself
        for field, value in numbers.items():
            if str(value).startswith("blind"):
                self.tap(self.blind(field))
            self.tap(self.key(field, value))
        if not saves_itself:
            self.tap(self.save)

    def play(self, *bids: int | str, **tricks: int) -> int:
        before = self.taps
        self.bid(*bids)
        self.take(**tricks)
        return self.taps - before

    def fix(self, **numbers: int | str) -> None:
        """Tap numbers of an old hand and their new values."""
        for field, value in numbers.items():
            self.tap(self.page.locator(f"label[for={field}-ask]"))
            self.tap(self.key(field, value))

    def change_bid(self, **bids: int | str) -> None:
        """Tap the bid that is wrong, then its new number, which saves it."""
        for field in bids:
            self.tap(self.page.locator(f"label.which__key[for={field}-ask]"))
        self.choose(**bids)

    def expect_view(self, view: str) -> None:
        """Wait until the page shows the view for bids, tricks or a tally, or the board."""
        shown = ".board" if view == "board" else f".face--{view}"
        expect(self.page.locator(f"main {shown}")).to_be_visible()

    def expect_status(self, words: str | re.Pattern[str] = WAITING) -> None:
        expect(self.page.get_by_role("status").filter(has_text=words)).to_be_visible()

    def expect_over(self, told: str) -> None:
        expect(self.page.locator(".over").get_by_role("heading", name=told)).to_be_visible()


def arrive_but_lose_the_answer(route: Route) -> None:
    """Send a form whose response is lost."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.continue_()


def touch(phone: Phone, spot: tuple[float, float], at: float) -> None:
    """Tap a spot of the screen at this time, in seconds since 1970."""
    finger = phone.page.context.new_cdp_session(phone.page)
    began: dict[str, Any] = {"type": "touchStart", "timestamp": at}
    began["touchPoints"] = [{"x": spot[0], "y": spot[1]}]
    for event in (began, {"type": "touchEnd", "timestamp": at + 0.03, "touchPoints": []}):
        # Chromium may never answer if the page is just being replaced.
        with suppress(TimedOut):
            finger.send("Input.dispatchTouchEvent", event, timeout=ANSWERED)
