from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

SMALL = {"width": 360, "height": 640}
MIN_DRAWING = 200
"""Pixels of a drawing that the camera of another phone reads across a table."""


@pytest.fixture(params=["http_scorebook", "scorebook"], ids=["plain http", "secure context"])
def sheet(request: pytest.FixtureRequest, phones: Any) -> Phone:
    """A small German phone at the share sheet of a match."""
    book = request.getfixturevalue(request.param)
    phone: Phone = phones(book, viewport=SMALL, locale="de-DE")
    phone.start()
    phone.tap(phone.page.locator("nav summary"))
    phone.tap_through(phone.page.locator("a[href$='/share']"))
    return phone


def test_a_qr_code_fits_and_a_code_takes_one_tap(sheet: Phone) -> None:
    drawing = sheet.page.locator(".qr svg").first.bounding_box()
    assert drawing is not None
    assert min(drawing["width"], drawing["height"]) >= MIN_DRAWING
    for part in (".qr svg", "[data-share]", "input[readonly]", ".panel__keys form button"):
        box = sheet.page.locator(part).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL["width"]
        assert box["y"] + box["height"] <= SMALL["height"], part
    drawings = sheet.page.locator(".qr")
    expect(drawings.nth(0)).to_be_visible()
    expect(drawings.nth(1)).to_be_hidden()
    sheet.tap(sheet.page.locator(".panel__title").nth(1))
    expect(drawings.nth(0)).to_be_hidden()
    expect(drawings.nth(1)).to_be_visible()
    before = sheet.taps
    sheet.tap_through(sheet.page.locator(".panel__keys form button:visible").first)
    assert sheet.taps == before + 1
    expect(sheet.page.locator(".code")).to_be_visible()


def test_a_tap_copies_the_link(sheet: Phone) -> None:
    # A browser without the share sheet of a phone.
    sheet.page.evaluate("() => { navigator.share = undefined; }")
    sheet.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = sheet.page.locator("input[readonly]").first.input_value()
    assert "/w/" in link
    key = sheet.page.locator("[data-share]").first
    said = key.inner_text()
    sheet.tap(key)
    expect(key).not_to_have_text(said)
    assert pasted(sheet) == link


def test_a_tap_opens_the_phones_share_sheet(sheet: Phone) -> None:
    sheet.page.evaluate(
        "() => { navigator.share = async ({ url }) => { document.body.dataset.shared = url; }; }"
    )
    link = sheet.page.locator("input[readonly]").first.input_value()
    sheet.tap(sheet.page.locator("[data-share]").first)
    expect(sheet.page.locator("body")).to_have_attribute("data-shared", link)


def pasted(phone: Phone) -> str:
    """Paste the clipboard into a field and return it."""
    field = phone.page.locator("[name=name]").first
    phone.tap(phone.page.locator(".phone > summary").first)
    field.evaluate("field => { field.removeAttribute('maxlength'); field.value = ''; }")
    field.press("Control+V")
    return field.input_value()
