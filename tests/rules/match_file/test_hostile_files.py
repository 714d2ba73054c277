import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scorekeeper.rules import RULES, RuleError
from scorekeeper.rules.match_file import read
from tests.rules.match_file.test_match_file import EXAMPLE

Path = tuple[str | int, ...]


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


VALUES = {
    "null": None,
    "yes": True,
    "no": False,
    "nothing": 0,
    "minus one": -1,
    "fourteen": 14,
    "huge": 10**5000,
    "minus huge": -(10**5000),
    "fraction": 4.5,
    "not a number": float("nan"),
    "infinite": float("inf"),
    "empty text": "",
    "text": "nil",
    "digits": "4",
    "half a character": "\ud800",
    "NUL": "\0",
    "endless text": "x" * 1_000_000,
    "empty list": [],
    "deep list": nested(50_000),
    "endless list": [[4, 3, 3, 3]] * 1_000_000,
    "list of odd things": [None, True, 1.5, "x", [], {}],
    "empty object": {},
    "object": {"bids": [4, 3, 3, 3], "game": "partnership", "points": 1},
    "odd keys": {1: 2, None: 3},
    "odd names": {"\ud800": 1, "__class__": 2, "self": 3},
    "bytes": b"nil",
}


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a JSON value, the whole first."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def put(value: Any, path: Path, replacement: Any) -> Any:
    if not path:
        return replacement
    changed = copy.copy(value)
    changed[path[0]] = put(value[path[0]], path[1:], replacement)
    return changed


def refusal(written: object, read: Callable[[object], object] = read) -> RuleError | None:
    try:
        read(written)
    except RuleError as error:
        return error
    return None


MATCH = json.loads(EXAMPLE)
MATCH["house"]["big_bids"] = [{"at": 10, "made": 200, "set": -100, "how": "extra"}]
RULING = {"kind": "revoke", "seat": 1, "tricks": 1, "to": "Gold", "points": 5, "set": True}
MATCH["hands"][0]["rulings"] = [RULING]


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_any_json_value_is_read_or_refused(value: object) -> None:
    refusals = [refusal(put(MATCH, place, value)) for place in places(MATCH)]
    assert max(len(str(error).encode()) for error in refusals if error) < 500


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_any_house_rule_value_is_read_or_refused(value: object) -> None:
    refusals = [
        refusal({**MATCH, "house": {"game": "partnership", rule: value}})
        for rule in ("game", *RULES)
    ]
    assert max(len(str(error).encode()) for error in refusals if error) < 500


def test_a_million_hands_are_refused() -> None:
    error = refusal({**MATCH, "hands": [MATCH["hands"][0]] * 1_000_000})
    assert error is not None
    assert error.code == "too long"


def test_a_thousand_hands_are_read() -> None:
    hand = {"bids": [7, 7, 7, 7], "tricks": [4, 3, 3, 3]}
    house = {"game": "partnership", "floor": None}
    match = read({**MATCH, "house": house, "hands": [hand] * 1000})
    assert match.standings[0].points == 120 - 140 * 1000
