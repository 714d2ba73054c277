"""Score tables: small, made once for the same house rules, and nothing but numbers and codes."""

import gzip
import json
from random import Random

import pytest

from scorekeeper.rules import PRESETS, HouseRules
from scorekeeper.rules.score_tables import score_tables
from tests.effort import tries
from tests.rules.score_cases import make_house

LARGEST = {
    "set_penalty": "shortfall",
    "blind_minimum": 1,
    "blind_factor": 3,
    "two_nils": "together",
    "first_hand": "bids itself",
    "board": 6,
    "forbidden_total": 17,
    "bag_limit": 20,
    "big_bids": [{"at": at, "made": 50 * at, "set": -9 * at, "how": "extra"} for at in (5, 9, 17)],
}


def compress(house: HouseRules) -> int:
    """Return the bytes of the tables as they are sent."""
    return len(gzip.compress(json.dumps(score_tables(house), separators=(",", ":")).encode()))


def test_the_tables_of_presets_are_small() -> None:
    sizes = {(one.key, game): compress(one.house(game)) for one in PRESETS for game in one.games}
    assert {preset: size for preset, size in sizes.items() if size > 600} == {}


def test_the_tables_of_any_house_rules_are_small() -> None:
    random = Random(4)
    assert max(compress(make_house(random)) for _ in range(tries(100))) <= 3500


@pytest.mark.parametrize("bids", [{}, {"bidding": "suicide"}], ids=["free", "suicide"])
def test_the_largest_tables_are_small(bids: dict[str, str]) -> None:
    assert compress(HouseRules.of("six-handed", **LARGEST, **bids)) <= 3500


def test_the_tables_of_the_same_house_rules_are_made_once() -> None:
    first, again, other = (HouseRules.of("solo", target=target) for target in (300, 300, 310))
    assert score_tables(first) is score_tables(again) is not score_tables(other)


def test_blind_tricks_are_listed_only_where_they_weigh_more() -> None:
    plain, blind = HouseRules.of("solo"), HouseRules.of("solo", blind_minimum=4)
    assert "6 6" not in score_tables(plain)["contracts"]
    assert score_tables(blind)["contracts"]["6 6"] == [[[0, 120]], [[[1, -120]]]]
