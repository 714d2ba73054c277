from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.rules import Bid, Ending, Hand, HouseRules, Match, Redeal, Standing, Tricks
from scorekeeper.words.match import outcome as words
from tests.rules.table import Setup, Table, opening
from tests.words.complete import is_complete

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_name(any_language: str, ending: Ending) -> None:
    assert is_complete(words.name_ending(ending))


def test_a_result_has_partners_and_points(table: Table) -> None:
    game, players = table.match.house.game, table.match.players
    assert words.describe_result(game, players, [71, -50]) == [
        ("Ann & Cleo", "71"),
        ("Ben & Dan", "−50"),
    ]
    assert words.describe_result(game, players, None) == [("Ann & Cleo", ""), ("Ben & Dan", "")]


def test_standings_of_a_running_match_have_points(duel: Table) -> None:
    duel.play([5, 6], 7, 6)
    assert words.describe_standings(duel.match) == [("Ann", "52"), ("Ben", "60")]


@pytest.mark.parametrize(
    ("opening", "house", "said"),
    [
        pytest.param((0, 0), {}, "", id="none"),
        pytest.param((-150, 9), {}, "lose at −200", id="the floor before the bags"),
        pytest.param((0, 9), {}, "1 more bag: −100", id="one bag"),
        pytest.param((0, 8), {"bag_penalty": 50}, "2 more bags: −50", id="two bags"),
        pytest.param((-150, 0), {"floor": None}, "", id="no floor"),
    ],
)
def test_the_most_serious_danger_is_described(
    table: Table, opening: tuple[int, int], house: dict[str, int | None], said: str
) -> None:
    table.start(opening=[opening, (0, 0)], **house)
    assert words.describe_danger(table.match, side=0) == said


def test_no_danger_after_the_end(table: Table) -> None:
    table.start(opening=[(-150, 9), (0, 0)])
    assert words.describe_danger(table.match.end(EIGHT), side=0) == ""


def test_a_tie_of_two_is_described(table: Table) -> None:
    table.start(opening=[(441, 0), (440, 0)])
    table.play([4, 3, 2, 3], Gold=6, Blue=7)
    assert words.describe_tie(table.match) == "Tied at 501: another hand decides."
    table.start("solo", opening=[(470, 0), (470, 0), (0, 0), (0, 0)])
    table.play([3, 3, 3, 3], 3, 3, 4, 3)
    assert words.describe_tie(table.match) == "Tied at 500: another hand decides."


def test_a_tie_after_all_hands_needs_another_hand(table: Table) -> None:
    table.start(hand_limit=1, opening=[(1, 0), (0, 0)])
    table.play([3, 3, 3, 3], Gold=6, Blue=7)
    assert words.describe_tie(table.match) == "Tied at 61: another hand decides."
    table.play([3, 3, 3, 3], Gold=8, Blue=5)
    assert words.describe_tie(table.match) == ""
    assert words.describe_ending(table.match) == "2 hands played."


SIXES = ([3, 3, 3, 3], {"Gold": 7, "Blue": 6})
SET = ([4, 3, 3, 2], {"Gold": 6, "Blue": 7})
# The table's rules, its hands, the winner with the score, and the ending.
ENDINGS: dict[str, tuple[Setup, list[Any], str, str]] = {
    "early": ({}, [], "No winner: Ann & Cleo 0, Ben & Dan 0", "Ended early: no winner."),
    "at the target": (
        opening(450, 300), [([4, 3, 3, 2], {"Gold": 8, "Blue": 5})],
        "Ann & Cleo win, 521 : 350", "Reached the winning score of 500.",
    ),
    "all at the target": (
        opening(450, 450), [([4, 3, 2, 4], {"Gold": 6, "Blue": 7})],
        "Ben & Dan win, 520 : 510", "Everyone reached 500. The highest score wins.",
    ),
    "at the floor": (
        opening(-150, 0), [SET],
        "Ben & Dan win, 52 : −220", "Ann & Cleo fell to −220. At −200 the match is lost.",
    ),
    "a pair of six at the floor": (
        {"game": "six-handed"} | opening(0, -180, 0),
        [([2, 3, 2, 3, 3, 3], {"Gold": 7, "Blue": 5, "Green": 5})],
        "Ann & Dan win, 52 : 50 : −240", "Ben & Eve fell to −240. At −200 the match is lost.",
    ),
    "one set": (
        {"sets_to_lose": 1}, [SET], "Ben & Dan win, 52 : −70", "Being set once loses the match.",
    ),
    "two sets": (
        {"sets_to_lose": 2}, [SET] * 2,
        "Ben & Dan win, 104 : −140", "Being set 2 times loses the match.",
    ),
    "one hand": ({"hand_limit": 1}, [SIXES], "Ann & Cleo win, 61 : 60", "1 hand played."),
    "two hands": ({"hand_limit": 2}, [SIXES] * 2, "Ann & Cleo win, 122 : 120", "2 hands played."),
}  # fmt: skip


