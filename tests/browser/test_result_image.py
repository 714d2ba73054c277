from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.scorebook import Scorebook
from tests.browser.screens import Examples

HEAD = b"\x89PNG\r\n\x1a\n"
SIZE = (1200).to_bytes(4, "big") + (900).to_bytes(4, "big")
SHARES = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files: [file], text }) => {
    const head = new Uint8Array(await file.slice(0, 24).arrayBuffer());
    document.body.dataset.shared = `${file.name} ${file.type} ${[...head.slice(16)]} ${text}`;
  };
}"""
REFUSES = """(error) => {
  navigator.canShare = () => true;
  navigator.share = async () => {
    document.body.dataset.shared = "no";
    throw new DOMException("", error);
  };
}"""


def test_the_picture_is_saved_over_plain_http(
    visitor: Any, examples: Examples, http_scorebook: Scorebook
) -> None:
    phone: Phone = visitor(http_scorebook)
    phone.open(f"/matches/{examples.over}")
    phone.tap_link("Share result")
    link = phone.page.get_by_role("link", name="Save picture")
    expect(phone.page.get_by_text("Send to a chat")).to_be_hidden()
    with phone.page.expect_download() as download:
        phone.tap(link)
    assert download.value.suggested_filename.startswith("spades-20")
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(HEAD)
    assert saved[16:24] == SIZE


def test_the_picture_is_shared_where_a_phone_can(visitor: Any, examples: Examples) -> None:
    phone: Phone = visitor()
    phone.page.add_init_script(f"({SHARES})()")
    phone.open(f"/matches/{examples.over}")
    link = phone.page.locator("[data-picture]")
    phone.tap(link)
    name = link.get_attribute("data-picture")
    body = phone.page.locator("body")
    said = link.get_attribute("data-text")
    expect(body).to_have_attribute("data-shared", f"{name} image/png 0,0,4,176,0,0,3,132 {said}")


@pytest.mark.parametrize("error", ["AbortError", "NotAllowedError"])
def test_cancelled_sharing_stays_and_failed_sharing_leads_to_the_picture(
    visitor: Any, examples: Examples, error: str
) -> None:
    phone: Phone = visitor()
    phone.page.add_init_script(f"({REFUSES})('{error}')")
    phone.open(f"/matches/{examples.over}")
    phone.tap(phone.page.locator("[data-picture]"))
    if error == "AbortError":
        expect(phone.page.locator("body")).to_have_attribute("data-shared", "no")
        assert phone.page.url.endswith(examples.over)
    else:
        phone.page.wait_for_url("**/result")
        expect(phone.page.get_by_role("link", name="Send to a chat")).to_be_visible()
