from itertools import product

import pytest

from scorekeeper.rules.review.figures import Sums
from scorekeeper.web.site.statistics import TABLES
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser


@pytest.fixture
def evening(browser: Browser) -> Table:
    """Ann & Cleo win two matches, and lose one in which Eve sits in Ben's place."""
    table = Table(browser)
    for ben, gold in (("Ben", 9), ("Ben", 9), ("Eve", 4)):
        table.start("partnership", target="100", player_1=ben)
        for _ in range(1 if gold == 9 else 2):
            table.play(("nil", 6, 9, 1), gold, 13 - gold, seat_0=0)
    return table


def page_of(browser: Browser, name: str, asked: str = "") -> Page:
    found = [
        link.attributes["href"]
        for link in browser.open("/players?period=all").root.all("a")
        if link.attributes["href"].startswith("/players/") and name in link.text
    ]
    return browser.open(found[0].partition("?")[0] + asked)


def ranks(page: Page) -> list[str]:
    links = page.root.all("a")
    return [link.text for link in links if link.attributes.get("class", "").startswith("rank")]


def test_few_matches_are_ranked_by_the_lower_confidence_bound_and_the_fewest_bags_come_first(
    browser: Browser, evening: Table
) -> None:
    won = ranks(browser.open("/players"))
    assert ["Ann" in won[0], "Cleo" in won[1], "2 of 3" in won[0]] == [True] * 3
    assert "3 matches" in browser.open("/players").text
    first = ranks(browser.open("/players?by=pairs"))[0]
    assert "Ann" in first
    assert "Cleo" in first
    found = ranks(browser.open("/players?by=bags"))
    in_order = zip(found, ("Ann", "Cleo", "Ben", "Dan", "Eve"), strict=True)
    assert [name in line for line, name in in_order] == [True] * 5
    assert ["0.0" in found[0], "in 4 hands" in found[0], "2.0" in found[4]] == [True] * 3


@pytest.mark.parametrize(
    ("by", "first", "second"),
    [
        ("bags", Sums(hands=30, bags=60), Sums(hands=30, bags=61)),
        ("bags", Sums(hands=30, bags=60), Sums(hands=29, bags=0)),
        ("nil", Sums(nils=40, nils_made=20), Sums(nils=1, nils_made=1)),
        ("won", Sums(decided=40, won=23), Sums(decided=173, won=95)),
    ],
)
def test_players_with_few_matches_rank_lower(by: str, first: Sums, second: Sums) -> None:
    assert TABLES[by].sort_key(first) < TABLES[by].sort_key(second)


def test_every_table_exists_for_every_period(browser: Browser, evening: Table) -> None:
    for by, period in product(
        ["bags", "contracts", "nil", "pairs", "won"], ["month", "year", "all"]
    ):
        page = browser.open(f"/players?by={by}&period={period}&house=last")
        assert (page.status, ranks(page) != []) == (200, True), (by, period)


def test_bids_are_compared_from_30_hands_of_one_contract_on(
    browser: Browser, evening: Table
) -> None:
    assert "For advice, we need 30 hands of one contract." in page_of(browser, "Ann").text
    for _ in range(15):
        evening.start("partnership", target="500")
        for _ in range(2):
            evening.play((4, 3, 4, 3), 6, 7)
        evening.end()
    page = page_of(browser, "Ann")
    assert "Contracts of 8: bidding one less would have scored" in page.text
    assert "Made 0 of 30. Luck aside" in page.text
    assert "Contracts of 8" not in page_of(browser, "Ben").text
    pair = browser.open(next(link for link in page.links if "/with/" in link))
    assert "Made 0 of 30. Luck aside" in pair.text


def test_no_advice_is_promised_to_those_whose_bids_the_cards_determine(browser: Browser) -> None:
    table = Table(browser)
    table.start("partnership", bidding="mirror", target="100")
    table.play(("nil", 6, 4, 3), 6, 7, seat_0=0)
    assert "Nils made" in page_of(browser, "Ann").text
    assert "For advice" not in page_of(browser, "Ann").text


