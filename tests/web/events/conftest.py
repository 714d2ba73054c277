import pytest

from tests.web.browser import Browser
from tests.web.events.evening import Organiser


@pytest.fixture
def organiser(browser: Browser) -> Organiser:
    return Organiser(browser)
