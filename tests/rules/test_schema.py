"""The schema of the match file, kept by hand, says of a shape what the reader says."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from scorekeeper.rules import (
    GAMES,
    RULES,
    BidError,
    RuleError,
    RulingError,
    SetUpError,
    StepError,
    TrickError,
)
from scorekeeper.rules.games import get_game
from scorekeeper.rules.house_rules import CHOICES, RANGES
from scorekeeper.rules.match_file import write
from scorekeeper.rules.rulings import Incident
from tests.effort import tries
from tests.rules.match_file.test_hostile_files import VALUES, places, refusal
from tests.rules.match_file.test_match_file import EXAMPLE
from tests.rules.strategies import Story, courses
from tests.rules.test_vectors import HANDS, OUTCOMES, SETTLED

ROOT = Path(__file__).parents[2]
LEFT_OUT = object()
SCHEMA = json.loads((ROOT / "static/match-file.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
FULL = json.loads(EXAMPLE)
FULL["hands"][0]["rulings"] = [
    {"kind": "revoke", "seat": 1, "tricks": 1, "to": "Gold", "points": 10, "set": True,
     "note": "second heart", "noted": "2026-11-20T20:05:00Z"}
]  # fmt: skip
FULL["hands"][-1] |= {"first": 2, "tally": [0, "Blue", 2]}
FULL |= {"clock": "2026-11-20T20:08:00Z", "ended": "2026-11-20T23:05:00Z", "awarded": "Blue"}
FULL["house"]["big_bids"] = [{"at": 10, "made": 200, "set": -100, "how": "extra"}]
BEYOND_ITS_SHAPE = {
    "tricks of a thrown-in hand",
    "rulings of a thrown-in hand",
    "same big bid twice",
    "not a time",
}
"""What the schema leaves to the reader, though its error is one of shapes elsewhere."""
OF_THE_GAME = (BidError, RulingError, SetUpError, StepError, TrickError)
SIDES = {"to", "tally", "awarded"}
"""Fields that name a side."""
TOO_LARGE = {"endless list", "deep list", "endless text", "huge", "minus huge"}
NO_JSON = {"bytes", "odd keys", "not a number", "infinite", "half a character", "odd names"}


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@given(courses())
@settings(max_examples=tries(60), deadline=None)
def test_every_written_match_fits_the_schema(story: Story) -> None:
    VALIDATOR.validate(json.loads(json.dumps(write(story.match, "x" * 22))))


@pytest.mark.parametrize("vector", [*HANDS, *OUTCOMES])
def test_every_vector_fits_the_schema(vector: dict[str, Any]) -> None:
    VALIDATOR.validate(vector["match"])


@pytest.mark.parametrize("vector", SETTLED)
def test_refused_matches_still_fit_the_schema(vector: dict[str, Any]) -> None:
    check_alike(vector["match"])
    VALIDATOR.validate(vector["match"])


def house_rules() -> Iterator[tuple[str, Any]]:
    """Each house rule with values at its ends and beyond."""
    for rule in RULES:
        numbers = RANGES.get(rule, ())
        ends = {at + step for at in numbers for step in (-1, 0, 1)}
        for value in (*sorted(ends), *CHOICES.get(rule, ()), None, True, "free", [], 1.5):
            yield rule, value


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_contains_every_rule_and_limit(game: str) -> None:
    written = {"format": "spades-match/2", "players": [None] * GAMES[game].seats, "hands": []}
    for rule, value in house_rules():
        match = {**written, "house": {"game": game, rule: value}}
        error = refusal(match)
        assert VALIDATOR.is_valid(match) == (error is None), (rule, value, error)


@pytest.mark.parametrize("deck", ["usual", "jokers"])
@pytest.mark.parametrize("game", GAMES)
def test_the_schema_contains_the_seats_and_tricks_of_each_game(game: str, deck: str) -> None:
    rules = get_game(game, deck)
    written = {
        "format": "spades-match/2",
        "house": {"game": game, "deck": deck},
        "players": [f"Name {seat}" for seat in range(rules.seats)],
        "sides": [f"Side {side}" for side in range(len(rules.sides))],
        "first": rules.seats - 1,
        "opening": [{"points": 0, "bags": 0}] * len(rules.sides),
        "hands": [
            {"bids": [2] * rules.seats, "tricks": [rules.tricks] + [0] * (rules.seats - 1)},
            {"bids": [2] * rules.seats, "tally": [rules.seats - 1] * rules.tricks},
        ],
    }
    assert refusal(written) is None
    VALIDATOR.validate(written)
    for field in ("players", "sides", "opening"):
        for number in (-1, 1):
            other = [*written[field], written[field][-1]] if number > 0 else written[field][:-1]
            assert not VALIDATOR.is_valid({**written, field: other})
    assert not VALIDATOR.is_valid({**written, "first": rules.seats})
    for hand in (
        {"bids": [2] * (rules.seats + 1)},
        {"bids": [rules.tricks + 1] * rules.seats},
        {"bids": [2] * rules.seats, "tricks": [0] * (rules.seats + 1)},
        {"bids": [2] * rules.seats, "tricks": [rules.tricks + 1] + [0] * (rules.seats - 1)},
        {"bids": [2] * rules.seats, "tally": [0] * (rules.tricks + 1)},
        {"bids": [2] * rules.seats, "tally": [rules.seats]},
    ):
        assert not VALIDATOR.is_valid({**written, "hands": [hand]}), hand


@pytest.mark.parametrize("kind", Incident)
def test_the_schema_contains_every_incident(kind: Incident) -> None:
    written = copy.deepcopy(FULL)
    written["hands"][0]["rulings"] = [{"kind": str(kind), "seat": 1}]
    VALIDATOR.validate(written)


def mutated(path: tuple[str | int, ...], value: object) -> Any:
    if not path:
        return value
    whole = copy.deepcopy(FULL)
    inner: Any = whole
    for step in path[:-1]:
        inner = inner[step]
    if value is LEFT_OUT:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return whole


@pytest.mark.parametrize("path", [*places(FULL)], ids=lambda path: ".".join(map(str, path)))
def test_schema_and_reader_accept_the_same_files(path: tuple[str | int, ...]) -> None:
    for name, value in VALUES.items():
        if name not in NO_JSON | TOO_LARGE:
            check_alike(mutated(path, value))
    if path:
        check_alike(mutated(path, LEFT_OUT))


def check_alike(written: Any) -> None:
    error = refusal(written)
    if VALIDATOR.is_valid(written):
        assert error is None or is_beyond_its_shape(error), error
    else:
        assert error is not None, "refused by the schema, read by the reader"


def is_beyond_its_shape(error: RuleError) -> bool:
    """Whether it is about the game, or about the name of a side, which only the reader knows."""
    names_a_side = error.values.get("within") == "piles" or error.values.get("field") in SIDES
    return isinstance(error, OF_THE_GAME) or error.code in BEYOND_ITS_SHAPE or names_a_side
