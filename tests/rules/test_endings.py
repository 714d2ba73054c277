"""Endings: target, floor, sets and the last hand; ties play on."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from scorekeeper.rules import Bid, Ending, HouseRules, Match, Outcome, Standing, Step, StepError
from scorekeeper.rules.match.outcome import Progress, decide
from tests.rules.table import FRIENDS, Setup, Table, opening

Hand = tuple[list[int | str], dict[str, int]]

DUEL, SOLO = {"game": "two-player"}, {"game": "solo"}
ONE_SET, TWO_SETS, ONE_HAND = {"sets_to_lose": 1}, {"sets_to_lose": 2}, {"hand_limit": 1}


def gold(bids: list[int | str], tricks: int, **nils: int) -> Hand:
    """A hand of partners, by the tricks of Gold."""
    return bids, {"Gold": tricks, "Blue": 13 - tricks - sum(nils.values()), **nils}


def duel(bids: list[int | str], ann: int) -> Hand:
    return bids, {"Ann": ann, "Ben": 13 - ann}


SIXTY, GOLD_SET, BLUE_SET = gold([3, 3, 3, 3], 7), gold([4, 3, 3, 3], 6), gold([4, 3, 3, 4], 7)
SIXES = duel([6, 6], 7)

# The table's rules, its hands, and who has won and why.
ENDINGS: dict[str, tuple[Setup, list[Hand], str]] = {
    "after a tie at the target": (
        DUEL | opening(450, 440), [duel([6, 7], 6), duel([6, 8], 6)], "Ann by target",
    ),
    "both below the target after a tie": (
        DUEL | opening(450, 440), [duel([6, 7], 6), duel([7, 8], 6)], "",
    ),
    "not at the target for the bag penalty": (
        {"opening": [(495, 9), (0, 0)]}, [gold([2, 4, 2, 4], 5)], "",
    ),
    "the floor by the bag penalty": (
        {"opening": [(-130, 9), (0, 0)]}, [gold([1, 6, 1, 6], 3)], "Blue by floor",
    ),
    "two sets with a hand between": (TWO_SETS, [GOLD_SET, SIXTY, GOLD_SET], "Blue by sets"),
    "two sets, the others were set once": (
        TWO_SETS, [GOLD_SET, BLUE_SET, GOLD_SET], "Blue by sets",
    ),
    "after a tie of two sets": (ONE_SET, [gold([5, 5, 4, 4], 6), SIXTY], "Gold by sets"),
    "a failed nil is not set": (ONE_SET, [gold(["nil", 4, 4, 4], 4, Ann=1)], ""),
    "sets before the opening": (ONE_SET | opening(-70, 60), [], ""),
    "the last of two hands": (DUEL | {"hand_limit": 2}, [SIXES, SIXES], "Ann by hands"),
    "after a tie after the last hand": (
        ONE_HAND | {"overtrick_points": 0}, [SIXTY, gold([3, 3, 3, 4], 6)], "Blue by hands",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("setup", "hands", "end"), ENDINGS.values(), ids=ENDINGS)
def test_a_match_ends_by_its_rules(table: Table, setup: Setup, hands: list[Hand], end: str) -> None:
    table.start(**setup)
    for bids, taken in hands:
        table.play(bids, **taken)
    outcome = table.match.outcome
    assert (f"{table.winner} by {outcome.ending}" if outcome else "") == end


def decide_naively(house: HouseRules, points: Sequence[int], progress: Progress) -> Outcome | None:
    out = [sets >= (house.sets_to_lose or 99) for sets in progress.sets]
    reasons = {
        Ending.SETS: any(out),
        Ending.TARGET: max(points) >= house.target,
        Ending.FLOOR: min(points) <= (house.floor or -9999),
        Ending.HANDS: progress.hands >= (house.hand_limit or 99),
        Ending.TIME: progress.minutes >= (house.minutes or 999),
    }
    ending = next((ending for ending, holds in reasons.items() if holds), None)
    left = {side: own for side, own in enumerate(points) if all(out) or not out[side]}
    first = [side for side, own in left.items() if own == max(left.values())]
    return Outcome(first[0], ending) if ending and len(first) == 1 else None


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("floor", [None, -200])
@pytest.mark.parametrize("sets_to_lose", [0, 2])
def test_standings_decide_a_match(sides: int, floor: int | None, sets_to_lose: int) -> None:
    limits: list[Setup] = [{}, {"minutes": 60}, {"hand_limit": 3, "minutes": 60}]
    houses = [HouseRules(floor=floor, sets_to_lose=sets_to_lose, **limit) for limit in limits]
    points = product([-200, -199, 0, 499, 500, 501], repeat=sides)
    sets = list(product([1, 2], repeat=sides))
    for own, house, often, so_far in product(points, houses, sets, [(2, 59), (3, 60)]):
        progress = Progress(often, *so_far)
        expected = decide_naively(house, own, progress)
        assert decide(house, [Standing(each) for each in own], progress) == expected


@pytest.mark.parametrize("game", ["two-player", "three-handed", "solo"])
def test_games_without_partners_have_no_floor_by_default(game: str) -> None:
    assert HouseRules.of(game).floor is None


def test_only_the_corrected_result_counts_for_sets(table: Table) -> None:
    table.start(sets_to_lose=2)
    for _ in range(2):
        table.play([4, 3, 3, 3], Gold=6, Blue=7)
    table.correct(1, [4, 3, 3, 3], Gold=7, Blue=6)
    assert table.is_running


@pytest.mark.parametrize(
    ("points", "side"),
    [
        pytest.param((-150, 100), 0, id="at the floor"),
        pytest.param((0, 0), None, id="while the match runs"),
        pytest.param((0, 440), None, id="where the target ended it"),
    ],
)
def test_a_match_knows_the_side_at_the_floor(
    table: Table, points: tuple[int, int], side: int | None
) -> None:
    table.start(**opening(*points))
    table.play([5, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.fallen_side == side


@pytest.mark.parametrize(
    ("setup", "bids", "taken", "tied"),
    [
        pytest.param(DUEL | opening(450, 440), [6, 7], [6, 7], (0, 1), id="at the target"),
        pytest.param(DUEL | opening(440, 440), [6, 7], [6, 7], (), id="decided"),
        pytest.param(DUEL | opening(10, 0), [6, 7], [6, 7], (), id="equal but far from it"),
        pytest.param(
            SOLO | opening(470, 0, 470, 0), [3] * 4, [3, 3, 3, 4], (0, 2), id="two of four"
        ),
        pytest.param(DUEL | ONE_HAND | opening(10, 0), [6, 7], [6, 7], (0, 1), id="clocked"),
    ],
)
def test_the_tied_sides_are_known(
    table: Table, setup: Setup, bids: list[int], taken: list[int], tied: tuple[int, ...]
) -> None:
    table.start(**setup)
    table.play(bids, *taken)
    assert table.match.tied_sides == tied


def test_no_tie_before_the_first_score(table: Table) -> None:
    table.start(hand_limit=1)
    table.record_misdeal()
    assert table.match.tied_sides == ()


@pytest.mark.parametrize(
    ("blue", "told"),
    [pytest.param(440, True, id="both"), pytest.param(400, False, id="one of them")],
)
def test_a_match_knows_whether_all_reached_the_target(table: Table, blue: int, told: bool) -> None:
    table.start(**opening(460, blue))
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.all_at_target is told


def test_a_running_match_has_points_to_go(table: Table) -> None:
    table.start(**opening(440, -20))
    assert (table.match.points_to_target(0), table.match.points_to_target(1)) == (60, 520)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert (table.match.points_to_target(0), table.match.points_to_target(1)) == (None, None)
    table.start(**DUEL, **opening(450, 440))
    table.play([6, 7], 6, 7)
    assert (table.match.tied_sides, table.match.points_to_target(0)) == ((0, 1), None)


def test_the_course_contains_every_standing(table: Table) -> None:
    table.start(opening=[(100, 2), (0, 0)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.record_misdeal()
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.course == (
        (0, (Standing(100, 2), Standing(0, 0))),
        (1, (Standing(170, 2), Standing(60, 0))),
        (2, (Standing(240, 2), Standing(120, 0))),
    )


START = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def clocked(*hands: tuple[float | None, int, int], minutes: int = 60) -> Match:
    """A match of six bids each: when a hand was noted, and what Ann and Ben took."""
    house = HouseRules.of("two-player", minutes=minutes)
    match = Match.start(house, FRIENDS[:2], started=START)
    for after, ann, ben in hands:
        noted = None if after is None else START + timedelta(minutes=after)
        match = match.bid([Bid(6), Bid(6)]).record_tricks([ann, ben], noted=noted)
    return match


def test_a_misdeal_does_not_count_as_a_hand(duel: Table) -> None:
    duel.start("two-player", hand_limit=1)
    duel.record_misdeal()
    assert duel.is_running
    duel.play([6, 6], 7, 6)
    assert duel.winner == "Ann"


def test_a_hand_that_bids_itself_counts(duel: Table) -> None:
    duel.start("two-player", hand_limit=1, first_hand="bids itself")
    duel.take(7, 6)
    assert duel.match.outcome == Outcome(winner=0, ending=Ending.HANDS)


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        pytest.param(59.9, None, id="before the time"),
        pytest.param(60, Outcome(0, Ending.TIME), id="at the time"),
        pytest.param(75, Outcome(0, Ending.TIME), id="after it"),
        pytest.param(None, None, id="time unknown"),
    ],
)
def test_the_hand_running_out_of_time_is_the_last(
    after: float | None, outcome: Outcome | None
) -> None:
    match = clocked((10, 7, 6), (after, 7, 6))
    assert match.outcome == outcome
    assert match.ended == (START + timedelta(minutes=after or 0) if outcome else None)


def test_a_tie_at_the_time_plays_one_more_hand() -> None:
    tied = clocked((30, 7, 6), (61, 6, 7))
    assert tied.outcome is None
    decided = clocked((30, 7, 6), (61, 6, 7), (70, 5, 8))
    assert decided.outcome == Outcome(winner=1, ending=Ending.TIME)


def test_a_match_without_a_start_has_no_clock() -> None:
    match = Match.start(HouseRules.of("two-player", minutes=5), FRIENDS[:2])
    assert match.minutes_at(START) == 0
    assert match.bid([Bid(6), Bid(6)]).record_tricks([7, 6], noted=START).outcome is None


def test_a_match_knows_whether_time_is_up() -> None:
    match = clocked((30, 7, 6))
    assert not match.is_time_up(match.minutes_at(START + timedelta(minutes=59)))
    assert match.is_time_up(match.minutes_at(START + timedelta(minutes=60)))


MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)
LATER = datetime(2026, 11, 21, 1, tzinfo=UTC)


def test_a_match_ended_early_has_no_winner(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert table.match.end(MIDNIGHT).outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_a_match_can_end_once_also_before_the_first_hand(table: Table) -> None:
    ended = table.match.end(MIDNIGHT)
    assert ended.step is Step.OVER
    with pytest.raises(StepError, match="match is over"):
        ended.end(LATER)


def test_nothing_is_recorded_after_ending_early(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    with pytest.raises(StepError, match="match is over"):
        table.match.end(MIDNIGHT).record_tricks([None] * 4, [7, 6])


def test_a_correction_keeps_the_early_end(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    table.match = table.match.end(MIDNIGHT)
    table.correct(1, [4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.ended == MIDNIGHT
    assert table.match.outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_a_correction_can_decide_a_match_ended_early(table: Table) -> None:
    table.start(target=100)
    table.play([4, 3, 5, 3], Gold=8, Blue=5)
    table.match = table.match.end(MIDNIGHT)
    table.correct(1, [5, 3, 5, 3], Gold=10, Blue=3)
    assert table.winner == "Gold"
