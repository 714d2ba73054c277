"""Scored hands and outcomes: from rules texts, other programs and their tests, or settled here."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import RuleError
from scorekeeper.rules.match_file import read, report

VECTORS = Path(__file__).parent / "vectors"


def vectors(name: str) -> Iterator[Any]:
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        yield pytest.param(vector, id=vector["id"])


HANDS = [*vectors("hands"), *vectors("settled")]
OUTCOMES = list(vectors("outcomes"))
SETTLED = list(vectors("refused"))
ENDINGS = [vector for vector in (*HANDS, *OUTCOMES) if "outcome" in vector.values[0]]


@pytest.mark.parametrize("vector", HANDS)
def test_a_hand_scores_as_published(vector: dict[str, Any]) -> None:
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
def test_a_match_ends_as_published(vector: dict[str, Any]) -> None:
    match = read(vector["match"])
    winner = match.outcome.winner if match.outcome else None
    assert winner == vector["outcome"]


@pytest.mark.parametrize("vector", OUTCOMES)
def test_a_match_scores_as_published(vector: dict[str, Any]) -> None:
    standings = read(vector["match"]).standings
    assert [{"total": standing.points} for standing in standings] == vector["expect"]


@pytest.mark.parametrize("vector", SETTLED)
def test_a_settled_case_is_read_or_refused(vector: dict[str, Any]) -> None:
    if vector.get("error"):
        with pytest.raises(RuleError) as refused:
            read(vector["match"])
        assert refused.value.hand == 1
        side = refused.value.values.get("side")
        told = f"hand 1: {('Gold', 'Blue')[side] if isinstance(side, int) else ''}"
        assert all(re.search(part, told) for part in vector["error"])
        return
    match = read(vector["match"])
    assert report(match)["turn"].items() >= vector.get("turn", {}).items()
    same = read(vector.get("same", vector["match"]))
    assert [side.points for side in match.scores[-1] or ()] == [
        side.points for side in same.scores[-1] or ()
    ]


def test_every_vector_is_used() -> None:
    assert (len(HANDS), len(OUTCOMES), len(SETTLED)) == (82 + 21, 12, 12)


def stated(expected: dict[str, Any] | None) -> dict[str, Any]:
    """Return what a source states of a side; many omit bags or the other side."""
    return {name: value for name, value in (expected or {}).items() if value is not None}


def only(found: dict[str, Any], expected: dict[str, Any] | None) -> dict[str, Any]:
    return {name: found[name] for name in stated(expected)}
