import pytest

from scorekeeper.words.referee import pages as words
from tests.words.complete import is_complete


@pytest.mark.parametrize("page", words.PAGES)
def test_every_page_has_a_purpose(any_language: str, page: str) -> None:
    assert is_complete(words.name_page(page))
    assert is_complete(words.describe_page(page))


def test_every_page_has_a_title() -> None:
    assert words.name_page("outlook") == "What do we need?"
    assert words.describe_page("judge") == "Was that allowed? Who wins?"
