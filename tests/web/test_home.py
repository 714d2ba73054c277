from tests.people import PLAYERS
from tests.table import SAVED, Table
from tests.web.browser import Browser


def finish(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()


def test_a_first_visit_shows_how_to_start_creates_no_device_and_is_indexed(
    browser: Browser,
) -> None:
    page = browser.open("/")
    assert page.status == 200
    assert "/matches/new" in page.links
    assert "/history" in page.links
    assert "/settings" in page.links
    assert "/in" in page.links
    browser.open("/")
    browser.open("/matches/new?game=partnership")
    assert browser.client.get_cookie("scorekeeper_device") is None
    assert browser.open("/").headers["X-Robots-Tag"] == "all"
    Table(browser).start("two-player")
    assert browser.open("/").headers["X-Robots-Tag"] == "noindex"


def test_a_finished_match_moves_to_the_latest_and_same_again_starts_another(table: Table) -> None:
    finish(table)
    page = table.browser.open("/")

    assert (table.path in page.links, "/in" in page.links) == (True, False)
    assert "ended early" in page.text
    assert "bids first" not in page.text
    answer = table.browser.send(table.browser.open("/").form("/rematch"))
    assert answer.status == SAVED
    again = table.browser.open(answer.location)
    assert again.points == [0, 0]
    assert "Ben leads" in again.text
    assert set(PLAYERS["partnership"]) <= set(again.text.split())


def test_home_lists_the_latest_five(browser: Browser) -> None:
    table = Table(browser)
    paths = []
    for _ in range(6):
        table.start("two-player")
        table.end()
        paths.append(table.path)
    links = browser.open("/").links
    assert [path in links for path in paths] == [False, True, True, True, True, True]


def test_running_matches_are_listed_newest_first_with_the_symbols_of_their_sides(
    table: Table,
) -> None:
    (card,) = table.browser.open("/").root.all("a", href=table.path)
    assert len(card.all("svg", class_="shape")) == 2
    older = table.path
    table.start("two-player")
    links = table.browser.open("/").links
    assert links.index(table.path) < links.index(older)
