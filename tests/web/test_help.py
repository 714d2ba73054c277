import pytest

from scorekeeper.words.language import LANGUAGES
from tests.web.browser import Browser

HERE = "http://localhost/how-spades-works"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_an_indexed_address(browser: Browser, language: str) -> None:
    page = browser.open(f"/how-spades-works/{language}")
    assert page.lang == language
    assert page.headers["X-Robots-Tag"] == "all"
    (canonical,) = page.root.all("link", rel="canonical")
    assert canonical.attributes["href"] == f"{HERE}/{language}"


def test_the_help_page_links_to_its_languages(browser: Browser) -> None:
    page = browser.open("/how-spades-works")
    named = {
        link.attributes["hreflang"]: link.attributes["href"]
        for link in page.root.all("link", rel="alternate")
    }
    assert named == {tag: f"{HERE}/{tag}" for tag in LANGUAGES} | {"x-default": HERE}
    assert {"/how-spades-works/de", "/how-spades-works/fil"} <= {*page.ways}


def test_an_unknown_language_is_not_found(browser: Browser) -> None:
    assert browser.open("/how-spades-works/xx").status == 404


def test_three_example_hands_are_scored_by_the_rules(browser: Browser) -> None:
    words = browser.open("/how-spades-works").text
    assert "bid 7, took 8 71" in words
    assert "nil made 212" in words
    assert "bid 8, took 6 132" in words
