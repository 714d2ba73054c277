import pytest

from tests.reading import Page
from tests.table import SAVED
from tests.web.browser import Browser


def save(browser: Browser, **chosen: str) -> Page:
    return browser.send(browser.open("/settings").form("/settings"), **chosen)


def test_nothing_is_chosen_at_first(browser: Browser) -> None:
    fields = browser.open("/settings").form("/settings").fields
    assert (fields["language"], fields["theme"]) == ("auto", "auto")


def test_the_choice_is_kept_and_shown(browser: Browser) -> None:
    answer = save(browser, language="de", theme="dark")
    assert answer.status == SAVED
    page = browser.open("/settings")
    fields = page.form("/settings").fields
    assert (fields["language"], fields["theme"]) == ("de", "dark")
    assert page.lang == "de"
    assert page.root.all("html")[0].attributes["data-theme"] == "dark"


def test_the_choice_can_be_taken_back(browser: Browser) -> None:
    save(browser, language="fil", theme="light")
    save(browser, language="auto", theme="auto")
    assert browser.client.get_cookie("language") is None
    assert browser.client.get_cookie("theme") is None


@pytest.mark.parametrize("value", ["", "xx", "EN", "../de", "de\0", "<b>", "9" * 30])
def test_what_is_no_choice_counts_as_none(browser: Browser, value: str) -> None:
    assert save(browser, language=value, theme=value).status == SAVED
    fields = browser.open("/settings").form("/settings").fields
    assert (fields["language"], fields["theme"]) == ("auto", "auto")


def test_choosing_makes_no_device(browser: Browser) -> None:
    save(browser, language="de")
    assert browser.client.get_cookie("scorekeeper_device") is None


@pytest.mark.parametrize("name", ["language", "theme"])
@pytest.mark.parametrize("value", ["xx", "", "<b>", "x" * 3000])
def test_a_made_up_cookie_counts_as_none(browser: Browser, name: str, value: str) -> None:
    browser.client.set_cookie(name, value)
    page = browser.open("/")
    assert page.status == 200
    assert page.lang == "en"
    assert page.root.all("html")[0].attributes["data-theme"] == "auto"
