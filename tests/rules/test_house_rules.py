"""House rules: names, defaults, ranges and choices (a match keeps the ones it started with)."""

from typing import Any

import pytest

from scorekeeper.rules import (
    GAMES,
    RULES,
    HouseRuleError,
    HouseRules,
    check_together,
    list_choices,
    list_rules,
)
from scorekeeper.rules.house_rules import CHOICES, RANGES
from scorekeeper.rules.match_file import read, write
from tests.rules.table import Table

USUAL = {
    "target": 500,
    "floor": -200,
    "overtrick_points": 1,
    "bag_limit": 10,
    "bag_penalty": 100,
    "bag_carry": True,
    "nil_bonus": 100,
    "nil_penalty": 100,
    "blind_nil_bonus": 200,
    "blind_nil_penalty": 200,
    "failed_nil": "bags",
    "two_nils": "separate",
    "blind_deficit": 0,
    "exchange": 0,
    "set_penalty": "bid",
    "board": 0,
    "big_bids": (),
    "blind_minimum": 0,
    "blind_factor": 2,
    "blind_set_factor": 2,
    "first_hand": "bid",
    "bidding": "free",
    "bids_by": "seat",
    "nil": "played",
    "forbidden_total": None,
    "sets_to_lose": 0,
    "hand_limit": None,
    "minutes": None,
    "spades_led": "once broken",
    "deck": "usual",
    "revoke_penalty": "3 tricks",
}
OF_TWO_PLAYERS = {"floor": None, "failed_nil": "nothing", "exchange": 3}


@pytest.mark.parametrize("rule", USUAL)
def test_default_rules_of_partners(rule: str) -> None:
    assert getattr(HouseRules.of("partnership"), rule) == USUAL[rule]


@pytest.mark.parametrize("rule", USUAL)
def test_default_rules_of_two_players(rule: str) -> None:
    assert getattr(HouseRules.of("two-player"), rule) == (USUAL | OF_TWO_PLAYERS)[rule]


def test_the_defaults_list_every_house_rule() -> None:
    assert list(RULES) == list(USUAL)


def test_a_refused_number_contains_its_range() -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", target=49)
    assert refused.value.code == "value out of range"
    assert refused.value.values == {"rule": "target", "value": 49, "least": 50, "most": 1000}


@pytest.mark.parametrize("value", ["500", 500.0, True, [], {}, float("nan")], ids=repr)
@pytest.mark.parametrize("rule", [rule for rule in RANGES if rule not in CHOICES])
def test_a_value_that_is_not_an_integer_is_refused(rule: str, value: object) -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", **{rule: value})
    assert (refused.value.code, refused.value.values["rule"]) == ("not a whole number", rule)


@pytest.mark.parametrize(
    ("rule", "choice"), [(rule, choice.value) for rule in CHOICES for choice in CHOICES[rule]]
)
def test_a_choice_is_read_by_its_word(rule: str, choice: str) -> None:
    assert getattr(HouseRules.of("partnership", **{rule: choice}), rule) is CHOICES[rule](choice)


@pytest.mark.parametrize("value", ["Bags", "", None, 1, ["bags"], {}], ids=repr)
@pytest.mark.parametrize("rule", [*(rule for rule in CHOICES if rule not in RANGES), "bag_carry"])
def test_an_unknown_choice_is_refused(rule: str, value: object) -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", **{rule: value})
    assert (refused.value.code, refused.value.values["rule"]) == ("not a choice", rule)


def test_a_refused_choice_lists_the_choices() -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", failed_nil="lost")
    assert refused.value.values["choices"] == ("bags", "help", "bags only", "nothing")


