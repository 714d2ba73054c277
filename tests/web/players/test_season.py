"""The page of a club season: its tab, its lines, its form, who sees it, and what it costs."""

import pytest
from flask import Flask

from tests.databases import recorded
from tests.evening import singles
from tests.reading import Page
from tests.table import SAVED
from tests.web.events.club import Club

TABBED = ("/history", "/history/records", "/players")


@pytest.fixture
def club(app: Flask) -> Club:
    """Eight people of whom four have won the first round, two by 138 points and two by 50."""
    club = Club.meet(app, singles(8))
    club.seat()
    club.type_result(1, 350, 212)
    club.type_result(2, 300, 250)
    return club


def list_tabs(page: Page) -> list[str]:
    return [tab.text for tab in page.root.all("a", class_="tabs__one")]


def list_points(page: Page) -> list[str]:
    return [line.text for line in page.root.all(class_="rank__value")]


def hold_more(club: Club, evenings: int) -> None:
    """Hold more evenings of the same people, who all come in the same order."""
    for _ in range(evenings):
        another = Club.meet(club.app, singles(8), secret=club.secret)
        another.seat()
        another.finish()
        another.end()


@pytest.mark.parametrize("path", TABBED)
def test_the_tab_is_there_while_an_evening_is_finished(club: Club, path: str) -> None:
    before = list_tabs(club.owner.open(path))
    club.end()
    assert list_tabs(club.owner.open(path)) == [*before, "Club season"]
    club.delete()
    assert list_tabs(club.owner.open(path)) == before


def test_a_line_opens_its_evenings_and_those_that_do_not_count_are_struck_through(
    club: Club,
) -> None:
    club.end()
    page = club.owner.open("/season")
    assert list_points(page) == ["7½", "7½", "5½", "5½", "3½", "3½", "1½", "1½"]
    assert "1 evening · 1 win" in page.text
    assert "1st of 8" in page.text
    assert f"{club.path}/standings" in page.ways
    hold_more(club, 2)
    form = club.owner.open("/players").form("/season")
    assert club.owner.send(form, best="2").status == SAVED
    page = club.owner.open("/season")
    assert page.text.count("2 of 3 count") == 8
    assert len(page.root.all("s")) == 8
    assert "The best 2 evenings count." in page.text
    assert club.owner.open("/players").form("/season").fields["best"] == "2"


def test_a_change_after_the_end_changes_the_season(club: Club) -> None:
    club.end()
    assert list_points(club.owner.open("/season"))[:3] == ["7½", "7½", "5½"]
    club.change_result(1, 2, 350, 212)
    assert list_points(club.owner.open("/season"))[:3] == ["6½", "6½", "6½"]
    club.delete()
    assert list_points(club.owner.open("/season")) == []
    assert "No finished club evenings in this period." in club.owner.open("/season").text


@pytest.mark.parametrize("best", ["0", "61", "-1", "six", "1.5", "9" * 40])
def test_an_invalid_number_of_evenings_is_rejected_and_kept(club: Club, best: str) -> None:
    club.end()
    page = club.owner.send(club.owner.open("/players").form("/season"), best=best)
    assert page.status == 422
    assert "Type a number from 1 to 60." in page.text
    assert page.form("/season").fields["best"] == best


@pytest.mark.parametrize("role", ["spectator", "scorer"])
def test_phones_of_one_evening_do_not_see_the_season(club: Club, role: str) -> None:
    club.end()
    phone, _page = club.visit(role)
    assert phone.open("/season").status == 404
    assert "Club season" not in list_tabs(phone.open("/players"))


@pytest.mark.parametrize("evenings", [0, 4])
def test_the_season_takes_few_statements_and_two_if_unchanged(club: Club, evenings: int) -> None:
    club.end()
    hold_more(club, evenings)
    with recorded(club.database) as statements:
        club.owner.open("/season")
        assert len(statements) <= 6
        statements.clear()
        club.owner.open("/season")
        assert len(statements) <= 2
