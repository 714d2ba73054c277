"""What the pages of the referee are called."""

import pytest

from scorekeeper.words import referee as words
from tests.words.complete import is_complete


@pytest.mark.parametrize("page", words.PAGES)
def test_every_page_says_what_it_is_for(any_language: str, page: str) -> None:
    assert is_complete(words.title(page))
    assert is_complete(words.about(page))


def test_a_page_is_called_what_it_answers() -> None:
    assert words.title("outlook") == "What do we need?"
    assert words.about("judge") == "Was that allowed? Who wins?"
