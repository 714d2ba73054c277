from typing import Any

import pytest

from scorekeeper.rules import GAMES, Game, HouseRules, list_rules
from scorekeeper.words.help import lesson as words
from scorekeeper.words.house_rules import SENTENCES

BIG = [{"at": 10, "made": 200, "set": -100}]


@pytest.mark.parametrize(
    ("game", "rules", "rule", "line"),
    [
        ("partnership", {}, "overtrick_points", "Bid 4, took 6: +42"),
        ("solo", {"overtrick_points": -10}, "overtrick_points", "Bid 4, took 6: +20"),
        ("partnership", {}, "set_penalty", "Bid 5, took 3: −50"),
        ("partnership", {"set_penalty": "shortfall"}, "set_penalty", "Bid 5, took 3: −20"),
        ("partnership", {}, "bag_penalty", "Bid 1, took 13: −78 points, 2 bags"),
        ("six-handed", {"bag_limit": 5}, "bag_penalty", "Bid 1, took 8: −83 points, 2 bags"),
        ("two-player", {"bag_limit": 0}, "bag_penalty", "Bid 1, took 3: 12 points, 0 bags"),
        ("two-player", {"bag_limit": 20}, "bag_penalty", "Bid 1, took 13: 22 points, 12 bags"),
        ("partnership", {"bag_carry": False}, "bag_carry", "Bid 1, took 13: −78 points, 0 bags"),
        ("three-handed", {"nil_bonus": 50}, "nil_bonus", "Nil, took 0: +50"),
        ("partnership", {}, "nil_penalty", "Nil, took 2: −98"),
        ("two-player", {}, "nil_penalty", "Nil, took 2: −100"),
        ("partnership", {}, "blind_nil_bonus", "Blind nil, took 0: +200"),
        ("two-player", {}, "blind_nil_penalty", "Blind nil, took 2: −200"),
        ("six-handed", {}, "two_nils", "Nil + Nil, took 0 + 2: +2"),
        ("six-handed", {"two_nils": "together"}, "two_nils", "Nil + Nil, took 0 + 2: −200"),
        ("solo", {"blind_factor": 3}, "blind_factor", "Blind 6, took 6: +180"),
        ("solo", {"blind_minimum": 7}, "blind_set_factor", "Blind 7, took 6: −140"),
        ("partnership", {"big_bids": BIG}, "big_bids", "Bid 10, took 10: +200"),
    ],
)
def test_a_rule_is_explained_by_an_example_with_its_value(
    game: str, rules: dict[str, Any], rule: str, line: str
) -> None:
    assert words.explain_rule(HouseRules.of(game, **rules), rule)[-1] == line


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_rule_has_a_line_or_a_label_that_is_one(any_language: str, game: Game) -> None:
    house = HouseRules.of(game.key)
    unexplained = {rule for rule in list_rules(game) if not words.explain_rule(house, rule)}
    assert unexplained - {"failed_nil", "exchange"} <= {*SENTENCES}


@pytest.mark.parametrize(
    ("game", "rules", "choice", "said"),
    [
        ("partnership", {}, "bags", "−138 points, 2 bags"),
        ("six-handed", {}, "help", "−59 points, 1 bag"),
        ("partnership", {}, "bags only", "−140 points, 2 bags"),
        ("partnership", {}, "nothing", "−140 points, 0 bags"),
        ("two-player", {}, "bags", "−98 points, 2 bags"),
        ("two-player", {"nil_penalty": 50, "bag_limit": 0}, "bags", "−48 points, 0 bags"),
    ],
)
def test_choices_for_a_failed_nil_have_an_example_by_the_other_rules(
    game: str, rules: dict[str, Any], choice: str, said: str
) -> None:
    assert words.describe_failed_nil_example(HouseRules.of(game, **rules), choice) == said


def test_the_case_of_a_failed_nil_has_a_partner_where_players_have_one() -> None:
    alone = "Example: the nil bidder took 2."
    assert words.describe_failed_nil_case(GAMES["two-player"]) == alone
    partners = words.describe_failed_nil_case(GAMES["six-handed"])
    assert partners == f"{alone} The partner bid 4 and took 3."
