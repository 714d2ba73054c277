"""The playoff: its start, its rounds, its bracket and its winner."""

import gzip
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.book.db.ids import now
from scorekeeper.book.events import rounds
from scorekeeper.rules.seating.event import EventKind, TableResult
from tests.evening import NAMES, PAIRS, singles
from tests.reading import Page
from tests.web.events.club import Club

SAVED, CONFLICT, INVALID, NOT_FOUND = 303, 409, 422, 404


@pytest.fixture
def club(club: Club) -> Club:
    """Nine people after a round that is over."""
    club.seat()
    club.finish()
    return club


@pytest.fixture
def pairs(app: Flask) -> Club:
    pairs = Club.meet(app, PAIRS, EventKind.SWISS)
    pairs.seat()
    pairs.finish()
    return pairs


def send(club: Club, page: str, ending: str, **fields: str) -> Page:
    owner = club.owner
    return owner.send(owner.open(f"{club.path}/{page}").form(ending), **fields)


def start(club: Club, **fields: str) -> Page:
    return send(club, "playoff", "/playoff", **fields)


def test_before_a_playoff_its_form_shows_who_plays_and_the_bracket_leads_to_the_standings(
    club: Club,
) -> None:
    page = club.owner.open(f"{club.path}/playoff")
    form = page.form("/playoff")
    assert "Top 4 as 2 pairs Top 8 as 4 pairs" in page.text
    assert (form.fields["size"], form.fields["lives"]) == ("4", "1")
    assert "The lot decides between those who share a place." in page.text
    assert club.owner.open(f"{club.path}/bracket").location == f"{club.path}/standings"


def test_the_best_people_become_pairs_who_play_in_a_bracket(club: Club) -> None:
    assert start(club, size="8", length="target:350").location == club.path
    event = club.load().event
    assert sorted(entrant.seed for entrant in event.entrants if entrant.seed) == [
        *(1, 1, 2, 2, 3, 3, 4, 4)
    ]
    assert club.load().event.find_house(2).target == 350
    bracket = club.owner.open(f"{club.path}/bracket").text
    assert "Semi-finals" in bracket
    assert "Table 1 · Not started" in bracket


def test_pairs_play_off_all_or_any_number(app: Flask) -> None:
    pairs = [(f"{name} A", f"{name} B") for name in NAMES[:13]]
    club = Club.meet(app, pairs, EventKind.SWISS)
    club.seat()
    assert not link_to_playoff(club)
    club.type_result(1, 300, 200)
    assert link_to_playoff(club)
    page = club.owner.open(f"{club.path}/playoff")
    keys = [node.text for node in page.root.all(class_="option")]
    expected = [*(f"Top {size} pairs" for size in (4, 8, 10, 12)), "All 13 pairs", "other…"]
    assert keys[:6] == expected
    answer = start(club, size="other", other="14")
    assert (answer.status, "Type a number from 2 to 13." in answer.text) == (INVALID, True)
    assert answer.form("/playoff").fields["other"] == "14"
    club.finish()
    assert start(club, size="other", other="7").status == SAVED
    assert sum(entrant.seed is not None for entrant in club.load().event.entrants) == 7


def test_the_best_sixteen_people_are_eight_pairs_after_any_round(app: Flask) -> None:
    club = Club.meet(app, singles(20))
    club.seat()
    club.finish()
    assert link_to_playoff(club)
    assert start(club, size="16").status == SAVED
    assert len(club.latest.tables) == 4


def link_to_playoff(club: Club) -> bool:
    return f"{club.path}/playoff" in club.owner.open(club.path).ways


def test_a_playoff_waits_for_those_who_still_play(app: Flask) -> None:
    club = Club.meet(app, PAIRS, EventKind.SWISS)
    club.seat()
    answer = start(club, size="4")
    assert answer.status == CONFLICT
    assert "No match of the playoff can start yet." in answer.text
    assert club.load().event.lives is None


def test_later_rounds_keep_the_length_or_change_it(club: Club) -> None:
    start(club, size="8", length="target:250")
    club.finish()
    page = club.owner.open(club.path)
    assert "Seat the final" in page.text
    form = club.owner.open(f"{club.path}/seating").form("/rounds")
    assert form.fields["length"] == "target:250"
    assert send(club, "seating", "/rounds", length="target:500").status == SAVED
    assert "Final started" in club.owner.open(club.path).text
    stored = club.load()
    assert (stored.event.lives, stored.event.find_house(3).target) == (1, 500)


def test_the_winner_of_the_final_wins_the_evening(pairs: Club) -> None:
    start(pairs, size="2")
    pairs.finish()
    bracket = pairs.owner.open(f"{pairs.path}/bracket").text
    assert "win the final, 350 : 212." in bracket
    page = pairs.owner.open(pairs.path)
    assert "End the evening" in page.text
    assert not [way for way in page.ways if way.endswith("/seating")]
    pairs.end()
    winners = " & ".join(pairs.load().names[pairs.latest.tables[0].seats[0]])
    assert f"Winners {winners}" in pairs.owner.open(pairs.path).text


