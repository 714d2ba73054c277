"""What the pages of the referee are called."""

import pytest

from scorekeeper.words.referee import pages as words
from tests.words.complete import is_complete


@pytest.mark.parametrize("page", words.PAGES)
def test_every_page_says_what_it_is_for(any_language: str, page: str) -> None:
    assert is_complete(words.name_page(page))
    assert is_complete(words.describe_page(page))


def test_a_page_is_called_what_it_answers() -> None:
    assert words.name_page("outlook") == "What do we need?"
    assert words.describe_page("judge") == "Was that allowed? Who wins?"
