import pytest

from scorekeeper.rules import GAMES
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser


def referee(table: Table) -> Page:
    return table.browser.open(f"{table.path}/referee")


def asked_first(page: Page) -> list[str]:
    (keys,) = page.root.all("nav", class_="desk__options")
    return [key.all("b")[0].text for key in keys.all("a")]


def said(page: Page) -> str:
    return page.root.all("main")[0].all("h2")[0].text


def test_the_referee_names_the_first_bidder_and_links_back_to_the_match_until_its_end(
    table: Table,
) -> None:
    page = referee(table)
    assert said(page) == "Ann bids first"
    assert "Dan deals. Bidding order: Ann, Ben, Cleo, Dan." in page.text
    assert asked_first(page)[0] == "What do we need?"
    pages = ("/referee", "/judge", "/rulings", "/outlook")
    backs = [
        table.browser.open(table.path + page).root.all("a", class_="bar__back")[0] for page in pages
    ]
    assert [back.attributes["href"] for back in backs] == [table.path] * len(pages)
    table.end()
    page = referee(table)
    assert said(page) == "The match is over."
    assert asked_first(page) == ["Rulings", "Check a trick", "Rule card"]


def test_the_referee_names_the_leader_during_play(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    page = referee(table)
    assert said(page) == "Ann leads"
    assert asked_first(page) == [
        *["Check a trick", "Rulings", "What do we need?", "Trick by trick", "Rule card"]
    ]
    assert f"{table.path}?by=trick" in page.ways


def test_the_referee_reads_the_trick_from_the_tally(table: Table) -> None:
    table.bid(4, "nil", 3, 2)
    table.tally("seat_1")
    assert said(referee(table)) == "Ben leads"
    assert "Trick 2 of 13" in referee(table).text
    table.tally("side_0")
    assert said(referee(table)) == "Trick 3 of 13"


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_a_seat_at_the_table(browser: Browser, game: str) -> None:
    table = Table(browser)
    table.start(game)
    pages = ("/referee", "/judge", "/rulings?kind=revoke&noticed=later")
    places = [table.show(page).root.all("ol", class_="trick__seats")[0] for page in pages]
    assert [len(place.all("li")) for place in places] == [GAMES[game].seats] * len(pages)


def test_two_players_draw_first(duel: Table) -> None:
    assert asked_first(referee(duel))[0] == "Draw the cards"
