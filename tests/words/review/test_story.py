from datetime import UTC, datetime

import pytest

from scorekeeper.rules.review.evenings import Streak
from scorekeeper.words.review import story as words
from tests.rules.review.test_story import contracts
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("target", "opening", "piles", "said"),
    [
        (200, (-110, -90), [10, 10, 10, 10], "Ann & Cleo came back from −110."),
        (400, (0, 90), [3, 11, 11, 11, 11], "After hand 1, Ann & Cleo trailed by 160 points."),
        (400, (0, 160), [11, 11, 11, 11], "Ann & Cleo started 160 points behind."),
        (200, (0, 50), [8, 8, 9], "Ann & Cleo took the lead for good in hand 2."),
        (
            400,
            (0, 0),
            [5, 9, 3, 11, 8, 8],
            "The lead changed 3 times; Ann & Cleo took it for good in hand 4.",
        ),
        (200, (0, 0), [8, 8, 8], "Ann & Cleo led after every hand."),
        (200, (0, 0), [9, 11], "Reached the winning score of 200."),
    ],
)
def test_a_story_describes_how_the_match_was_won(
    table: Table, target: int, opening: tuple[int, int], piles: list[int], said: str
) -> None:
    table.start(target=target, opening=[(points, 0) for points in opening])
    contracts(table, *piles)
    assert words.describe_end(table.match) == said


@pytest.mark.parametrize(
    ("blue", "said"),
    [
        (100, "The lead was tied going into the last hand."),
        (101, "Going into the last hand, Ann & Cleo trailed by 1 point."),
        (120, "Going into the last hand, Ann & Cleo trailed by 20 points."),
    ],
)
def test_a_story_names_a_deciding_last_hand(table: Table, blue: int, said: str) -> None:
    table.start(target=350, opening=[(90, 0), (blue, 0)])
    contracts(table, 6, 7, 7)
    table.play([5, 4, 3, 2], Gold=8, Blue=5)
    assert words.describe_end(table.match) == said


@pytest.mark.parametrize(
    ("blue", "bids", "tricks", "said"),
    [
        (90, [4, 5, "nil", 2], {"Gold": 5, "Cleo": 0, "Blue": 8}, "Cleo’s nil"),
        (140, [4, 5, 3, "nil"], {"Gold": 7, "Dan": 1, "Blue": 5}, "Dan’s failed nil"),
    ],
)
def test_a_story_names_the_bidder_of_a_deciding_nil(
    table: Table, blue: int, bids: list[int | str], tricks: dict[str, int], said: str
) -> None:
    table.start(target=300, opening=[(90, 0), (blue, 0)])
    contracts(table, 7, 7)
    table.play(bids, **tricks)
    assert words.describe_end(table.match) == f"{said} in the last hand made the difference."


def test_a_story_has_two_or_three_sentences(table: Table) -> None:
    table.start(target=500, opening=[(0, 0), (160, 0)])
    contracts(table, 3, 11, 8)
    table.play(["nil", 3, 6, 3], Ann=0, Gold=7, Blue=6)
    table.play(["nil", 3, 6, 3], Ann=1, Gold=7, Blue=5)
    contracts(table, 11, 11)
    assert words.describe_story(table.match) == [
        "After hand 1, Ann & Cleo trailed by 230 points.",
        "Ann & Cleo took the lead for good in hand 5.",
        "Ann & Cleo gained most on Ben & Dan in hand 4: 101 points.",
    ]


def test_gains_of_several_sides_are_on_the_best(table: Table) -> None:
    table.start("solo", target=250)
    for _ in range(3):
        table.play([4, 3, 3, 3], 4, 3, 3, 3)
    table.play([13, 1, 1, 1], 13, 0, 0, 0)
    assert words.describe_story(table.match) == [
        "Ann led after every hand.",
        "Ann gained most on the others in hand 4: 140 points or more on each.",
    ]


def test_the_story_of_a_stopped_match_names_the_leader(table: Table) -> None:
    contracts(table, 8, 3, 9)
    ended = table.match.end(datetime(2026, 11, 20, tzinfo=UTC))
    assert words.describe_story(ended) == [
        "Ended early: no winner.",
        "At that point Ann & Cleo led by 10 points.",
        "The lead changed 2 times.",
    ]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ((0, 0), "2 of 2 nils were made."),
        ((0, 1), "1 of 2 nils was made."),
        ((1, 1), "None of the 2 nils was made."),
        ((0, 0, 1), "2 of 3 nils were made."),
    ],
)
def test_a_story_counts_nils_made_and_tried(table: Table, made: tuple[int, ...], said: str) -> None:
    contracts(table, 8, 8)
    for taken in made:
        table.play(["nil", 3, 6, 3], Ann=taken, Gold=7 - taken, Blue=6)
    ended = table.match.end(datetime(2026, 11, 20, tzinfo=UTC))
    assert said in words.describe_story(ended)


def test_a_streak_of_the_winners_is_long_or_ends_their_losses_tonight() -> None:
    streaks = [Streak(2), Streak(3), Streak(1, is_first_tonight=True)]
    assert [*map(words.describe_streak, streaks)] == ["", "3 wins in a row.", "First win tonight."]
