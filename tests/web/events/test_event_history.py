"""The matches of an evening in the history: one group under its name."""

import pytest
from flask import Flask

from scorekeeper.book.events import table_matches
from scorekeeper.book.matches.submissions import Submission
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.events.club import Club


@pytest.fixture
def club(app: Flask) -> Club:
    """Nine people, of whom two tables score on phones."""
    club = Club.create(app)
    club.evening.seat()
    for table in (1, 2):
        with club.evening.database.write() as session:
            form = Submission.of(f"table {table}", None, ())
            key = club.evening.secret, form, club.evening.id
            table_matches.start_table_match(session, *key, table)
    return club


def titles(page: Page) -> list[str]:
    return [node.text for node in page.root.all("h3")]


def cards(page: Page) -> list[int]:
    """How many matches each group has."""
    groups = page.root.all("section", class_="evening")
    return [len(group.all("a", class_="card")) for group in groups]


def test_the_matches_of_an_evening_are_a_group_under_its_name(club: Club) -> None:
    page = club.owner.open("/history")
    assert (len(titles(page)), cards(page)) == (1, [2])
    assert titles(page)[0].startswith("Friday club ")
    assert club.path in page.ways


def test_the_winner_heads_the_group_and_changes_with_a_typed_result(club: Club) -> None:
    club.evening.type_result(1, 350, 212)
    names = club.evening.seated(1)
    club.evening.end()
    (title,) = titles(club.owner.open("/history"))
    assert title.endswith("share first place.")
    assert names[0] in title
    club.evening.change_result(1, 1, 212, 350)
    (title,) = titles(club.owner.open("/history"))
    assert names[1] in title


def test_other_matches_of_the_day_are_a_group_of_their_own(club: Club) -> None:
    Table(club.owner).start()
    page = club.owner.open("/history")
    assert cards(page) == [1, 2]
    assert [title.startswith("Friday club") for title in titles(page)] == [False, True]


def test_the_matches_of_a_deleted_evening_are_grouped_by_their_times(club: Club) -> None:
    club.evening.delete()
    page = club.owner.open("/history")
    assert (cards(page), club.path in page.ways) == ([2], False)


def test_a_search_finds_some_of_the_matches_in_the_group(club: Club) -> None:
    page = club.owner.open(f"/history?name={club.evening.seated(1)[0]}")
    assert (titles(page)[0].startswith("Friday club"), cards(page)) == (True, [1])


def test_marked_matches_stand_in_the_group_too(club: Club) -> None:
    page = club.owner.open("/history?mark=")
    assert titles(page)[0].startswith("Friday club")
    assert len(page.root.all("input", name="match")) == 2


def test_a_history_without_evenings_asks_nothing_about_them(app: Flask) -> None:
    browser = Browser(app)
    Table(browser).start()
    assert "/events/" not in browser.open("/history").html
