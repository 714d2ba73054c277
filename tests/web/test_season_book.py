"""The season book as a document; tests/browser/test_season_book.py reads it as a file."""

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.book.matches import deletion, notes
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.players import player_names
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.statistics import roster
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import GAMES, HouseRules, Incident, Match, Ruling
from scorekeeper.rules.seating.event import EventKind
from scorekeeper.web import season_book
from scorekeeper.words.table import format_number
from tests.book.scorers import Scorer, new_secret
from tests.evening import PAIRS, Evening
from tests.reading import Node, Page
from tests.web.browser import Browser

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
HOSTILE = ("<script>alert(1)</script>", "{{7*7}}{%", "👩‍👩‍👧‍👦", "\u200fאבא", "W" * 40, "&amp;'\"")
TALK = Ruling(Incident.TABLE_TALK, 1, points=50, note="Aces, again")
SPRING = datetime(2023, 5, 5, 18, tzinfo=UTC)
AUTUMN = datetime(2025, 10, 3, 18, tzinfo=UTC)


def play(
    began: datetime = AUTUMN,
    game: str = "partnership",
    names: tuple[str, ...] = NAMES,
    seed: int = 1,
    hands: int = 30,
    **about: str,
) -> Match:
    house = HouseRules.of(game)
    match = Match.start(house, names[: house.game.seats], started=began, utc_offset=60, **about)
    played = play_match(match, Random(seed), hands=hands)
    return played if played.outcome else played.end(began + timedelta(hours=2))


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


def folds(page: Page) -> list[Node]:
    return page.root.all("details", class_="m")


def tags(browser: Browser) -> dict[str, str]:
    return {one["period"]: one["tag"] for one in browser.open("/book/volumes").json()["volumes"]}


def hashed(text: str) -> str:
    return f"'sha384-{base64.b64encode(hashlib.sha384(text.encode()).digest()).decode()}'"


def test_a_book_has_the_form_that_phones_check(browser: Browser, scorer: Scorer) -> None:
    matches = [
        scorer.start(match=play(AUTUMN + timedelta(days=day), game))
        for day, game in enumerate(GAMES)
    ]
    scorer.start(["Ann", "Ben"])
    page = open_book(browser, "2025")
    listed = browser.open("/book/volumes")

    assert listed.headers["Cache-Control"] == "no-store"
    [volume] = listed.json()["volumes"]
    german = Browser(browser.client.application, scorer.secret, Accept_Language="de")
    assert tags(german) != tags(browser)
    assert open_book(german).lang == "de"
    about = page.root.attributes
    assert about["data-book"] == "1" == str(listed.json()["v"])
    assert about["data-scorebook"] == listed.json()["scorebook"]
    assert (about["data-period"], about["data-tag"]) == ("2025", volume["tag"])
    assert about["data-matches"] == "5" == str(volume["matches"])
    assert datetime.fromisoformat(about["data-made"]).tzinfo is not None
    bodies = [fold.all("div")[0].attributes["id"] for fold in folds(page)]
    assert bodies == [f"m-{public_id}" for public_id in reversed(matches)]
    sections = [one.attributes["id"] for one in page.root.all("main")[0].all("section")]
    assert sections == ["matches", "records", "players"]


def test_a_book_can_load_and_send_nothing(browser: Browser, scorer: Scorer) -> None:
    scorer.start(match=play())
    page = open_book(browser)
    [style], [script] = page.root.all("style"), page.root.all("script")
    texts = style.xpath("string()"), script.xpath("string()")
    policy = (
        f"default-src 'none'; style-src {hashed(texts[0])}; script-src {hashed(texts[1])}; "
        "base-uri 'none'; form-action 'none'"
    )
    [meta] = page.root.all("meta", http_equiv="Content-Security-Policy")
    assert meta.attributes["content"] == policy
    assert page.headers["Content-Security-Policy"] == f"{policy}; frame-ancestors 'none'"
    assert page.root.having("style") == page.root.having("src") == []
    assert all(link.startswith("#") for link in page.links)
    assert not re.search(r"url\(|@import|import\(|fetch|http", "".join(texts))


@pytest.mark.parametrize("period", ["2024", "season", "20250", "٢٠٢٥", "volumes/2025", "%00"])
def test_other_periods_are_not_found(browser: Browser, scorer: Scorer, period: str) -> None:
    scorer.start(match=play())
    assert browser.open(f"/book/{period}").status == 404


