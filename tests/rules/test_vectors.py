"""Scored hands and outcomes: from rules texts, other programs and their tests, or settled here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.notation import read

VECTORS = Path(__file__).parent / "vectors"


def vectors(name: str) -> Iterator[Any]:
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        yield pytest.param(vector, id=vector["id"])


HANDS = [*vectors("hands"), *vectors("settled")]
OUTCOMES = list(vectors("outcomes"))
ENDINGS = [vector for vector in (*HANDS, *OUTCOMES) if "outcome" in vector.values[0]]


@pytest.mark.parametrize("vector", HANDS)
def test_a_hand_is_scored_as_elsewhere(vector: dict[str, Any]) -> None:
    score = read(vector["match"]).scores[-1]
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


def test_every_vector_is_used() -> None:
    assert (len(HANDS), len(OUTCOMES)) == (82 + 21, 12)


def stated(expected: dict[str, Any] | None) -> dict[str, Any]:
    """What a source says about a side; many say nothing about bags or the other side."""
    return {name: value for name, value in (expected or {}).items() if value is not None}


def only(found: dict[str, Any], expected: dict[str, Any] | None) -> dict[str, Any]:
    return {name: found[name] for name in stated(expected)}
