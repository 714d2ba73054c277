"""Someone else sits at a table, or a name was wrong: in singles and in pairs."""

import re

import pytest
from flask import Flask

from scorekeeper.rules.seating.event import EventKind
from scorekeeper.rules.seating.standings import rank
from tests.evening import PAIRS
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.events.club import Club
from tests.web.events.evening import find_undo

HANDS = 8
NOT_FOUND, CONFLICT, INVALID = 404, 409, 422


@pytest.fixture
def club(club: Club) -> Club:
    """Nine people in their first round."""
    club.seat()
    return club


@pytest.fixture
def pairs(app: Flask) -> Club:
    pairs = Club.meet(app, PAIRS, EventKind.SWISS)
    pairs.seat()
    return pairs


def page_of(table: int) -> str:
    return f"/rounds/1/tables/{table}/seat"


def sit_down(club: Club, table: int, **fields: str) -> Page:
    page = club.owner.open(club.path + page_of(table))
    return club.owner.send(page.forms_to("/seat")[-1], **fields)


def wins(club: Club) -> dict[str, float]:
    stored = club.load()
    return {" & ".join(stored.names[row.entrant]): row.wins for row in rank(stored.event)}


def play(match: Table) -> None:
    """Play all hands; North and South win."""
    for _ in range(HANDS):
        match.play((3, 3, 3, 3), 7, 6)


@pytest.mark.parametrize("name", ["who sits out", "Zoë"])
def test_the_seat_the_match_and_the_win_are_those_of_the_newcomer(club: Club, name: str) -> None:
    [rests] = [club.load().names[one][0] for one in club.latest.sits_out]
    comes = {"who sits out": rests}.get(name, name)
    leaves, match = club.seated(1)[0], club.start_match()
    number = club.latest.tables[0].seats[0]
    link = club.owner.open(f"{club.path}/rounds/1/tables/1").ways
    assert club.path + page_of(1) in link
    assert sit_down(club, 1, leaves=str(number), name=comes).status == SAVED
    assert f"The result counts for {comes}." in club.owner.open(club.path).status_line
    assert club.seated(1)[0] == comes
    assert comes in match.show().text
    play(match)
    assert wins(club)[comes] == 1
    assert wins(club).get(leaves) == (0.5 if comes == rests else None)
    history = re.findall(r"\w+", club.owner.open("/history").text)
    assert comes in history
    assert leaves not in history
    assert f"{leaves} Left" in club.owner.open(f"{club.path}/people").text


@pytest.mark.parametrize("name", ["who sits out", "Zoë"])
def test_its_undo_leaves_nothing(club: Club, name: str) -> None:
    [rests] = [club.load().names[one][0] for one in club.latest.sits_out]
    before = club.load()
    match = club.start_match()
    number = str(club.latest.tables[0].seats[0])
    for _tap in range(2):
        answer = sit_down(club, 1, leaves=number, name={"who sits out": rests}.get(name, name))
        assert answer.status == SAVED
        page = club.owner.open(club.path)
        assert club.owner.send(find_undo(page)).status == SAVED
    assert (club.load().event, club.load().names) == (before.event, before.names)
    assert all(person in match.show().text for person in club.seated(1))
    assert "Zoë" not in club.owner.open("/players").text