def test_a_scorebook_without_matches_has_an_empty_book(browser: Browser, scorer: Scorer) -> None:
    scorer.start(["Ann", "Ben"])
    assert "No matches yet" in browser.open("/book").text
    assert folds(open_book(browser)) == []
    assert browser.open("/book/volumes").json()["volumes"] == []


def test_periods_are_the_season_and_the_years_by_the_clock_of_the_table(
    browser: Browser, scorer: Scorer
) -> None:
    """By a clock an hour ahead, the last match began in the new year."""
    for day in range(3):
        scorer.start(match=play(AUTUMN + timedelta(days=day)))
    scorer.start(match=play(datetime(2025, 12, 31, 23, 30, tzinfo=UTC)))
    [book] = scorer.ask(scorebooks.find_all)
    with scorer.database.write() as session:
        roster.set_season(session, book.id, 2025_10_04)
    assert [*tags(browser)] == ["2026", "2025"]
    counts = {"season": 3, "2026": 1, "2025": 3, "all": 4}
    assert {period: len(folds(open_book(browser, period))) for period in counts} == counts
    assert "This season · 3 matches" in browser.open("/book").text


def test_a_book_is_saved_under_the_name_of_its_scorebook_which_is_said_if_there_are_several(
    browser: Browser, scorer: Scorer
) -> None:
    scorer.start(match=play())
    rename_book(scorer, "Freitag / <Büro>")
    saved = browser.open("/book/2025?save")
    disposition = saved.headers["Content-Disposition"]
    assert disposition == "attachment; filename*=UTF-8''Spades-Freitag-B%C3%BCro-2025.html"
    assert saved.html == browser.open("/book/2025").html
    rename_book(scorer, "Friday")
    assert "Friday" not in browser.open("/book").text
    secret = scorer.do(scorebooks.create, new_secret(), "", "Club")
    both = Browser(browser.client.application, secret)
    assert "Club" in both.open("/book").root.all("header")[0].text


def test_sheets_are_those_of_the_engine_and_the_ranking_that_of_its_page(
    browser: Browser, scorer: Scorer
) -> None:
    chance, sheets = Random(37), {}
    for number in range(200):
        game, names = chance.choice([*GAMES]), tuple(chance.sample(NAMES, len(NAMES)))
        day, hands = AUTUMN + timedelta(days=number), chance.choice([1, 6, 30])
        match = play(day, game, names, seed=number, hands=hands)
        scores = [[side.standing.points for side in score] for score in match.scores if score]
        sheets[f"m-{scorer.start(match=match)}"] = [[*map(format_number, one)] for one in scores]
    page = open_book(browser)
    assert dict(map(read_sheet, folds(page))) == sheets
    [players] = page.root.all("section", id="players")
    for by, tag in {"won": "summary", "pairs": "li"}.items():
        ranking = browser.open(f"/players?by={by}").root
        names, values = (
            [one.text for one in ranking.all("span", class_=f"rank__{part}")]
            for part in ("who", "value")
        )
        assert len(names) > 5
        assert [one.text for one in players.all(tag)] == [
            f"{name} {value}" for name, value in zip(names, values, strict=True)
        ]


def read_sheet(fold: Node) -> tuple[str, list[list[str]]]:
    """The id of a match, and the totals of each hand."""
    rows = fold.all("table")[0].all("tr")[1:]
    totals = [[cell.all("b")[0].text for cell in row.all("td")] for row in rows]
    return fold.all("div")[0].attributes["id"], totals


@pytest.mark.parametrize("game", GAMES)
def test_hostile_names_notes_and_places_are_text(
    browser: Browser, scorer: Scorer, game: str
) -> None:
    """The reader of pages refuses markup that is not escaped."""
    about = {"place": "<b>Büro</b> {{1}}", "note": "</div><img src=x onerror=y>"}
    for day in range(4):
        scorer.start(match=play(AUTUMN + timedelta(days=day), game, HOSTILE, **about))
    rename_book(scorer, "</title><script>")
    page = open_book(browser)
    assert len(page.root.all("script")) == 1
    assert page.root.all("img") == []
    text = page.text
    names = HOSTILE[: HouseRules.of(game).game.seats]
    assert all(" ".join(part.split()) in text for part in (*names, *about.values()))
    assert re.findall(r"\son\w+=", re.sub(r">[^<]*<", "><", page.html)) == []


