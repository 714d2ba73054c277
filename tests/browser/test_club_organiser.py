from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import measurements
from tests.browser.club_evening import Desk
from tests.browser.phone import Phone
from tests.evening import Evening

PAGES = ("", "setup", "people", "seating", "results", "rounds/1/tables/1", "rounds/2/tables/1")


@pytest.fixture
def hard(hard: Evening) -> Evening:
    """The same in its second round."""
    hard.seat()
    hard.type_result(1, 312, -40)
    hard.type_result(2, 312, -40)
    hard.seat()
    hard.type_result(1, 275, 275)
    return hard


def said(phone: Phone, message: str) -> None:
    expect(phone.page.locator(".status")).to_contain_text(message)


def test_names_are_typed_one_after_the_other(phone: Phone, evening: Evening) -> None:
    """The field keeps the focus, so that the keyboard of the phone stays."""
    phone.become(evening.secret)
    phone.open(f"{evening.path}/people")
    phone.page.locator("#name").tap()
    for name in ("Rosa", "Sam"):
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
        said(phone, f"{name} added")
        expect(phone.page.locator("#name")).to_be_focused()
        expect(phone.page.locator("#name")).to_have_value("")
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    said(phone, "Sam removed")


def test_results_are_typed_with_enter(phone: Phone, evening: Evening) -> None:
    evening.seat()
    phone.become(evening.secret)
    phone.open(f"{evening.path}/results")
    phone.page.locator("#points_1_0").tap()
    for points in ("312", "250", "300", "40"):
        phone.page.keyboard.type(points)
        phone.page.keyboard.press("Enter")
    said(phone, "2 results saved")
    expect(phone.page.locator(".table--done")).to_have_count(2)


def test_the_page_shows_what_another_organiser_types(phone: Phone, evening: Evening) -> None:
    evening.seat()
    phone.become(evening.secret)
    phone.open(evening.path)
    summary = phone.page.locator(".table summary").first
    phone.tap(summary)
    evening.type_result(2, 312, 250)
    phone.lock_and_wake()
    expect(phone.page.locator(".table--done")).to_have_count(1)
    expect(phone.page.locator(".table").first).to_have_attribute("open", "")


def test_an_elimination_leads_from_its_form_to_its_winner(phone: Phone) -> None:
    desk, page = Desk(phone), phone.page
    phone.open("/events/new")
    expect(page.locator("#rounds")).to_be_visible()
    phone.tap(page.locator("label:has([value=elimination])"))
    expect(page.locator("#rounds")).to_be_hidden()
    phone.tap_button("Create club evening")
    desk.path = urlsplit(page.url).path.removesuffix("/people")
    desk.paste(["Ann & Ben", "Cleo & Dan", "Eva & Finn", "Gus & Ida"])
    phone.tap_through(page.get_by_role("link", name="Draw"))
    assert measurements.find_faults(page) == []
    desk.do(desk.button("Draw"), "The pairs are drawn")
    desk.type_results({1: (350, 212), 2: (98, 351)})
    desk.open()
    phone.tap_through(page.get_by_role("link", name="Seat the final"))
    desk.do(desk.start_key(2), "Final started")
    desk.type_results({1: (350, 212)})
    desk.do(desk.button("End the evening"), "The evening is over")
    expect(page.locator(".champion")).to_contain_text("Winners")


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_organisers_fit(used_phone: Any, hard: Evening, path: str) -> None:
    phone: Phone = used_phone(locale="de")
    phone.become(hard.secret)
    phone.open(f"{hard.path}/{path}".rstrip("/"))
    assert measurements.find_faults(phone.page) == []
