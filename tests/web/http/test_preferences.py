from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from tests.web.browser import Browser


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("DE-de", "de"),
        ("fil-PH", "fil"),
        ("tl", "fil"),
        ("en;q=0.5,de;q=0.9", "de"),
        ("de;q=0,fil;q=0.1", "fil"),
        *((header, "en") for header in ("fr", "*", "", "x" * 3000, ";;q=,,de;q=x")),
    ],
)
def test_pages_are_in_the_language_of_the_browser(app: Flask, header: str, lang: str) -> None:
    page = Browser(app, Accept_Language=header).open("/")
    assert page.lang == lang


@pytest.mark.parametrize(
    "path", ["/", "/matches/new", "/matches/new?game=two-player", "/history", "/settings", "/nope"]
)
@pytest.mark.parametrize("lang", ["en", "de", "fil"])
def test_every_page_declares_its_language(app: Flask, path: str, lang: str) -> None:
    page = Browser(app, Accept_Language=lang).open(path)
    assert page.lang == lang
    assert {"Accept-Language", "Cookie"} <= set(page.headers["Vary"].split(", "))


def test_two_requests_at_once_have_their_own_languages(app: Flask) -> None:
    meeting = Barrier(2)

    def titles(lang: str) -> set[str]:
        browser, found = Browser(app, Accept_Language=lang), set()
        for _time in range(30):
            meeting.wait(timeout=10)
            page = browser.open("/settings")
            found |= {page.lang, page.root.all("h1")[0].text}
        return found

    with ThreadPoolExecutor(2) as threads:
        german, filipino = threads.map(titles, ["de", "fil"])
    assert german == {"de", "Einstellungen"}
    assert filipino == {"fil", "Mga setting"}
