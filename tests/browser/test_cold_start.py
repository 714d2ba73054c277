"""Without its server, the icon and the address of a match open what is on the phone."""

import base64
import hashlib
import json
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Playwright, expect

from scorekeeper import rules
from tests.browser.conftest import CHROMIUM, PATIENCE, QUICKER, SWITCHES
from tests.browser.offline.steps import start
from tests.browser.phone import SCREEN, Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.hosting import proxies
from tests.hosting.hosts import free_port
from tests.servers import ON_THIS_MACHINE, ROOT, Server, serving

SHELL = ["app.css", "app.js", "conflict.js", "favicon.svg", "offline", "offline.js", "scores.js"]
SHELL += ["season_book.css", "season_book.js", "shell.js", "store.js", "table.css", "table.js"]
SHELL += ["volumes.js"]
CACHED = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((request) => new URL(request.url).pathname.split("/").at(-1)).sort();
}"""
REPLACED = """async ([old]) => {
  const names = await caches.keys();
  return names.length === 1 && names[0] !== old;
}"""
STORED = """async ([name, least, most]) => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  const { length } = await list(name);
  return length >= least && length <= most;
}"""
WAITING = """async (id) => {
  const { write } = await import(document.getElementById("notice").dataset.store);
  const base = { version: 9, standings: [{ points: 209, bags: 3 }, { points: -22, bags: 0 }] };
  const skeletons = { sides: ["Ann & Cleo", "Ben & Dan"], players: ["Ann", "Ben", "Cleo", "Dan"],
    tables: { sides: [[0, 2], [1, 3]] }, file: { players: [] } };
  await write("matches", id, { v: 1, at: 1, base, skeletons });
  const entries = [5, 6].map((place) => ({ key: `key${place}`, says: { place }, at: Date.now() }));
  await write("outbox", id, { v: 1, rev: 1, base, entries, waiting: "Only here: hands 5 and 6" });
}"""
"""Two hands of a match that the server doesn't know, so they stay on the phone."""
DROPPED = """async (id) => {
  const { remove } = await import(document.getElementById("notice").dataset.store);
  await remove("outbox", id);
}"""
IPHONE = "Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer' })"
INSTALLED = """async () => {
  const { installing } = await (await navigator.serviceWorker.ready).update();
  await new Promise((resolve) => { installing.onstatechange = resolve; });
  return installing.state;
}"""
NOBODYS = "a" * 22
LOCALHOST, HTTPS = (
    pytest.mark.parametrize("site", [host], indirect=True, scope="module")
    for host in ("localhost", "https")
)
NOISE = ("Failed to load resource", "net::ERR", "ServiceWorker")


@dataclass
class Site:
    """A server that can be killed and upgraded, its address, and a browser that trusts it."""

    server: Server
    address: str
    browser: Browser
    templates: Path

    @contextmanager
    def phone(self) -> Iterator[Phone]:
        """Open a phone that this site's service worker serves."""
        self.server.start()
        wishes: Any = {"viewport": SCREEN, "has_touch": True, "locale": "en-GB"}
        with self.browser.new_context(base_url=self.address, **wishes) as context:
            context.set_default_timeout(PATIENCE)
            phone = Phone(context.new_page(), Scorebook(self.server.scorebook, self.address))
            phone.open()
            assert not phone.page.evaluate("navigator.serviceWorker.controller")
            self.come_again(phone)
            phone.wait_for_worker()
            yield phone

    def go_away(self, phone: Phone, number: int = signal.SIGKILL) -> None:
        """Kill or stop the server once the phone has kept its match and what a new one needs."""
        phone.wait_until(STORED, ["matches", 2, 9])
        self.server.running.send_signal(number)

    def come_back(self, phone: Phone, saved: str) -> None:
        """Let the server answer again, and wait until the phone says what was sent."""
        self.server.running.send_signal(signal.SIGCONT)
        self.server.start()
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        expect(phone.page.get_by_text(saved)).to_be_visible()

    def come_again(self, phone: Phone) -> None:
        """Open a second page, which asks for the service worker."""
        phone.page.goto("/settings", referer=f"{self.address}/")

    @contextmanager
    def release(self, template: str, old: str, new: str) -> Iterator[None]:
        """Restart the server with another release, in which a template differs."""
        file = self.templates / template
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
        self.server.kill()
        self.server.start()
        yield
        file.write_text(text)


