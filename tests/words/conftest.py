"""Languages for tests of sentences."""

import pytest

from scorekeeper.words.language import LANGUAGES, speak
from tests.rules.conftest import duel, table

__all__ = ["any_language", "duel", "table"]


@pytest.fixture(params=LANGUAGES)
def any_language(request: pytest.FixtureRequest, english: None) -> str:
    language: str = request.param
    speak(language)
    return language
