"""The rulings desk: what follows from an incident and from when it was noticed."""

from itertools import product

import pytest

from scorekeeper.rules import HouseRules, Incident, Ruling, RulingError
from scorekeeper.rules.referee.remedies import (
    ANSWERS,
    Cost,
    Noticed,
    Receiver,
    Remedy,
    find_penalty,
    list_hands_concerned,
    list_incidents,
    list_moments,
    make_ruling,
)
from tests.rules.table import Table

HOUSE = HouseRules.of("partnership")
POSSIBLE = [(incident, noticed) for incident in Incident for noticed in list_moments(incident)]
IMPOSSIBLE = sorted({*product(Incident, Noticed)} - {*POSSIBLE})


def test_there_is_an_answer_to_every_incident() -> None:
    assert set(ANSWERS) == set(Incident)


def test_only_an_established_revoke_costs_what_the_table_froze() -> None:
    assert [at for at in POSSIBLE if ANSWERS[at[0]][at[1]].remedy is Remedy.PENALTY] == [
        (Incident.REVOKE, Noticed.LATER)
    ]
    assert {find_penalty(HOUSE, *at) for at in POSSIBLE} == {Cost(tricks=3), Cost()}


@pytest.mark.parametrize(
    ("incident", "noticed"),
    [at for at in POSSIBLE if at != (Incident.REVOKE, Noticed.LATER)],
)
def test_anything_else_is_noted_and_costs_nothing(incident: Incident, noticed: Noticed) -> None:
    noted = make_ruling(HOUSE, incident, noticed, seat=2, note="so it was")
    assert noted == Ruling(incident, seat=2, note="so it was")


def test_a_moment_that_changes_nothing_need_not_be_known() -> None:
    assert make_ruling(HOUSE, Incident.TABLE_TALK, None, seat=0) == Ruling(
        Incident.TABLE_TALK, seat=0
    )


@pytest.mark.parametrize(
    ("incident", "noticed"), [*IMPOSSIBLE, (Incident.REVOKE, None), (Incident.MISDEAL, None)]
)
def test_a_moment_that_cannot_be_is_refused(incident: Incident, noticed: Noticed | None) -> None:
    with pytest.raises(RulingError, match="not noticed then"):
        make_ruling(HOUSE, incident, noticed, seat=0)


@pytest.mark.parametrize("seat", [None, -1, 4])
def test_somebody_at_the_table_must_have_done_it(seat: int | None) -> None:
    with pytest.raises(RulingError, match="no offender"):
        make_ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=seat)


def test_the_table_may_agree_on_another_cost_of_anything() -> None:
    cost = Cost(tricks=1, points=20, set=True)
    assert make_ruling(HOUSE, Incident.TABLE_TALK, None, seat=0, cost=cost) == Ruling(
        Incident.TABLE_TALK, seat=0, tricks=1, to=1, points=20, set=True
    )
    waived = make_ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=0, cost=Cost())
    assert waived == Ruling(Incident.REVOKE, seat=0)


@pytest.mark.parametrize("game", ["three-handed", "solo", "six-handed"])
@pytest.mark.parametrize(("to", "expected"), [(1, 1), (2, 2), ("nobody", None)])
def test_among_several_sides_it_is_said_who_gets_the_tricks(
    game: str, to: Receiver, expected: int | None
) -> None:
    house = HouseRules.of(game)
    ruled = make_ruling(house, Incident.REVOKE, Noticed.LATER, seat=0, to=to)
    assert (ruled.tricks, ruled.to) == (3, expected)
    with pytest.raises(RulingError, match="no receiver"):
        make_ruling(house, Incident.REVOKE, Noticed.LATER, seat=0)


def test_of_two_sides_the_other_gets_the_tricks_unless_it_is_nobody() -> None:
    said = {to: make_ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=3, to=to).to
            for to in (None, 0, "nobody")}  # fmt: skip
    assert said == {None: 0, 0: 0, "nobody": None}


@pytest.mark.parametrize("game", ["two-player", "three-handed", "solo"])
def test_who_plays_alone_is_not_asked_about_talk(game: str) -> None:
    house = HouseRules.of(game)
    assert {*Incident} - {*list_incidents(house.game)} == {Incident.TABLE_TALK}


def test_with_partners_everything_can_happen() -> None:
    assert list_incidents(HOUSE.game) == tuple(Incident)


def test_the_hand_that_is_the_likeliest_comes_first(table: Table) -> None:
    assert list_hands_concerned(table.match, Incident.REVOKE) == (1,)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert list_hands_concerned(table.match, Incident.REVOKE) == (2, 3, 1)
    assert list_hands_concerned(table.match, Incident.BID_OUT_OF_TURN) == (3, 2, 1)
    table.bid(4, 3, 3, 3)
    assert list_hands_concerned(table.match, Incident.REVOKE) == (3, 2, 1)


def test_after_the_end_there_are_only_the_hands_that_were_played(table: Table) -> None:
    table.start(hand_limit=1)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert list_hands_concerned(table.match, Incident.MISDEAL) == (1,)


def test_a_first_hand_that_bids_itself_can_be_ruled_on(table: Table) -> None:
    table.start(first_hand="bids itself")
    assert list_hands_concerned(table.match, Incident.REVOKE) == (1,)
