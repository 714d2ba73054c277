"""The rulings desk: what follows from an incident and from when it was noticed."""

from itertools import product

import pytest

from scorekeeper.rules import HouseRules, Incident, Ruling, RulingError
from scorekeeper.rules.referee import ANSWERS, Noticed, Remedy, moments, revoke_ruling, ruling

HOUSE = HouseRules.of("partnership")
POSSIBLE = [(incident, noticed) for incident in Incident for noticed in moments(incident)]
IMPOSSIBLE = sorted({*product(Incident, Noticed)} - {*POSSIBLE})


def test_there_is_an_answer_to_every_incident() -> None:
    assert set(ANSWERS) == set(Incident)


def test_only_an_established_revoke_costs_what_the_table_froze() -> None:
    assert [at for at in POSSIBLE if ANSWERS[at[0]][at[1]].remedy is Remedy.PENALTY] == [
        (Incident.REVOKE, Noticed.LATER)
    ]
    assert ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=2) == revoke_ruling(HOUSE, seat=2)


@pytest.mark.parametrize(
    ("incident", "noticed"),
    [at for at in POSSIBLE if at != (Incident.REVOKE, Noticed.LATER)],
)
def test_anything_else_is_noted_and_costs_nothing(incident: Incident, noticed: Noticed) -> None:
    noted = ruling(HOUSE, incident, noticed, seat=2, note="so it was")
    assert noted == Ruling(incident, seat=2, note="so it was")


def test_a_moment_that_changes_nothing_need_not_be_known() -> None:
    assert ruling(HOUSE, Incident.TABLE_TALK, None, seat=0) == Ruling(Incident.TABLE_TALK, seat=0)


@pytest.mark.parametrize(
    ("incident", "noticed"), [*IMPOSSIBLE, (Incident.REVOKE, None), (Incident.MISDEAL, None)]
)
def test_a_moment_that_cannot_be_is_refused(incident: Incident, noticed: Noticed | None) -> None:
    with pytest.raises(RulingError, match="not noticed then"):
        ruling(HOUSE, incident, noticed, seat=0)


@pytest.mark.parametrize("seat", [None, -1, 4])
def test_somebody_at_the_table_must_have_done_it(seat: int | None) -> None:
    with pytest.raises(RulingError, match="no offender"):
        ruling(HOUSE, Incident.REVOKE, Noticed.LATER, seat=seat)
