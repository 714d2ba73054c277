import re
from collections import Counter

import pytest

from scorekeeper.rules import Bid, HouseRules, Match
from scorekeeper.rules.cards import TWO_OF_CLUBS
from scorekeeper.rules.house_rules import FailedNil
from scorekeeper.rules.referee.trick import find_winner
from scorekeeper.rules.scoring.contract import POINTS_A_TRICK
from scorekeeper.rules.turns import count_drawing_turns
from scorekeeper.words.language import LANGUAGES
from tests.web.browser import Browser

HERE = "http://localhost/how-spades-works"
FOUR, TWO, THREE, SOLO, SIX = map(
    HouseRules.of, ("partnership", "two-player", "three-handed", "solo", "six-handed")
)
END, DRAWN = 4, 5
"""The sections on winning, and on two players."""
NO_FLOOR = "There is no losing score."


def points(taken: int) -> int:
    """Return the points of a pair that bids 7 and takes this many tricks."""
    match = Match.start(FOUR, ["Ann", "Ben", "Cleo", "Dan"])
    played = match.bid([Bid(4), Bid(3), Bid(3), Bid(3)])
    return played.record_tricks((None,) * 4, (taken, 13 - taken)).standings[0].points


def parts(browser: Browser, language: str = "en") -> tuple[list[str], list[str]]:
    """Return the paragraphs of each section as one text, and the entries of the lists."""
    page = browser.open(f"/how-spades-works/{language}")
    sections = [
        " ".join(paragraph.text for paragraph in section.all("p"))
        for section in page.root.all("article")[0].all("section")
    ]
    return sections, [entry.text for entry in page.root.all("article")[0].all("li")]


def numbers(text: str) -> set[int]:
    return {int(number.replace("−", "-")) for number in re.findall(r"−?\d+", text)}


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_help_page_are_those_of_the_rules(
    browser: Browser, language: str
) -> None:
    sections, entries = parts(browser, language)
    game, two, clubs = FOUR.game, TWO.game, TWO_OF_CLUBS.rank
    drawn = two.seats * two.tricks
    assert [numbers(section) for section in sections] == [
        {len(game.pack), len(game.pack) // game.seats, game.tricks},
        set(),
        set(),
        set(),
        {FOUR.target, FOUR.floor},
        {count_drawing_turns(two), two.tricks, len(two.pack) - drawn, TWO.exchange},
        set(),
    ]
    assert [numbers(entry) for entry in entries] == [
        {POINTS_A_TRICK, 7, points(7)},
        {POINTS_A_TRICK, 7, points(6)},
        {FOUR.overtrick_points, FOUR.bag_limit, FOUR.bag_penalty},
        {FOUR.nil_bonus, FOUR.nil_penalty},
        {FOUR.blind_nil_bonus, FOUR.blind_nil_penalty},
        set(),
        {clubs, THREE.game.tricks},
        {SOLO.game.tricks},
        {clubs, SIX.game.tricks, SIX.floor},
    ]


def test_the_games_without_a_losing_score_say_so(browser: Browser) -> None:
    sections, entries = parts(browser)
    texts = [sections[END], sections[DRAWN], *entries[-3:]]
    assert [NO_FLOOR in text for text in texts] == [
        house.floor is None for house in (FOUR, TWO, THREE, SOLO, SIX)
    ]


@pytest.mark.parametrize(
    ("house", "failed", "sentence"),
    [
        (FOUR, FailedNil.BAGS, "Each trick taken on it is a point and a bag."),
        (TWO, FailedNil.NOTHING, "Tricks taken on a failed nil don’t count."),
    ],
    ids=["four players", "two players"],
)
def test_the_tricks_of_a_failed_nil_are_explained(
    browser: Browser, house: HouseRules, failed: FailedNil, sentence: str
) -> None:
    assert house.failed_nil is failed
    assert sentence in browser.open("/how-spades-works").text


def test_the_second_card_of_a_draw_is_unseen(browser: Browser) -> None:
    told = parts(browser)[0][DRAWN]
    assert "If you keep it, discard the next card unseen." in told
    assert "If you discard it, you must keep the next card." in told


def test_the_first_of_two_identical_cards_wins(browser: Browser) -> None:
    assert find_winner([TWO_OF_CLUBS] * 3) == 0
    assert (
        "two identical cards could win a trick, the first one played wins" in parts(browser)[1][-1]
    )


def test_the_decks_are_those_of_the_rules(browser: Browser) -> None:
    three, solo, six = parts(browser)[1][-3:]
    assert [TWO_OF_CLUBS in house.game.pack for house in (FOUR, TWO, THREE, SOLO, SIX)] == [
        *(True, True, False, True, False)
    ]
    assert ["2 of clubs" in three, "2" in solo, "2s of clubs" in six] == [True, False, True]
    assert {*Counter(SIX.game.pack).values()} == {2}
    assert "Use two decks" in six
