from typing import Any

import pytest

from tests.browser import contrast, measurements
from tests.browser.phone import Phone, Watch
from tests.browser.screens import EXPECTED_AT, ON_OTHERS, SCREENS, Examples
from tests.effort import THOROUGH


@pytest.fixture(params=[name for name in SCREENS if THOROUGH or name not in ON_OTHERS])
def screen(request: pytest.FixtureRequest, watch: Watch) -> str:
    for status in EXPECTED_AT:
        watch.expect(f"status of {status}")
    return str(request.param)


@pytest.mark.parametrize("language", ["de", "en"] if THOROUGH else ["de"])
def test_a_screen_is_accessible_and_fits(
    language: str, screen: str, reader: Any, examples: Examples
) -> None:
    phone: Phone = reader(language)
    SCREENS[screen](phone, examples)
    assert phone.page.locator("html").get_attribute("lang") == language
    assert measurements.find_faults(phone.page) == []


def test_ink_on_the_felt_is_found(reader: Any, examples: Examples) -> None:
    phone: Phone = reader("en")
    phone.open("/matches/new")
    phone.page.locator(".pad, .tray").evaluate_all(
        "all => all.forEach(one => one.style.setProperty('background', 'none', 'important'))"
    )
    assert "Who sits here?" in str(contrast.find_weak_texts(phone.page))
