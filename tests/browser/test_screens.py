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


def test_a_screen_is_for_everybody(screen: str, reader: Any, world: World) -> None:
    phone: Phone = reader("en")
    SCREENS[screen](phone, world)
    assert phone.page.locator("html").get_attribute("lang") == "en"
    assert measuring.findings(phone.page) == []
    assert measuring.nameless(phone.page) == []
    assert measuring.badly_focused(phone.page) == []


def test_a_screen_fits_in_german_and_can_be_tapped(screen: str, reader: Any, world: World) -> None:
    phone: Phone = reader("de")
    SCREENS[screen](phone, world)
    assert phone.page.locator("html").get_attribute("lang") == "de"
    assert measuring.findings(phone.page) == []
    assert measuring.misfits(phone.page) == []
