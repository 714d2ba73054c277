import pytest
from flask import Flask

from tests.web.browser import Browser
from tests.web.events.club import Club
from tests.web.events.evening import Organiser


@pytest.fixture
def club(app: Flask) -> Club:
    """Nine people before their first round."""
    return Club.meet(app)


@pytest.fixture
def guest(club: Club) -> Browser:
    """A phone that scanned the door sign."""
    return club.visit("spectator")[0]


@pytest.fixture
def organiser(browser: Browser) -> Organiser:
    return Organiser(browser)