@pytest.fixture(scope="module")
def site(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: Any
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("release")
    for part in ("templates", "static"):
        shutil.copytree(ROOT / part, folder / part)
    (folder / "scorekeeper").symlink_to(ROOT / "scorekeeper")
    secure = request.param == "https"
    told = {"PYTHONPATH": str(folder), "SCOREKEEPER_TRUSTED_PROXIES": str(int(secure))}
    with ExitStack() as stack:
        server = stack.enter_context(serving(Server(folder / "data", *ON_THIS_MACHINE, **told)))
        address, switches = f"http://localhost:{server.port}", SWITCHES
        if secure:
            port = free_port()
            host = f"localhost:{port} {{\n reverse_proxy 127.0.0.1:{server.port}\n}}"
            stack.enter_context(proxies.caddy(folder / "caddy", host))
            address = f"https://localhost:{port}"
            switches = [*SWITCHES, f"--ignore-certificate-errors-spki-list={key_of(port)}"]
        path = QUICKER if QUICKER.exists() else CHROMIUM
        browser = playwright.chromium.launch(executable_path=path, args=switches)
        stack.callback(browser.close)
        yield Site(server, address, browser, folder / "templates")


@pytest.fixture
def watch(watch: Watch) -> Watch:
    for noise in NOISE:
        watch.expect(noise)
    return watch


def key_of(port: int) -> str:
    """Return the hash of a certificate's public key, as Chromium takes it."""
    shown = ssl.get_server_certificate(("localhost", port))
    options = (["x509", "-pubkey", "-noout"], ["pkey", "-pubin", "-outform", "der"])
    key = shown.encode()
    for option in options:
        key = subprocess.run(
            ["openssl", *option], input=key, capture_output=True, check=True
        ).stdout
    return base64.b64encode(hashlib.sha256(key).digest()).decode()


@HTTPS
def test_caches_hold_only_the_shell(site: Site) -> None:
    with site.phone() as phone:
        match = phone.start(first=3)
        for path in (match, "/history", "/settings", match):
            phone.open(path)

        assert phone.page.evaluate(CACHED) == SHELL


def test_the_app_is_installable(playwright: Playwright, scorebook: Scorebook) -> None:
    # A headless shell installs no apps.
    whole = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
    with whole, whole.new_context() as context:
        page = context.new_page()
        page.goto(scorebook.address)
        asked = context.new_cdp_session(page)
        manifest = asked.send("Page.getAppManifest")
        found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert manifest["errors"] == []
    # Phones of the tests keep nothing when they are closed.
    assert [error["errorId"] for error in found] == ["in-incognito"]


@LOCALHOST
def test_without_entries_the_page_is_calm(site: Site) -> None:
    with site.phone() as phone:
        site.server.kill()
        phone.open("/history")
        expect(phone.page.get_by_text("Can’t reach the scorekeeper.")).to_be_visible()
        expect(phone.page.get_by_role("banner")).to_contain_text("No connection since")

        phone.tap(phone.page.get_by_role("button", name="Try again"))
        site.server.start()
        # It also looks by itself.
        heading = phone.page.get_by_role("heading", name="History")
        expect(heading).to_be_visible(timeout=3 * PATIENCE)


@pytest.mark.parametrize(
    ("site", "number"),
    [("https", signal.SIGKILL), ("localhost", signal.SIGSTOP)],
    ids=["killed, over https", "silent, on localhost"],
    indirect=["site"],
    scope="module",
)
def test_a_match_goes_on_after_a_cold_start_and_is_sent_once(site: Site, number: int) -> None:
    with site.phone() as phone:
        match = phone.start(first=3)
        phone.play(4, 3, 3, 2, side_0=8)
        site.go_away(phone, number)
        phone.open(match)
        phone.expect_view("bids")
        rows = phone.page.locator("details.sheet__hand")
        expect(rows).to_have_count(1)
        phone.play(4, 3, 3, 2, side_0=8)
        expect(phone.page.get_by_text("Only on this phone: hand 2")).to_be_visible()
        played = phone.standings
        phone.open(match)
        phone.expect_view("bids")
        assert phone.standings == played
        expect(rows).to_have_count(2)

        site.come_back(phone, "Hand 2 saved.")
        phone.open(match)
        expect(rows).to_have_count(2)
        assert phone.standings == played


@HTTPS
def test_a_match_starts_without_a_network(site: Site) -> None:
    with site.phone() as phone:
        phone.start_by_hand()
        site.go_away(phone)
        phone.open("/matches/new")
        expect(phone.page.get_by_label("Player 1")).to_have_value("Ann")
        phone.page.get_by_label("Player 1").fill("Zoe")
        phone.tap(phone.page.get_by_role("radio", name="Zoe"))
        phone.tap_button("Start the match")
        phone.play(4, 3, 3, 2, side_0=8)
        match, played = phone.page.url, phone.standings
        # The icon opens the home page.
        phone.open()
        with phone.page.expect_download() as saved:
            phone.tap(phone.page.get_by_role("button", name="Save file"))
        file = rules.match_file.read(json.loads(Path(saved.value.path()).read_text()))
        assert (file.players[0], len(file.scores)) == ("Zoe", 1)
        lost: list[str] = []
        phone.page.on("requestfailed", lambda request: lost.append(request.method))
        site.come_back(phone, "Match saved.")
        assert "POST" not in lost

        site.server.kill()
        phone.open()
        phone.tap_through(phone.page.locator(f"a[href='{urlsplit(match).path}']"))
        phone.expect_view("bids")
        assert phone.standings == played
        # A page of ours would load itself as soon as the server answers.
        phone.page.goto("about:blank")
        site.server.start()
        phone.open(match)
        expect(phone.page.locator("details.sheet__hand")).to_have_count(1)


def test_over_http_a_match_starts_on_the_page_that_is_open(
    phones: Any, http_scorebook: Scorebook
) -> None:
    phone = phones(http_scorebook)
    phone.start(first=3)
    phone.play(4, 3, 3, 2, side_0=8)
    phone.wait_until(STORED, ["matches", 2, 9])
    phone.open("/offline")
    phone.page.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.tap(phone.page.get_by_role("radio", name="Ann"))
    phone.tap_button("Start the match")
    phone.play(4, 3, 3, 2, side_0=8)

    # Once all is sent, the match itself is opened.
    with phone.page.expect_navigation(url="**/matches/*"):
        phone.page.context.set_offline(False)
    phone.wait_until(STORED, ["outbox", 0, 0])
    expect(phone.page.locator("details.sheet__hand")).to_have_count(1)


@LOCALHOST
def test_settings_lead_to_what_is_kept(site: Site) -> None:
    with site.phone() as phone:
        start(phone, first=3)
        phone.wait_until(STORED, ["matches", 2, 2])
        phone.open("/settings")
        phone.tap(phone.page.get_by_label("More").locator("summary"))
        phone.tap_link("On this phone Matches and history without a network")
        phone.tap(phone.page.get_by_role("button", name="Delete from this phone"))
        expect(phone.page.get_by_text("No match is stored on this phone.")).to_be_visible()
        phone.wait_until(STORED, ["matches", 1, 1])


@LOCALHOST
def test_a_phone_whose_database_is_blocked_keeps_nothing(site: Site) -> None:
    with site.phone() as phone:
        phone.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error(); }")
        phone.open("/offline")
        expect(phone.page.get_by_text("No match is stored on this phone.")).to_be_visible()


