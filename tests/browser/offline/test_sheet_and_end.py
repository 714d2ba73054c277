"""The score sheet and the end of a match on a phone, the same as the server's afterwards."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.offline.steps import come_back, count, go_on, open_again
from tests.browser.phone import Phone
from tests.servers import Server

GAMES: dict[str, dict[str, Any]] = {
    "partnership": {
        "hands": [((4, 3, 3, 2), (8, 5)), ((5, 4, 2, "nil"), (6, 6), (None, None, None, 1))],
        "third": ((4, 3, 3, 3), {"side_0": 7}),
        "fourth": (("blind nil", 4, 5, 3), {"seat_0": 0, "side_0": 5}),
        "last": ((4, "nil", 6, 2), {"seat_1": 0, "side_1": 3}),
    },
    "two-player": {
        "hands": [((5, 6), (6, 7)), ((4, "nil"), (None, None), (11, 2))],
        "third": ((6, 4), {"side_0": 9}),
        "fourth": (("blind nil", 8), {"seat_0": 0}),
        "last": ((8, 3), {"side_0": 9}),
    },
}
READ = """selector => [...document.querySelectorAll(selector)].map((part) => {
  const copy = part.cloneNode(true);
  // For print, which a phone does not have.
  for (const text of copy.querySelectorAll(".sheet__text")) text.remove();
  const text = part.getAttribute("points")?.replaceAll(/\\.0(?!\\d)/g, "") ?? copy.textContent;
  return text.replace(/\\s+/g, " ").trim();
})"""
PARTS = (
    ".sheet__head, .sheet__summary, .legend",
    ".over__winner, .over__score, .over__others, [data-part=story]",
    ".line__path, .line text",
)


def read(phone: Phone, *selectors: str) -> list[list[str]]:
    return [phone.page.evaluate(READ, selector) for selector in selectors]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_ends_on_the_phone_as_on_the_server(
    phone: Phone, server: Server, game: str
) -> None:
    played = GAMES[game]
    bids, tricks = played["third"]
    # Who wins now lost before, of which only the server knows.
    phone.start(game, hands=played["hands"][:1], opening=[(0, 0), (480, 0)])
    match = phone.start(game, first=0, hands=played["hands"], target=330)
    open_again(phone, match)
    phone.bid(*bids)
    phone.take(**tricks)
    open_again(phone, match)
    [online] = read(phone, PARTS[0])
    server.kill()
    phone.bid(*played["fourth"][0])
    assert read(phone, PARTS[0]) == [online]
    phone.tap(phone.page.get_by_role("link", name="Score sheet"))
    expect(phone.page.locator("#sheet h2")).to_be_in_viewport()
    expect(phone.page.locator("#sheet a")).to_have_count(0)
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap(phone.page.get_by_role("button", name="Misdeal: start this hand over"))
    phone.expect_view("bids")
    phone.bid(*played["fourth"][0])
    count(phone)
    expect(phone.page.locator(".sheet__hand")).to_have_count(4)
    go_on(phone, "bids", **played["fourth"][1])
    row = phone.page.locator("#hand-5")
    phone.tap(row.locator("summary"))
    expect(row).to_contain_text("Its points line by line follow when it’s sent.")
    phone.bid(*played["last"][0])
    count(phone)
    phone.send(**played["last"][1])
    expect(phone.page.locator(".over")).to_be_visible()
    expect(phone.page.locator(".sheet__hand")).to_have_count(6)
    offline = read(phone, *PARTS)
    server.start()
    come_back(phone)
    expect(phone.page.get_by_text("First win tonight.")).to_be_visible()
    assert read(phone, *PARTS) == offline
