"""The rulings desk: what follows from an incident and from when it was noticed."""

from itertools import product

import pytest

from scorekeeper.rules import GAMES, HouseRules, Incident, Ruling, RulingError
from scorekeeper.rules.house_rules import SpadesLed
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
COSTLY = [(Incident.REVOKE, Noticed.LATER), (Incident.WRONG_CALL, Noticed.ALWAYS)]
IMPOSSIBLE = sorted({*product(Incident, Noticed)} - {*POSSIBLE})


def test_every_incident_has_an_answer() -> None:
    assert set(ANSWERS) == set(Incident)


def test_only_a_revoke_established_or_called_wrongly_costs_the_agreed_penalty() -> None:
    assert [at for at in POSSIBLE if ANSWERS[at[0]][at[1]].remedy is Remedy.PENALTY] == COSTLY
    assert {find_penalty(HOUSE, *at) for at in POSSIBLE} == {Cost(tricks=3), Cost()}


@pytest.mark.parametrize(
    ("penalty", "cost"),
    [("2 tricks", Cost(tricks=2)), ("1 trick", Cost(tricks=1)), ("set", Cost(set=True)),
     ("match", Cost(match=True)), (50, Cost(points=50)), (0, Cost())],
)  # fmt: skip
def test_a_revoke_costs_what_the_table_agreed_on(penalty: str | int, cost: Cost) -> None:
    house = HouseRules.of("six-handed", revoke_penalty=penalty)
    assert [find_penalty(house, *at) for at in COSTLY] == [cost, cost]


@pytest.mark.parametrize(("incident", "noticed"), [at for at in POSSIBLE if at not in COSTLY])
def test_other_incidents_cost_nothing_by_default(incident: Incident, noticed: Noticed) -> None:
    noted = make_ruling(HOUSE, incident, noticed, seat=2, note="so it was")
    assert noted == Ruling(incident, seat=2, note="so it was")


def test_an_irrelevant_moment_may_be_unknown() -> None:
    assert make_ruling(HOUSE, Incident.TABLE_TALK, None, seat=0) == Ruling(
        Incident.TABLE_TALK, seat=0
    )


@pytest.mark.parametrize(
    ("incident", "noticed"), [*IMPOSSIBLE, (Incident.REVOKE, None), (Incident.MISDEAL, None)]
)
def test_an_impossible_moment_is_refused(incident: Incident, noticed: Noticed | None) -> None:
    with pytest.raises(RulingError, match="not noticed then"):
        make_ruling(HOUSE, incident, noticed, seat=0)


@pytest.mark.parametrize("seat", [None, -1, 4])
def test_a_ruling_needs_a_player(seat: int | None) -> None:
    with pytest.raises(RulingError, match="no offender"):
        make_ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=seat)


def test_the_table_may_decide_another_penalty() -> None:
    cost = Cost(tricks=1, points=20, set=True)
    assert make_ruling(HOUSE, Incident.TABLE_TALK, None, seat=0, cost=cost) == Ruling(
        Incident.TABLE_TALK, seat=0, tricks=1, to=1, points=20, set=True
    )
    waived = make_ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=0, cost=Cost())
    assert waived == Ruling(Incident.REVOKE, seat=0)


@pytest.mark.parametrize("game", ["three-handed", "solo", "six-handed"])
@pytest.mark.parametrize(("to", "expected"), [(1, 1), (2, 2), ("nobody", None)])
def test_among_several_sides_the_receiver_is_needed(
    game: str, to: Receiver, expected: int | None
) -> None:
    house = HouseRules.of(game)
    ruled = make_ruling(house, Incident.REVOKE, Noticed.LATER, seat=0, to=to)
    assert (ruled.tricks, ruled.to) == (3, expected)
    with pytest.raises(RulingError, match="no receiver"):
        make_ruling(house, Incident.REVOKE, Noticed.LATER, seat=0)


def test_of_two_sides_the_other_receives_the_tricks() -> None:
    said = {to: make_ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=3, to=to).to
            for to in (None, 0, "nobody")}  # fmt: skip
    assert said == {None: 0, 0: 0, "nobody": None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rule", SpadesLed)
def test_table_talk_needs_partners_and_an_early_spade_a_rule(game: str, rule: SpadesLed) -> None:
    never = {Incident.EARLY_SPADE} if rule is SpadesLed.ANY_TIME else set()
    never |= set() if GAMES[game].has_partners else {Incident.TABLE_TALK}
    house = HouseRules.of(game, spades_led=rule)
    assert list_incidents(house) == tuple(one for one in Incident if one not in never)


@pytest.mark.parametrize(
    ("changes", "possible"),
    [
        ({}, True),
        ({"nil": "not blind"}, False),
        ({"nil": "not blind", "blind_minimum": 6}, True),
        ({"bidding": "mirror"}, False),
    ],
)
def test_only_a_table_with_blind_bids_knows_of_a_look_before(
    changes: dict[str, object], possible: bool
) -> None:
    house = HouseRules.of("partnership", **changes)
    assert (Incident.LOOKED_BEFORE_BLIND in list_incidents(house)) == possible


def test_the_likeliest_hand_comes_first(table: Table) -> None:
    assert list_hands_concerned(table.match, Incident.REVOKE) == (1,)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert list_hands_concerned(table.match, Incident.REVOKE) == (2, 3, 1)
    assert list_hands_concerned(table.match, Incident.BID_OUT_OF_TURN) == (3, 2, 1)
    table.bid(4, 3, 3, 3)
    assert list_hands_concerned(table.match, Incident.REVOKE) == (3, 2, 1)


def test_after_the_end_only_played_hands_are_offered(table: Table) -> None:
    table.start(hand_limit=1)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert list_hands_concerned(table.match, Incident.MISDEAL) == (1,)


def test_a_hand_that_bids_itself_can_have_rulings(table: Table) -> None:
    table.start(first_hand="bids itself")
    assert list_hands_concerned(table.match, Incident.REVOKE) == (1,)


@pytest.mark.parametrize(
    ("penalty", "gold", "blue"),
    [
        pytest.param("3 tricks", -70, 60, id="three tricks"),
        pytest.param("2 tricks", -70, 60, id="two tricks"),
        pytest.param("1 trick", 70, 60, id="one trick"),
        pytest.param("set", -70, 60, id="set"),
        pytest.param(100, 71 - 100, -60, id="points"),
    ],
)
def test_a_revoke_is_scored_by_its_ruling(
    table: Table, penalty: str | int, gold: int, blue: int
) -> None:
    table.start(revoke_penalty=penalty)
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    revoked = make_ruling(table.match.house, Incident.REVOKE, Noticed.LATER, seat=0)
    table.match = table.match.add_ruling(1, revoked)
    assert (table.points("Gold"), table.points("Blue")) == (gold, blue)
