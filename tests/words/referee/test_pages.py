import pytest

from scorekeeper.words.language import gettext
from scorekeeper.words.referee import pages as words
from tests.words.complete import is_complete


@pytest.mark.parametrize("page", words.PAGES)
def test_every_page_has_a_title(any_language: str, page: str) -> None:
    assert is_complete(words.name_page(page))
    assert is_complete(gettext(words.PAGES[page][1]))
