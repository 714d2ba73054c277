import re
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules import GAMES, PRESETS, RULES, HouseRules, list_rules
from scorekeeper.rules.house_rules import CHOICES, NULLABLE, RANGES
from scorekeeper.words.language import LANGUAGES, speak
from scorekeeper.words.referee.rule_card import list_entries

DEPENDENT = {"blind_factor": {"blind_minimum": 6}, "blind_set_factor": {"blind_minimum": 6}}
"""House rules that only matter together with another."""


def others(house: HouseRules, rule: str) -> list[Any]:
    if rule == "big_bids":
        return [[{"at": 10, "made": 200, "set": -100, "how": how}] for how in ("instead", "extra")]
    if rule == "bag_carry":
        return [False]
    found: list[Any] = [*CHOICES.get(rule, ()), *RANGES.get(rule, ())]
    found += [None] if rule in NULLABLE else []
    return [value for value in found if value != getattr(house, rule)]


USUAL = [
    "At 500 points a side wins. If several get there, the highest score wins. A side at −200 "
    "or less loses the match. If every side drops there in the same hand, the highest score wins. "
    "If it’s a tie, play another hand.",
    "A made contract scores 10 per trick bid. A set contract costs the same. Each overtrick "
    "scores 1 point.",
    "Each overtrick is a bag. Every 10 bags cost 100. Extra bags carry over.",
    "A successful nil scores 100. A failed nil costs 100.",
    "Each trick taken on a failed nil is a point and a bag.",
    "If both partners bid nil, each is scored separately.",
    "A successful blind nil (also called double nil) scores 200. A failed one costs 200.",
    "You may lead a spade once spades are broken, or if you hold nothing else.",
    "A revoke (renege) costs 3 tricks.",
]


def sentences(language: str, house: HouseRules) -> list[str]:
    speak(language)
    return [sentence for sentence, _is_unusual in list_entries(house)]


def said(house: HouseRules) -> str:
    return " ".join(sentences("en", house))


def test_the_card_of_the_usual_partnership_game() -> None:
    assert sentences("en", HouseRules.of("partnership")) == USUAL


def test_the_card_of_the_usual_two_player_game() -> None:
    card = sentences("en", HouseRules.of("two-player"))
    assert card[0] == (
        "At 500 points a side wins. If several get there, the highest score wins. If it’s a "
        "tie, play another hand."
    )
    assert "Tricks taken on a failed nil don’t count." in card
    assert (
        "A successful blind nil (also called double nil) scores 200. A failed one costs 200. "
        "The bidder may exchange up to 3 cards."
    ) in card
    assert [words for words in card if "partner" in words] == []


def test_the_card_of_a_cookout() -> None:
    (cookout,) = [preset for preset in PRESETS if preset.key == "cookout"]
    card = said(cookout.house("partnership"))
    assert "There is no nil. The lowest bid is 1." in card
    assert "There are no bags." in card
    assert "You may lead a spade at any time." in card
    assert "After a revoke (renege), the contract counts as set." in card
    assert re.findall(r"failed|blind|A nil|−\d+ or less", card) == []
    assert "At 350 points a side wins" in card
    assert "Being set 2 times loses the match." in card
    assert "Overtricks score no points." in card
    assert "A team bids at least 4." in card
    assert (
        "A contract of 10 or more scores +150 if made, −150 if set. This replaces the 10 per trick."
    ) in card


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"hand_limit": 1}, "After one hand the leader wins."),
        ({"hand_limit": 12}, "After 12 hands the leader wins."),
        ({"sets_to_lose": 1}, "Being set once loses the match."),
        ({"bag_limit": 1}, "Each overtrick is a bag and costs 100. Extra bags carry over."),
        ({"exchange": 1}, "The bidder may exchange 1 card."),
        ({"revoke_penalty": "1 trick"}, "A revoke (renege) costs 1 trick."),
        ({"board": 4}, "A team bids at least 4. A nil counts as 0."),
        ({"revoke_penalty": 1}, "A revoke (renege) costs 1 point."),
        (
            {"blind_minimum": 6, "blind_set_factor": 1},
            "Blind bids of 6 or more count twice if made and once if set.",
        ),
    ],
)
def test_the_card_has_singular_forms(rules: dict[str, int], words: str) -> None:
    assert words in said(HouseRules.of("partnership", **rules))


