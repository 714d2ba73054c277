from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.phone import Phone
from tests.browser.screens import Examples

OUTLINE = "tab => getComputedStyle(tab).outlineStyle"
DARK, LIGHT = 0.2, 0.8


def brightness(page: Page) -> float:
    """Return how bright the ground of the page is, from black 0 to white 1."""
    colour = page.locator("html").evaluate("html => getComputedStyle(html).backgroundColor")
    red, green, blue = (int(part) for part in colour.removeprefix("rgb(").rstrip(")").split(","))
    return (red + green + blue) / 3 / 255


def test_the_device_chooses_the_colours(phone: Phone) -> None:
    phone.page.emulate_media(color_scheme="light")
    phone.open()
    assert brightness(phone.page) > LIGHT
    phone.page.emulate_media(color_scheme="dark")
    assert brightness(phone.page) < DARK
    expect(phone.page.locator("meta[name=theme-color]")).to_have_count(2)


def test_chosen_colours_come_with_the_page(plain_phone: Phone) -> None:
    plain_phone.page.emulate_media(color_scheme="light")
    plain_phone.open("/settings")
    plain_phone.tap_button("Dark")
    answer = plain_phone.open("/")
    assert 'data-theme="dark"' in answer.text()
    assert brightness(plain_phone.page) < DARK
    scheme = plain_phone.page.locator("meta[name=color-scheme]")
    expect(scheme).to_have_attribute("content", "dark")
    expect(plain_phone.page.locator("meta[name=theme-color]")).to_have_count(1)


def test_keys_and_lists_are_told_apart_in_forced_colours(visitor: Any, examples: Examples) -> None:
    phone: Phone = visitor(forced_colors="active")
    phone.open(f"/matches/{examples.bidding}")
    key = phone.page.locator("input[name^=bid_][value='4']").first
    before = read_outline(key)
    phone.tap(key)
    assert read_outline(key) != before
    border = phone.save.evaluate("button => getComputedStyle(button).borderStyle")
    assert border == "dashed", "it can't be pressed yet"
    phone.open("/history")
    chosen, *others = (tab.evaluate(OUTLINE) for tab in phone.page.locator(".tabs__one").all())
    assert chosen == "solid"
    assert set(others) == {"none"}
    phone.open(f"/matches/{examples.tied}/outlook")
    signs = phone.page.locator(".need__one").evaluate_all(
        "all => all.map(one => getComputedStyle(one, '::before').borderStyle)"
    )
    assert set(signs) == {"none"}
    phone.open(f"/matches/{examples.playing}/judge?leads=0&cards=AS-2H-5S")
    colour = "key => getComputedStyle(key).color"
    dead = phone.page.locator(".deck__card:disabled").first.evaluate(colour)
    live = phone.page.locator(".deck__card:enabled").first.evaluate(colour)
    assert dead != live


def read_outline(key: Locator) -> str:
    drawn: str = key.evaluate("input => getComputedStyle(input.closest('label')).outline")
    return drawn


def test_nothing_moves_with_reduced_motion(visitor: Any, examples: Examples) -> None:
    phone: Phone = visitor(reduced_motion="reduce")
    phone.open(f"/matches/{examples.bidding}")
    phone.tap(phone.page.locator("input[name^=bid_][value='4']").first)
    moving = phone.page.evaluate(
        "() => document.getAnimations().filter(one => one.effect.getTiming().duration > 1).length"
    )
    assert moving == 0


@pytest.mark.parametrize(("motion", "shown"), [("no-preference", "feat 2s"), ("reduce", "none 0s")])
def test_nils_and_sets_are_cards_on_the_felt_for_a_moment(
    phones: Any, motion: str, shown: str
) -> None:
    phone: Phone = phones(reduced_motion=motion)
    address = phone.start()
    phone.play(4, "nil", 3, 5, seat_1=0, side_1=7)
    cards = phone.page.locator(".feat")
    expect(cards).to_have_text(["Gold Set−70", "Ben Nil ✓+100"])
    style = "getComputedStyle(card)"
    looks = f"card => `${{{style}.animationName}} ${{{style}.animationDuration}}`"
    assert {card.evaluate(looks) for card in cards.all()} == {shown}
    assert cards.first.evaluate(f"card => {style}.pointerEvents") == "none"
    # The stamps stay.
    expect(phone.page.locator(".stamp")).to_have_text(["7 bid, 6", "5 bid, 7", "nil +100"])
    phone.open(address)
    assert cards.first.evaluate(looks) == "none 0s"


def test_a_hand_is_played_in_german(phones: Any) -> None:
    phone: Phone = phones(locale="de-DE")
    phone.start(first=3)
    phone.play(4, "nil", 3, 2, seat_1=0, side_1=4)
    # Gold 70 + 2; Blue 20 + 2 and Ben's nil.
    assert phone.standings == [(72, 2), (122, 2)]
    expect(phone.page.locator("html")).to_have_attribute("lang", "de")
    sheet = phone.page.locator("#hand-1")
    phone.tap(sheet.locator("summary"))
    expect(sheet).to_contain_text("Null")
    expect(sheet).to_contain_text("2 Überstiche")


def test_a_page_asks_only_its_own_server(reader: Any, examples: Examples) -> None:
    phone: Phone = reader()
    asked: list[Request] = []
    phone.page.on("request", lambda request: asked.append(request))
    phone.open(f"/matches/{examples.over}")
    address = phone.scorebook.address
    assert {request.url.startswith(address) for request in asked} == {True}
    assert len(asked) <= 8


def test_the_lower_edge_of_the_screen_stays_free(reader: Any, examples: Examples) -> None:
    phone: Phone = reader()
    phone.open(f"/matches/{examples.bidding}")
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"bottom": 34}})
    box = phone.page.locator(".sofar").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844 - 34
