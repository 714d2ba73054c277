import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.book.db.database import Database
from scorekeeper.book.events import events
from scorekeeper.config import load_key
from tests.browser import measurements
from tests.browser.offline.steps import open_again
from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.evening import Evening

PAPERS = ("A4", "Letter")
PAGES = ("guide", "guide?who=ask", "tables", "tables/1", "tables/1?deal=ask", "standings")
PUBLIC = re.compile(r"http://[\d.]+:\d+")


def joined(phone: Phone, evening: Evening, role: str, table: int = 1) -> None:
    phone.open(evening.sign_link(secret_key(phone.scorebook), role, table))


def secret_key(scorebook: Scorebook) -> str:
    return load_key(scorebook.file.parent / "secret-key")


def test_table_cards_are_read_from_paper_and_a_key_prints_a_sheet(
    phone: Phone, evening: Evening, tmp_path: Path
) -> None:
    phone.become(evening.secret)
    phone.open(f"{evening.path}/print/cards?tables=5")
    for paper in PAPERS:
        path = tmp_path / f"{paper}.pdf"
        phone.page.pdf(path=path, format=paper)
        subprocess.run(["pdftoppm", "-r", "300", "-png", path, tmp_path / paper], check=True)
        sheets = sorted(tmp_path.glob(f"{paper}-*.png"))
        decoded = subprocess.run(
            ["zbarimg", "-q", "--raw", *sheets], check=True, capture_output=True, text=True
        )
        found = sorted(decoded.stdout.split())
        assert len(sheets) == 2
        assert [address.rpartition("/")[2] for address in found] == ["1", "2", "3", "4", "5"]
        card = PUBLIC.sub("", found[2])
        assert card == evening.sign_link(secret_key(phone.scorebook), "scorer", 3)

    phone.open(f"{evening.path}/print/standings")
    phone.page.evaluate("window.print = () => { document.title = 'Printed'; }")
    phone.tap(phone.page.get_by_role("button", name="Print"))
    expect(phone.page).to_have_title("Printed")


def test_a_table_is_scored_after_one_scan_without_scripts(
    plain_phone: Phone, evening: Evening
) -> None:
    evening.seat()
    joined(plain_phone, evening, "scorer", 1)
    plain_phone.page.get_by_role("link", name="Score table 1").tap()
    plain_phone.page.get_by_role("button", name=evening.seated(1)[2]).tap()
    expect(plain_phone.page.locator(".bar__turn")).to_contain_text("Round 1 · Table 1")
    plain_phone.page.get_by_role("link", name="Round 1 · Table 1").tap()
    expect(plain_phone.page.get_by_role("heading")).to_contain_text("Which player are you?")


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_players_fit(used_phone: Any, hard: Evening, path: str) -> None:
    phone: Phone = used_phone(locale="de")
    hard.seat()
    joined(phone, hard, "scorer")
    phone.open(f"{hard.path}/guide?who=ask")
    phone.page.get_by_role("button", name=hard.seated(1)[0]).tap()
    expect(phone.page.locator(".place__number")).to_be_visible()
    phone.open(f"{hard.path}/{path}")
    assert measurements.find_faults(phone.page) == []


def test_the_television_page_fits_a_phone(phone: Phone, hard: Evening) -> None:
    hard.seat()
    joined(phone, hard, "spectator")
    for width in (390, 360, 320):
        phone.page.set_viewport_size({"width": width, "height": 640})
        phone.open(f"{hard.path}/board")
        assert measurements.find_overflow(phone.page) == []


def test_a_phone_without_a_connection_keeps_what_came_after_the_end(
    phones: Any, database: Database, watch: Watch
) -> None:
    watch.expect("net::ERR_")
    watch.expect("Failed to load resource")
    evening = Evening.create(database, hand_limit=1)
    evening.seat()
    one, other = phones(), phones()
    joined(one, evening, "scorer")
    one.tap(one.page.get_by_role("link", name="Score table 1"))
    one.tap(one.page.get_by_role("button", name=evening.seated(1)[2]))
    one.expect_view("bids")
    match = one.page.url
    open_again(one, match)
    one.page.context.set_offline(True)
    one.play(3, 3, 3, 3, side_0=7)
    back = one.page.get_by_role("link", name="Back to the evening")
    expect(back.last).to_have_attribute("href", f"{evening.path}/guide")
    assert back.count() == 2
    joined(other, evening, "scorer")
    other.tap_button("Score too")
    other.play(3, 3, 3, 3, side_0=4)
    expect(other.page.get_by_role("link", name="Back to the evening").last).to_be_visible()
    evening.end()
    one.page.context.set_offline(False)
    over = "The evening is over. Only an organiser can change its results."
    kept = "Your hands are still on this phone. Ask the organiser to go on with the evening."
    expect(one.page.get_by_role("alert")).to_contain_text(f"{over} {kept}")
    one.tap_button("Try again")
    # The old alert has lost this attribute.
    expect(one.page.locator("[data-conflict]")).to_contain_text(kept)
    evening.do(events.set_ended, is_ended=False)
    one.tap_button("Try again")
    expect(one.page.get_by_role("alert")).to_contain_text("Someone else saved something different.")
