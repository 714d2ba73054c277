"""Scored hands and outcomes collected from rules texts, other programs and their tests."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import RULES, HouseRuleError
from scorekeeper.rules.notation import read

VECTORS = Path(__file__).parent / "vectors"


def vectors(name: str) -> Iterator[Any]:
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        yield pytest.param(vector, id=vector["id"])


def rules_to_come(vector: dict[str, Any]) -> list[str]:
    """The house rules of a vector that this version does not know."""
    return [rule for rule in vector["match"]["house"] if rule not in ("game", *RULES)]


HANDS = list(vectors("hands"))
OUTCOMES = list(vectors("outcomes"))
PLAYED = [vector for vector in HANDS if not rules_to_come(vector.values[0])]
ENDINGS = [vector for vector in (*PLAYED, *OUTCOMES) if "outcome" in vector.values[0]]
TO_COME = [vector for vector in HANDS if rules_to_come(vector.values[0])]


@pytest.mark.parametrize("vector", PLAYED)
def test_a_hand_is_scored_as_elsewhere(vector: dict[str, Any]) -> None:
    (score,) = read(vector["match"]).scores
    assert score is not None
    found = [
        {"points": side.points, "bags": side.standing.bags, "total": side.standing.points}
        for side in score
    ]
    assert [
        only(side, expected) for side, expected in zip(found, vector["expect"], strict=True)
    ] == [stated(expected) for expected in vector["expect"]]


@pytest.mark.parametrize("vector", ENDINGS)
def test_a_match_ends_as_elsewhere(vector: dict[str, Any]) -> None:
    match = read(vector["match"])
    winner = match.outcome.winner if match.outcome else None
    assert winner == vector["outcome"]


@pytest.mark.parametrize("vector", OUTCOMES)
def test_a_match_stands_as_elsewhere(vector: dict[str, Any]) -> None:
    standings = read(vector["match"]).standings
    assert [{"total": standing.points} for standing in standings] == vector["expect"]


@pytest.mark.parametrize("vector", TO_COME)
def test_a_house_rule_to_come_is_refused_by_name(vector: dict[str, Any]) -> None:
    with pytest.raises(HouseRuleError) as refused:
        read(vector["match"])
    assert refused.value.code == "unknown house rule"
    assert refused.value.values["rule"] in rules_to_come(vector)


def test_every_vector_is_used() -> None:
    assert (len(PLAYED), len(TO_COME), len(OUTCOMES)) == (69, 13, 12)


def stated(expected: dict[str, Any] | None) -> dict[str, Any]:
    """What a source says about a side; many say nothing about bags or the other side."""
    return {name: value for name, value in (expected or {}).items() if value is not None}


def only(found: dict[str, Any], expected: dict[str, Any] | None) -> dict[str, Any]:
    return {name: found[name] for name in stated(expected)}
