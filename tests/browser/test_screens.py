"""Every screen on every size, in every scheme and language, for fingers, eyes and ears."""

from typing import Any

import pytest

from tests.browser import measuring
from tests.browser.phone import Phone, Watch
from tests.browser.world import EXPECTED_AT, SCREENS, World


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, watch: Watch) -> str:
    for status in EXPECTED_AT:
        watch.expect(f"status of {status}")
    return str(request.param)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_axe_finds_nothing(screen: str, locale: str, reader: Any, world: World) -> None:
    phone: Phone = reader(locale)
    SCREENS[screen](phone, world)
    assert phone.page.locator("html").get_attribute("lang") == locale
    assert measuring.findings(phone.page) == []


def test_every_group_and_every_row_has_a_name(screen: str, reader: Any, world: World) -> None:
    phone: Phone = reader()
    SCREENS[screen](phone, world)
    assert measuring.nameless(phone.page) == []


def test_everything_fits_and_can_be_tapped(screen: str, reader: Any, world: World) -> None:
    phone: Phone = reader("de")
    SCREENS[screen](phone, world)
    assert measuring.misfits(phone.page) == []


def test_the_focus_is_seen(screen: str, reader: Any, world: World) -> None:
    phone: Phone = reader()
    SCREENS[screen](phone, world)
    assert measuring.badly_focused(phone.page) == []


@pytest.mark.parametrize(
    "name", ["bids", "bids changed", "tricks with a nil", "tricks by player", "tricks of two"]
)
def test_targets_of_the_match_are_for_thumbs(name: str, reader: Any, world: World) -> None:
    phone: Phone = reader()
    SCREENS[name](phone, world)
    assert measuring.too_small(phone.page, (48, 48), other=(44, 48)) == []


@pytest.mark.parametrize(
    "name", ["bids", "bids after a tie", "tricks with a nil", "tricks by player", "tricks of two"]
)
def test_the_main_button_lies_under_the_thumb(name: str, reader: Any, world: World) -> None:
    phone: Phone = reader()
    SCREENS[name](phone, world)
    box = phone.save.bounding_box()
    assert box is not None
    assert box["y"] >= 0.6 * 844
    assert box["y"] + box["height"] <= 844
