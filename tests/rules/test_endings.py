"""Endings: target, floor, sets and the last hand; ties play on."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules import Bid, Ending, HouseRules, Match, Outcome, Standing, Step, StepError
from scorekeeper.rules.match.outcome import decide
from tests.rules.table import FRIENDS, Setup, Table, opening

Hand = tuple[list[int | str], dict[str, int]]

DUEL, THREE, SOLO = ({"game": name} for name in ("two-player", "three-handed", "solo"))
ONE_SET, TWO_SETS, ONE_HAND = {"sets_to_lose": 1}, {"sets_to_lose": 2}, {"hand_limit": 1}


def gold(bids: list[int | str], tricks: int, **nils: int) -> Hand:
    """A hand of partners, by the tricks of Gold."""
    return bids, {"Gold": tricks, "Blue": 13 - tricks - sum(nils.values()), **nils}


def duel(bids: list[int | str], ann: int) -> Hand:
    return bids, {"Ann": ann, "Ben": 13 - ann}


SEVENTY, SIXTY = gold([4, 3, 3, 3], 7), gold([3, 3, 3, 3], 7)
EIGHTY_SET, BOTH_SET = gold([4, 3, 4, 3], 7), gold([4, 4, 4, 4], 7)
GOLD_SET, BLUE_SET = gold([4, 3, 3, 3], 6), gold([4, 3, 3, 4], 7)
SIXES = duel([6, 6], 7)

# The table's rules, its hands, and who has won and why.
ENDINGS: dict[str, tuple[Setup, list[Hand], str]] = {
    "499": (opening(429, 0), [SEVENTY], ""),
    "500": (opening(430, 0), [SEVENTY], "Gold by target"),
    "501": (opening(431, 0), [SEVENTY], "Gold by target"),
    "below another target": (DUEL | {"target": 1000} | opening(929, 0), [duel([7, 6], 7)], ""),
    "another target": (DUEL | {"target": 100} | opening(30, 0), [duel([7, 6], 7)], "Ann by target"),
    "both at the target": (DUEL | opening(450, 450), [duel([6, 7], 6)], "Ben by target"),
    "a tie at the target": (DUEL | opening(450, 440), [duel([6, 7], 6)], ""),
    "after a tie at the target": (
        DUEL | opening(450, 440), [duel([6, 7], 6), duel([6, 8], 6)], "Ann by target",
    ),
    "both below the target after a tie": (
        DUEL | opening(450, 440), [duel([6, 7], 6), duel([7, 8], 6)], "",
    ),
    "not at the target for the bag penalty": (
        {"opening": [(495, 9), (0, 0)]}, [gold([2, 4, 2, 4], 5)], "",
    ),
    "-199": (opening(-119, 0), [EIGHTY_SET], ""),
    "-200": (opening(-120, 0), [EIGHTY_SET], "Blue by floor"),
    "-201": (opening(-121, 0), [EIGHTY_SET], "Blue by floor"),
    "both at the floor": (opening(-120, -130), [BOTH_SET], "Gold by floor"),
    "a tie at the floor": (opening(-120, -120), [BOTH_SET], ""),
    "target and floor": (opening(440, -120), [gold([3, 4, 3, 4], 6)], "Gold by target"),
    "the floor by the bag penalty": (
        {"opening": [(-130, 9), (0, 0)]}, [gold([1, 6, 1, 6], 3)], "Blue by floor",
    ),
    "two players have no floor": (DUEL | opening(-960, 0), [duel([9, 4], 1)], ""),
    "partners without a floor": ({"floor": None} | opening(-900, 0), [EIGHTY_SET], ""),
    "above a floor of two": (DUEL | {"floor": -250} | opening(-160, 0), [duel([8, 6], 7)], ""),
    "a floor of two": (
        DUEL | {"floor": -250} | opening(-170, 0), [duel([8, 6], 7)], "Ben by floor",
    ),
    "a floor of three": (
        THREE | {"floor": -200} | opening(-150, 10, 0),
        [([6, 6, 5], {"Ann": 5, "Ben": 7, "Cleo": 5})], "Ben by floor",
    ),
    "one set": (ONE_SET, [GOLD_SET], "Blue by sets"),
    "the first of two sets": (TWO_SETS, [GOLD_SET], ""),
    "two sets": (TWO_SETS, [GOLD_SET, GOLD_SET], "Blue by sets"),
    "two sets with a hand between": (TWO_SETS, [GOLD_SET, SIXTY, GOLD_SET], "Blue by sets"),
    "two sets, the others were set once": (
        TWO_SETS, [GOLD_SET, BLUE_SET, GOLD_SET], "Blue by sets",
    ),
    "any number of sets": ({"floor": None}, [GOLD_SET] * 4, ""),
    "sets with more points": (
        TWO_SETS | opening(400, -100), [GOLD_SET, GOLD_SET], "Blue by sets",
    ),
    "a set at the target": (
        ONE_SET | opening(450, 0), [gold(["nil", 4, 4, 4], 3, Ann=0)], "Blue by sets",
    ),
    "both set, the higher wins": (ONE_SET, [gold([5, 4, 5, 4], 6)], "Blue by sets"),
    "a tie of two sets": (ONE_SET, [gold([5, 5, 4, 4], 6)], ""),
    "after a tie of two sets": (ONE_SET, [gold([5, 5, 4, 4], 6), SIXTY], "Gold by sets"),
    "one of three set": (
        ONE_SET | THREE, [([6, 5, 4], {"Ann": 5, "Ben": 6, "Cleo": 6})], "Ben by sets",
    ),
    "a failed nil is not set": (ONE_SET, [gold(["nil", 4, 4, 4], 4, Ann=1)], ""),
    "sets before the opening": (ONE_SET | opening(-70, 60), [], ""),
    "the first of two hands": (DUEL | {"hand_limit": 2}, [SIXES], ""),
    "the last of two hands": (DUEL | {"hand_limit": 2}, [SIXES, SIXES], "Ann by hands"),
    "a tie after the last hand": (ONE_HAND | {"overtrick_points": 0}, [SIXTY], ""),
    "after a tie after the last hand": (
        ONE_HAND | {"overtrick_points": 0}, [SIXTY, gold([3, 3, 3, 4], 6)], "Blue by hands",
    ),
    "the target before the last hand": (
        DUEL | {"hand_limit": 5} | opening(440, 0), [SIXES], "Ann by target",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("setup", "hands", "end"), ENDINGS.values(), ids=ENDINGS)
def test_a_match_ends_by_its_rules(table: Table, setup: Setup, hands: list[Hand], end: str) -> None:
    table.start(**setup)
    for bids, taken in hands:
        table.play(bids, **taken)
    outcome = table.match.outcome
    assert (f"{table.winner} by {outcome.ending}" if outcome else "") == end


@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        pytest.param((0, 0, 0), None, id="all at 0"),
        pytest.param((500, 400, 510), Outcome(2, Ending.TARGET), id="the highest of three"),
        pytest.param((510, 400, 510), None, id="two of three equal"),
        pytest.param((-200, 10, 20), Outcome(2, Ending.FLOOR), id="one of three lost"),
    ],
)
def test_the_end_is_the_same_for_more_sides(
    points: tuple[int, ...], outcome: Outcome | None
) -> None:
    house = HouseRules.of("partnership")
    assert decide(house, [Standing(each) for each in points]) == outcome


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


def test_a_tie_at_the_target_needs_no_points(table: Table) -> None:
    table.start(**DUEL, **opening(450, 440))
    table.play([6, 7], 6, 7)
    assert (table.points("Ann"), table.points("Ben"), table.is_running) == (510, 510, True)
    assert (table.match.points_to_target(0), table.match.points_to_target(1)) == (None, None)


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
    assert clocked((10, 7, 6), (after, 7, 6)).outcome == outcome


def test_a_tie_at_the_time_plays_one_more_hand() -> None:
    tied = clocked((30, 7, 6), (61, 6, 7))
    assert tied.outcome is None
    decided = clocked((30, 7, 6), (61, 6, 7), (70, 5, 8))
    assert decided.outcome == Outcome(winner=1, ending=Ending.TIME)


def test_a_limited_match_ends_with_its_last_hand() -> None:
    assert clocked((61, 7, 6)).ended == START + timedelta(minutes=61)


def test_a_match_without_a_start_has_no_clock() -> None:
    match = Match.start(HouseRules.of("two-player", minutes=5), FRIENDS[:2])
    assert match.minutes_at(START) == 0
    assert match.bid([Bid(6), Bid(6)]).record_tricks([7, 6], noted=START).outcome is None


def test_the_hand_limit_can_come_before_the_time() -> None:
    house = HouseRules.of("two-player", minutes=60, hand_limit=1)
    match = Match.start(house, FRIENDS[:2], started=START).bid([Bid(6), Bid(6)])
    assert match.record_tricks([7, 6], noted=START).outcome == Outcome(
        winner=0, ending=Ending.HANDS
    )


def test_a_match_knows_whether_time_is_up() -> None:
    match = clocked((30, 7, 6))
    assert not match.is_time_up(match.minutes_at(START + timedelta(minutes=59)))
    assert match.is_time_up(match.minutes_at(START + timedelta(minutes=60)))


MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)
LATER = datetime(2026, 11, 21, 1, tzinfo=UTC)


def test_a_match_ended_early_has_no_winner(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert table.match.end(MIDNIGHT).outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_a_match_can_end_before_the_first_hand(table: Table) -> None:
    assert table.match.end(MIDNIGHT).step is Step.OVER


def test_a_match_cannot_end_twice(table: Table) -> None:
    with pytest.raises(StepError, match="match is over"):
        table.match.end(MIDNIGHT).end(LATER)


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
