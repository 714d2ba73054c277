"""Every test speaks English, unless it chooses another language."""

from collections.abc import Iterator

import pytest

from scorekeeper.words.language import LANGUAGES, speak
from tests.rules.table import Table


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English, also after a test that spoke another language."""
    speak("en")
    yield
    speak("en")


@pytest.fixture(params=LANGUAGES)
def any_language(request: pytest.FixtureRequest, english: None) -> str:
    """Speak each of our languages in turn."""
    language: str = request.param
    speak(language)
    return language


@pytest.fixture
def table() -> Table:
    """A partnership table before its first hand: Dan deals, Ann bids first."""
    table = Table()
    table.start("partnership")
    return table


@pytest.fixture
def duel() -> Table:
    """Two players before their first hand: Ann draws first, Ben bids first."""
    duel = Table()
    duel.start("two-player")
    return duel
