"""Every test speaks English, unless it chooses another language."""

from collections.abc import Iterator

import pytest

from scorekeeper.words.language import speak


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English, also after a test that spoke another language."""
    speak("en")
    yield
    speak("en")
