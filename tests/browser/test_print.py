import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from unicodedata import normalize

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import GAMES, Bid, HouseRules, Match
from tests.browser.phone import Phone
from tests.browser.scorebook import tonight
from tests.browser.screens import HARD_NAMES
from tests.effort import THOROUGH
from tests.evening import NAMES
from tests.people import PLAYERS

FORMATS = {"A4": (595, 842), "Letter": (612, 792)}
"""Width and height in points."""
SURNAMES = ("Li", "Schmidt", "Kowalczyk", "Papadopoulos", "Adebayo")
NIL_MADE = (0, None, None, None)
ROUNDING = 2
"""Points by which a browser can round the size of a sheet."""


def long_match(game: str, hands: int, players: tuple[str, ...]) -> Match:
    """A match in which the sides lose points in turns, so that nobody reaches the target."""
    match = Match.start(
        HouseRules.of(game, target=1000, floor=None),
        players,
        started=tonight() - timedelta(days=1),
        first=0,
    )
    sides, each = len(match.sides), match.house.game.tricks // match.house.game.seats
    for number in range(hands):
        bids = [Bid(each + 1) for _ in match.players]
        few = each * match.house.game.seats // sides - 1
        piles = [few] * sides
        piles[number % sides] = match.house.game.tricks - few * (sides - 1)
        match = match.bid(bids, match.started).record_tricks(
            [None] * len(players), piles, match.started
        )
    return match.end(tonight())


@pytest.fixture
def printed(phone: Phone) -> Any:
    """Prints a match that is over on each paper, from a phone that shows it in the dark."""
    phone.page.emulate_media(color_scheme="dark")

    def print_it(match: Match) -> dict[str, PdfReader]:
        phone.become(new_public_id())
        public_id = phone.scorebook.start(phone.secret, match)
        phone.open(f"/matches/{public_id}")
        return {paper: PdfReader(BytesIO(phone.page.pdf(format=paper))) for paper in FORMATS}

    return print_it


@pytest.mark.parametrize("game", GAMES if THOROUGH else ["partnership", "solo"])
def test_twenty_hands_fit_on_one_page(printed: Any, game: str) -> None:
    for paper, document in printed(long_match(game, 20, PLAYERS[game])).items():
        (page,) = document.pages
        size = (float(page.mediabox.width), float(page.mediabox.height))
        assert size == pytest.approx(FORMATS[paper], abs=ROUNDING)
        text = page.extract_text()
        assert all(name in text for name in PLAYERS[game])
        assert all(f"\n{number}" in f"\n{text}" for number in range(1, 21))


def test_26_hands_of_six_are_complete_on_two_pages(printed: Any) -> None:
    players = (HARD_NAMES[0], "Ben", "Cleo", "Dan", "Eve", "Finn")
    match = long_match("six-handed", 26, players)
    for document in printed(match).values():
        assert len(document.pages) <= 2
        text = normalize("NFKC", "".join(page.extract_text() for page in document.pages))
        assert all(name in text for name in players)
        for points in (match.standings[0].points, match.standings_before(14)[2].points):
            assert str(abs(points)) in text


def test_a_match_is_printed_black_on_white_without_buttons(printed: Any) -> None:
    (page,) = printed(long_match("partnership", 3, PLAYERS["partnership"]))["A4"].pages
    text = page.extract_text()
    assert "4+4 → 8" in text
    for key in ("Correct hand", "Rematch", "Print", "Score after each hand"):
        assert key not in text
    drawn = page.get_contents().get_data().decode("latin-1")
    colours = {line for line in drawn.splitlines() if line.endswith((" rg", " RG"))}
    assert colours
    for colour in colours:
        red, green, blue = (float(part) for part in colour.split()[:3])
        assert max(red, green, blue) - min(red, green, blue) < 0.1, colour


def test_a_season_of_sixty_people_is_on_one_page(phone: Phone) -> None:
    first = [*NAMES, *HARD_NAMES][:12]
    people = [f"{name} {surname}" for name in first for surname in SURNAMES]
    phone.become(new_public_id())
    phone.scorebook.hold_evening(phone.secret, people)
    phone.open("/season")
    for paper in FORMATS:
        (page,) = PdfReader(BytesIO(phone.page.pdf(format=paper))).pages
        text = " ".join(normalize("NFKC", page.extract_text()).split())
        # Where a long name may be broken, there is a gap in the text.
        letters = re.sub(r"[\s\xad]", "", text)
        assert all(name.replace(" ", "") in letters for name in people)
        assert text.count("1 evening · ") == 60
        for tab_or_key in ("Matches", "This year", "1st of 60"):
            assert tab_or_key not in text


def test_wins_of_players_are_printed_without_what_is_not_ranked(phone: Phone) -> None:
    phone.start(first=0, opening=[(400, 0), (100, 0)], hands=[(("nil", 3, 5, 3), (6, 7), NIL_MADE)])
    phone.open("/players")
    expect(phone.page.locator("[data-print]")).to_be_visible()
    (page,) = PdfReader(BytesIO(phone.page.pdf(format="A4"))).pages
    text = page.extract_text()
    assert all(name in text for name in ("Wins · All time", *PLAYERS["partnership"], "1 of 1"))
    assert not any(word in text for word in ("Records", "Nils", "Count matches since", "Season"))


@pytest.mark.parametrize("java_script", [True, False], ids=["with scripts", "without scripts"])
def test_the_key_that_prints_is_there_where_it_works(phones: Any, java_script: bool) -> None:
    phone: Phone = phones(java_script_enabled=java_script)
    phone.start(first=0, opening=[(400, 0), (100, 0)], hands=[(("nil", 3, 5, 3), (6, 7), NIL_MADE)])
    phone.open("/players")
    key = phone.page.locator("[data-print]")
    expect(key).to_be_visible(visible=java_script)
    if java_script:
        phone.page.evaluate("print = () => { document.title = 'printed'; }")
        key.locator("svg").click()
        expect(phone.page).to_have_title("printed")
