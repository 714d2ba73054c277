"""Matches move from one scorebook to another, by files that a phone downloads and brings in."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import HouseRules, Match
from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import tonight
from tests.people import PLAYERS
from tests.servers import ON_THIS_MACHINE, Server, serving


@pytest.fixture
def away(phones: Any) -> Any:
    """Make phones with a scorebook of their own and a match in it."""

    def make(**wishes: Any) -> Phone:
        phone: Phone = phones(**wishes)
        phone.become(new_public_id())
        for game in ("partnership", "solo"):
            match = Match.start(HouseRules.of(game), PLAYERS[game], started=tonight())
            phone.scorebook.start(phone.secret, match)
        return phone

    return make


def downloaded(phone: Phone, told: str) -> Path:
    phone.open("/settings")
    phone.tap_through(phone.page.get_by_role("link", name="Download everything"))
    with phone.page.expect_download() as download:
        phone.tap(phone.page.get_by_role("link", name=told).first)
    return Path(download.value.path())


def look_into(phone: Phone, file: Path | FilePayload) -> Page:
    phone.open("/settings")
    phone.tap_through(phone.page.get_by_role("link", name="Import matches"))
    phone.page.get_by_label("File").set_input_files(file)
    phone.tap_button("Check the file")
    return phone.page


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_scorebook_moves_house_by_one_file(away: Any, scripts: bool) -> None:
    old, new = away(java_script_enabled=scripts), away(java_script_enabled=scripts)
    file = downloaded(old, "All matches in one file")
    page = look_into(new, file)
    expect(page.get_by_text("2 new matches")).to_be_visible()
    new.tap_button("Import")
    expect(page.get_by_text("2 matches imported")).to_be_visible()
    new.open("/history")
    expect(page.locator("#found .card")).to_have_count(4)
    look_into(new, file)
    expect(page.get_by_text("2 matches are already here.")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_have_count(0)


def test_what_is_broken_is_told_by_its_line_and_nothing_is_brought_in(away: Any) -> None:
    phone = away()
    good = downloaded(phone, "All matches in one file").read_bytes()
    torn = FilePayload(name="torn.jsonl", mimeType="text/plain", buffer=good + b'{"format":\n')
    page = look_into(phone, torn)
    expect(page.get_by_role("alert")).to_contain_text("Line")
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    phone.tap_link("Choose another file")
    expect(page.get_by_label("File")).to_be_visible()
    phone.open("/history")
    expect(page.locator("#found .card")).to_have_count(2)


def test_a_backup_is_downloaded(
    phones: Any, watch: Watch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    watch.expect("ERR_CONNECTION_REFUSED")  # the house ends before the phone does
    data = tmp_path_factory.mktemp("data")
    with serving(Server(data, *ON_THIS_MACHINE, SCOREKEEPER_HOSTED="")) as house:
        phone: Phone = phones(base_url=f"http://127.0.0.1:{house.port}")
        page = phone.page
        phone.open("/in")
        page.get_by_label("Code").fill(house.found(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b"))
        phone.tap_button("Come in")
        phone.open("/copies")
        with page.expect_download() as download:
            phone.tap(page.get_by_role("link", name="The database"))
        assert download.value.path().read_bytes().startswith(b"SQLite format 3\0")
        expect(page.get_by_text("scorekeeper restore FILE")).to_be_visible()
