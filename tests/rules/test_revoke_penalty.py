"""Revoke penalty: what an established revoke costs, as the table froze it."""

import pytest

from scorekeeper.rules import HouseRules, Incident, Ruling
from scorekeeper.rules.referee.remedies import Noticed, make_ruling
from tests.rules.table import Table


def revoked(house: HouseRules, seat: int) -> Ruling:
    return make_ruling(house, Incident.REVOKE, Noticed.LATER, seat)


def test_a_revoke_costs_three_tricks_by_default() -> None:
    house = HouseRules.of("partnership")
    assert revoked(house, seat=1) == Ruling(Incident.REVOKE, seat=1, tricks=3, to=0)


@pytest.mark.parametrize(
    ("penalty", "expected"),
    [
        pytest.param("3 tricks", Ruling(Incident.REVOKE, 0, tricks=3, to=1), id="three tricks"),
        pytest.param("2 tricks", Ruling(Incident.REVOKE, 0, tricks=2, to=1), id="two tricks"),
        pytest.param("1 trick", Ruling(Incident.REVOKE, 0, tricks=1, to=1), id="one trick"),
        pytest.param("set", Ruling(Incident.REVOKE, 0, set=True), id="set"),
        pytest.param(100, Ruling(Incident.REVOKE, 0, points=100), id="points"),
        pytest.param(0, Ruling(Incident.REVOKE, 0), id="nothing"),
    ],
)
def test_the_revoke_penalty_is_configurable(penalty: str | int, expected: Ruling) -> None:
    assert revoked(HouseRules.of("partnership", revoke_penalty=penalty), seat=0) == expected


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
    table.match = table.match.add_ruling(1, revoked(table.match.house, seat=0))
    assert (table.points("Gold"), table.points("Blue")) == (gold, blue)
