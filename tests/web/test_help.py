import re
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from jinja2 import Environment

from scorekeeper.rules import GAMES, Bid, Game, HouseRules, Match, SideScore
from scorekeeper.rules.cards import PACK, TWO_OF_CLUBS
from scorekeeper.rules.referee.play import find_winner
from scorekeeper.rules.scoring.hand import POINTS_A_TRICK
from scorekeeper.web.help import PLAYERS
from scorekeeper.words.language import LANGUAGES
from scorekeeper.words.referee.cards import name_card
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import built

HERE = "http://localhost/how-spades-works"
BY_NAME = {name_card(card): card for card in PACK}
OTHERS = [game for game in GAMES if game != "partnership"]


def score(house: HouseRules, taken: int) -> SideScore:
    """Return the score of a side that bids 6 and takes this many tricks."""
    game = house.game
    bids = [Bid(7 - len(game.sides[0])), *[Bid(1)] * (game.seats - 1)]
    piles = [taken, game.tricks - taken, *[0] * (len(game.sides) - 2)]
    match = Match.start(house, PLAYERS[: game.seats]).bid(bids)
    scored = match.record_tricks([None] * game.seats, piles).scores[0]
    assert scored is not None
    return scored[0]


def sections(browser: Browser, language: str, game: str) -> list[str]:
    """Return the paragraphs of each section as one text."""
    page = browser.open(f"/how-spades-works/{language}?game={game}")
    return [
        " ".join(paragraph.text for paragraph in section.all("p"))
        for section in page.root.all("article")[0].all("section")
    ]


def numbers(text: str) -> set[int]:
    return {int(number.replace("−", "-")) for number in re.findall(r"−?\d+", text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OTHERS)
def test_each_language_and_game_has_an_indexed_address(
    browser: Browser, language: str, game: str
) -> None:
    page = browser.open(f"/how-spades-works/{language}?game={game}")
    assert page.lang == language
    assert page.headers["X-Robots-Tag"] == "all"
    (canonical,) = page.root.all("link", rel="canonical")
    assert canonical.attributes["href"] == f"{HERE}/{language}?game={game}"
    (tab,) = [one for one in page.root.all("a") if "aria-current" in one.attributes]
    assert tab.attributes["href"] == f"/how-spades-works/{language}?game={game}"


@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_draws_a_trick_that_is_won_by_the_rules(browser: Browser, game: str) -> None:
    page = browser.open(f"/how-spades-works?game={game}")
    seats = page.root.all("figure")[0].all("p")
    assert len(seats) == GAMES[game].seats
    cards = [card.all(class_="hidden")[0].text for card in page.root.all(class_="playcard")]
    won = find_winner([BY_NAME[name] for name in cards])
    assert ["seat--won" in seat.attributes["class"] for seat in seats].index(True) == won
    assert page.root.all("figcaption")[0].text.startswith(PLAYERS[won])


def test_the_first_lesson_is_that_of_partners_and_has_no_other_address(browser: Browser) -> None:
    page = browser.open("/how-spades-works")
    named = {
        link.attributes["hreflang"]: link.attributes["href"]
        for link in page.root.all("link", rel="alternate")
    }
    assert named == {tag: f"{HERE}/{tag}" for tag in LANGUAGES} | {"x-default": HERE}
    assert {"/how-spades-works/de", "/how-spades-works/fil"} <= {*page.ways}
    tabs = page.root.all("nav", class_="tabs")[0].all("a")
    assert tabs[0].attributes["href"] == "/how-spades-works"
    assert [tab.attributes["href"].partition("=")[2] for tab in tabs[1:]] == OTHERS
    assert browser.open("/how-spades-works/xx").status == 404
    assert browser.open("/how-spades-works?game=hearts").status == 404


def test_three_example_hands_are_scored_by_the_rules(browser: Browser) -> None:
    words = browser.open("/").text
    assert "bid 7, took 8 71" in words
    assert "nil made 212" in words
    assert "bid 8, took 6 132" in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_numbers_of_a_lesson_are_those_of_the_rules(
    browser: Browser, language: str, game: Game
) -> None:
    house = HouseRules.of(game.key)
    deal, points, *_evening = sections(browser, language, game.key)
    leaves_out = {TWO_OF_CLUBS.rank} - {2 * (TWO_OF_CLUBS in game.pack)}
    cards = len(game.pack) // game.seats if game.spades else game.tricks
    assert numbers(deal) == {cards, 0, game.tricks} | leaves_out
    assert numbers(points) == {
        *(POINTS_A_TRICK, house.overtrick_points, 6),
        *(number for taken in (8, 5, 9) for number in (taken, score(house, taken).points)),
        *(house.nil_bonus, house.nil_penalty, house.blind_nil_bonus, house.blind_nil_penalty, 0),
        *(house.bag_limit, house.bag_penalty, score(house, 9).bags, house.target),
        *({house.exchange} - {0}),
        *({house.floor} - {None}),
    }
    assert (-200 in numbers(points)) == (game.key in ("partnership", "six-handed"))


@pytest.mark.parametrize(
    ("game", "said", "unsaid"),
    [
        (
            "partnership",
            ["Partners face each other", "Your partner", "Club evening"],
            ["Nobody deals", "decks"],
        ),
        (
            "two-player",
            ["Nobody deals", "exchange up to 3 cards"],
            ["our partner", "loses the match"],
        ),
        ("three-handed", ["without the 2 of clubs"], ["our partner", "decks"]),
        ("solo", ["Everyone plays alone"], ["our partner", "without the 2", "loses the match"]),
        (
            "six-handed",
            ["Partners face each other", "two decks", "without the 2 of clubs"],
            ["plays alone"],
        ),
    ],
)
def test_a_lesson_says_what_its_game_plays(
    browser: Browser, game: str, said: list[str], unsaid: list[str]
) -> None:
    text = browser.open(f"/how-spades-works?game={game}").root.all("article")[0].text
    usual = ["once spades are broken, or if you hold nothing else", "also called double nil"]
    assert [words for words in said + usual if words not in text] == []
    assert [words for words in unsaid if words in text] == []


def test_links_to_the_lesson_open_that_of_the_game(table: Table) -> None:
    table.start("two-player")
    for path in ("/matches/new?game=two-player", f"{table.path}/rules", "/"):
        assert "/how-spades-works?game=two-player" in table.browser.open(path).ways


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