def test_a_second_tap_seats_nobody_else_and_an_old_page_says_so(club: Club) -> None:
    number = str(club.latest.tables[0].seats[0])
    form = club.owner.open(club.path + page_of(1)).form("/seat")
    for _tap in range(2):
        assert club.owner.send(form, leaves=number, name="Zoë").status == SAVED
    assert len(club.load().names) == 10
    answer = club.owner.send(form, leaves=number, name="Yve")
    assert (answer.status, "Nothing you entered was saved." in answer.text) == (CONFLICT, True)
    club.type_result(1, 300, 200)
    assert club.owner.send(form, leaves=number, name="Yve").status == CONFLICT
    assert club.owner.open(club.path + page_of(1)).status == NOT_FOUND
    assert len(club.load().names) == 10


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"name": "Zoë"}, "Answer every question."),
        ({"leaves": "seat", "name": ""}, "Type a name."),
        ({"leaves": "seat", "name": "Z" * 41}, "is longer than 40 characters."),
        ({"leaves": "seat", "name": "other table"}, "is already on the list."),
    ],
    ids=["who leaves", "who comes", "too long", "who plays elsewhere"],
)
def test_what_is_missing_or_impossible_is_said(
    club: Club, fields: dict[str, str], error: str
) -> None:
    known = {"seat": str(club.latest.tables[0].seats[0]), "other table": club.seated(2)[0]}
    answer = sit_down(club, 1, **{name: known.get(text, text) for name, text in fields.items()})
    assert (answer.status, [error in text for _field, text in answer.errors]) == (INVALID, [True])
    assert len(club.load().names) == 9


def test_in_pairs_and_in_the_playoff_only_the_match_has_the_other_name(
    club: Club, pairs: Club
) -> None:
    club.finish()
    club.start_playoff({1: 1, 2: 2, 3: 2, 4: 1}, lives=1)
    for evening, number in ((club, 2), (pairs, 1)):
        address = f"{evening.path}/rounds/{number}/tables/1"
        assert "Someone else sits here" not in evening.owner.open(address).text
        assert evening.owner.open(f"{address}/seat").status == NOT_FOUND
        before = evening.load().event
        match = evening.start_match()
        [names] = [way for way in evening.owner.open(address).ways if way.endswith("/names")]
        form = evening.owner.open(names).form("/names")
        evening.owner.send(form, player_0="Zoë")
        play(match)
        assert "Zoë" in evening.owner.open("/history").text
        after = evening.load().event
        assert after.entrants == before.entrants
        [table] = [one for one in after.rounds[-1].tables if one.number == 1]
        assert (table.result is not None, "Zoë" in str(evening.load().names)) == (True, False)


@pytest.mark.parametrize("kind", ["singles", "pairs"])
def test_a_wrong_name_changes_in_all_rounds_and_matches_and_back(
    club: Club, pairs: Club, kind: str
) -> None:
    evening = {"singles": club, "pairs": pairs}[kind]
    play(evening.start_match())
    evening.type_result(2, 300, 200)
    evening.seat()
    table = evening.load().event.rounds[0].tables[0]
    names = evening.load().names[table.seats[0]]
    before = wins(evening)
    page = evening.owner.open(f"{evening.path}/people")
    form = page.forms_to(f"/people/{table.seats[0]}")[0]
    assert "It changes in all rounds and matches of this evening." in page.text
    assert evening.owner.send(form, name="Zoë").status == SAVED
    changed = ("Zoë", *names[1:])
    assert wins(evening)[" & ".join(changed)] == before[" & ".join(names)]
    undo = find_undo(evening.owner.open(f"{evening.path}/people"))
    for page_name in ("/history", "/players"):
        # Whole words: "Join" is not Jo.
        words = {*re.findall(r"\w+", evening.owner.open(page_name).text)}
        assert words & {"Zoë", names[0]} == {"Zoë"}
    assert evening.owner.send(undo).status == SAVED
    assert wins(evening) == before
    assert "Zoë" not in evening.owner.open("/history").text


def test_a_player_who_helped_out_at_a_table_is_not_there_twice(club: Club) -> None:
    match = club.start_match()
    seats = club.latest.tables[0].seats
    names = club.owner.open(f"{match.path}/names").form("/names")
    club.owner.send(names, player_1="Zoë")
    form = club.owner.open(f"{club.path}/people").forms_to(f"/people/{seats[0]}")[0]
    first = club.seated(1)[0]
    assert club.owner.send(form, name="Zoë").status == SAVED
    assert club.load().names[seats[0]] == ("Zoë",)
    assert first in match.show().text