def test_the_nils_of_a_pair_are_those_of_both(browser: Browser, evening: Table) -> None:
    evening.start("partnership", player_1="Ben", target="100")
    evening.play((4, 6, "nil", 1), 6, 7, seat_2=0)
    ann = page_of(browser, "Ann")
    (pair,) = [link for link in ann.links if "/with/" in link and "Cleo" in browser.open(link).text]
    _, one, _, other = pair.partition("?")[0].split("/")[1:5]
    for path in (f"/players/{one}/with/{other}", f"/players/{other}/with/{one}"):
        assert "Nils made 5 of 5" in browser.open(path).text


def test_a_players_figures_are_next_to_the_average_and_link_to_their_matches(
    browser: Browser, evening: Table
) -> None:
    text = page_of(browser, "Ann").text
    assert "Matches won 2 of 3 all players: 6 of 12" in text
    assert "Lost the last match. Longest winning streak: 2 (last 3 matches)" in text
    assert "Too few to say much" in text
    links = [link.attributes["href"] for link in page_of(browser, "Ann").root.all("a")]
    hands = [link for link in links if "#hand-" in link]
    assert [link.partition("#")[2] for link in hands] == ["hand-1", "hand-1"]
    there = browser.open(hands[0].partition("#")[0]).root.all("details")
    assert "hand-1" in [one.attributes.get("id") for one in there]
    page = page_of(browser, "Ann", "?period=year")
    behind = [link for link in page.links if link.startswith("/history?player=")]
    assert any("from=" in link and "-01-01" in link for link in behind)
    text = page_of(browser, "Eve").text
    assert "Won the last match." in text
    assert "Longest winning streak" not in text


def test_two_players_with_enough_matches_are_compared_and_no_unknown_one(
    browser: Browser, evening: Table
) -> None:
    assert "Best partner: too close to call (3 matches)" in page_of(browser, "Dan").text
    page = page_of(browser, "Ann")
    two = browser.open(next(link for link in page.links if "/with/" in link))
    assert "Too close to call (3 matches)" in two.text
    ann = page_of(browser, "Ann")
    links = [link for link in ann.links if "/with/" in link]
    texts = [browser.open(link).text for link in links]
    assert any("Ann won 2 of 2" in text and "Ben won 0 of 2" in text for text in texts)
    assert any("Who is better at nil?" in text for text in texts)
    ann = page_of(browser, "Ann").form("/name").action.removesuffix("/name")
    for other in ("x", "A" * 22, ann.rpartition("/")[2]):
        assert browser.open(f"{ann}/with/{other}").status == 404


def test_guests_are_not_in_the_tables(browser: Browser, evening: Table) -> None:
    page = page_of(browser, "Ann")
    assert browser.send(page.form("/look"), guest="yes", colour="2").status == SAVED
    assert not any("Ann" in line for line in ranks(browser.open("/players")))
    page = page_of(browser, "Ann")
    assert "Guest · 3 matches" in page.text
    assert browser.send(page.form("/look"), guest=None, colour="7").status == SAVED
    assert any("Ann" in line for line in ranks(browser.open("/players")))


def test_a_season_counts_from_its_first_day(browser: Browser, evening: Table) -> None:
    form = browser.open("/players").form("/season")
    assert browser.send(form, day="2099-01-01").status == SAVED
    page = browser.open("/players")
    assert "This season" in page.text
    assert ranks(page) == []
    assert ranks(browser.open("/players?period=all")) != []
    assert browser.send(page.form("/season"), day="").status == SAVED
    assert ranks(browser.open("/players")) != []


@pytest.mark.parametrize("day", ["x", "2026-13-01", "20", "0001-01-01", "2026-W01-1", "20261120"])
def test_an_invalid_season_date_is_rejected_and_kept(
    browser: Browser, evening: Table, day: str
) -> None:
    page = browser.send(browser.open("/players").form("/season"), day=day)
    assert page.status == 422
    assert "That isn’t a valid date" in page.text
    assert page.form("/season").fields["day"] == day
