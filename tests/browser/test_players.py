import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone


@pytest.fixture
def players(phone: Phone) -> Phone:
    """A phone at its players, of whom Ann & Cleo won a match with a nil."""
    opening, hand = [(400, 0), (100, 0)], (("nil", 3, 5, 3), (6, 7), (0, None, None, None))
    phone.start(first=0, opening=opening, hands=[hand])
    phone.open("/players")
    return phone


def test_a_figure_is_one_tap_from_its_matches(players: Phone) -> None:
    page = players.page
    ranks = page.locator("a.rank")
    expect(ranks).to_contain_text(["Ann", "Cleo", "Ben", "Dan"])
    players.tap_link("Nil")
    expect(ranks).to_have_count(1)
    players.tap_through(ranks.first)
    expect(page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    won = page.get_by_role("group", name="Matches won")
    expect(won).to_contain_text("1 of 1")
    players.tap(won.locator("summary"))
    players.tap_through(won.get_by_role("link", name="See these matches"))
    expect(page.locator("#found .card")).to_have_count(1)


def test_a_figure_is_opened_by_the_keyboard(players: Phone) -> None:
    page = players.page
    page.locator("a.rank").first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("summary", has_text="More statistics").focus()
    page.keyboard.press("Enter")
    nils = page.get_by_role("group", name="Nils made", exact=True)
    nils.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(nils.get_by_text("Too few to say much")).to_be_visible()
