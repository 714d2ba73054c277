import pytest

from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser

LATE = {"opening_points_0": "420", "opening_points_1": "-140", "opening_bags_1": "8"}


def outlook(table: Table) -> Page:
    return table.browser.open(f"{table.path}/outlook")


def late(browser: Browser, game: str = "partnership", **fields: str) -> Table:
    table = Table(browser)
    table.start(game, **(LATE | fields))
    return table


def needs(page: Page) -> list[str]:
    return [
        part.text
        for card in page.root.all("section")
        for first in card.all("p", class_="need__first")
        for part in (first, *card.all("li"))
    ]


def rows(page: Page) -> list[str]:
    return [
        row.text
        for table in page.root.all("table", class_="outlook")
        for row in table.all("tbody")[0].all("tr")
    ]


def test_the_outlook_shows_the_lowest_winning_bid_before_the_bids(browser: Browser) -> None:
    page = outlook(late(browser))
    assert needs(page) == [
        "Wins with a bid of 8, if made, or with a nil and 1 from the partner, if both are made "
        "exactly",
        "0 bags: 10 more cost 100",
        "No bid is enough to win this hand",
        "8 bags: 2 more cost 100",
    ]
    assert "This assumes that nobody else’s score changes." in page.text


def test_the_outlook_lists_every_number_of_tricks(browser: Browser) -> None:
    table = late(browser)
    table.bid(3, 3, 3, 3)
    found = rows(outlook(table))
    assert len(found) == 14
    assert found[5] == "5 : 8 360 0 bags −178 0 bags Blue takes the bag penalty, Gold set"
    assert found[8] == "8 : 5 482 2 bags −200 8 bags Gold wins, Blue set"


def test_a_nil_is_shown_made_and_failed(browser: Browser) -> None:
    table = late(browser, opening_points_0="400", opening_points_1="0")
    table.bid("nil", 3, 3, 3)
    page = outlook(table)
    assert needs(page)[:2] == [
        "Makes 3 with 3 or more tricks",
        "Wins with 3 to 12 tricks, if Ann’s nil is made",
    ]
    assert [node.text for node in page.root.all("caption")] == [
        "Ann’s nil is made",
        "Ann’s nil is broken",
    ]
    assert len(rows(page)) == 14 + 13
    assert rows(page)[14 + 4] == (
        "5 : 8 273 to 332 2 to 5 bags −38 0 bags Blue takes the bag penalty, Gold may be set"
    )
    assert "Total tricks" in page.text


def test_the_outlook_says_that_a_hand_cannot_decide_or_that_the_match_is_over(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    page = outlook(table)
    assert "This hand can’t decide the match" in page.text
    assert len(rows(page)) == 14
    table.end()
    assert "The match is over." in outlook(table).text


def test_the_outlook_knows_the_last_timed_hand_and_a_first_that_bids_itself(
    browser: Browser,
) -> None:
    table = Table(browser)
    table.start("partnership", hand_limit="1")
    table.bid(3, 3, 3, 3)
    page = outlook(table)
    assert needs(page) == [
        "Makes 6 with 6 or more tricks",
        "Wins with 7 or more tricks",
        "Makes 6 with 6 or more tricks",
        "Wins with 7 or more tricks",
    ]
    assert strips(page)[0] == ["set"] * 6 + ["made"] + ["won"] * 7
    table.start("partnership", first_hand="bids itself")
    assert "The first hand has no bids" in outlook(table).text


def test_the_outlook_and_the_board_count_a_ruling_in(browser: Browser) -> None:
    table = Table(browser)
    table.start(opening_points_0="284", opening_bags_0="6", opening_points_1="441")
    table.bid(3, 3, 3, 3)
    table.rule("revoke", "later", seat="1", hand="1")
    page = outlook(table)
    assert needs(page) == [
        "Makes 6 with 3 or more tricks",
        "Bag penalty with 10 or more tricks",
        "Can’t win this hand",
        "Makes 6 and wins with 9 or more tricks",
    ]
    assert strips(page)[0] == ["set"] * 3 + ["made"] * 7 + ["bagged"] * 4
    assert "Ben: 3 tricks to Gold" in page.text
    board = table.show().text
    assert "3 to make" in board
    assert "9 to make" in board


def strips(page: Page) -> list[list[str]]:
    return [
        [cell.attributes["class"].rpartition("--")[2] for cell in strip.all("span")]
        for strip in page.root.all("p", class_="strip")
    ]


@pytest.mark.parametrize(
    ("game", "players", "sides", "tricks"),
    [("three-handed", 3, 3, 17), ("solo", 4, 4, 13), ("six-handed", 6, 3, 17)],
)
def test_each_of_several_sides_has_its_own_table(
    browser: Browser, game: str, players: int, sides: int, tricks: int
) -> None:
    table = Table(browser)
    table.start(game)
    assert outlook(table).status == 200
    table.bid(*[2] * players)
    page = outlook(table)
    assert len(page.root.all("caption")) == sides
    assert len(rows(page)) == sides * (tricks + 1)
