from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import HouseRules, Match
from tests.browser.phone import Phone
from tests.browser.scorebook import tonight
from tests.people import PLAYERS


def check(phone: Phone, file: Path) -> Page:
    phone.open("/settings")
    phone.tap_through(phone.page.get_by_role("link", name="Import matches"))
    phone.page.get_by_label("File").set_input_files(file)
    phone.tap_button("Check the file")
    return phone.page


def test_a_scorebook_is_moved_by_one_file(phones: Any) -> None:
    old, new = phones(), phones()
    for phone in (old, new):
        phone.become(new_public_id())
        for game in ("partnership", "solo"):
            match = Match.start(HouseRules.of(game), PLAYERS[game], started=tonight())
            phone.scorebook.start(phone.secret, match)
    old.open("/settings")
    old.tap_through(old.page.get_by_role("link", name="Download everything"))
    with old.page.expect_download() as download:
        old.tap(old.page.get_by_role("link", name="All matches in one file").first)
    file = Path(download.value.path())
    page = check(new, file)
    expect(page.get_by_text("2 new matches")).to_be_visible()
    new.tap_button("Import")
    expect(page.get_by_text("2 matches imported")).to_be_visible()
    new.open("/history")
    expect(page.locator("#found .card")).to_have_count(4)
    check(new, file)
    expect(page.get_by_text("2 matches are already here.")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
