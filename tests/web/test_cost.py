from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.book.matches import match_writer
from scorekeeper.book.models.tables import PLAYERS
from scorekeeper.web.match import recording
from tests.databases import ON_A_SERVER
from tests.plans import collect_plans, find_table_scans
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import Story

KILOBYTE = 1000
ROUND_TRIP = 14_600
"""Bytes a new connection brings before it waits for an answer."""


@contextmanager
def at_most(statements: list[str], most: int) -> Iterator[None]:
    before = len(statements)
    yield
    assert 0 < len(statements) - before <= most


@pytest.fixture
def _one_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of saves: in another second, the time in the row of the hand changes, too."""
    for module in (match_writer, recording):
        monkeypatch.setattr(module, "now", lambda: datetime(2026, 11, 20, 20, tzinfo=UTC))


def play_hands(table: Table, hands: int) -> None:
    table.start("partnership", target="1000")
    for _ in range(hands):
        table.play((1, 3, 1, 3), 6, 7)


@pytest.mark.parametrize("hands", [0, 1, 12])
def test_match_page_statements_do_not_grow_with_hands(
    table: Table, statements: list[str], hands: int
) -> None:
    play_hands(table, hands)
    with at_most(statements, 4):
        table.show()
    table.bid(4, 3, 3, 2)
    with at_most(statements, 4):
        table.show()
    with at_most(statements, 4):
        table.browser.open(f"{table.path}/hands/1/correction")
    # One more to list what was undone, and at the end two for the winners and one for a rematch.
    table.undo()
    with at_most(statements, 5):
        table.show()
    table.save("end", winner="0")
    with at_most(statements, 8):
        table.show()


@pytest.mark.parametrize("page", ["", "/outlook", "/referee", "/rules", "/hands/1/correction"])
def test_an_unchanged_match_page_takes_one_statement(
    table: Table, statements: list[str], page: str
) -> None:
    play_hands(table, 2)
    table.show()
    table.browser.open(table.path + page)
    with at_most(statements, 1):
        table.browser.open(table.path + page)


def test_the_first_view_after_a_save_takes_one_statement(
    table: Table, statements: list[str]
) -> None:
    play_hands(table, 2)
    with at_most(statements, 1):
        assert "Hand saved" in table.show().text


@pytest.mark.usefixtures("_one_second")
@pytest.mark.parametrize("hands", [0, 12])
def test_save_statements_do_not_grow_with_hands(
    table: Table, statements: list[str], hands: int
) -> None:
    play_hands(table, hands)
    bids = table.show().form("/bids")
    with at_most(statements, 8):
        table.browser.send(bids, bid_0="4", bid_1="3", bid_2="nil", bid_3="2")
    tricks = table.show("?by=side").form("/tricks")
    with at_most(statements, 8):
        table.browser.send(tricks, side_0="7", side_1="6", seat_2="0")
    undo = table.show().form("/undo")
    with at_most(statements, 8):
        table.browser.send(undo)


def test_a_repeated_form_takes_fewer_statements(table: Table, statements: list[str]) -> None:
    form = table.show().form("/bids")
    table.browser.send(form, bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    with at_most(statements, 1):
        table.browser.send(form, bid_0="4", bid_1="3", bid_2="3", bid_3="2")


@pytest.mark.usefixtures("_one_second")
def test_the_deciding_hand_takes_no_more_statements(table: Table, statements: list[str]) -> None:
    table.start("partnership", opening_points_0="450")
    table.bid(4, 3, 3, 2)
    form = table.show("?by=side").form("/tricks")
    # Two more than any other: the rows of its seats, and the revision of the statistics.
    with at_most(statements, 11):
        answer = table.browser.send(form, side_0="8", side_1="5")
    assert answer.status == SAVED


@pytest.mark.parametrize("matches", [0, 1, 8])
def test_home_and_history_statements_do_not_grow(
    browser: Browser, statements: list[str], matches: int
) -> None:
    table = Table(browser)
    for number in range(matches):
        table.start("two-player", player_0=f"Ann {number}")
        table.end()
        table.start("two-player", player_0=f"Ann {number}")
    # The first time, the running matches are loaded; then they are remembered.
    with at_most(statements, 7):
        browser.open("/history")
    with at_most(statements, 5):
        browser.open("/history?name=ann")
    with at_most(statements, 3):
        browser.open("/history?name=ann")
    for _ in range(2):
        with at_most(statements, 4):
            browser.open("/matches/new")
    with at_most(statements, 5):
        browser.open("/")
    with at_most(statements, 3):
        browser.open("/")
    with at_most(statements, 4):
        browser.open("/players")
    with at_most(statements, 3):
        browser.open("/history/deleted")


PLAYER_PAGES = [
    *("", "?by=pairs", "?by=nil&period=year", "?house=last"),
    *("/{ann}", "/{ann}?period=month", "/{ann}/with/{cleo}"),
]
RECORDS = ["/history/records", "/history/records?period=year&game=partnership"]


@pytest.fixture
def people(app: Flask, browser: Browser) -> dict[str, str]:
    table = Table(browser)
    table.start()
    table.bid(4, 3, 3, 2)
    table.take(8, 5)
    table.end()
    with app.extensions["database"].read() as session:
        rows = session.execute(select(PLAYERS.c["name", "public_id"])).all()
    return {row.name.lower(): row.public_id for row in rows}


@pytest.mark.parametrize("page", PLAYER_PAGES)
def test_a_page_of_players_takes_few_statements(
    browser: Browser, people: dict[str, str], statements: list[str], page: str
) -> None:
    with at_most(statements, 8 + 2 * ON_A_SERVER):  # which plans a join without nested loops
        browser.open(f"/players{page.format(**people)}")


def test_the_records_take_few_statements(
    browser: Browser, people: dict[str, str], statements: list[str]
) -> None:
    with at_most(statements, 10):
        browser.open("/history/records")


def test_what_a_phone_with_season_books_asks_takes_few_statements(
    browser: Browser, people: dict[str, str], statements: list[str]
) -> None:
    browser.open("/book/all")
    for page in ("/book/volumes", "/book", "/book/all"):
        with at_most(statements, 3):
            browser.open(page)


@pytest.mark.parametrize("page", [*(f"/players{page}" for page in PLAYER_PAGES), *RECORDS])
def test_an_unchanged_page_of_statistics_takes_two_statements(
    browser: Browser, people: dict[str, str], statements: list[str], page: str
) -> None:
    for _ in range(2):  # The first time with a message, which is not cached.
        browser.open(page.format(**people))
    with at_most(statements, 2):
        browser.open(page.format(**people))


@pytest.mark.parametrize(
    "page",
    [
        *(*(f"/players{page}" for page in PLAYER_PAGES), *RECORDS, "/history"),
        *("/history?name=ann", "/history?what=nil,tie", "/history?before=253402300799999999.1"),
        *("/book/volumes", "/book/all"),
    ],
)
@pytest.mark.usefixtures("scorebook_file")
def test_no_page_scans_a_whole_table(
    app: Flask, browser: Browser, people: dict[str, str], page: str
) -> None:
    with collect_plans(app.extensions["database"]) as told:
        browser.open(page.format(**people))
    assert told
    assert find_table_scans(told) == []


@pytest.mark.usefixtures("scorebook_file")
def test_no_match_page_scans_a_whole_table(app: Flask, table: Table) -> None:
    table.bid(4, 3, 3, 2)
    with collect_plans(app.extensions["database"]) as told:
        table.show()
        table.end()
        table.show()
    assert told
    assert find_table_scans(told) == []


def test_the_settings_take_no_statement(browser: Browser, statements: list[str]) -> None:
    browser.open("/settings")
    assert statements == []


def received(page: Page) -> int:
    """The bytes of an answer on their way, its headers included."""
    headers = sum(len(name) + len(value) + 4 for name, value in page.headers.items())
    return headers + len(page.body)


def first_visit(phone: Browser, path: str) -> list[Page]:
    """A page and all it needs to be seen, by a browser that has nothing of it yet."""
    page = phone.open(path)
    files = {node.attributes["href"].partition("#")[0] for node in page.root.all("use")}
    # The name for an icon is loaded later, if at all.
    needed = (node for node in page.root.all("link") if node.attributes["rel"] != "manifest")
    links = {node.attributes["href"] for node in needed}
    files |= {link for link in links if not link.startswith("#")}
    files |= {node.attributes["src"] for node in page.root.all("script")}
    return [page, *(phone.open(file) for file in sorted(files))]


def long_match(table: Table) -> None:
    play_hands(table, 12)
    table.bid(4, 3, 3, 2)


@pytest.fixture
def phone(app: Flask, play_story: Callable[[Story], Table]) -> Browser:
    table = play_story(long_match)
    return Browser(app, table.browser.secret, Accept_Encoding="gzip, deflate, br")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        pytest.param("/", 14, id="home"),
        pytest.param("/matches/new?game=partnership", 37.6, id="new match"),
        pytest.param("MATCH", 36, id="match"),
        pytest.param("MATCH/referee", 34, id="referee"),
    ],
)
def test_a_first_visit_takes_few_bytes_and_requests(
    phone: Browser, table: Table, path: str, most: float
) -> None:
    page, *files = first_visit(phone, path.replace("MATCH", table.path))
    assert len(files) + 1 <= 8
    assert received(page) + sum(received(file) for file in files) <= most * KILOBYTE


def test_the_first_page_fits_one_round_trip(app: Flask) -> None:
    answers = first_visit(Browser(app, Accept_Encoding="gzip"), "/")
    assert len(answers) <= 4
    assert sum(received(answer) for answer in answers) <= ROUND_TRIP


@pytest.mark.parametrize(
    ("path", "most"),
    [("/", 8), ("/history", 8), ("/settings", 8), ("/matches/new?game=partnership", 8.6),
     ("MATCH", 8), ("MATCH/hands/1/correction", 8)],
)  # fmt: skip
def test_a_later_page_is_one_small_request(
    phone: Browser, table: Table, path: str, most: float
) -> None:
    page = phone.open(path.replace("MATCH", table.path))
    assert page.headers["Content-Encoding"] == "gzip"
    assert received(page) <= most * KILOBYTE


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0"])
def test_answers_are_uncompressed_if_the_browser_asks(
    app: Flask, table: Table, accepted: str
) -> None:
    browser = Browser(app, table.browser.secret, Accept_Encoding=accepted)
    page = browser.open(table.path)
    style = next(link for link in page.links if link.endswith("app.css"))
    for answer in (page, browser.open(style)):
        assert "Content-Encoding" not in answer.headers
        assert "Accept-Encoding" in answer.headers["Vary"]
