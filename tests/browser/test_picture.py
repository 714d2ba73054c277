"""The picture of a result is given on or saved by the phone itself."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.world import World

HEAD = b"\x89PNG\r\n\x1a\n"
SIZE = (1200).to_bytes(4, "big") + (900).to_bytes(4, "big")
SHARES = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files: [file] }) => {
    const head = new Uint8Array(await file.slice(0, 24).arrayBuffer());
    document.body.dataset.shared = `${file.name} ${file.type} ${[...head.slice(16)]}`;
  };
}"""


def at(phone: Phone, world: World, address: str) -> Phone:
    cookie = {"name": "scorekeeper_device", "value": world.secret, "url": address}
    phone.page.context.add_cookies([cookie])
    return phone


@pytest.mark.parametrize("page", ["", "/review"])
def test_over_http_it_is_saved(phones: Any, world: World, house_address: str, page: str) -> None:
    phone = at(phones(base_url=house_address), world, house_address)
    phone.open(f"/matches/{world.over}{page}")
    link = phone.page.locator("[data-picture]")
    expect(link).to_have_text("Save picture")
    with phone.page.expect_download() as download:
        phone.tap(link)
    assert download.value.suggested_filename.startswith("spades-20")
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(HEAD)
    assert saved[16:24] == SIZE


def test_a_phone_that_shares_pictures_shares_it(phones: Any, world: World, server: str) -> None:
    phone = at(phones(), world, server)
    phone.page.add_init_script(f"({SHARES})()")
    phone.open(f"/matches/{world.over}")
    link = phone.page.locator("[data-picture]")
    expect(link).to_have_text("Share picture")
    phone.tap(link)
    told = phone.page.locator("body")
    expect(told).to_have_attribute("data-shared", f"{name_of(phone)} image/png 0,0,4,176,0,0,3,132")


def test_who_lets_it_be_stays_where_they_are(phones: Any, world: World, server: str) -> None:
    phone = at(phones(), world, server)
    phone.page.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async () => { document.body.dataset.shared = 'no';"
        " throw new DOMException('', 'AbortError'); };"
    )
    phone.open(f"/matches/{world.over}")
    phone.tap(phone.page.locator("[data-picture]"))
    expect(phone.page.locator("body")).to_have_attribute("data-shared", "no")
    assert phone.page.url.endswith(world.over)


def test_what_goes_wrong_leads_to_the_picture_itself(
    phones: Any, world: World, server: str
) -> None:
    phone = at(phones(), world, server)
    phone.page.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async () => { throw new DOMException('', 'NotAllowedError'); };"
    )
    phone.open(f"/matches/{world.over}")
    phone.tap(phone.page.locator("[data-picture]"))
    phone.page.wait_for_url("**/result.svg")
    expect(phone.page.locator("title")).to_have_count(1)


def test_without_a_script_it_is_a_link(phones: Any, world: World, server: str) -> None:
    phone = at(phones(java_script_enabled=False), world, server)
    phone.open(f"/matches/{world.over}")
    link = phone.page.locator("[data-picture]")
    expect(link).to_have_text("Picture")
    phone.tap_through(link)
    assert phone.page.url.endswith("/result.svg")


def name_of(phone: Phone) -> str:
    name = phone.page.locator("[data-picture]").get_attribute("data-picture")
    assert name is not None
    return name
