from typing import Any

import pytest

from scorekeeper.rules import HouseRules, Incident, Ruling
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.rules.referee.remedies import ANSWERS, Noticed, Source, find_penalty
from scorekeeper.words.language import speak
from scorekeeper.words.referee import rulings as words
from tests.rules.table import Table
from tests.words.complete import is_complete

ASKED = [
    pytest.param(incident, noticed, id=f"{incident}, {noticed}")
    for incident, answers in ANSWERS.items()
    for noticed in answers
]
ASKED_WHEN = [one for one in ASKED if len(ANSWERS[one.values[0]]) > 1]


@pytest.mark.parametrize("incident", Incident)
def test_every_incident_has_a_name(any_language: str, incident: Incident) -> None:
    assert is_complete(words.name_incident(incident))


@pytest.mark.parametrize("language", ["de", "fil"])
@pytest.mark.parametrize(("incident", "noticed"), ASKED)
def test_every_incident_has_a_translated_remedy(
    language: str, incident: Incident, noticed: Noticed
) -> None:
    english = words.name_remedy(HouseRules(), incident, noticed)
    assert is_complete(english)
    speak(language)
    assert words.name_remedy(HouseRules(), incident, noticed) != english


def test_an_early_lead_breaks_spades_only_where_they_have_to_be_broken() -> None:
    said = [
        words.name_remedy(
            HouseRules.of("solo", spades_led=rule), Incident.EARLY_SPADE, Noticed.LATER
        )
        for rule in ("once broken", "not in the first trick")
    ]
    assert ["broken" in sentence for sentence in said] == [True, False]


@pytest.mark.parametrize(("incident", "noticed"), ASKED_WHEN)
def test_every_moment_of_noticing_has_a_name(
    any_language: str, incident: Incident, noticed: Noticed
) -> None:
    assert is_complete(words.name_moment(incident, noticed))


def test_no_unused_moment_or_remedy_is_kept() -> None:
    assert {*words.REMEDIES} == {(kind, when) for kind in ANSWERS for when in ANSWERS[kind]}
    assert {*words.MOMENTS} == {given.values for given in ASKED_WHEN}


def test_every_source_has_a_sentence(any_language: str) -> None:
    assert {one.source for answers in ANSWERS.values() for one in answers.values()} == {*Source}
    assert all(is_complete(words.name_source(source)) for source in Source)


def penalty_said(game: str, revoke_penalty: str | int) -> str:
    house = HouseRules.of(game, revoke_penalty=revoke_penalty)
    return words.describe_penalty(house, find_penalty(house, Incident.REVOKE, Noticed.LATER))


@pytest.mark.parametrize(
    ("revoke_penalty", "said"),
    [
        ("3 tricks", "3 tricks go to the other side"),
        ("2 tricks", "2 tricks go to the other side"),
        ("1 trick", "1 trick goes to the other side"),
        ("set", "the contract counts as set, the other side’s as made"),
        ("match", "the match is lost"),
        (50, "50 points"),
        (1, "1 point"),
        (0, "no penalty"),
    ],
)
def test_the_penalty_of_a_revoke_follows_the_house_rules(
    revoke_penalty: str | int, said: str
) -> None:
    assert penalty_said("partnership", revoke_penalty) == said


@pytest.mark.parametrize("game", ["three-handed", "solo", "six-handed"])
@pytest.mark.parametrize(
    ("revoke_penalty", "said"),
    [
        ("3 tricks", "3 tricks, and the table decides who gets them"),
        ("1 trick", "1 trick, and the table decides who gets it"),
        ("set", "the contract counts as set, all others as made"),
        (50, "50 points"),
    ],
)
def test_penalty_tricks_of_several_sides_have_no_fixed_receiver(
    game: str, revoke_penalty: str | int, said: str
) -> None:
    assert penalty_said(game, revoke_penalty) == said


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        pytest.param({}, "noted, no penalty", id="nothing"),
        pytest.param({"tricks": 3, "to": 1}, "3 tricks to Blue", id="tricks to a side"),
        pytest.param({"tricks": 1, "to": 1}, "1 trick to Blue", id="one to a side"),
        pytest.param({"tricks": 3}, "minus 3 tricks", id="tricks to nobody"),
        pytest.param({"set": True}, "counts as set", id="set"),
        pytest.param({"points": 30}, "−30 points", id="points"),
        pytest.param(
            {"tricks": 1, "set": True, "points": 1},
            "minus 1 trick, counts as set, −1 point",
            id="all at once",
        ),
    ],
)
def test_an_effect_names_tricks_set_and_points(
    table: Table, ruling: dict[str, Any], said: str
) -> None:
    assert words.describe_effect(table.match, Ruling(Incident.REVOKE, seat=0, **ruling)) == said


@pytest.mark.parametrize(
    ("hand", "points", "said"),
    [
        pytest.param(1, 20, "", id="points change"),
        pytest.param(1, 0, "The score won’t change.", id="no points change"),
        pytest.param(2, 20, "It will count once the tricks of hand 2 are in.", id="being played"),
        pytest.param(2, 0, "The score won’t change.", id="being played, no points change"),
    ],
)
def test_a_ruling_without_an_effect_says_why(
    table: Table, hand: int, points: int, said: str
) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    table.bid(4, 3, 3, 2)
    ruled = table.match.add_ruling(hand, Ruling(Incident.REVOKE, seat=0, points=points))
    assert words.describe_pending_effect(ChangeEffect(table.match, ruled), hand) == said


def test_a_misdeal_warns_of_lost_rulings(table: Table) -> None:
    assert words.describe_lost_rulings(table.match) == ""
    ruling = Ruling(Incident.REVOKE, seat=0, points=20)
    one = table.match.add_ruling(1, ruling)
    assert words.describe_lost_rulings(one) == "This also removes its ruling."
    assert words.describe_lost_rulings(one.add_ruling(1, ruling)) == (
        "This also removes its 2 rulings."
    )
