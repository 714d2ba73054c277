"""Incidents, what is to be done about them, and rulings."""

from typing import Any

import pytest

from scorekeeper.rules import HouseRules, Incident, Ruling
from scorekeeper.rules.house import RevokePenalty
from scorekeeper.rules.referee import ANSWERS, Noticed, Source
from scorekeeper.words import rulings as words
from scorekeeper.words.language import speak
from tests.rules.table import Table
from tests.words.complete import is_complete

ASKED = [
    pytest.param(incident, noticed, id=f"{incident}, {noticed}")
    for incident, answers in ANSWERS.items()
    for noticed in answers
]
ASKED_WHEN = [
    pytest.param(incident, noticed, id=f"{incident}, {noticed}")
    for incident, answers in ANSWERS.items()
    for noticed in answers
    if len(answers) > 1
]


@pytest.mark.parametrize("incident", Incident)
def test_every_incident_has_a_name(any_language: str, incident: Incident) -> None:
    assert is_complete(words.incident(incident))


@pytest.mark.parametrize(("incident", "noticed"), ASKED)
def test_it_is_said_of_every_incident_what_is_to_be_done(
    any_language: str, incident: Incident, noticed: Noticed
) -> None:
    assert is_complete(words.remedy(incident, noticed))


@pytest.mark.parametrize("language", ["de", "fil"])
@pytest.mark.parametrize(("incident", "noticed"), ASKED)
def test_what_is_to_be_done_is_said_in_the_language(
    language: str, incident: Incident, noticed: Noticed
) -> None:
    english = words.remedy(incident, noticed)
    speak(language)
    assert words.remedy(incident, noticed) != english


@pytest.mark.parametrize(("incident", "noticed"), ASKED_WHEN)
def test_where_it_matters_every_moment_has_words(
    any_language: str, incident: Incident, noticed: Noticed
) -> None:
    assert is_complete(words.moment(incident, noticed))


def test_nothing_is_said_that_nobody_asks() -> None:
    assert {*words.REMEDIES} == {(kind, when) for kind in ANSWERS for when in ANSWERS[kind]}
    assert {*words.MOMENTS} == {given.values for given in ASKED_WHEN}


@pytest.mark.parametrize("source", Source)
def test_every_source_is_named(any_language: str, source: Source) -> None:
    assert is_complete(words.source(source))


def test_every_source_says_something() -> None:
    assert {answer.source for answers in ANSWERS.values() for answer in answers.values()} == {
        *Source
    }


@pytest.mark.parametrize(
    ("penalty", "said"),
    [
        ("3 tricks", "three tricks go to the other side"),
        ("2 tricks", "two tricks go to the other side"),
        ("1 trick", "one trick goes to the other side"),
        ("set", "the contract counts as set, the other side’s as made"),
        (50, "50 points"),
        (1, "1 point"),
    ],
)
def test_a_revoke_costs_what_the_table_agreed(penalty: str | int, said: str) -> None:
    assert words.penalty(HouseRules.of("partnership", revoke_penalty=penalty)) == said


@pytest.mark.parametrize("game", ["three-handed", "solo", "six-handed"])
@pytest.mark.parametrize(
    ("penalty", "said"),
    [
        ("3 tricks", "3 tricks less"),
        ("2 tricks", "2 tricks less"),
        ("1 trick", "1 trick less"),
        ("set", "the contract counts as set, all others as made"),
        (50, "50 points"),
    ],
)
def test_among_several_sides_tricks_of_a_revoke_go_to_none(
    game: str, penalty: str | int, said: str
) -> None:
    assert words.penalty(HouseRules.of(game, revoke_penalty=penalty)) == said


@pytest.mark.parametrize("game", ["two-player", "solo"])
@pytest.mark.parametrize("penalty", RevokePenalty)
def test_every_penalty_has_words(any_language: str, game: str, penalty: RevokePenalty) -> None:
    assert is_complete(words.penalty(HouseRules.of(game, revoke_penalty=penalty)))


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        pytest.param({}, "noted, no penalty", id="nothing"),
        pytest.param({"tricks": 3, "to": 1}, "3 tricks to Blue", id="tricks to a side"),
        pytest.param({"tricks": 1, "to": 1}, "1 trick to Blue", id="one to a side"),
        pytest.param({"tricks": 3}, "3 tricks less", id="tricks to nobody"),
        pytest.param({"set": True}, "counts as set", id="set"),
        pytest.param({"points": 30}, "−30 points", id="points"),
        pytest.param(
            {"tricks": 1, "set": True, "points": 1},
            "1 trick less, counts as set, −1 point",
            id="all at once",
        ),
    ],
)
def test_a_ruling_is_told_by_what_it_does(table: Table, ruling: dict[str, Any], said: str) -> None:
    assert words.effect(table.match, Ruling(Incident.REVOKE, seat=0, **ruling)) == said
