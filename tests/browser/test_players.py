"""Players and pairs are looked at by thumb and by key; a season, a guest and a colour are set."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import NIL, Bid, HouseRules, Match, Standing
from tests.browser.phone import Phone
from tests.browser.scorebook import tonight
from tests.people import PLAYERS


@pytest.fixture
def filled(phones: Any) -> Any:
    """Make phones whose scorebook holds a match that Ann & Cleo won with a nil."""

    def make(**wishes: Any) -> Phone:
        phone: Phone = phones(**wishes)
        phone.become(new_public_id())
        match = Match.start(
            HouseRules.of("partnership"),
            PLAYERS["partnership"],
            opening=[Standing(400, 0), Standing(100, 0)],
            started=tonight(),
            first=0,
        )
        match = match.bid([NIL, Bid(3), Bid(5), Bid(3)], match.started)
        match = match.record_tricks([0, None, None, None], [6, 7], match.started)
        phone.scorebook.start(phone.secret, match)
        phone.open("/players")
        return phone

    return make


def ranks(page: Page) -> Locator:
    return page.locator("a.rank")


def test_from_the_table_to_a_player_and_to_what_is_behind_a_figure(filled: Any) -> None:
    phone = filled()
    page = phone.page
    expect(ranks(page)).to_contain_text(["Ann", "Cleo", "Ben", "Dan"])
    phone.tap_link("Nil")
    expect(ranks(page)).to_have_count(1)
    phone.tap_through(ranks(page).first)
    expect(page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    won = page.get_by_role("group", name="Matches won")
    expect(won).to_contain_text("1 of 1")
    phone.tap(won.locator("summary"))
    phone.tap_through(won.get_by_role("link", name="The matches behind it"))
    expect(page.locator("#found .card")).to_have_count(1)


def test_two_together_and_against_each_other(filled: Any) -> None:
    phone = filled()
    page = phone.page
    phone.tap_link("Pairs")
    expect(ranks(page)).to_contain_text(["Ann & Cleo", "Ben & Dan"])
    phone.tap_through(ranks(page).first)
    expect(page.get_by_text("Better together or apart?")).to_be_visible()
    phone.tap_through(page.get_by_role("banner").get_by_role("link"))
    expect(page.get_by_role("heading", name="With partners")).to_be_visible()


def test_a_figure_is_opened_by_the_keyboard(filled: Any) -> None:
    phone = filled()
    page = phone.page
    ranks(page).first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("summary", has_text="More figures").focus()
    page.keyboard.press("Enter")
    nils = page.get_by_role("group", name="Nil made", exact=True)
    nils.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(nils.get_by_text("Few tries say little")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_guest_stays_out_of_the_table_and_has_a_colour(filled: Any, scripts: bool) -> None:
    phone = filled(java_script_enabled=scripts)
    page = phone.page
    phone.tap_through(ranks(page).first)
    phone.tap(page.locator("summary", has_text="Change this player"))
    phone.tap(page.get_by_role("radio", name="Blue"))
    phone.tap(page.get_by_role("checkbox", name="Guest"))
    phone.tap_button("Save")
    phone.tap(page.locator("summary", has_text="Change this player"))
    expect(page.get_by_role("radio", name="Blue")).to_be_checked()
    phone.open("/players")
    expect(ranks(page)).to_contain_text(["Cleo", "Ben", "Dan"])
    expect(page.get_by_role("link", name="Ann Guest")).to_be_visible()


def test_tables_count_from_the_day_of_a_season(filled: Any) -> None:
    phone = filled()
    page = phone.page
    phone.tap(page.locator("summary", has_text="Season"))
    page.get_by_label("Tables count from").fill("2100-01-01")
    phone.tap_button("Save")
    expect(page.get_by_text("No finished match in this time.")).to_be_visible()
    phone.tap_link("All time")
    expect(ranks(page)).to_have_count(4)
