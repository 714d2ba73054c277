"""The schema of the match file says of a shape what the reader says."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from jsonschema import Draft202012Validator

from scorekeeper.rules import (
    BidError,
    RuleError,
    RulingError,
    SetUpError,
    StepError,
    TrickError,
)
from scorekeeper.rules.notation import read, schema, write
from tests.effort import tries
from tests.rules.strategies import Story, courses
from tests.rules.test_hostile_files import VALUES, places
from tests.rules.test_match_file import EXAMPLE

ROOT = Path(__file__).parents[2]
LEFT_OUT = object()
VALIDATOR = Draft202012Validator(schema())
FULL = json.loads(EXAMPLE)
FULL["hands"][0]["rulings"] = [
    {"kind": "revoke", "seat": 1, "tricks": 1, "to": "Gold", "points": 10, "set": True,
     "note": "second heart", "noted": "2026-11-20T20:05:00Z"}
]  # fmt: skip
FULL["hands"][-1]["tally"] = [0, "Blue", 2]
FULL["house"]["big_bids"] = [{"at": 10, "made": 200, "set": -100, "how": "extra"}]
BEYOND_ITS_SHAPE = {
    "tricks of a thrown-in hand",
    "rulings of a thrown-in hand",
    "same big bid twice",
    "not a time",
}
"""What the schema leaves to the reader, though its error is one of shapes elsewhere."""
OF_THE_GAME = (BidError, RulingError, SetUpError, StepError, TrickError)
SIDES = {"to", "tally"}
"""Fields that name a side."""
TOO_LARGE = {"endless list", "deep list", "endless text", "huge", "minus huge"}
NO_JSON = {"bytes", "odd keys", "not a number", "infinite", "half a character", "odd names"}


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def test_the_one_in_the_docs_is_this_one() -> None:
    written = (ROOT / "docs/match-file.schema.json").read_text("utf-8")
    assert written == f"{json.dumps(schema(), indent=2)}\n"


@given(courses())
@settings(max_examples=60, deadline=None)
def test_whatever_is_written_fits_it(story: Story) -> None:
    VALIDATOR.validate(json.loads(json.dumps(write(story.match, "x" * 22))))


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
def test_what_it_takes_is_read_and_what_is_no_match_file_it_refuses(
    path: tuple[str | int, ...],
) -> None:
    for name, value in VALUES.items():
        if name not in NO_JSON | TOO_LARGE:
            check_alike(mutated(path, value))
    if path:
        check_alike(mutated(path, LEFT_OUT))


def made_of_it(mode: schemathesis.GenerationMode) -> SearchStrategy[Any]:
    """What the schema takes, or what it does not: bodies of a request that has it."""
    named = {"$ref": "#/components/schemas/MatchFile"}
    body = {"required": True, "content": {"application/json": {"schema": named}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "match files", "version": "1"},
        "paths": {"/": {"post": {"requestBody": body, "responses": {}}}},
        "components": {"schemas": {"MatchFile": schema("/components/schemas/MatchFile")}},
    }
    asked = schemathesis.openapi.from_dict(document)["/"]["POST"]
    return asked.as_strategy(generation_mode=mode).map(lambda case: case.body)


@pytest.mark.parametrize("mode", schemathesis.GenerationMode)
def test_whatever_is_made_of_it_is_read_or_refused_alike(
    mode: schemathesis.GenerationMode,
) -> None:
    @given(made_of_it(mode))
    @settings(max_examples=tries(60), deadline=None, suppress_health_check=[*HealthCheck])
    def check(written: Any) -> None:
        check_alike(as_typed(written))

    check()


def as_typed(written: Any) -> Any:
    """As somebody writes it: players with names, and whole numbers without a point.

    To a schema 4.0 is whole.
    """
    if isinstance(written, dict):
        typed = {name: as_typed(value) for name, value in written.items()}
        players = typed.get("players")
        if isinstance(players, list):
            typed["players"] = [
                f"Name {seat}" if isinstance(name, str) else name
                for seat, name in enumerate(players)
            ]
            typed.pop("sides", None)
        return typed
    if isinstance(written, list):
        return [as_typed(value) for value in written]
    is_whole = isinstance(written, float) and written.is_integer()
    return int(written) if is_whole else written


def check_alike(written: Any) -> None:
    """Fail where schema and reader do not agree."""
    error = refused(written)
    if VALIDATOR.is_valid(written):
        assert error is None or is_beyond_its_shape(error), error
    else:
        assert error is not None, "refused by the schema, read by the reader"


def refused(written: Any) -> RuleError | None:
    """Why the reader refuses a match file, if it does."""
    try:
        read(written)
    except RuleError as error:
        return error
    return None


def is_beyond_its_shape(error: RuleError) -> bool:
    """Whether it is about the game, or about the name of a side, which only the reader knows."""
    names_a_side = error.values.get("within") == "piles" or error.values.get("field") in SIDES
    return isinstance(error, OF_THE_GAME) or error.code in BEYOND_ITS_SHAPE or names_a_side
