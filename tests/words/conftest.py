"""Every test uses English unless it chooses another language."""

from collections.abc import Iterator

import pytest

from scorekeeper.words.language import LANGUAGES, speak
from tests.rules.conftest import duel, table

__all__ = ["any_language", "duel", "english", "table"]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    speak("en")
    yield
    speak("en")


@pytest.fixture(params=LANGUAGES)
def any_language(request: pytest.FixtureRequest, english: None) -> str:
    language: str = request.param
    speak(language)
    return language
