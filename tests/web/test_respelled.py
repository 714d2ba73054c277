"""The app says where it takes two spellings for one person, with a way to say no."""

import pytest

from tests.book.transfer.files import lines, named, played, written
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.scorebooks.test_import import book_of, started, upload

SAID = "Daniel is Daniël here."


@pytest.fixture
def table(browser: Browser) -> Table:
    table = Table(browser)
    table.start("two-player", player_0="Daniël", player_1="Ann")
    table.bid(3, 4)
    return table


def names(table: Table) -> list[str]:
    return list(table.browser.open(f"{table.path}/file").json()["players"])


def say_no(browser: Browser, page: Page, to: str) -> None:
    (form,) = [one for one in page.forms_to(to) if "other" in one.fields]
    assert browser.send(form).status == SAVED


def test_at_the_start_of_a_match(table: Table) -> None:
    first = names(table)
    table.start("two-player", player_0="Daniel", player_1="Ben")
    page = table.show()
    assert names(table) == ["Daniël", "Ben"]
    assert SAID in page.text
    say_no(table.browser, page, "/names")
    assert names(table) == ["Daniel", "Ben"]
    assert SAID not in table.show().text
    table.start("two-player", player_0="Daniel", player_1="Daniël")
    assert (names(table), first) == (["Daniel", "Daniël"], ["Daniël", "Ann"])
    assert "Same person?" not in table.browser.open("/players").text


@pytest.mark.parametrize(
    ("seated", "said"),
    [("Cleo", SAID), ("Daniël", "Daniël is now called Daniel in all matches.")],
    ids=["in place of another", "another spelling"],
)
def test_in_the_names_of_a_match(table: Table, seated: str, said: str) -> None:
    first = table.path
    table.start("two-player", player_0=seated, player_1="Ben")
    form = table.browser.open(f"{table.path}/names").form("/names")
    assert table.browser.send(form, player_0="Daniel").status == SAVED
    page = table.show()
    assert said in page.text
    say_no(table.browser, page, "/names")
    assert names(table) == ["Daniel", "Ben"]
    assert names(Table(table.browser, first)) == ["Daniël", "Ann"]


def test_in_the_report_of_an_import(table: Table) -> None:
    people = ["Daniel", "Fay", "Gus", "Hal"]
    file = lines(*(written(played(one), named(one), players=people) for one in (1, 2)))
    book = book_of(table)
    page = upload(table.browser, book, file)
    assert SAID in page.text
    started(table.browser, page, other="Daniel")
    listed = table.browser.open("/players").text
    assert ("Daniel" in listed, "Daniël" in listed) == (True, True)
    assert "Same person?" not in listed


def test_players_lists_pairs_that_may_be_one_person(table: Table) -> None:
    one, other = (written(played(seed), named(seed)) for seed in (1, 2))
    both = lines(
        {**one, "players": ["O'Brien", "Fay", "Gus", "Hal"]},
        {**other, "players": ["O’Brien", "Fay", "Gus", "Hal"]},
    )
    started(table.browser, upload(table.browser, book_of(table), both))
    page = table.browser.open("/players")
    assert "Same person?" in page.text
    assert table.browser.send(page.forms_to("/apart")[0]).status == SAVED
    assert "Same person?" not in table.browser.open("/players").text
    assert table.browser.send(page.forms_to("/merge")[0]).status == SAVED
    listed = table.browser.open("/players").text
    assert ("O'Brien" in listed, "O’Brien" in listed) == (True, False)