def test_a_book_has_rulings_misdeals_endings_and_unnamed_players(
    browser: Browser, scorer: Scorer
) -> None:
    ruled = scorer.start(match=play())
    scorer.record(ruled, lambda match: match.add_ruling(1, TALK))
    redealt = scorer.start(match=Match.start(HouseRules.of("two-player"), [None, None]))
    scorer.record(redealt, lambda match: match.record_misdeal())
    scorer.record(redealt, lambda match: match.end(AUTUMN, winner=1))
    text = open_book(browser).text
    assert "Table talk · Ben: −50 points · Aces, again" in text
    assert "misdeal" in text
    assert "Player 1 gave up." in text
    assert "given up" in text


def test_matches_of_a_club_evening_are_below_its_name_and_winner(
    browser: Browser, scorer: Scorer
) -> None:
    evening = Evening.create(scorer.database, PAIRS, EventKind.SWISS, secret=scorer.secret)
    evening.seat()
    scorer.record(evening.score(1), lambda match: match.end(AUTUMN, winner=1))
    before = read_years(browser)["2026"]
    evening.finish()
    evening.end()
    after = read_years(browser)["2026"]
    assert all(was != now for was, now in zip(before, after, strict=True))
    [title] = open_book(browser).root.all("h4")
    assert title.text.startswith("Friday club ")
    assert "share first place" in title.text


def test_a_long_book_has_the_newest_matches(
    browser: Browser, scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_book, "MAX_MATCHES", 2)
    for day in range(5):
        scorer.start(match=play(AUTUMN + timedelta(days=day), seed=day))
    page = open_book(browser)
    assert [len(folds(page)), page.root.attributes["data-matches"]] == [2, "2"]
    assert "5 matches" in page.text
    assert "Only the newest 2 are in here." in page.text
    ids = {one.attributes["id"] for one in page.root.having("id")}
    assert {link.removeprefix("#") for link in page.links} <= ids


Change = Callable[[Scorer, str], Any]


def find_player(scorer: Scorer, name: str) -> tuple[roster.Roster, roster.Person]:
    [book] = scorer.ask(scorebooks.find_all)
    with scorer.database.read() as session:
        people = roster.load_roster(session, book.id)
    return people, next(one for one in people.people.values() if one.name == name)


def rename_player(scorer: Scorer, _match: str) -> None:
    scorer.do(player_names.rename, find_player(scorer, "Zoë")[1].public_id, "Zora")


def make_guest(scorer: Scorer, _match: str) -> None:
    with scorer.database.write() as session:
        roster.set_appearance(session, *find_player(scorer, "Ann"), guest=True, colour=None)


def rename_book(scorer: Scorer, name: str) -> None:
    [book] = scorer.ask(scorebooks.find_all)
    scorer.do(scorebooks.rename, book.public_id, name)


def rule(scorer: Scorer, match: str) -> None:
    scorer.record(match, lambda played: played.add_ruling(1, TALK))


def note(scorer: Scorer, match: str) -> None:
    scorer.do(notes.save_notes, match, Submission.of("noted", ()), {"note": "Cake"}, {})


CHANGES: dict[str, tuple[Change, set[str]]] = {
    "a note": (note, {"2025"}),
    "a name": (rename_player, {"2025"}),
    "a ruling": (rule, {"2025"}),
    "a deletion": (lambda one, match: one.do(deletion.soft_delete, match), {"2025"}),
    "another match": (lambda one, _match: one.start(match=play(seed=5)), {"2025"}),
    "a guest": (make_guest, {"2024", "2025"}),
    "the scorebook's name": (lambda one, _match: rename_book(one, "Friday"), {"2024", "2025"}),
    "a running match": (lambda one, _match: one.start(), set()),
    "another year": (lambda one, _match: one.start(match=play(SPRING)), {"2023"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_tag_changes_exactly_when_its_year_does(
    browser: Browser, scorer: Scorer, change: str
) -> None:
    scorer.start(match=play(AUTUMN - timedelta(days=365)))
    scorer.start(match=play(AUTUMN + timedelta(days=1), seed=2))
    match = scorer.start(match=play(names=("Zoë", *NAMES[:3])))
    before = read_years(browser)
    make, changed = CHANGES[change]
    make(scorer, match)
    after = read_years(browser)
    for part in (0, 1):
        assert {year for year in after if after[year][part] != before[year][part]} == changed


def read_years(browser: Browser) -> dict[str, tuple[str, str]]:
    """The tag of each year, and what people read in it, drawn again, without the time."""
    browser.client.application.extensions.pop("season_books", None)
    years = defaultdict(lambda: ("", ""))
    for year, tag in tags(browser).items():
        [body] = open_book(browser, year).root.all("body")
        read = " ".join(part.text for part in body if part.tag in ("header", "main"))
        years[year] = tag, read
    return years
