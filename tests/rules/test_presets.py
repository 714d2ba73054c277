"""Presets: well-known house rules under the names people use."""

from typing import Any

import pytest

from scorekeeper.rules import OWN, PRESETS, USUAL, HouseRules, Preset, find_preset
from scorekeeper.rules.house_rules import check_together
from scorekeeper.rules.presets import find_limits, limit_match

OLD_COOKOUT = {
    "target": 350,
    "overtrick_points": 0,
    "board": 4,
    "big_bids": [{"at": 10, "made": 150, "set": -150}],
    "sets_to_lose": 2,
}
COOKOUT = OLD_COOKOUT | {
    "floor": None,
    "bag_limit": 0,
    "big_bids": [{"at": 10, "made": 150, "set": -150}, {"at": 13, "made": 200, "set": -200}],
    "bids_by": "side",
    "nil": "not played",
    "spades_led": "any time",
    "revoke_penalty": "set",
}
CHANGES = {
    "pagat-standard": {"floor": None, "blind_deficit": 100, "exchange": 2},
    "msn-zone": {"failed_nil": "bags only", "bag_carry": False},
    "quick-250": {"target": 250, "bag_limit": 5, "bag_penalty": 50},
    "cookout": COOKOUT,
    "joker-joker-deuce": COOKOUT | {"deck": "jokers 2S"},
}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_is_the_usual_rules_of_its_games_with_changes(preset: Preset) -> None:
    changes = CHANGES.get(preset.key, {})
    for game in preset.games:
        house = preset.house(game)
        assert house == HouseRules.of(game, **changes)
        assert find_preset(house) == (preset.key if changes else "usual")
        check_together(house)


@pytest.mark.parametrize(
    ("game", "changes", "key"),
    [
        ("solo", {}, "usual"),
        ("solo", CHANGES["quick-250"], "own"),
        ("partnership", {"target": 501}, "own"),
        ("partnership", OLD_COOKOUT, "cookout"),
        ("six-handed", OLD_COOKOUT, "own"),
    ],
)
def test_other_house_rules_are_usual_or_own_or_those_of_a_preset_before_it_changed(
    game: str, changes: dict[str, Any], key: str
) -> None:
    assert find_preset(HouseRules.of(game, **changes)) == key


def test_no_preset_has_a_reserved_name() -> None:
    assert {USUAL, OWN}.isdisjoint(preset.key for preset in PRESETS)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize("limits", [{"hand_limit": 8}, {"target": 250}, {"target": 1000}, {}])
@pytest.mark.parametrize("minutes", [{}, {"minutes": 25}])
def test_the_limits_of_a_round_change_nothing_if_they_are_chosen_again(
    preset: Preset, limits: dict[str, int], minutes: dict[str, int]
) -> None:
    for game in preset.games:
        house = limit_match(preset.house(game), limits | minutes)
        assert limit_match(house, find_limits(house)) == house
