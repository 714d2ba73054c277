"""The sentences of the rule card: every value of every rule, in every language."""

import re
from typing import Any

import pytest

from scorekeeper.rules import GAMES, RULES, HouseRules, rules_of
from scorekeeper.rules.house import CHOICES, NULLABLE, RANGES
from scorekeeper.words.language import LANGUAGES, speak
from scorekeeper.words.rule_card import entries

DEPENDENT = {
    "blind_factor": {"blind_minimum": 6},
    "blind_set_factor": {"blind_minimum": 6},
}
"""House rules that mean something only beside another."""


def others(rule: str) -> list[Any]:
    """Values of a house rule in the partnership game, none of them the usual one."""
    usual = getattr(HouseRules.of("partnership"), rule)
    if rule == "big_bids":
        return [[{"at": 10, "made": 200, "set": -100, "how": how}] for how in ("instead", "extra")]
    if rule == "bag_carry":
        return [False]
    found: list[Any] = [*CHOICES.get(rule, ()), *RANGES.get(rule, ())]
    found += [None] if rule in NULLABLE else []
    return [value for value in found if value != usual]


VALUES = [
    pytest.param(rule, value, id=f"{rule} {value}") for rule in RULES for value in others(rule)
]


def said(language: str, house: HouseRules) -> str:
    """All sentences of a card in a language."""
    speak(language)
    return " ".join(entry.sentence for entry in entries(house))


@pytest.mark.parametrize(("rule", "value"), VALUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_rule_changes_what_the_card_says(
    language: str, rule: str, value: Any
) -> None:
    beside = DEPENDENT.get(rule, {})
    usual = HouseRules.of("partnership", **beside)
    changed = HouseRules.of("partnership", **beside, **{rule: value})
    words = said(language, changed)
    assert words != said(language, usual)
    assert re.search(r"[%{}]|None|True|False", words) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "fil"])
def test_every_sentence_is_translated(language: str, game: str) -> None:
    more = {"bidding": "mirror", "forbidden_total": 13, "first_hand": "bids itself"}
    house = HouseRules.of(game, **more, hand_limit=9, minutes=90, sets_to_lose=2, blind_minimum=6)
    english = [entry.sentence for entry in entries(house)]
    speak(language)
    translated = [entry.sentence for entry in entries(house)]
    assert len(translated) == len(english)
    assert set(translated).isdisjoint(english)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rule", RULES)
def test_a_change_is_marked_in_every_game_that_can_use_the_rule(game: str, rule: str) -> None:
    usual = HouseRules.of(game)
    value = next(value for value in others(rule) if value != getattr(usual, rule))
    house = HouseRules.of(game, **DEPENDENT.get(rule, {}), **{rule: value})
    marked = [entry for entry in entries(house) if entry.unusual]
    assert bool(marked) == (rule in rules_of(house.game))
