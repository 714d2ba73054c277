import base64
import hashlib
import re
from datetime import UTC, datetime
from random import Random

import pytest
from flask import Flask

from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import HouseRules, Match
from tests.book.scorers import Scorer
from tests.reading import Page
from tests.web.browser import Browser

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def play(game: str, began: datetime, seed: int = 1, **about: str) -> Match:
    house = HouseRules.of(game)
    match = Match.start(house, NAMES[: house.game.seats], started=began, utc_offset=60, **about)
    played = play_match(match, Random(seed))
    return played if played.outcome else played.end(began)


@pytest.fixture
def scorer(app: Flask) -> Scorer:
    return Scorer(app.extensions["database"])


@pytest.fixture
def browser(app: Flask, scorer: Scorer) -> Browser:
    """The browser of the phone that keeps score."""
    return Browser(app, scorer.secret)


def open_book(browser: Browser, period: str = "all") -> Page:
    page = browser.open(f"/book/{period}")
    assert page.status == 200
    return page


def hashed(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_a_book_has_the_form_that_phones_check(browser: Browser, scorer: Scorer) -> None:
    matches = [
        scorer.start(match=play(game, datetime(2025, 10, day, 18, tzinfo=UTC)))
        for day, game in enumerate(("partnership", "two-player", "solo", "six-handed"), start=1)
    ]
    page = open_book(browser, "2025")
    [volume] = browser.open("/book/volumes").json()["volumes"]

    about = page.root.attributes
    assert about["data-book"] == "1"
    assert (about["data-period"], about["data-tag"]) == ("2025", volume["tag"])
    assert about["data-matches"] == "4" == str(volume["matches"])
    assert datetime.fromisoformat(about["data-made"]).tzinfo is not None
    folds = page.root.all("details", class_="m")
    bodies = [fold.all("div")[0].attributes["id"] for fold in folds]
    assert bodies == [f"m-{public_id}" for public_id in reversed(matches)]
    assert [one.attributes["id"] for one in page.root.all("section")] == [
        *("matches", "records", "players")
    ]


def test_a_book_can_load_and_send_nothing(browser: Browser, scorer: Scorer) -> None:
    scorer.start(match=play("partnership", datetime(2025, 10, 3, 18, tzinfo=UTC)))
    page = open_book(browser)
    [style], [script] = page.root.all("style"), page.root.all("script")
    policy = (
        f"default-src 'none'; style-src 'sha256-{hashed(style.xpath('string()'))}'; "
        f"script-src 'sha256-{hashed(script.xpath('string()'))}'; "
        "base-uri 'none'; form-action 'none'"
    )
    [meta] = page.root.all("meta", http_equiv="Content-Security-Policy")
    assert meta.attributes["content"] == policy
    assert page.headers["Content-Security-Policy"] == f"{policy}; frame-ancestors 'none'"
    assert page.root.having("style") == page.root.having("src") == []
    assert all(link.startswith("#") for link in page.links)
    assert not re.search(r"url\(|@import|import\(|fetch|http", script.xpath("string()") + style.xpath("string()"))


@pytest.mark.parametrize("period", ["2024", "season", "20250", "٢٠٢٥", "x" * 500, "volumes/2025"])
def test_other_periods_are_not_found(browser: Browser, scorer: Scorer, period: str) -> None:
    scorer.start(match=play("two-player", datetime(2025, 10, 3, 18, tzinfo=UTC)))
    assert browser.open(f"/book/{period}").status == 404


def test_a_year_is_that_of_the_table(browser: Browser, scorer: Scorer) -> None:
    """By a clock an hour ahead, the match began in the new year."""
    scorer.start(match=play("two-player", datetime(2025, 12, 31, 23, 30, tzinfo=UTC)))
    assert [one["period"] for one in browser.open("/book/volumes").json()["volumes"]] == ["2026"]


def test_a_book_is_saved_under_the_name_of_its_scorebook(browser: Browser, scorer: Scorer) -> None:
    scorer.start(match=play("two-player", datetime(2025, 10, 3, 18, tzinfo=UTC)))
    saved = browser.open("/book/2025?save")
    assert saved.headers["Content-Disposition"] == (
        "attachment; filename=Spades-Scorebook-2025.html"
    )
    assert saved.html == browser.open("/book/2025").html
