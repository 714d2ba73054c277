import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import Bid, HouseRules, Match, Standing
from tests.browser.phone import Phone
from tests.browser.scorebook import tonight

ROSE = ("Ann", "Grandma Rose", "Cleo", "Dan")
USUAL = ("Ann", "Ben", "Cleo", "Dan")
TWO = ("Ann", "Ben")


def played(game: str, players: tuple[str, ...], days_ago: int, place: str = "") -> Match:
    """A match that was over after its first hand, some days ago."""
    began = tonight() - timedelta(days=days_ago)
    house = HouseRules.of(game)
    opening = [Standing(490, 0) for _ in house.game.sides]
    match = Match.start(house, players, opening=opening, started=began, first=0, place=place)
    seats, piles = ([8, 5], [None, None]) if game == "two-player" else ([None] * 4, [8, 5])
    return match.bid([Bid(13 // len(players)) for _ in players], began).record_tricks(
        seats, piles, began
    )


@pytest.fixture
def history(phone: Phone) -> Phone:
    """A phone at its history: two matches of four, one of them with Rose, and one of two."""
    phone.become(new_public_id())
    for match in (
        played("two-player", TWO, 90, "Kitchen"),
        played("partnership", USUAL, 40, "Garden"),
        played("partnership", ROSE, 2, "Kitchen"),
    ):
        phone.scorebook.start(phone.secret, match)
    phone.open("/history")
    return phone


def cards(page: Page) -> Locator:
    return page.locator("#found .card")


def search(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search by name")


def test_the_list_follows_the_search_and_the_focus_stays(history: Phone) -> None:
    page = history.page
    search(page).press_sequentially("rose")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Grandma Rose")
    expect(search(page)).to_be_focused()
    expect(page).to_have_url(re.compile(r"name=rose$"))
    page.keyboard.type("x")
    expect(page.get_by_text("No matches found.")).to_be_visible()
    expect(search(page)).to_be_focused()
    page.reload()
    expect(search(page)).to_have_value("rosex")
    history.tap_through(page.get_by_role("link", name="Remove “rosex”"))
    expect(cards(page)).to_have_count(3)


def test_an_outdated_answer_is_not_shown(history: Phone) -> None:
    page = history.page
    held: list[Route] = []
    page.route("**/history?name=ben", lambda route: held.append(route))
    with page.expect_request("**/history?name=ben"):
        search(page).press_sequentially("ben")
    search(page).fill("rose")
    expect(cards(page)).to_have_count(1)
    for route in held:
        route.abort()
    expect(cards(page)).to_contain_text("Grandma Rose")
    expect(page).to_have_url(re.compile(r"name=rose$"))


def test_filters_combine_and_are_in_the_address(history: Phone) -> None:
    page = history.page
    history.tap(page.locator(".search summary"))
    page.get_by_label("Game").select_option("partnership")
    expect(cards(page)).to_have_count(2)
    page.get_by_label("Place").fill("Kitchen")
    expect(cards(page)).to_have_count(1)
    page.get_by_label("To", exact=True).fill("2020-01-01")
    expect(page.get_by_text("No matches found.")).to_be_visible()
    assert re.search("game=partnership&place=Kitchen&to=2020-01-01", page.url)
    expect(page.get_by_label("Place")).to_be_visible()
    history.tap_through(page.get_by_role("link", name="Remove “until 1 Jan 2020”"))
    expect(cards(page)).to_have_count(1)
    expect(page.locator(".chips a")).to_contain_text(["Partners", "Kitchen"])


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
