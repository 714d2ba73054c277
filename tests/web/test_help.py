import re
import sys
from collections import Counter
from pathlib import Path
from unittest.mock import Mock

import pytest
from jinja2 import Environment

from scorekeeper.rules import Bid, HouseRules, Match
from scorekeeper.rules.cards import LOWEST, RANKS, TWO_OF_CLUBS
from scorekeeper.rules.referee.play import find_winner
from scorekeeper.rules.scoring.hand import POINTS_A_TRICK
from scorekeeper.web.site.help_example import PLAYERS, TRICK
from scorekeeper.words.language import LANGUAGES
from tests.web.browser import Browser
from tests.web.conftest import built

HERE = "http://localhost/how-spades-works"
FOUR, THREE, SIX = map(HouseRules.of, ("partnership", "three-handed", "six-handed"))


def points(taken: int) -> int:
    """Return the points of a pair that bids 6 and takes this many tricks."""
    match = Match.start(FOUR, ["Ann", "Ben", "Cleo", "Dan"]).bid([Bid(3)] * 4)
    return match.record_tricks((None,) * 4, (taken, 13 - taken)).standings[0].points


def sections(browser: Browser, language: str = "en") -> list[str]:
    """Return the paragraphs of each section as one text."""
    page = browser.open(f"/how-spades-works/{language}")
    return [
        " ".join(paragraph.text for paragraph in section.all("p"))
        for section in page.root.all("article")[0].all("section")
    ]


def numbers(text: str) -> set[int]:
    return {int(number.replace("−", "-")) for number in re.findall(r"−?\d+", text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_an_indexed_address_and_draws_a_trick_that_is_won_by_the_rules(
    browser: Browser, language: str
) -> None:
    page = browser.open(f"/how-spades-works/{language}")
    assert page.lang == language
    assert page.headers["X-Robots-Tag"] == "all"
    (canonical,) = page.root.all("link", rel="canonical")
    assert canonical.attributes["href"] == f"{HERE}/{language}"
    cards = [card.text for card in page.root.all(class_="playcard")]
    assert [text.split()[0] for text in cards] == [RANKS[card.rank - LOWEST] for card in TRICK]
    (won,) = page.root.all("p", class_="play__seat play__seat--right play__seat--won")
    assert won.text.startswith(PLAYERS[find_winner(TRICK)])
    assert page.root.all("figcaption")[0].text.count("Dan") == 1


def test_the_help_page_links_to_its_languages_and_no_others_are_found(browser: Browser) -> None:
    page = browser.open("/how-spades-works")
    named = {
        link.attributes["hreflang"]: link.attributes["href"]
        for link in page.root.all("link", rel="alternate")
    }
    assert named == {tag: f"{HERE}/{tag}" for tag in LANGUAGES} | {"x-default": HERE}
    assert {"/how-spades-works/de", "/how-spades-works/fil"} <= {*page.ways}
    assert browser.open("/how-spades-works/xx").status == 404


def test_three_example_hands_are_scored_by_the_rules(browser: Browser) -> None:
    words = browser.open("/").text
    assert "bid 7, took 8 71" in words
    assert "nil made 212" in words
    assert "bid 8, took 6 132" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_help_page_are_those_of_the_rules(
    browser: Browser, language: str
) -> None:
    bid, score, others, _evening = sections(browser, language)
    assert numbers(bid) == {len(FOUR.game.pack) // FOUR.game.seats, 0}
    assert numbers(score) == {
        *(POINTS_A_TRICK, FOUR.overtrick_points, 6, 8, points(8), 5, points(5)),
        *(FOUR.nil_bonus, -FOUR.nil_penalty, FOUR.bag_limit, FOUR.bag_penalty, 9, 9 - 6),
        *(FOUR.blind_nil_bonus, -FOUR.blind_nil_penalty, FOUR.target, FOUR.floor),
    }
    assert numbers(others) == {FOUR.floor, THREE.game.tricks, TWO_OF_CLUBS.rank}
    assert TWO_OF_CLUBS not in THREE.game.pack + SIX.game.pack
    assert SIX.game.tricks == THREE.game.tricks
    assert {*Counter(SIX.game.pack).values()} == {2}


def test_a_second_start_compiles_no_template(
    first_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    with built(first_url, tmp_path) as first:
        page = first.test_client().get("/how-spades-works").text
    monkeypatch.setattr(Environment, "compile", Mock(side_effect=AssertionError))
    with built(first_url, tmp_path) as again:
        assert again.test_client().get("/how-spades-works").text == page


def test_a_server_that_may_not_write_compiles_its_templates(
    first_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", "/proc/compiled")
    with built(first_url, tmp_path) as app:
        assert app.test_client().get("/how-spades-works").status_code == 200
