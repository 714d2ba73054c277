"""What the examples in docstrings need, too: the names of the rules, and English."""

from typing import Any

import pytest

from scorekeeper import rules
from scorekeeper.rules.cards import read_card
from scorekeeper.rules.outlook.distributions import look_ahead
from scorekeeper.rules.seating.event import Entrant, EventKind
from scorekeeper.words.language import speak

NAMES = (
    *("Bid", "HouseRules", "Incident", "Match", "Ruling", "Standing", "Taker"),
    *("NIL", "PARTNERSHIP", "SOLO", "THREE_HANDED", "TWO_PLAYER", "count_tricks"),
)


@pytest.fixture(autouse=True)
def name_rules(doctest_namespace: dict[str, Any]) -> None:
    """Name what most examples start with."""
    doctest_namespace.update({name: getattr(rules, name) for name in NAMES})
    others = (Entrant, EventKind, look_ahead, read_card)
    doctest_namespace.update({other.__name__: other for other in others})


@pytest.fixture(autouse=True)
def english() -> None:
    """Use English unless the test chooses another language; a page in German leaves it set."""
    speak("en")
