"""Presets: well-known house rules under the names people use."""

from typing import Any

import pytest

from scorekeeper.rules import OWN, PRESETS, USUAL, HouseRules, Preset, find_preset
from scorekeeper.rules.house_rules import check_together

BY_NAME = {preset.name: preset for preset in PRESETS}
PAGAT = {"floor": None, "blind_deficit": 100, "exchange": 2}
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
JOKERS = COOKOUT | {"deck": "jokers 2S"}
QUICK = {"target": 250, "bag_limit": 5, "bag_penalty": 50}


def test_the_list_of_presets_is_complete() -> None:
    assert list(BY_NAME) == [
        "Gold & Blue",
        "Two players",
        "Pagat standard",
        "MSN Zone",
        "Quick 250",
        "Cookout",
        "Joker joker deuce",
    ]


def test_keys_of_presets_differ() -> None:
    assert len({preset.key for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize(
    ("name", "game", "changes"),
    [
        pytest.param("Gold & Blue", "partnership", {}, id="Gold & Blue"),
        pytest.param("Two players", "two-player", {}, id="Two players"),
        pytest.param("Pagat standard", "partnership", PAGAT, id="Pagat standard"),
        pytest.param(
            "MSN Zone",
            "partnership",
            {"failed_nil": "bags only", "bag_carry": False, "floor": -200},
            id="MSN Zone",
        ),
        pytest.param("Quick 250", "partnership", QUICK, id="Quick 250 for partners"),
        pytest.param("Quick 250", "two-player", QUICK, id="Quick 250 for two"),
        pytest.param("Cookout", "partnership", COOKOUT, id="Cookout"),
        pytest.param("Joker joker deuce", "partnership", JOKERS, id="Joker joker deuce"),
    ],
)
def test_a_preset_is_the_default_with_changes(
    name: str, game: str, changes: dict[str, object]
) -> None:
    assert BY_NAME[name].house(game) == HouseRules.of(game, **changes)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_fits_each_of_its_games(preset: Preset) -> None:
    assert [preset.house(game).game.key for game in preset.games] == list(preset.games)
    for game in preset.games:
        check_together(preset.house(game))


@pytest.mark.parametrize(
    ("game", "changes", "key"),
    [
        ("partnership", {}, "usual"),
        ("two-player", {}, "usual"),
        ("solo", {}, "usual"),
        ("two-player", QUICK, "quick-250"),
        ("solo", QUICK, "own"),
        ("partnership", PAGAT, "pagat-standard"),
        ("partnership", {"target": 501}, "own"),
        ("partnership", COOKOUT, "cookout"),
        ("partnership", JOKERS, "joker-joker-deuce"),
        ("partnership", OLD_COOKOUT, "cookout"),
        ("six-handed", OLD_COOKOUT, "own"),
    ],
)
def test_house_rules_equal_to_a_preset_are_recognized(
    game: str, changes: dict[str, Any], key: str
) -> None:
    assert find_preset(HouseRules.of(game, **changes)) == key


def test_no_preset_has_a_reserved_name() -> None:
    assert {USUAL, OWN}.isdisjoint(preset.key for preset in PRESETS)
