from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import measurements
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


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_organisers_fit(used_phone: Any, hard: Evening, path: str) -> None:
    phone: Phone = used_phone(locale="de")
    phone.become(hard.secret)
    phone.open(f"{hard.path}/{path}".rstrip("/"))
    assert measurements.find_faults(phone.page) == []
