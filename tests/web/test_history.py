from collections.abc import Callable

import pytest

from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser


def matches_on(page: Page) -> list[str]:
    ways_in = {"/matches/new", "/matches/paper"}
    return [link for link in page.links if link.startswith("/matches/") and link not in ways_in]


def search(browser: Browser, name: str) -> Page:
    return browser.open("/history", query_string={"name": name})


@pytest.fixture
def evenings(browser: Browser) -> list[str]:
    """Three matches of other people each."""
    table = Table(browser)
    paths = []
    for one, other in [("Jürgen", "50% Ann"), ("MIRJAM", "under_score"), ("Straße", "Ben")]:
        table.start("two-player", player_0=one, player_1=other)
        paths.append(table.path)
    return paths


def test_nothing_was_played_yet(browser: Browser) -> None:
    page = browser.open("/history")
    assert page.status == 200
    assert "No match yet" in page.text


def test_the_newest_match_stands_first(browser: Browser, evenings: list[str]) -> None:
    assert matches_on(browser.open("/history")) == evenings[::-1]


def test_a_finished_match_stands_with_its_points(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    words = table.browser.open("/history").text
    assert "Ann & Cleo 71" in words
    assert "Ben & Dan 50" in words
    assert "ended early" in words


@pytest.mark.parametrize(
    ("name", "found"),
    [
        pytest.param("Jürgen", [0], id="a name"),
        pytest.param("jurgen", [0], id="a name without its umlaut"),
        pytest.param("Ann & Jürgen", [0], id="both names of a pair"),
        pytest.param("jurgen, ann", [0], id="two names"),
        pytest.param("Jürgen & Ben", [], id="two who never played together"),
        pytest.param(" & ", [2, 1, 0], id="no name at all"),
        pytest.param("jürg", [0], id="its beginning"),
        pytest.param("JÜRGEN", [0], id="capitals with an umlaut"),
        pytest.param("ju\u0308rgen", [0], id="an umlaut of two characters"),
        pytest.param("mirjam", [1], id="small letters"),
        pytest.param("STRASSE", [2], id="sharp s"),
        pytest.param("50%", [0], id="per cent is a sign like others"),
        pytest.param("%", [0], id="per cent alone"),
        pytest.param("_", [1], id="so is the underscore"),
        pytest.param("  ben ", [2], id="blanks around it"),
        pytest.param("n", [2, 1, 0], id="a letter in several names"),
        pytest.param("nobody", [], id="nobody"),
        pytest.param("\\", [], id="a backslash"),
        pytest.param("/", [], id="a slash"),
        pytest.param("' OR 1=1 --", [], id="a statement"),
        pytest.param("b\0en", [2], id="NUL is no part of a name"),
    ],
)
def test_matches_are_found_by_a_part_of_a_name(
    browser: Browser, evenings: list[str], name: str, found: list[int]
) -> None:
    assert matches_on(search(browser, name)) == [evenings[index] for index in found]


def test_a_search_without_hits_says_what_one_could_try(
    browser: Browser, evenings: list[str]
) -> None:
    page = search(browser, "nobody")
    assert "A few letters of a name are enough" in page.text
    assert "/history" in page.links


def test_a_running_match_stands_with_its_points_and_when_it_was_played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    for page in (table.browser.open("/history"), table.browser.open("/")):
        words = page.text
        assert "Ann & Cleo 71" in words
        assert "Hand 2" in words
        assert "last played today, " in words


def test_what_was_searched_for_stays_in_the_field(browser: Browser, evenings: list[str]) -> None:
    page = search(browser, "<b>Jürgen</b>")
    assert page.form("/history", "get").fields["name"] == "<b>Jürgen</b>"
    assert "<b>Jürgen" not in page.html


def test_pages_lead_from_the_newest_to_the_oldest_without_a_gap(browser: Browser) -> None:
    table = Table(browser)
    started = []
    for number in range(45):
        table.start("two-player", player_0=f"Ann {number}")
        started.append(table.path)
    first = browser.open("/history")
    second = browser.open(older(first)[0])
    third = browser.open(older(second)[0])
    shown = matches_on(first) + matches_on(second) + matches_on(third)
    assert shown == started[::-1]
    assert older(third) == []


def test_a_search_goes_on_over_its_pages(browser: Browser) -> None:
    table = Table(browser)
    for number in range(42):
        table.start("two-player", player_0=f"Jo {number % 2}", player_1=f"Ben {number}")
    first = search(browser, "jo 1")
    (address,) = older(first)
    assert "name=jo" in address
    assert len(matches_on(browser.open(address))) == 1


def older(page: Page) -> list[str]:
    """Where the page leads to for older matches."""
    return [node.attributes["href"] for node in page.root.all(rel="next")]


@pytest.mark.parametrize(
    "before",
    [
        "x",
        "A" * 22,
        "' OR 1=1 --",
        "‮ö",
        pytest.param("\0", id="NUL"),
        pytest.param("9" * 30, id="thirty digits"),
        pytest.param("x" * 8000, id="very long"),
    ],
)
def test_a_page_before_nothing_shows_nothing(
    browser: Browser, evenings: list[str], before: str
) -> None:
    page = browser.open("/history", query_string={"before": before})
    assert page.status in (200, 404)
    assert matches_on(page) == []


def test_the_match_of_another_is_no_place_to_go_on_from(
    browser: Browser, evenings: list[str], stranger: Browser
) -> None:
    theirs = matches_on(stranger.open("/history"))[0].rpartition("/")[2]
    page = browser.open("/history", query_string={"before": theirs})
    assert matches_on(page) == []


def test_nobody_finds_the_matches_of_others(table: Table, stranger: Browser) -> None:
    assert "Cleo" not in stranger.open("/history").html
    assert matches_on(search(stranger, "Cleo")) == []
    assert matches_on(search(stranger, "")) != [table.path]


def test_looking_changes_nothing(
    browser: Browser, evenings: list[str], stored: Callable[[], str]
) -> None:
    before = stored()
    search(browser, "n")
    assert stored() == before
