"""Draws the pictures of the README from the demonstration: `python docs/pictures.py`.

It needs the extra `dev`, and Chromium at /usr/bin/chromium.
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import waitress
from playwright.sync_api import Page, ViewportSize, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.book.access import Secret
from scorekeeper.book.columns import new_public_id
from scorekeeper.book.schema import prepare
from scorekeeper.cli.demo import fill
from scorekeeper.config import Config

HERE = Path(__file__).parent
PHONE: ViewportSize = {"width": 390, "height": 844}


def draw() -> None:
    """Write board.jpg and bids.jpg, a hand played and the next one bid, and over.jpg, a match won."""
    device = new_public_id()
    with demonstration(device) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        context = chromium.new_context(
            base_url=address, viewport=PHONE, has_touch=True, locale="en", reduced_motion="reduce"
        )
        context.add_cookies([{"name": "scorekeeper_device", "value": device, "url": address}])
        page = context.new_page()
        draw_hand(page)
        draw_over(page)
        chromium.close()


@contextmanager
def demonstration(device: str) -> Iterator[str]:
    """Serve the matches of the demonstration to one device, and give the address."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config.from_environment({"SCOREKEEPER_DATA": folder})
        prepare(config.database)
        app = create_app(config)
        with closing(app.extensions["database"]) as database:
            with database.write() as session:
                fill(session, Secret(device), datetime.now(UTC))
            server = waitress.create_server(app, host="127.0.0.1", port=0)
            Thread(target=server.run, daemon=True).start()
            yield f"http://127.0.0.1:{server.effective_port}"
            server.close()


def draw_hand(page: Page) -> None:
    """Open the running match from the start page; look at its board, then at the next bids."""
    page.goto("/")
    page.locator("a", has_text="Hand").first.click()
    page.wait_for_url("**/matches/*")
    page.screenshot(path=HERE / "board.jpg", quality=80)
    page.goto(f"{page.url}?by=side")
    page.locator(".bidder").first.locator("[data-tricks='8']").tap(force=True)
    page.wait_for_load_state("networkidle")
    for bid in ("4", "3"):
        page.locator(".bidder:has(.bidder__none:checked)").first.locator(f"[value='{bid}']").tap()
    page.screenshot(path=HERE / "bids.jpg", quality=80)


def draw_over(page: Page) -> None:
    """Open the newest finished match of partners."""
    page.goto("/history")
    page.locator("a:has-text('&'):not(:has(.card__running))").first.click()
    page.wait_for_url("**/matches/*")
    page.screenshot(path=HERE / "over.jpg", quality=80)


if __name__ == "__main__":
    draw()
