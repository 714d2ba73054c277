from tests.people import PLAYERS
from tests.table import SAVED, Table
from tests.web.browser import Browser


def finish(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()


def test_a_browser_that_was_never_here_is_shown_how_to_begin(browser: Browser) -> None:
    page = browser.open("/")
    assert page.status == 200
    assert "/matches/new" in page.links
    assert "/history" in page.links
    assert "/settings" in page.links
    assert "/in" in page.links


def test_who_has_a_scorebook_is_not_asked_for_a_code(table: Table) -> None:
    table.end()
    assert "/in" not in table.browser.open("/").links


def test_looking_around_leaves_no_device_behind(browser: Browser) -> None:
    browser.open("/")
    browser.open("/matches/new?game=partnership")
    assert browser.client.get_cookie("scorekeeper_device") is None


def test_the_running_match_is_one_tap_away(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    page = table.browser.open("/")
    assert table.path in page.links
    assert "Ann & Cleo" in page.text
    assert "71" in page.text


def test_running_matches_stand_with_the_newest_first(table: Table) -> None:
    older = table.path
    table.start("two-player")
    links = table.browser.open("/").links
    assert links.index(table.path) < links.index(older)


def test_a_finished_match_is_no_longer_running_but_among_the_latest(table: Table) -> None:
    finish(table)
    page = table.browser.open("/")
    assert table.path in page.links
    assert "ended early" in page.text
    assert "bids first" not in page.text


def test_same_again_starts_a_match_of_the_same_people(table: Table) -> None:
    finish(table)
    answer = table.browser.send(table.browser.open("/").form("/rematch"))
    assert answer.status == SAVED
    again = table.browser.open(answer.location)
    assert again.points == [0, 0]
    assert "Ben leads" in again.text
    assert set(PLAYERS["partnership"]) <= set(again.text.split())


def test_only_the_latest_five_are_shown(browser: Browser) -> None:
    table = Table(browser)
    paths = []
    for _ in range(6):
        table.start("two-player")
        table.end()
        paths.append(table.path)
    links = browser.open("/").links
    assert [path in links for path in paths] == [False, True, True, True, True, True]


def test_only_a_first_visit_is_open_to_search_engines(browser: Browser) -> None:
    assert browser.open("/").headers["X-Robots-Tag"] == "all"
    Table(browser).start("two-player")
    assert browser.open("/").headers["X-Robots-Tag"] == "noindex"


def test_the_sides_of_a_match_have_their_signs(table: Table) -> None:
    (card,) = table.browser.open("/").root.all("a", href=table.path)
    assert len(card.all("svg", class_="shape")) == 2
