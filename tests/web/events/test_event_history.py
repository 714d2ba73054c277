"""The matches of an evening in the history: one group under its name."""

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.book.access import event_refs
from scorekeeper.book.db.ids import now
from scorekeeper.rules.seating.event import TableResult
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.events.club import Club


@pytest.fixture
def club(club: Club) -> Club:
    """Nine people, of whom two tables score on phones."""
    club.seat()
    club.score(1)
    club.score(2)
    return club


def titles(page: Page) -> list[str]:
    return [node.text for node in page.root.all("h3")]


def cards(page: Page) -> list[int]:
    groups = page.root.all("section", class_="evening")
    return [len(group.all("span", class_="card__sides")) for group in groups]


def test_the_matches_of_an_evening_are_a_group_under_its_name_until_it_is_deleted(
    club: Club,
) -> None:
    page = club.owner.open("/history")
    assert (len(titles(page)), cards(page)) == (1, [2])
    assert titles(page)[0].startswith("Friday club ")
    assert club.path in page.ways
    page = club.owner.open(f"/history?name={club.seated(1)[0]}")
    assert (titles(page)[0].startswith("Friday club"), cards(page)) == (True, [1])
    page = club.owner.open("/history?mark=")
    assert titles(page)[0].startswith("Friday club")
    assert len(page.root.all("input", name="match")) == 2
    club.delete()
    page = club.owner.open("/history")
    assert (cards(page), club.path in page.ways) == ([2], False)


def test_the_winner_heads_the_group_and_changes_with_a_typed_result(club: Club) -> None:
    club.type_result(1, 350, 212)
    names = club.seated(1)
    club.end()
    (title,) = titles(club.owner.open("/history"))
    assert title.endswith("share first place.")
    assert names[0] in title
    club.change_result(1, 1, 212, 350)
    (title,) = titles(club.owner.open("/history"))
    assert names[1] in title


def test_an_evening_that_goes_on_shows_its_round(club: Club) -> None:
    (title,) = titles(club.owner.open("/history"))
    assert title.endswith(" · Round 1 of 5 · 9 people")
    assert "Friday club Round 1" in club.owner.open("/").text
    club.end()
    (title,) = titles(club.owner.open("/history"))
    assert title.endswith(" · 9 people")
    assert "Friday club Round 1" not in club.owner.open("/").text


def test_other_matches_of_the_day_are_a_group_of_their_own(club: Club) -> None:
    Table(club.owner).start()
    page = club.owner.open("/history")
    assert cards(page) == [1, 2]
    assert [title.startswith("Friday club") for title in titles(page)] == [False, True]


@pytest.fixture
def typed(app: Flask) -> Club:
    """Nine people without a phone: the organiser types all results."""
    club = Club.meet(app)
    club.seat()
    club.finish()
    return club


def ways(page: Page, club: Club) -> int:
    return [node.attributes["href"] for node in page.root.all("a")].count(club.path)


def test_an_evening_of_typed_results_is_a_group_without_cards(typed: Club) -> None:
    winner = typed.seated(1)[0]
    typed.end()
    page = typed.owner.open("/history")
    ((title,), groups) = titles(page), cards(page)
    assert title.startswith("Friday club ")
    assert winner in title
    assert title.endswith("share first place.")
    assert (groups, ways(page, typed)) == ([0], 1)
    assert "No matches yet" not in page.text
    assert "Select matches" not in page.text
    typed.change_result(1, 1, 212, 350)
    assert titles(typed.owner.open("/history")) != [title]


def test_an_evening_of_typed_results_stands_between_matches(typed: Club) -> None:
    table = Table(typed.owner)
    table.start()
    newer = Club.meet(typed.app, secret=typed.secret)
    page = typed.owner.open("/history")
    assert cards(page) == [0, 1, 0]
    assert [ways(page, club) for club in (typed, newer)] == [1, 1]


def test_a_first_match_moves_the_evening_to_its_matches(typed: Club) -> None:
    assert cards(typed.owner.open("/history")) == [0]
    typed.seat()
    typed.score(1)
    page = typed.owner.open("/history")
    assert (cards(page), ways(page, typed)) == ([1], 1)


def test_strangers_do_not_see_an_evening_of_typed_results_and_nobody_a_deleted_one(
    typed: Club,
) -> None:
    stranger = Table(Browser(typed.app))
    stranger.start()
    assert ways(stranger.browser.open("/history"), typed) == 0
    typed.delete()
    page = typed.owner.open("/history")
    assert ways(page, typed) == 0
    assert "No matches yet" in page.text


def test_an_evening_stays_at_home_for_some_hours_after_its_end(
    typed: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed.end()
    assert ways(typed.owner.open("/"), typed) == 1
    later = now() + timedelta(hours=13)
    monkeypatch.setattr(event_refs, "now", lambda: later)
    assert ways(typed.owner.open("/"), typed) == 0


def test_a_match_whose_result_was_typed_is_not_in_progress(club: Club) -> None:
    phone, spectator = club.visit("scorer"), club.visit("spectator")
    match = Table(phone[0], phone[0].send(phone[1].form("/match")).location)
    spectator[0].send(spectator[0].open(f"{club.path}/tables").form("/tables/1/watch"))
    readers = [club.owner, match.browser, spectator[0]]
    unfinished = club.owner.open("/history?unfinished=yes")
    assert cards(unfinished) == [2]
    assert all(match.path in reader.open("/").links for reader in readers)
    club.type_result(1, 350, 212)
    assert not any(match.path in reader.open("/").links for reader in readers)
    assert cards(club.owner.open("/history?unfinished=yes")) == [1]
    assert [club.owner.open("/history").text.count("Done · typed in")] == [1]
    assert match.path in club.owner.open("/history").links
    club.type({(1, 1): None}, {(1, 1): TableResult.of_points(350, 212)})
    assert match.path in club.owner.open("/").links
    club.type_result(1, 350, 212)
    club.delete()
    assert match.path in club.owner.open("/").links
