"""A phone joins again at a new address and after a loss, and a television joins by a code."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.phone import SCREEN, Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.servers import Server, serving

HOME = {"SCOREKEEPER_HOSTED": "0"}
ANYWHERE = ("serve", "--host", "0.0.0.0", "--port", "0", "--no-browser")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a house."""
    folder = tmp_path / "house"
    folder.mkdir()
    return folder


@pytest.fixture
def open_phone(chromium: Browser, watch: Watch) -> Iterator[Any]:
    """Make phones that were nowhere yet."""
    contexts: list[BrowserContext] = []

    def make(**wishes: Any) -> Page:
        options = {"viewport": SCREEN, "has_touch": True, "locale": "en-GB", **wishes}
        contexts.append(chromium.new_context(**options))
        watch.listen_to(contexts[-1])
        return contexts[-1].new_page()

    watch.expect("status of 404")
    # Who looks at a match asks on while its server is started anew, and what it was sending just
    # when it was killed is cut short.
    watch.expect("ERR_CONNECTION")
    watch.expect("ERR_CONTENT_LENGTH_MISMATCH")
    yield make
    for context in contexts:
        context.close()


def code(data: Path) -> str:
    return (data / "house-code").read_text().strip()


def at(server: Server, host: str = "127.0.0.1") -> str:
    return f"http://{host}:{server.port}"


def is_outside(page: Page) -> bool:
    return page.get_by_label("Code", exact=True).count() == 1


def type_code(page: Page, letters: str) -> None:
    page.get_by_label("Code", exact=True).fill(letters)
    page.get_by_role("button", name="Come in").tap()


def test_a_phone_rejoins_by_one_scan_at_a_new_address(data: Path, open_phone: Any) -> None:
    with serving(Server(data, *ANYWHERE, **HOME)) as server:
        first = open_phone(java_script_enabled=False, base_url=at(server))
        first.goto(at(server))
        assert is_outside(first)
        type_code(first, "abcd-1234")
        expect(first.get_by_role("alert")).to_contain_text("This opens nothing")
        first.goto(f"{at(server)}/in/{code(data)}")
        assert first.url == f"{at(server)}/"
        phone = Phone(first, Scorebook(server.scorebook, at(server)))
        match = urlsplit(phone.start_by_hand()).path
        phone.bid(4, 3, 3, 2)
        expect(first.locator(".slip--board").first).to_be_visible()
    with serving(Server(data, *ANYWHERE, **HOME)) as server:
        # Another name is another site to a browser: its cookies stay behind.
        again = at(server, "127.0.0.2")
        lost = open_phone(java_script_enabled=False, base_url=again)
        for page in (first, lost):
            page.goto(again)
            assert is_outside(page)
            type_code(page, code(data).lower())
            expect(page.locator(f"a[href='{match}']").first).to_be_visible()
        # Who took over goes on where the other stopped, in the middle of a hand.
        other = Phone(lost, Scorebook(server.scorebook, again))
        lost.goto(again + match)
        other.take(side_0=8)
        lost.context.clear_cookies()
        lost.goto(again + match)
        assert is_outside(lost)


def test_a_television_joins_the_running_match_by_a_code(data: Path, open_phone: Any) -> None:
    with serving(Server(data, *ANYWHERE, **HOME)) as server:
        ann = open_phone(base_url=at(server))
        ann.goto(f"{at(server)}/in/{code(data)}")
        ann.goto(f"{at(server)}/door")
        ann.get_by_role("button", name="Make a code for a television").tap()
        expect(ann.locator(".code")).to_have_count(2)
        letters = ann.locator(".code").last.inner_text()
        wide = {"width": 1280, "height": 720}
        television = open_phone(viewport=wide, java_script_enabled=False)
        television.goto(at(server))
        type_code(television, letters)
        expect(television.get_by_text("The next one appears here.")).to_be_visible()
        phone = Phone(ann, Scorebook(server.scorebook, at(server)))
        phone.start_by_hand()
        phone.bid(4, 3, 3, 2)
        television.reload()
        expect(television.locator(".slip__number").first).to_have_text("7")
        assert television.url.endswith("/board")