@pytest.mark.parametrize(("setup", "hands", "score", "ending"), ENDINGS.values(), ids=ENDINGS)
def test_the_winner_and_the_ending_are_described(
    table: Table, setup: Setup, hands: list[Any], score: str, ending: str
) -> None:
    table.start(**setup)
    for bids, tricks in hands:
        table.play(bids, **tricks)
    match = table.match if table.match.outcome else table.match.end(EIGHT)
    assert words.describe_winner_and_score(match) == score
    assert words.describe_ending(match) == ending


def test_a_match_ends_when_time_is_up() -> None:
    match = Match.start(HouseRules.of("two-player", minutes=60), ["Ann", "Ben"], started=EIGHT)
    match = match.bid([Bid(6), Bid(6)]).record_tricks([7, 6], noted=EIGHT + timedelta(minutes=61))
    assert words.describe_winner_and_score(match) == "Ann wins, 61 : 60"
    assert words.describe_ending(match) == "60 minutes are up."


def test_the_winner_is_named_without_the_score(table: Table, duel: Table) -> None:
    assert words.describe_winner(table.match) == "No winner"
    duel.start("two-player", target=100)
    duel.play([10, 3], 10, 3)
    assert words.describe_winner(duel.match) == "Ann wins"


@pytest.mark.parametrize(
    ("old", "new", "sign", "said"),
    [
        (71, 71, False, "71"),
        (71, -20, False, "71 → −20"),
        (71, 71, True, "+71"),
        (0, 71, True, "0 → +71"),
    ],
)
def test_a_changed_number_shows_old_and_new(old: int, new: int, sign: bool, said: str) -> None:
    assert words.format_change(old, new, sign) == said


@pytest.fixture
def won(table: Table) -> Table:
    table.start(opening=[(440, 0), (450, 0)])
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    return table


def test_a_correction_names_the_changes_in_points_and_of_the_winner(won: Table) -> None:
    before = won.match
    won.correct(1, [3, 3, 3, 3], Gold=8, Blue=5)
    assert words.describe_correction(before, won.match, 1) == (
        "Hand 1 corrected · Gold 501 → 502 · Blue 510 → 390"
    )
    assert (
        words.describe_outcome_change(before, won.match) == "The winner changes from Blue to Gold."
    )


def test_a_correction_without_a_new_outcome_says_nothing(won: Table) -> None:
    before = won.match
    won.correct(1, [2, 3, 3, 3], Gold=7, Blue=6)
    assert words.describe_outcome_change(before, won.match) == ""


def test_another_ending_with_the_same_winner_says_nothing() -> None:
    before = [Standing(460, 0), Standing(-130, 0)]
    start = Match.start(HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"], opening=before)
    won = start.bid([Bid(3)] * 3 + [Bid(4)]).record_tricks([None] * 4, [7, 6])
    other = won.correct(1, [Bid(5), Bid(3), Bid(3), Bid(4)], [None] * 4, [7, 6])
    assert won.outcome != other.outcome
    assert words.describe_outcome_change(won, other) == ""


def test_a_correction_can_end_or_reopen_the_match(won: Table) -> None:
    over = won.match
    won.correct(1, [3, 3, 3, 4], Gold=7, Blue=6)
    going_on = won.match.correct(1, [Bid(4), Bid(3), Bid(4), Bid(4)], [None] * 4, [7, 6])
    assert words.describe_outcome_change(over, going_on) == "The match is no longer over."
    assert words.describe_outcome_change(going_on, over) == "The match is over: Blue wins."


def test_an_ending_early_has_no_winner(won: Table) -> None:
    early = replace(won.match, hands=(), ended=EIGHT)
    assert (
        words.describe_outcome_change(early, won.match) == "The winner changes from nobody to Blue."
    )


def played_out(*hands: Hand, opening: tuple[int, int]) -> Match:
    """A match of two that an older count had at its end with the last hand."""
    start = Match.start(
        HouseRules.of("two-player"), ["Ann", "Ben"], opening=[Standing(at) for at in opening]
    )
    return replace(start, hands=hands, ended=EIGHT)


SEVEN = Hand(bids=(Bid(7), Bid(6)), tricks=Tricks((7, 6), (7, 6)), noted=EIGHT)


def test_a_match_that_would_not_be_decided_today_says_so() -> None:
    match = played_out(SEVEN, opening=(420, 0))
    assert words.describe_winner_and_score(match) == "Ann wins, 490 : 60"
    assert words.describe_ending(match) == "Ann has the most points: 490."
    assert words.describe_recount(match) == (
        "Under today’s scoring this match wouldn’t be over yet. It stays as played. The last "
        "score decides."
    )


def test_a_match_that_would_have_ended_earlier_today_says_so() -> None:
    match = played_out(Hand(redeal=Redeal.MISDEAL), SEVEN, SEVEN, opening=(450, 100))
    assert words.describe_ending(match) == "Reached the winning score of 500."
    assert words.describe_recount(match) == (
        "Under today’s scoring this match would have ended in hand 1. It stays as played. The "
        "last score decides."
    )


def test_a_recounted_match_with_equal_points_has_no_winner() -> None:
    match = played_out(SEVEN, opening=(0, 10))
    assert (words.describe_winner_and_score(match), words.describe_ending(match)) == (
        "No winner: Ann 70, Ben 70",
        "No winner: the top scores are tied.",
    )


def test_other_matches_have_no_recount(table: Table) -> None:
    assert words.describe_recount(table.match) == ""
