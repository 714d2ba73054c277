from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import NIL, Bid, HouseRules, Match
from tests.browser.phone import Phone
from tests.people import PLAYERS

WIDE = {"width": 1280, "height": 800}
HANDS: Sequence[tuple[str, str]] = (
    ("4 3 3 2", "8"),
    ("4 3 n 4 0", "4"),
    ("5 3 3 2", "7"),
    ("2 4 3 3", "6"),
    ("3 4 3 3", "5"),
    ("4 n 4 4 1", "7"),
    ("2 3 3 4", "4"),
    ("5 4 2 2", "7"),
    ("3 3 3 3", "6"),
    ("6 2 3 2", "8"),
    ("3 5 2 3", "7"),
    ("4 3 3 2", "6"),
    ("3 4 3 3", "7"),
    ("4 4 2 2", "5"),
    ("5 3 3 2", "8"),
)


def points_of(hands: Sequence[tuple[str, str]]) -> list[list[int]]:
    match = Match.start(HouseRules.of("partnership"), PLAYERS["partnership"])
    for written, took in hands:
        bids = [NIL if bid == "n" else Bid(int(bid)) for bid in written.split()[:4]]
        own = iter(written.split()[4:])
        seats = [int(next(own)) if bid is NIL else None for bid in bids]
        gold, all_own = int(took), sum(number or 0 for number in seats)
        match = match.bid(bids).record_tricks(seats, [gold, 13 - gold - all_own])
    return [[side.points for side in after] for _, after in match.course[1:]]


def type_in(page: Page, points: Sequence[Sequence[int]]) -> None:
    """Type a whole sheet with only the keyboard, as fast as possible."""
    page.locator("#player_0").focus()
    for name in PLAYERS["partnership"]:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    page.locator("#bid_1_0").focus()
    for (bids, took), said in zip(HANDS, points, strict=True):
        for number in (*bids.split(), took, *map(str, said)):
            page.keyboard.type(number)
            page.keyboard.press("Enter")


@pytest.fixture
def desktop(phones: Any) -> Phone:
    phone: Phone = phones(viewport=WIDE, has_touch=False)
    phone.open("/matches/paper")
    return phone


def test_a_sheet_of_fifteen_hands_is_typed_and_agrees(desktop: Phone) -> None:
    page, points = desktop.page, points_of(HANDS)
    type_in(page, points)
    expect(page.locator(".typed__sum")).to_contain_text("15 hands")
    expect(page.locator(".typed__sum")).to_contain_text("The sheet adds up.")
    shown = page.locator(".typed__ours").all_inner_texts()
    assert shown == [str(said).replace("-", "−") for after in points for said in after]
    page.get_by_role("button", name="Save match").click()
    expect(page.get_by_role("status")).to_contain_text(["Match saved"])


def test_a_wrong_sum_is_marked_at_its_hand(desktop: Phone) -> None:
    page, points = desktop.page, points_of(HANDS)
    wrong = [[gold + 100 * (hand >= 9), blue] for hand, (gold, blue) in enumerate(points, start=1)]
    type_in(page, wrong)
    expect(page.locator(".typed__hand--wrong")).to_have_attribute("id", "hand-9")
    expect(page.locator("#hand-9 .typed__text")).to_contain_text("100 points less")
    expect(page.locator(".typed__sum")).to_contain_text("Hand 9 differs from the paper.")
    desktop.reload()
    expect(page.locator("#total_15_1")).to_have_value(str(points[-1][1]))
    expect(page.locator("#hand-9 .typed__text")).to_contain_text("100 points less")


def test_a_phone_shows_large_cells_and_goes_on_to_the_next(phone: Phone) -> None:
    phone.open("/matches/paper")
    page = phone.page
    cells = page.locator("#hand-1 .typed__input:visible")
    for width, height in ((390, 844), (360, 640), (320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        heights = cells.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert min(heights) >= (44 if width > 768 else 56), width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 390, "height": 844})
    phone.tap(page.locator("#bid_1_0"))
    for number in ("4", "3", "0", "Enter", "2", "0", "Enter", "6"):
        page.keyboard.press(number)
    expect(page.locator("#total_1_0")).to_be_focused()
    expect(page.locator("#took_1_1")).to_have_attribute("placeholder", "7")
    expect(page.locator("#hand-1 .typed__ours")).to_have_text(["142", "52"])