@LOCALHOST
def test_iphones_say_when_to_send_and_what_a_newer_release_stored_is_left_alone(site: Site) -> None:
    with site.phone() as phone:
        phone.page.context.add_init_script(IPHONE)
        phone.page.evaluate(WAITING.replace("Date.now()", "1"), NOBODYS)
        site.server.kill()
        phone.open()
        expect(phone.page.get_by_text("Reconnect within a week")).to_be_visible()

        phone.page.evaluate(WAITING.replace("v: 1, rev", "v: 2, rev"), NOBODYS)
        phone.open(f"/matches/{NOBODYS}")
        expect(phone.page.get_by_text("Reload this page when the network is back.")).to_be_visible()
        expect(phone.page.get_by_role("link", name="Back to the match")).to_be_hidden()


@LOCALHOST
def test_a_phone_without_access_keeps_only_what_is_unsent(site: Site) -> None:
    with site.phone() as phone:
        phone.page.evaluate(WAITING, NOBODYS)
        phone.open(f"/matches/{NOBODYS}")
        phone.wait_until(STORED, ["outbox", 1, 1])
        phone.wait_until(STORED, ["matches", 1, 1])
        phone.page.evaluate(DROPPED, NOBODYS)
        phone.open(f"/matches/{NOBODYS}")
        phone.wait_until(STORED, ["matches", 0, 0])


@LOCALHOST
@pytest.mark.parametrize("is_asked", [False, True], ids=["cookie lost", "everything deleted"])
def test_names_and_points_go_with_the_access(site: Site, is_asked: bool) -> None:
    with site.phone() as phone:
        start(phone, first=3)
        phone.wait_until(STORED, ["matches", 2, 2])
        phone.open("/offline")
        expect(phone.page.get_by_text("Ann & Cleo")).to_be_visible()
        if is_asked:
            phone.tap(phone.page.get_by_text("Delete everything from this phone"))
            phone.tap_button("Delete everything")
            names = [cookie["name"] for cookie in phone.page.context.cookies()]
            assert "scorekeeper_device" not in names
        phone.page.context.clear_cookies()
        phone.open("/offline")
        expect(phone.page.locator("[data-shell]")).to_be_visible()
        expect(phone.page.get_by_text("Ann & Cleo")).to_have_count(0)
        phone.wait_until(STORED, ["matches", 0, 1 - is_asked])


@HTTPS
def test_a_new_release_replaces_the_shell_and_keeps_what_waits(site: Site) -> None:
    with site.phone() as phone:
        phone.page.evaluate(WAITING, NOBODYS)
        old = phone.page.evaluate("caches.keys()")
        with site.release("joining/offline.html", '_("On this phone")', '"Here"'):
            site.come_again(phone)
            phone.wait_until(REPLACED, old)
        site.server.kill()
        phone.open()
        expect(phone.page.get_by_role("heading", name="Here")).to_be_visible()
        expect(phone.page.get_by_text("Only here: hands 5 and 6")).to_be_visible()


@LOCALHOST
def test_a_broken_release_leaves_the_old_one(site: Site) -> None:
    with site.phone() as phone:
        phone.page.evaluate(WAITING, NOBODYS)
        files = "{{ shell|tojson }}"
        with site.release("joining/worker.js", files, f"[...{files}, '/static/0/gone.js']"):
            assert phone.page.evaluate(INSTALLED) == "redundant"
        site.server.kill()
        phone.open()
        expect(phone.page.get_by_text("Only here: hands 5 and 6")).to_be_visible()
