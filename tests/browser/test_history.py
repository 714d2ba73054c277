"""The history is searched as one types, narrowed, paged, and several of its matches are marked."""

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import Bid, HouseRules, Match, Standing
from tests.browser.phone import Phone, Watch
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
def filled(phones: Any) -> Any:
    """Make phones whose scorebook holds two matches of four, one with Rose, and one of two."""

    def make(**wishes: Any) -> Phone:
        phone: Phone = phones(**wishes)
        phone.become(new_public_id())
        for match in (
            played("two-player", TWO, 90, "Kitchen"),
            played("partnership", USUAL, 40, "Garden"),
            played("partnership", ROSE, 2, "Kitchen"),
        ):
            phone.scorebook.start(phone.secret, match)
        phone.open("/history")
        return phone

    return make


def cards(page: Page) -> Locator:
    return page.locator("#found .card")


def search(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search by name")


def test_the_list_follows_what_is_typed_and_the_focus_stays(filled: Any) -> None:
    phone = filled()
    page = phone.page
    search(page).press_sequentially("rose")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Grandma Rose")
    expect(search(page)).to_be_focused()
    expect(page).to_have_url(re.compile(r"name=rose$"))
    page.keyboard.type("x")
    expect(page.get_by_text("No match like this.")).to_be_visible()
    expect(search(page)).to_be_focused()
    page.reload()
    expect(search(page)).to_have_value("rosex")
    phone.tap_through(page.get_by_role("link", name="Without ““rosex””"))
    expect(cards(page)).to_have_count(3)


def test_an_answer_that_comes_too_late_is_not_shown(filled: Any) -> None:
    phone = filled()
    page = phone.page
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


def test_filters_combine_and_stand_in_the_address(filled: Any) -> None:
    phone = filled()
    page = phone.page
    phone.tap(page.locator(".search summary"))
    page.get_by_label("Game").select_option("partnership")
    expect(cards(page)).to_have_count(2)
    page.get_by_label("Place").fill("Kitchen")
    expect(cards(page)).to_have_count(1)
    page.get_by_label("To").fill("2020-01-01")
    expect(page.get_by_text("No match like this.")).to_be_visible()
    assert re.search("game=partnership&place=Kitchen&to=2020-01-01", page.url)
    expect(page.get_by_label("Place")).to_be_visible()
    phone.tap_through(page.get_by_role("link", name="Without “until 1 Jan 2020”"))
    expect(cards(page)).to_have_count(1)
    expect(page.locator(".chips a")).to_contain_text(["Partners", "Kitchen"])


def test_without_a_script_it_is_searched_by_a_key(filled: Any) -> None:
    phone = filled(java_script_enabled=False)
    page = phone.page
    search(page).fill("rose & dan")
    phone.tap_button("Search")
    expect(cards(page)).to_have_count(1)
    phone.tap(page.locator(".search summary"))
    page.get_by_label("Place").fill("Garden")
    phone.tap_button("Search")
    expect(page.get_by_text("No match like this.")).to_be_visible()
    phone.tap_link("All matches")
    expect(cards(page)).to_have_count(3)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_several_are_marked_and_come_back(filled: Any, scripts: bool) -> None:
    phone = filled(java_script_enabled=scripts)
    page = phone.page
    phone.tap_link("Mark several")
    for box in page.get_by_role("checkbox").all()[:2]:
        phone.tap(box)
    phone.tap_button("Delete")
    expect(page.get_by_text("2 matches are deleted.")).to_be_visible()
    expect(cards(page)).to_have_count(1)
    phone.tap_button("Bring back")
    expect(cards(page)).to_have_count(3)


def test_a_place_is_put_to_those_that_are_marked(filled: Any, watch: Watch) -> None:
    watch.expect("status of 422")
    phone = filled()
    page = phone.page
    phone.tap_link("Mark several")
    phone.tap_button("Played here")
    expect(page.get_by_role("alert")).to_have_text("Mark the matches first.")
    phone.tap(page.get_by_role("checkbox").first)
    page.get_by_label("Place").fill("Terrace")
    phone.tap_button("Played here")
    expect(cards(page).first).to_contain_text("Terrace")


def test_the_heading_of_an_evening_says_whose_it_was(filled: Any) -> None:
    page = filled().page
    expect(page.locator(".evening__title").first).to_contain_text("Ann & Cleo won the evening")


def test_older_matches_are_a_page_away(phones: Any) -> None:
    phone: Phone = phones()
    phone.become(new_public_id())
    for number in range(22):
        phone.scorebook.start(phone.secret, played("two-player", TWO, number))
    phone.open("/history")
    phone.tap_link("Older matches")
    expect(cards(phone.page)).to_have_count(2)
    expect(phone.page.get_by_role("link", name="Older matches")).to_have_count(0)
