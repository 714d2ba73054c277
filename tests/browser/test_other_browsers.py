"""A whole match in Firefox ESR and WebKitGTK; each driver's methods of the same name are used."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.phone import ARE_FORMS_KEPT, QUICK, STANDINGS
from tests.browser.test_joining import ANYWHERE, HOME, read_code
from tests.hosting.hosts import free_port
from tests.people import PLAYERS
from tests.servers import Server, serving

# The drivers leave sockets open, and one asks for a retired function.
pytestmark = pytest.mark.filterwarnings("ignore")
BIDDERS = "[...document.querySelectorAll('fieldset:has(input[name^=bid_])')].map(one => one.id)"
TAKEN = "document.querySelectorAll('.seat--taken').length"
PATIENCE = 60.0
"""Less than pytest waits for a test, so that a failure says what the page shows."""
SHOWN = f"({STANDINGS})([...document.querySelectorAll('main [data-points]')])"


class Tab:
    """A tab of any browser."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver = driver
        self.address = address
        self.tapped = 0.0

    def open(self, path: str) -> None:
        # Not by the driver: that of WebKit may wait for a page that follows its match.
        self.driver.execute_script(f"location.assign('{self.address}{path}')")

    def read(self, script: str) -> Any:
        return self.driver.execute_script(f"return {script}")

    def find(self, css: str) -> Any:
        return self.driver.find_element("css selector", css)

    def tap(self, css: str) -> None:
        # Pages take two quick taps on one key as one.
        time.sleep(max(0.0, self.tapped + QUICK - time.monotonic()))
        # Before its scripts run, a page saves nothing by itself.
        self.wait(lambda: self.read("document.readyState") == "complete")
        self.wait(lambda: self.find(css).click() is None)
        self.tapped = time.monotonic()

    def turn_on(self, css: str) -> None:
        """Tap a switch until it is on: a tap is lost if the page is drawn at that moment."""

        def is_on() -> bool:
            off = f"document.querySelector('{css}:enabled:not(:checked)') !== null"
            if self.read(off):
                self.find(css).click()
            return bool(self.read(f"document.querySelector('{css}:checked') !== null"))

        self.wait(is_on)

    def type(self, css: str, text: str) -> None:
        self.wait(lambda: self.find(css).send_keys(text) is None)

    def expect(self, css: str, text: str = "") -> None:
        self.wait(lambda: text in self.find(css).text)

    def wait(self, is_done: Callable[[], bool]) -> None:
        """Wait for a condition; while a page changes, its elements come and go."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(Exception):  # each driver has its own
                if is_done():
                    return
            assert time.monotonic() < deadline, self.find("body").text
            time.sleep(0.02)

    def play(
        self, *bids: int | str, shown: list[list[int]], reloads: bool = True, **tricks: int
    ) -> None:
        """Tap a whole hand, and reload the page after its second bid."""
        self.expect("main .face--bids")
        for place, name in enumerate(self.read(BIDDERS)):
            if place == 2 and reloads:
                self.wait(lambda: self.read(f"({ARE_FORMS_KEPT})()"))
                self.driver.refresh()
            bid = bids[int(name.removeprefix("bid_"))]
            if str(bid).startswith("blind"):
                self.tap(f"fieldset#{name} [data-blind]")
            self.tap(f'input[name="{name}"][value="{bid}"]')
        self.tap("main a[href$='by=side']")
        for name, number in tricks.items():
            self.tap(f'input[name="{name}"][value="{number}"]')
        self.wait(lambda: self.read(SHOWN) == shown)


@contextmanager
def running(*command: str, **settings: str) -> Iterator[None]:
    """Run a browser or its driver, and end it with all its processes."""
    process = subprocess.Popen(command, env=os.environ | settings, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


@contextmanager
def firefox(folder: Path) -> Iterator[Any]:
    from marionette_driver.marionette import Marionette

    port = folder / "MarionetteActivePort"
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')
    with running("firefox-esr", "--headless", "--marionette", "--profile", str(folder)):
        while not (port.exists() and port.read_text()):
            time.sleep(0.02)
        driver = Marionette(port=int(port.read_text()))
        driver.start_session()
        yield driver
        driver.delete_session()


@contextmanager
def webkit(_: Path) -> Iterator[Any]:
    from selenium.webdriver import Remote, WebKitGTKOptions
    from urllib3.exceptions import HTTPError

    port, driver = free_port(), None
    # The sandbox of WebKit can't be set up by root.
    root = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    with running("xvfb-run", "-a", "WebKitWebDriver", f"--port={port}", **root):
        while driver is None:
            with suppress(HTTPError):
                driver = Remote(f"http://127.0.0.1:{port}", options=WebKitGTKOptions())
        yield driver
        driver.quit()


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_match_is_played_in_another_browser(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path / "home", *ANYWHERE, **HOME)
    with serving(server), browser(tmp_path) as driver:
        tab = Tab(driver, f"http://127.0.0.1:{server.port}")
        tab.open("/matches/new?game=partnership")
        tab.type("input[name=code]", read_code(server).lower())
        tab.tap("form:has(input[name=code]) .button")
        tab.expect("main a[href^='/matches/new']")
        tab.open("/matches/new?game=partnership")
        for seat, name in enumerate(PLAYERS["partnership"], start=1):
            tab.type("[name=typed]", name)
            tab.tap("[name=typed] ~ button")
            tab.wait(lambda seat=seat: tab.read(TAKEN) == seat)
        tab.tap("[name=deal][value='3']")
        tab.tap("[name=settle][value=bags]")
        tab.expect("main .ready")
        tab.tap("main .save")
        tab.expect("main .face--bids")
        match = tab.read("location.pathname")

        tab.play(4, 3, 3, 2, side_0=8, shown=[[71, 1], [50, 0]])
        # Ben's nil failed by 1: Dan's 40 - 100 + 1, and a bag; Gold 60 + 2.
        tab.play(4, "nil", 2, 4, seat_1=1, side_1=4, shown=[[133, 3], [-9, 1]])
        tab.tap("main .undo")
        tab.expect("main .face--tricks")
        tab.tap("main .redo")
        tab.wait(lambda: tab.read(SHOWN) == [[133, 3], [-9, 1]])
        # Ann's blind nil made: Cleo's 50 + 200; Blue 80.
        tab.wait(lambda: tab.read("'patience' in document.documentElement.dataset"))
        server.kill()
        tab.play("blind nil", 4, 5, 4, seat_0=0, side_0=5, shown=[[383, 3], [71, 1]], reloads=False)
        server.start()
        # The server's own page is there again.
        tab.wait(lambda: tab.read("document.querySelector('[data-away]') === null"))
        tab.play(6, 1, 6, 1, side_0=12, shown=[[503, 3], [51, 1]])
        # WebKit's driver reads no hidden text.
        tab.wait(
            lambda: "Ann & Cleo win" in tab.read("document.querySelector('.over').textContent")
        )

        tab.open(match)
        tab.expect("main .course")
        tab.open("/history")
        tab.expect(f"a[href='{match}']")
        tab.open("/offline")
        tab.turn_on("[role=switch]")
        tab.expect("[data-years] .card", "1 match")
