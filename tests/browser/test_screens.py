"""Every screen on every size, in every scheme and language, for fingers, eyes and ears."""

from typing import Any

import pytest

from tests.browser import measuring
from tests.browser.phone import Phone, Watch
from tests.browser.world import EXPECTED_AT, SCREENS, World
from tests.effort import THOROUGH


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, watch: Watch) -> str:
    for status in EXPECTED_AT:
        watch.expect(f"status of {status}")
    return str(request.param)


@pytest.mark.parametrize("language", ["de", "en"] if THOROUGH else ["de"])
def test_a_screen_is_for_everybody(language: str, screen: str, reader: Any, world: World) -> None:
    phone: Phone = reader(language)
    SCREENS[screen](phone, world)
    assert phone.page.locator("html").get_attribute("lang") == language
    assert measuring.find_axe_violations(phone.page) == []
    assert measuring.find_nameless(phone.page) == []
    assert measuring.find_focus_errors(phone.page) == []
    assert measuring.find_misfits(phone.page) == []