@pytest.mark.parametrize(
    ("deck", "trumps"),
    [
        ("jokers", "big joker, little joker, ace of spades"),
        ("jokers 2S", "big joker, little joker, 2 of spades, ace of spades"),
        ("jokers 2D 2S", "big joker, little joker, 2 of diamonds, 2 of spades, ace of spades"),
    ],
)
def test_the_card_lists_the_trumps_from_the_top(deck: str, trumps: str) -> None:
    card = said(HouseRules.of("partnership", deck=deck))
    assert f"Trumps from the top: {trumps}. All of them are spades." in card


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ({"nil": "not played"}, ["There is no nil. The lowest bid is 1."]),
        ({"nil": "not blind"}, ["A successful nil scores 100.", "There is no blind nil."]),
    ],
)
def test_rules_on_nil_that_cannot_matter_are_left_out(
    game: str, rules: dict[str, Any], kept: list[str]
) -> None:
    values = {"blind_nil_bonus": 300, "blind_deficit": 200, "exchange": 2, "nil_penalty": 50}
    card = said(HouseRules.of(game, **values, **rules))
    assert [words for words in kept if words not in card] == []
    assert re.findall(r"300|200 points|exchange|double nil", card) == []
    assert ("failed nil" in card) == (rules["nil"] == "not blind")


@pytest.mark.parametrize("bidding", ["mirror", "whiz"])
def test_nobody_whose_cards_are_the_bid_bids_blind(bidding: str) -> None:
    house = HouseRules.of("solo", bidding=bidding, blind_minimum=6, blind_deficit=100)
    card = said(house)
    assert re.findall(r"[Bb]lind bids|bid blind", card) == []


def test_only_the_sentences_that_differ_are_marked() -> None:
    card = list_entries(HouseRules.of("solo", nil="not blind"))
    assert [sentence for sentence, is_unusual in card if is_unusual] == ["There is no blind nil."]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"bids_by": "side"}, "Partners bid one number together."),
        ({"bidding": "suicide"}, "One partner bids nil, the other at least 4 (Suicide)."),
    ],
)
def test_partners_of_whom_one_bids_a_number_never_both_bid_nil(
    rules: dict[str, str], words: str
) -> None:
    card = said(HouseRules.of("six-handed", **rules))
    assert words in card
    assert "both" not in card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rule", RULES)
def test_every_value_of_a_rule_of_the_game_changes_and_marks_a_translated_sentence(
    language: str, game: str, rule: str
) -> None:
    usual = HouseRules.of(game, **DEPENDENT.get(rule, {}))
    applies = rule in list_rules(usual.game)
    for value in others(usual, rule):
        changed = replace(usual, **{rule: value})
        english, card = sentences("en", changed), sentences(language, changed)
        assert language == "en" or set(card).isdisjoint(english)
        assert (card != sentences(language, usual)) == applies
        assert any(is_unusual for _sentence, is_unusual in list_entries(changed)) == applies
        assert re.search(r"[%{}]|None|True|False", " ".join(card)) is None


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"failed_nil": "bags"}, "Each trick taken on a failed nil is a point and a bag."),
        ({"failed_nil": "bags", "bag_limit": 0}, "Each trick taken on a failed nil is a point."),
        (
            {"failed_nil": "bags", "overtrick_points": 0},
            "Each trick taken on a failed nil is a bag, but no point.",
        ),
        (
            {"failed_nil": "bags", "overtrick_points": -10},
            "Each trick taken on a failed nil counts like an overtrick.",
        ),
        ({"failed_nil": "bags only"}, "Each trick taken on a failed nil is a bag, but no point."),
        ({"failed_nil": "bags only", "bag_limit": 0}, "Tricks taken on a failed nil don’t count."),
        ({"failed_nil": "nothing"}, "Tricks taken on a failed nil don’t count."),
    ],
)
def test_tricks_of_a_failed_nil_match_their_scoring(rules: dict[str, Any], words: str) -> None:
    assert words in said(HouseRules.of("partnership", **rules))