def test_two_losses_are_three_lists(pairs: Club) -> None:
    start(pairs, size="4", lives="2")
    pairs.finish()
    page = pairs.owner.open(f"{pairs.path}/bracket")
    assert [node.text for node in page.root.all("h2")] == [
        *("Unbeaten 2 pairs", "One loss 2 pairs", "Out 0 pairs")
    ]


def test_a_playoff_is_taken_back_until_it_has_results(club: Club) -> None:
    club.owner.open(start(club, size="8").location)
    assert send(club, "bracket", "/removal").status == SAVED
    event = club.load().event
    assert (event.lives, [entrant.seed for entrant in event.entrants]) == (None, [None] * 9)
    assert "Who plays?" in club.owner.open(f"{club.path}/playoff").text
    club.owner.open(start(club, size="8").location)
    club.finish()
    assert not club.owner.open(f"{club.path}/bracket").forms_to("/removal")


@pytest.mark.parametrize(
    "fields",
    [{"size": "6"}, {"size": ""}, {"lives": "3"}, {"length": "target:-1"}, {"length": ""}],
    ids=["a size", "no size", "lives", "a length", "no length"],
)
def test_what_is_not_offered_is_refused(club: Club, fields: dict[str, str]) -> None:
    answer = start(club, **fields)
    assert (answer.status, "Answer every question." in answer.text) == (INVALID, True)


def test_two_organisers_start_it_once_and_never_with_older_standings(club: Club) -> None:
    owner = club.owner
    old = owner.open(f"{club.path}/playoff").form("/playoff")
    club.seat()
    club.finish()
    answer = owner.send(old, size="4")
    assert (answer.status, "changed in the meantime" in answer.text) == (CONFLICT, True)

    first, second = (owner.open(f"{club.path}/playoff").form("/playoff") for _ in range(2))
    assert owner.send(first, size="8").status == SAVED
    again = owner.send(second, size="4")
    assert again.location == f"{club.path}/bracket"
    assert len(club.load().event.rounds) == 3


def test_three_people_are_too_few(app: Flask) -> None:
    club = Club.meet(app, [("Ann",), ("Ben",), ("Cleo",)])
    page = club.owner.open(f"{club.path}/playoff")
    assert "A playoff needs 4 people, or 2 pairs." in page.text
    assert not page.forms_to("/playoff")


def test_players_see_a_small_bracket_with_the_state_of_each_table_and_change_nothing(
    club: Club,
) -> None:
    start(club, size="8")
    phone, _page = club.visit("scorer", 1)
    page = phone.open(f"{club.path}/bracket")
    assert (page.status, page.changing) == (200, [])
    assert phone.open(f"{club.path}/playoff").status == NOT_FOUND
    page = club.owner.open(f"{club.path}/bracket")
    assert len(gzip.compress(page.html.encode(), 6)) < 3_000
    club.start_match().play((3, 3, 3, 3), 7, 6)
    assert "Table 1 · Hand 2 of 8" in club.owner.open(f"{club.path}/print/bracket").text


def test_a_correction_says_what_it_may_change_in_the_playoff(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(club, size="8")
    club.finish()
    club.seat()
    assert "Other pairs may meet now." not in club.owner.open(club.path).text
    monkeypatch.setattr(rounds, "now", lambda: now() + timedelta(hours=1))
    finalists = {*club.latest.tables[0].seats}
    first_round = club.load().event.rounds[0].tables
    number = next(one.number for one in first_round if not finalists.isdisjoint(one.seats))
    club.change_result(1, number, 100, 350)
    assert "The playoff started before this change." in club.owner.open(club.path).text
    semi_final = club.load().event.rounds[1].tables[0]
    club.change_result(2, semi_final.number, 212, 350)
    page = club.owner.open(club.path).text
    assert "Other pairs may meet now." in page
    assert "“Undo: Final” in Set-up" in page
    assert "Undo: Final" in club.owner.open(f"{club.path}/setup").text
    assert "Final · 0 of 1 table done" in page
    final = club.start_match(club.latest.tables[0].number)
    for _ in range(8):
        final.play((3, 3, 3, 3), 7, 6)
    club.type({(3, 1): TableResult.none()}, {})
    assert "Two results" not in club.owner.open(club.path).text


def test_standings_are_for_all_and_the_file_of_an_evening_is_for_its_organiser(club: Club) -> None:
    phone, _page = club.visit("scorer", 1)
    answer = phone.open(f"{club.path}/standings.csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert "-standings.csv" in answer.headers["Content-Disposition"]
    assert answer.html.removeprefix("\ufeff").startswith("place,player_1")
    answer = club.owner.open(f"{club.path}/file")
    assert answer.html.splitlines()[-1].startswith('{"format":"spades-event/1"')
    assert phone.open(f"{club.path}/file").status == NOT_FOUND
    page = club.owner.open(club.path).text
    assert "They don’t count in the players’ statistics." in page
