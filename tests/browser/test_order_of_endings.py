"""The order of endings, the one rule of the game that JavaScript repeats (scores/scores.js)."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser

from scorekeeper.rules import HouseRules, Standing
from scorekeeper.rules.match.outcome import Progress, decide
from scorekeeper.rules.score_tables import END_RULES
from tests.browser.offline_scripts import SCORES, call

HOUSES = {
    "floor": (None, -200),
    "sets_to_lose": (0, 2),
    "hand_limit": (None, 3),
    "minutes": (None, 60),
}
"""Every rule that ends a match, and without it; all matches end at their winning score."""
POINTS = (-200, 0, 499, 500, 510)
DECIDE = """({ decide }, cases) => cases.map(
  ({ end, standings, progress }) => decide(end, standings, progress))"""


def list_cases(game: str) -> Iterator[tuple[HouseRules, list[Standing], Progress]]:
    """Yield every combination of house rules, points, sets, hands and minutes at a limit."""
    for values in product(*HOUSES.values()):
        house = HouseRules.of(game, **dict(zip(HOUSES, values, strict=True)), target=500)
        sides = len(house.game.sides)
        states = product(product(POINTS, repeat=sides), product((1, 2), repeat=sides))
        for (points, sets), hands, minutes in product(states, (2, 3), (59, 60)):
            yield house, [Standing(number) for number in points], Progress(sets, hands, minutes)


def write(house: HouseRules, standings: list[Standing], progress: Progress) -> dict[str, Any]:
    return {
        "end": {rule: getattr(house, rule) for rule in END_RULES},
        "standings": [standing._asdict() for standing in standings],
        "progress": progress._asdict(),
    }


@pytest.mark.parametrize("game", ["partnership", "three-handed"])
def test_the_phone_ends_matches_in_the_order_of_the_engine(chromium: Browser, game: str) -> None:
    cases = [*list_cases(game)]
    expected = [
        found and {"winner": found.winner, "ending": found.ending}
        for found in (decide(*case) for case in cases)
    ]
    page = chromium.new_page()
    assert call(page, [SCORES], DECIDE, [write(*case) for case in cases]) == expected
    page.close()
    assert {found and found["ending"] for found in expected} == {
        *("sets", "target", "floor", "hands", "time", None)
    }
