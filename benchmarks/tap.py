"""Time a tap that saves until the next view is painted: `python -m benchmarks tap`.

The phone is slow. The next view comes in the answer, or its page is loaded, in turns. With a
folder, also writes a film strip of each there, a picture every 50 ms. Needs the extra `dev`, and
Chromium at /usr/bin/chromium.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.clients import SCORER
from benchmarks.scorebooks import fill, folder
from benchmarks.servers import scorekeeper

HANDS = 7
"""Hands saved in each way; the first is a warm-up."""
WAYS = {"in place": "", "loaded": "delete document.body.dataset.release"}
"""Scripts that run before a save."""
SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 40,
    "downloadThroughput": 5_000_000 / 8,
    "uploadThroughput": 5_000_000 / 8,
}
PICTURE_SECONDS = 0.05
QUIET_MS = 700
"""Time for what a page does on the side."""
CLOCK = """
addEventListener("pointerdown", ({ timeStamp }) => {
  sessionStorage.touched = performance.timeOrigin + timeStamp;
}, true);
const look = () => {
  if (document.querySelector("[data-live]")?.dataset.view === sessionStorage.wanted) {
    sessionStorage.wanted = "-";
    requestAnimationFrame(() => {
      sessionStorage.painted = performance.timeOrigin + performance.now();
    });
  }
  requestAnimationFrame(look);
};
look();
"""
WANT = "view => Object.assign(sessionStorage, { wanted: view, painted: '' })"
STRIP = "<body style='margin:0;display:flex;gap:4px;font:12px sans-serif'>{}"
PICTURE = "<figure style='margin:0'><img src='data:image/jpeg;base64,{}'><br>{} ms</figure>"


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print medians and their ratio."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks tap", description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="?", help="the folder of the film strips")
    chosen = arguments.parse_args(words)
    with folder() as here, sync_playwright() as playwright:
        book = fill(here, len(WAYS))
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        with scorekeeper(here) as server:
            address = f"http://127.0.0.1:{server.port}"
            phones = [
                SlowPhone(chromium, address, match, script)
                for match, script in zip(book.new, WAYS.values(), strict=True)
            ]
            for _ in range(HANDS):
                for phone in phones:
                    phone.save_hand()
        for way, phone in zip(WAYS, phones, strict=True):
            least, most = min(phone.taken[2:]), max(phone.taken[2:])
            print(f"{way:10}{phone.middle:6.0f} ms   {least:.0f} – {most:.0f}")
            if chosen.folder:
                chosen.folder.mkdir(parents=True, exist_ok=True)
                phone.write_strip(chosen.folder / f"{way.replace(' ', '-')}.png")
        print(f"ratio     {phones[0].middle / phones[1].middle:6.2f}")
        chromium.close()


class SlowPhone:
    """A phone on a match, the milliseconds of its saves, and pictures of the last one."""

    def __init__(self, chromium: Browser, address: str, match: str, script: str) -> None:
        self.context = chromium.new_context(
            base_url=address, viewport={"width": 390, "height": 844}, has_touch=True
        )
        self.context.add_cookies([{"name": "scorekeeper_device", "value": SCORER, "url": address}])
        self.context.add_init_script(CLOCK)
        self.page = self.context.new_page()
        self.path, self.script = f"/matches/{match}", script
        self.taken: list[float] = []
        self.pictures: list[tuple[float, str]] = []
        self.touched = 0.0
        self.session = self.context.new_cdp_session(self.page)
        self.session.on("Page.screencastFrame", self._keep)
        self.session.send("Network.enable")
        self.session.send("Network.emulateNetworkConditions", NETWORK)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    @property
    def middle(self) -> float:
        """The median milliseconds from a tap that saves to the next view."""
        return median(self.taken[2:])

    def save_hand(self) -> None:
        """Save bids and tricks, each with the last of their taps."""
        self.page.goto(self.path)
        for bidder in ("bid_1", "bid_2", "bid_3"):
            self._tap(bidder, 3)
        self._save("bid_0", 4, "play")
        self.page.goto(f"{self.path}?by=side")
        self._save("side_0", 6, "bids")

    def write_strip(self, file: Path) -> None:
        """Write the pictures of the last save side by side."""
        shown = []
        for number in range(round(self.taken[-1] / 1000 / PICTURE_SECONDS) + 3):
            at = self.touched + number * PICTURE_SECONDS
            before = [picture for taken, picture in self.pictures if taken <= at]
            shown.append((before or [self.pictures[0][1]])[-1])
        figures = [
            PICTURE.format(picture, round(number * PICTURE_SECONDS * 1000))
            for number, picture in enumerate(shown)
        ]
        self.page.goto("about:blank")
        self.page.set_content(STRIP.format("".join(figures)))
        self.page.set_viewport_size({"width": 198 * len(figures), "height": 450})
        self.page.screenshot(path=file)

    def _tap(self, field: str, number: int) -> None:
        self.page.wait_for_timeout(QUIET_MS)
        self.page.locator(f"input[name={field}][value='{number}']").tap(force=True)

    def _save(self, field: str, number: int, view: str) -> None:
        self.page.wait_for_timeout(2 * QUIET_MS)
        self.page.evaluate(f"() => {{ {self.script} }}")
        self.page.evaluate(WANT, view)
        self.pictures = []
        self.session.send("Page.startScreencast", {"format": "jpeg", "maxHeight": 420})
        self._tap(field, number)
        self.page.wait_for_function("() => Number(sessionStorage.painted)")
        self.page.wait_for_timeout(QUIET_MS)
        self.session.send("Page.stopScreencast")
        times = self.page.evaluate("[sessionStorage.touched, sessionStorage.painted].map(Number)")
        self.touched = times[0] / 1000
        self.taken.append(times[1] - times[0])

    def _keep(self, frame: dict[str, Any]) -> None:
        self.pictures.append((frame["metadata"]["timestamp"], frame["data"]))
        self.session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
