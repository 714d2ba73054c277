"""Errors: a code, its values, the hand it happened in; words are found elsewhere."""

import pytest

from scorekeeper import rules
from scorekeeper.rules import RuleError, TrickError
from scorekeeper.rules.errors import SeatingError

KINDS = [
    rules.HouseRuleError,
    rules.SetUpError,
    rules.BidError,
    rules.TrickError,
    rules.RulingError,
    rules.CardError,
    rules.StepError,
    rules.MatchFileError,
    SeatingError,
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_a_rule_and_value_error(kind: type[RuleError]) -> None:
    assert issubclass(kind, RuleError)
    assert issubclass(kind, ValueError)


def test_the_list_of_errors_is_complete() -> None:
    assert set(RuleError.__subclasses__()) == set(KINDS)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        pytest.param(RuleError("nothing to undo"), "nothing to undo", id="code"),
        pytest.param(RuleError("no such seat", seat=4), "no such seat (seat=4)", id="values"),
        pytest.param(
            TrickError("tricks missing", side=1).in_hand(3),
            "hand 3: tricks missing (side=1)",
            id="values and hand",
        ),
        pytest.param(
            RuleError("match is over").in_hand(9), "hand 9: match is over", id="code and hand"
        ),
    ],
)
def test_an_error_contains_code_values_and_hand(error: RuleError, text: str) -> None:
    assert str(error) == text


def test_an_error_contains_its_parts() -> None:
    error = TrickError("too many tricks", sides=(8, 7), total=15, tricks=13).in_hand(3)
    assert error.code == "too many tricks"
    assert error.values == {"sides": (8, 7), "total": 15, "tricks": 13}
    assert error.hand == 3


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(None, None, id="nothing"),
        pytest.param(True, True, id="yes"),
        pytest.param(-13, -13, id="a number"),
        pytest.param(10**5000, "a huge number", id="a huge number"),
        pytest.param([10**5000, 5], "[a huge number, 5]", id="a huge number in a list"),
        pytest.param(float("nan"), "nan", id="not a number"),
        pytest.param("x" * 60, "x" * 60, id="a long text"),
        pytest.param("x" * 61, "x" * 60 + "…", id="a longer text"),
        pytest.param("\ud800", "?", id="half a character"),
        pytest.param(list(range(1000)), "[0, 1, 2, 3, 4, 5, ...]", id="a long list"),
        pytest.param({"a": {"b": []}}, "{'a': {'b': []}}", id="an object"),
    ],
)
def test_values_in_an_error_are_short_and_printable(value: object, shown: object) -> None:
    assert RuleError("no", value=value).values == {"value": shown}
