from datetime import UTC, datetime

import pytest

from scorekeeper.rules import HouseRules
from scorekeeper.rules.review.what_if import replay_with_rules
from scorekeeper.words.review import what_if as words
from tests.rules.table import Table

QUICK = HouseRules.of("partnership", target=250, bag_limit=5, bag_penalty=50)


def test_a_running_match_can_be_over_under_other_rules(table: Table) -> None:
    for _ in range(4):
        table.play([4, 3, 4, 2], Gold=8, Blue=5)
    look = replay_with_rules(table.match, QUICK)
    stopped = replay_with_rules(table.match.end(datetime(2026, 11, 20, tzinfo=UTC)), QUICK)
    for either in (look, stopped):
        assert words.describe_winner(either) == "The match would be over. Winner: Ann & Cleo."
    assert words.format_score(look) == "320 : 200"
    assert [*words.describe_differences(look)] == [
        "It would have ended after hand 4.",
        "Every hand would score the same.",
    ]


@pytest.mark.parametrize(
    ("penalty", "said"), [(0, "Same winner: Ann & Cleo."), (500, ("Different winner: Ben & Dan."))]
)
def test_the_winner_is_compared(table: Table, penalty: int, said: str) -> None:
    table.start(target=250)
    for _ in range(4):
        table.play([4, 3, 3, 2], Gold=8, Blue=5)
    house = HouseRules.of("partnership", target=200, bag_limit=3, bag_penalty=penalty, floor=None)
    assert words.describe_winner(replay_with_rules(table.match, house)) == said


def test_a_won_match_can_be_open_under_other_rules(table: Table) -> None:
    table.start(target=250)
    for _ in range(4):
        table.play([4, 3, 3, 2], Gold=8, Blue=5)
    look = replay_with_rules(table.match, HouseRules.of("partnership", board=6))
    assert words.describe_winner(look) == "The match would still be going."
    assert words.format_score(look) == "284 : 200"
    assert [*words.describe_differences(look)] == [
        "Every hand would score the same.",
        "Hand 1: Blue bid 5. At this table the minimum is 6.",
        "Hand 2: Blue bid 5. At this table the minimum is 6.",
        "Hand 3: Blue bid 5. At this table the minimum is 6.",
        "Hand 4: Blue bid 5. At this table the minimum is 6.",
    ]


def test_an_end_after_the_same_hand_is_no_difference(table: Table) -> None:
    table.start(target=250)
    for _ in range(4):
        table.play([4, 3, 3, 2], Gold=8, Blue=5)
    look = replay_with_rules(table.match, HouseRules.of("partnership", target=250, hand_limit=4))
    assert [*words.describe_differences(look)] == ["Every hand would score the same."]


def test_unplayed_hands_are_counted(table: Table) -> None:
    for _ in range(6):
        table.play([4, 3, 3, 2], Gold=8, Blue=5)
    assert [*words.describe_differences(replay_with_rules(table.match, QUICK))] == [
        "It would have ended after hand 4.",
        "2 hands would not have been played.",
        "Every hand would score the same.",
    ]


def test_the_first_different_hand_is_named(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=7, Blue=6)
    table.play([2, 3, 3, 3], Gold=10, Blue=3)
    assert [*words.describe_differences(replay_with_rules(table.match, QUICK))] == [
        "The first hand to score differently is hand 2.",
        "The first hand would have had bids. Here it counts as played.",
    ]