@pytest.mark.parametrize(
    "rule", ["big_bid", "blind_maximum", "boards", "game", "cls", "Target", "", "__class__"]
)
def test_an_unknown_rule_is_refused_by_name(rule: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", **{rule: 1})
    assert (refused.value.code, refused.value.values) == ("unknown house rule", {"rule": rule})


@pytest.mark.parametrize("game", ["five-handed", "", "Partnership", None, 2, [], {}], ids=repr)
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(HouseRuleError, match="unknown game"):
        HouseRules.of(game)


def test_only_differences_are_listed() -> None:
    house = HouseRules.of("two-player", floor=-200, failed_nil="nothing", target=250)
    assert house.differences() == {"target": 250, "floor": -200}


def test_default_rules_have_no_differences() -> None:
    assert HouseRules.of("two-player").differences() == {}


@pytest.mark.parametrize(
    ("game", "meaningless"),
    [
        pytest.param("partnership", [], id="partners"),
        pytest.param("six-handed", [], id="three pairs"),
        pytest.param("two-player", ["two_nils", "board", "bids_by"], id="two who draw"),
        pytest.param(
            "three-handed", ["two_nils", "exchange", "board", "bids_by"], id="three alone"
        ),
        pytest.param("solo", ["two_nils", "exchange", "board", "bids_by"], id="four alone"),
    ],
)
def test_rules_for_partners_have_no_effect_without_them(game: str, meaningless: list[str]) -> None:
    assert [rule for rule in RULES if rule not in list_rules(GAMES[game])] == meaningless


@pytest.mark.parametrize(
    ("game", "failed_nil"),
    [
        pytest.param("partnership", ["bags", "help", "bags only", "nothing"], id="partners"),
        pytest.param("solo", ["bags", "bags only", "nothing"], id="alone"),
    ],
)
def test_failed_nil_help_needs_a_partner(game: str, failed_nil: list[str]) -> None:
    assert list(list_choices(GAMES[game], "failed_nil")) == failed_nil


@pytest.mark.parametrize(
    ("bidding", "others", "rule"),
    [
        pytest.param(bidding, others, rule, id=f"{bidding} and {rule}")
        for bidding in ("mirror", "whiz")
        for rule, others in (
            ("board", {"board": 1}),
            ("forbidden_total", {"forbidden_total": 12}),
            ("two_nils", {"two_nils": "forbidden"}),
        )
    ]
    + [
        pytest.param("suicide", {"board": 5}, "board", id="suicide and a high board"),
        pytest.param("suicide", {"forbidden_total": 13}, "forbidden_total", id="suicide and total"),
    ],
)
def test_rules_without_a_legal_bid_are_incompatible(
    bidding: str, others: dict[str, Any], rule: str
) -> None:
    house = HouseRules.of("partnership", bidding=bidding, **others)
    with pytest.raises(HouseRuleError) as refused:
        check_together(house)
    assert refused.value.code == "rules exclude each other"
    assert refused.value.values == {"rule": rule, "other": "bidding", "choice": bidding}


@pytest.mark.parametrize(
    ("game", "house"),
    [
        pytest.param("partnership", {"board": 6, "forbidden_total": 13}, id="free bids"),
        pytest.param("partnership", {"bidding": "suicide", "board": 4}, id="suicide, board of 4"),
        pytest.param(
            "six-handed", {"bidding": "suicide", "two_nils": "forbidden"}, id="one nil at most"
        ),
        pytest.param("solo", {"bidding": "whiz", "board": 4}, id="a board without pairs"),
        pytest.param("solo", {"bidding": "suicide", "forbidden_total": 13}, id="no pairs"),
        pytest.param("two-player", {"bidding": "mirror", "two_nils": "forbidden"}, id="two alone"),
    ],
)
def test_other_rules_are_compatible(game: str, house: dict[str, Any]) -> None:
    check_together(HouseRules.of(game, **house))


def test_an_old_match_with_incompatible_rules_is_read(table: Table) -> None:
    table.start(bidding="mirror", two_nils="forbidden")
    table.play([4, 3, 4, 2], Gold=7, Blue=6)
    assert read(write(table.match)) == table.match
