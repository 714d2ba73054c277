from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.servers import ON_THIS_MACHINE, Server, serving

HOME = {"SCOREKEEPER_HOSTED": "0"}
CODE = "abcd2345efgh"
ANYWHERE = ("serve", "--host", "0.0.0.0", "--port", "0", "--no-browser")


@pytest.fixture
def server(tmp_path: Path, watch: Watch) -> Server:
    watch.expect("status of 404")
    # A page follows its match while the server restarts; what it sends just then is cut short.
    watch.expect("ERR_CONNECTION")
    watch.expect("ERR_CONTENT_LENGTH_MISMATCH")
    return Server(tmp_path / "home", *ANYWHERE, **HOME)


def read_code(server: Server) -> str:
    return (server.data / "house-code").read_text().strip()


def is_outside(page: Page) -> bool:
    return page.get_by_label("Code", exact=True).count() == 1


def type_code(page: Page, letters: str) -> None:
    page.get_by_label("Code", exact=True).fill(letters)
    page.get_by_role("button", name="Join").tap()


def test_the_whole_way_in_is_on_the_screen(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.open("/in")
    expect(phone.page.get_by_role("button", name="Join")).to_be_in_viewport(ratio=1)


def test_the_code_is_on_one_line_where_no_other_phone_can_scan(tmp_path: Path, phones: Any) -> None:
    alone = Server(tmp_path / "home", *ON_THIS_MACHINE, **HOME, SCOREKEEPER_HOME_CODE=CODE)
    with serving(alone):
        phone: Phone = phones(Scorebook.of(alone), viewport={"width": 844, "height": 390})
        phone.open(f"/in/{CODE}")
        phone.open("/door")
        expect(phone.page.get_by_text("Other phones can’t reach this computer")).to_be_visible()
        tops = {group.bounding_box()["y"] for group in phone.page.locator(".code__group").all()}
        assert len(tops) == 1
        expect(phone.page.locator(".code")).to_be_in_viewport(ratio=1)


def test_a_phone_on_a_low_screen_is_asked_whose_it_is_next_to_the_keys(
    phone: Phone, phones: Any
) -> None:
    phone.open(f"{phone.start(first=3)}/share")
    link = phone.page.locator("input[value*='/k/']").get_attribute("value")
    low: Phone = phones(viewport={"width": 360, "height": 640})
    low.open(urlsplit(link).path)
    expect(low.save.or_(low.page.locator(".sofar")).first).to_be_in_viewport(ratio=1)
    low.tap(low.key("bid_0", 4))
    low.tap_button("I am Cleo")
    low.open(f"{phone.page.url}")
    expect(low.page.locator(".phone__name").filter(has_text="Cleo")).to_be_visible()


def test_a_phone_rejoins_at_a_new_address(server: Server, phones: Any) -> None:
    with serving(server):
        first: Phone = phones(Scorebook.of(server), java_script_enabled=False)
        first.open()
        assert is_outside(first.page)
        type_code(first.page, "abcd-1234")
        expect(first.page.get_by_role("alert")).to_contain_text("That code or link doesn’t work")
        first.open(f"/in/{read_code(server)}")
        assert first.page.url == f"{first.scorebook.address}/"
        match = urlsplit(first.start_by_hand()).path
        first.bid(4, 3, 3, 2)
        expect(first.page.locator(".slip--board").first).to_be_visible()
    with serving(server):
        # Another name is another site to a browser: its cookies stay behind.
        again = Scorebook.of(server, "127.0.0.2")
        lost: Phone = phones(again, java_script_enabled=False)
        for phone in (first, lost):
            phone.open(again.address)
            assert is_outside(phone.page)
            type_code(phone.page, read_code(server).lower())
            expect(phone.page.locator(f"a[href='{match}']").first).to_be_visible()
        # A second phone continues in the middle of the hand.
        lost.open(match)
        lost.take(side_0=8)
        lost.page.context.clear_cookies()
        lost.open(match)
        assert is_outside(lost.page)


def test_a_television_joins_the_running_match_by_a_code(server: Server, phones: Any) -> None:
    with serving(server):
        ann: Phone = phones(Scorebook.of(server))
        ann.open(f"/in/{read_code(server)}")
        ann.open("/door")
        ann.tap_button("Make a code for a television")
        expect(ann.page.locator(".code")).to_have_count(2)
        wide = {"width": 1280, "height": 720}
        television: Phone = phones(ann.scorebook, viewport=wide, java_script_enabled=False)
        television.open()
        type_code(television.page, ann.page.locator(".code").last.inner_text())
        expect(television.page.get_by_text("The next one will appear here.")).to_be_visible()
        ann.start_by_hand()
        ann.bid(4, 3, 3, 2)
        television.page.reload()
        expect(television.page.locator(".slip__number").first).to_have_text("7")
        assert television.page.url.endswith("/board?follow=1")
