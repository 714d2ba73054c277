"""The names that examples in docstrings use without an import."""

from typing import Any

import pytest

from scorekeeper import rules
from scorekeeper.rules.cards import read_card

NAMES = (
    *("Bid", "HouseRules", "Incident", "Match", "Ruling", "Standing", "Taker"),
    *("NIL", "PARTNERSHIP", "SOLO", "THREE_HANDED", "TWO_PLAYER", "count_tricks"),
)


@pytest.fixture(autouse=True)
def name_rules(doctest_namespace: dict[str, Any]) -> None:
    """Name what most examples start with."""
    doctest_namespace.update({name: getattr(rules, name) for name in NAMES}, read_card=read_card)
