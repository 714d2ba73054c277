"""Rulings: what the table decided about an incident, as a record on the hand."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from scorekeeper.rules import (
    Ending,
    HouseRules,
    Incident,
    Line,
    Match,
    Outcome,
    Reason,
    Ruling,
    RulingError,
    Step,
    StepError,
    score_hand,
)
from scorekeeper.rules.match.changes import check
from scorekeeper.rules.match_file import read, write
from tests.rules.strategies import ruled, rulings, stories
from tests.rules.table import Setup, Table
from tests.rules.test_properties import calm, scored

BIDS: list[int | str] = [4, 3, 3, 3]
MADE, BAG = [("contract made", 60)], ("overtricks", 1)
NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("gold", "ruling", "side", "lines"),
    [
        (8, {"tricks": 3}, "Gold", [("contract set", -70), ("ruling", 0)]),
        (8, {"tricks": 3, "to": "Blue"}, "Blue", [*MADE, ("tricks by ruling", 0)]),
        (6, {"tricks": 3, "to": "Blue"}, "Blue", [*MADE, BAG, ("tricks by ruling", 0)]),
        (9, {"tricks": 1, "to": "Blue"}, "Gold", [("contract made", 70), BAG, ("ruling", 0)]),
        (8, {"set": True}, "Gold", [("contract set", -70), ("ruling", 0)]),
        (8, {"set": True}, "Blue", MADE),
        (6, {"set": True}, "Blue", [*MADE, BAG]),
        (7, {"points": 50}, "Gold", [("contract made", 70), ("ruling", -50)]),
        (7, {"points": 50}, "Blue", MADE),
        (7, {"note": "warned"}, "Gold", [("contract made", 70), ("ruling", 0)]),
    ],
)
def test_a_ruling_counts_for_contracts_and_points_only(
    table: Table, gold: int, ruling: dict[str, Any], side: str, lines: list[tuple[str, int]]
) -> None:
    table.play(BIDS, Gold=gold, Blue=13 - gold)
    table.rule("Ann", **ruling)
    assert table.lines(side) == lines
    assert table.bags(side) == (BAG in lines)


# Tricks that move count for contracts only.


@pytest.mark.parametrize(("offender", "to"), [("Ben", "Gold"), ("Ann", "Blue")])
@pytest.mark.parametrize(("taken", "line"), [(0, ("nil made", 100)), (1, ("nil failed", -100))])
def test_moved_tricks_never_make_or_break_a_nil(
    table: Table, taken: int, line: tuple[str, int], offender: str, to: str
) -> None:
    table.play(["nil", 4, 4, 4], Ann=taken, Gold=6, Blue=7 - taken)
    table.rule(offender, tricks=13, to=to)
    assert line in table.lines("Gold")


@pytest.mark.parametrize(("gold", "moved"), [(2, 2), (1, 1), (0, 0)])
def test_no_side_has_fewer_than_zero_tricks(table: Table, gold: int, moved: int) -> None:
    table.play(BIDS, Gold=gold, Blue=13 - gold)
    table.rule("Ann", tricks=3, to="Blue")
    contract, ruling = table.score("Gold").lines
    assert (contract.amount, ruling.amount) == (0, moved)


def test_mutual_penalties_are_offset_first(table: Table) -> None:
    table.play(BIDS, Gold=7, Blue=6)
    table.rule("Ben", tricks=6, to="Gold")
    table.rule("Ann", tricks=13, to="Blue")
    assert table.lines("Gold") == [("contract set", -70), ("ruling", 0)]
    assert [line.amount for line in table.score("Gold").lines] == [0, 7]
    assert table.lines("Blue") == [("contract made", 60), ("ruling", 0), ("tricks by ruling", 0)]
    assert [line.amount for line in table.score("Blue").lines] == [13, 0, 7]


@pytest.mark.parametrize(
    ("taken", "gained"),
    [
        pytest.param(1, {"Cleo": 1}, id="one: the next on the left"),
        pytest.param(2, {"Cleo": 1, "Dan": 1}, id="two: one each"),
        pytest.param(3, {"Cleo": 1, "Dan": 1, "Ann": 1}, id="three: each has one"),
        pytest.param(4, {"Cleo": 1, "Dan": 1, "Ann": 1}, id="four: the last to nobody"),
        pytest.param(6, {"Cleo": 2, "Dan": 1, "Ann": 2}, id="six: a player owed none is skipped"),
        pytest.param(7, {"Cleo": 2, "Dan": 1, "Ann": 2}, id="seven: there is enough"),
    ],
)
def test_scarce_tricks_are_given_in_turn(table: Table, taken: int, gained: dict[str, int]) -> None:
    table.start("solo")
    table.play([3, 3, 3, 3], 13 - taken, taken, 0, 0)
    for to, tricks in ((None, 2), ("Ann", 2), ("Dan", 1), ("Cleo", 2)):
        table.rule("Ben", tricks=tricks, to=to)
    given = {
        side: line.amount
        for side in table.match.sides
        for line in table.score(side).lines
        if line.reason is Reason.TRICKS_BY_RULING
    }
    assert given == gained


Scores = list[tuple[int, int]]
DUEL, HELP, SHORTFALL = {"game": "two-player"}, {"failed_nil": "help"}, {"set_penalty": "shortfall"}
THREE, SET = {"tricks": 3}, {"set": True}
# The table's rules, bids, the tricks of each seat, rulings, and points and bags of each side.
RULED: dict[str, tuple[Setup, list[int | str], list[int], dict[str, Setup], Scores]] = {
    "a circle of penalties moves no trick": (
        {"game": "three-handed"}, [6, 6, 5], [6, 6, 5],
        {"Ann": THREE | {"to": "Ben"},
         "Ben": THREE | {"to": "Cleo"}, "Cleo": THREE | {"to": "Ann"}},
        [(60, 0), (60, 0), (50, 0)],
    ),
    "a nil bidder gives tricks that broke it": (
        DUEL | {"failed_nil": "bags"}, ["nil", 10], [5, 8], {"Ann": THREE | {"to": "Ben"}},
        [(-98, 2), (100, 0)],
    ),
    "tricks of a contract are given first": (
        {}, ["nil", 6, 4, 6], [3, 6, 4, 0], {"Cleo": {"tricks": 5}}, [(-138, 2), (-120, 0)],
    ),
    "remaining tricks of a nil count": (
        DUEL | HELP, ["nil", 8], [5, 8], {"Ann": THREE}, [(-98, 2), (80, 0)],
    ),
    "remaining tricks of a nil help": (
        HELP, ["nil", 4, 4, 4], [2, 8, 3, 0], {"Ann": {"tricks": 1, "to": "Blue"}},
        [(-60, 0), (80, 0)],
    ),
    "a big bid can be set": (
        {"big_bids": [{"at": 10, "made": 200, "set": -100}]}, [5, 1, 5, 1], [10, 3, 0, 0],
        {"Ann": {"tricks": 1}}, [(-100, 0), (21, 1)],
    ),
    "the shortfall includes the ruling": (
        SHORTFALL, BIDS, [8, 5, 0, 0], {"Ann": THREE}, [(-20, 0), (-10, 0)],
    ),
    "both sides set": ({}, BIDS, [7, 6, 0, 0], {"Ann": SET, "Ben": SET}, [(-70, 0), (-60, 0)]),
    "all other sides make their contracts": (
        {"game": "six-handed"}, [3, 3, 3, 3, 3, 2], [9, 5, 3, 0, 0, 0], {"Ann": SET},
        [(-60, 0), (60, 0), (50, 0)],
    ),
    "a shortfall is at least one": (
        SHORTFALL, BIDS, [9, 4, 0, 0], {"Ann": SET}, [(-10, 0), (60, 0)],
    ),
    "a shortfall of one": (SHORTFALL, BIDS, [7, 6, 0, 0], {"Ann": SET}, [(-10, 0), (60, 0)]),
    "a shortfall of two": (SHORTFALL, BIDS, [5, 8, 0, 0], {"Ann": SET}, [(-20, 0), (62, 2)]),
    "a set needs a contract": (DUEL, ["nil", 8], [0, 13], {"Ann": SET}, [(100, 0), (85, 5)]),
    "a set does not affect a nil": (
        {}, ["nil", 4, 4, 4], [0, 8, 5, 0], {"Ann": SET}, [(60, 0), (80, 0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("setup", "bids", "taken", "ruled", "scores"), RULED.values(), ids=RULED)
def test_rulings_change_the_scores_of_all_sides(
    table: Table,
    setup: Setup,
    bids: list[int | str],
    taken: list[int],
    ruled: dict[str, Setup],
    scores: Scores,
) -> None:
    table.start(**setup)
    table.play(bids, *taken)
    for name, ruling in ruled.items():
        table.rule(name, **ruling)
    assert [(side.points, side.bags) for side in table.last] == scores


def test_a_hand_without_bids_counts_remaining_tricks_and_is_not_set(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=8, Blue=5)
    table.rule("Ann", set=True)
    assert (table.points("Gold"), table.points("Blue")) == (80, 50)
    table.rule("Ann", tricks=3, to="Blue", points=20)
    assert (table.points("Gold"), table.points("Blue")) == (50 - 20, 80)
    assert (table.bags("Gold"), table.bags("Blue")) == (0, 0)


def test_a_set_ruling_counts_for_sets_to_lose(table: Table) -> None:
    table.start(sets_to_lose=1)
    table.play(BIDS, Gold=7, Blue=6)
    table.rule("Ann", set=True)
    assert table.match.outcome == Outcome(winner=1, ending=Ending.SETS)


# As its own line.


def test_each_ruling_has_its_own_line(table: Table) -> None:
    table.play(BIDS, Gold=9, Blue=4)
    table.rule("Ann", points=50)
    table.rule("Cleo", tricks=2, kind=Incident.EXPOSED_CARD)
    assert table.score("Gold").lines[1:] == (
        Line(Reason.RULING, -50, 0, seat=0, ruling=0),
        Line(Reason.RULING, 0, 2, seat=2, ruling=1),
    )


def test_the_line_comes_before_the_bag_penalty(table: Table) -> None:
    table.start(opening=[(0, 9), (0, 0)])
    table.play(BIDS, Gold=8, Blue=5)
    table.rule("Ann", points=50)
    assert [reason for reason, _ in table.lines("Gold")] == [
        "contract made",
        "overtricks",
        "ruling",
        "bag penalty",
    ]


# Withdrawn, and on an old hand.


def test_one_of_several_rulings_can_be_withdrawn(table: Table) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.rule("Ann", points=10)
    table.rule("Ann", points=20)
    table.rule("Ann", points=40)
    table.withdraw(1)
    assert [ruling.points for ruling in table.match.hands[0].rulings] == [10, 40]


@pytest.mark.parametrize("place", [-1, 1, 20])
def test_a_missing_ruling_cannot_be_withdrawn(table: Table, place: int) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.rule("Ann", points=10)
    with pytest.raises(StepError, match="no such ruling"):
        table.withdraw(place)


def test_a_ruling_on_an_old_hand_rescores_later_ones(table: Table) -> None:
    table.start(opening=[(0, 8), (0, 0)])
    table.play(BIDS, Gold=8, Blue=5)
    table.play(BIDS, Gold=8, Blue=5)
    assert (table.points("Gold"), table.bags("Gold")) == (71 + 71 - 100, 0)
    table.rule("Ann", tricks=1, hand=1)
    assert (table.points("Gold"), table.bags("Gold")) == (70 + 71, 9)


def test_an_old_hands_ruling_may_end_the_match(duel: Table) -> None:
    duel.start("two-player", opening=[(430, 0), (0, 0)], floor=-200)
    duel.play([6, 5], 6, 7)
    duel.play([5, 5], 4, 9)
    duel.rule("Ben", points=500, hand=1)
    assert duel.match.outcome == Outcome(winner=0, ending=Ending.FLOOR)
    assert len(duel.match.hands) == 1


def test_a_ruling_may_reopen_a_decided_match(duel: Table) -> None:
    duel.start("two-player", opening=[(430, 0), (0, 0)])
    duel.play([7, 5], 7, 6)
    duel.rule("Ann", points=10)
    assert duel.is_running
    assert duel.match.ended is None


def test_a_correction_keeps_the_rulings_of_its_hand(table: Table) -> None:
    table.play(BIDS, Gold=8, Blue=5)
    table.rule("Ann", points=10)
    table.correct(1, BIDS, Gold=7, Blue=6)
    assert table.lines("Gold") == [("contract made", 70), ("ruling", -10)]


@pytest.mark.parametrize("number", [0, 2, 4], ids=["0", "misdeal", "after the next"])
def test_only_a_played_hand_can_have_rulings(table: Table, number: int) -> None:
    table.play(BIDS, Gold=7, Blue=6)
    table.record_misdeal()
    with pytest.raises(StepError, match="no such hand"):
        table.rule("Ann", points=10, hand=number)
    with pytest.raises(StepError, match="no such hand"):
        table.withdraw(hand=number)


def test_a_ruling_can_be_made_before_the_bids(table: Table) -> None:
    table.rule("Ann", points=10)
    table.rule("Ben", points=20)
    assert (table.match.turn.hand, table.match.step) == (1, Step.BIDS)
    assert table.match.places_to_rule_on == (1,)
    assert table.match.played_places == ()
    table.play(BIDS, Gold=7, Blue=6)
    assert (table.points("Gold"), table.points("Blue")) == (60, 40)


def test_a_ruling_can_precede_tricks_without_bids(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.rule("Ann", points=10)
    assert (table.match.turn.hand, table.match.step, table.match.due_bids) == (1, Step.TRICKS, ())
    with pytest.raises(StepError, match="tricks are due"):
        table.match.change_bids([])
    table.take(Gold=7, Blue=6)
    assert (table.points("Gold"), table.match.step) == (60, Step.BIDS)


@pytest.mark.parametrize("first_hand", ["bid", "bids itself"])
def test_withdrawing_the_only_record_removes_the_hand(table: Table, first_hand: str) -> None:
    table.start(first_hand=first_hand)
    before = table.match
    with pytest.raises(StepError, match="no such ruling"):
        table.withdraw()
    table.rule("Ann", points=10)
    table.withdraw()
    assert table.match == before


def test_a_misdeal_removes_the_rulings_of_the_hand(table: Table) -> None:
    for begin in (lambda: None, lambda: table.bid(*BIDS)):
        table.start()
        begin()
        table.rule("Ann", points=10)
        table.record_misdeal()
        assert [hand.rulings for hand in table.match.hands] == [()]
        assert table.match.turn.hand == 1


def test_a_new_hand_after_the_end_has_no_rulings(table: Table) -> None:
    table.play(BIDS, Gold=7, Blue=6)
    table.match = table.match.end(NINE)
    with pytest.raises(StepError, match="no such hand"):
        table.rule("Ann", points=10, hand=2)


# What cannot be ruled.


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        pytest.param({"seat": 4}, "no such seat", id="no such seat"),
        pytest.param({"seat": -1}, "no such seat", id="seat below 0"),
        pytest.param({"tricks": 14}, "not a number of tricks", id="fourteen tricks"),
        pytest.param({"tricks": -1}, "not a number of tricks", id="tricks below 0"),
        pytest.param({"tricks": 3, "to": 0}, "tricks cannot go there", id="to the offenders"),
        pytest.param({"tricks": 3, "to": 2}, "tricks cannot go there", id="to no side"),
        pytest.param({"tricks": 3, "to": -1}, "tricks cannot go there", id="to a side below 0"),
        pytest.param({"points": -1}, "ruling points out of range", id="points given"),
        pytest.param({"points": 501}, "ruling points out of range", id="too many points"),
    ],
)
def test_an_invalid_ruling_is_refused(table: Table, ruling: dict[str, Any], code: str) -> None:
    table.play(BIDS, Gold=7, Blue=6)
    with pytest.raises(RulingError, match=code):
        table.match.add_ruling(1, Ruling(Incident.REVOKE, **{"seat": 0, **ruling}))


def test_a_twenty_first_ruling_on_a_hand_is_refused(table: Table) -> None:
    table.play(BIDS, Gold=7, Blue=6)
    for _ in range(20):
        table.rule("Ann", points=1)
    with pytest.raises(RulingError, match="too many rulings"):
        table.rule("Ann", points=1)


def test_a_two_hundred_and_first_ruling_is_refused(table: Table) -> None:
    table.start(target=1000, floor=None)
    warned = (Ruling(Incident.TABLE_TALK, 0),) * 20
    for _ in range(10):
        table.play(BIDS, Gold=6, Blue=7)
        last = replace(table.match.hands[-1], rulings=warned)
        table.match = replace(table.match, hands=(*table.match.hands[:-1], last))
    with pytest.raises(RulingError, match="too many rulings in all"):
        table.rule("Ann", points=1, hand=11)
    assert read(write(table.match)) == table.match


# Always.


@calm
@given(ruled())
def test_a_match_with_rulings_could_have_been_recorded(match: Match) -> None:
    assert check(match) == match


@calm
@given(ruled())
def test_points_of_all_lines_add_up(match: Match) -> None:
    for side, opening in enumerate(match.opening):
        lines = [line for score in scored(match) for line in score[side].lines]
        assert match.standings[side].points == opening.points + sum(line.points for line in lines)


@calm
@given(stories(), st.data())
def test_a_ruling_changes_no_nil_and_no_other_bag(story: Any, data: st.DataObject) -> None:
    match: Match = story.match
    assume(match.hands and match.hands[-1].tricks)
    number, last = len(match.hands), match.scores[-1]
    ruling = data.draw(rulings(match.house.game))
    after = match.add_ruling(number, ruling).scores[-1]
    assert last is not None
    assert after is not None
    for side, (old, new) in enumerate(zip(last, after, strict=True)):
        assert nil_lines(new.lines) == nil_lines(old.lines)
        if side != match.house.game.side_of[ruling.seat] and old.made is not False:
            assert new.bags == old.bags


@calm
@given(stories(), st.data())
def test_the_order_of_rulings_never_matters(story: Any, data: st.DataObject) -> None:
    match: Match = story.match
    assume(match.hands and match.hands[-1].bids and match.hands[-1].tricks)
    hand, before = match.hands[-1], match.standings_before(len(match.hands))
    made = data.draw(st.lists(rulings(match.house.game), min_size=2, max_size=5))
    turned = data.draw(st.permutations(made))
    once, again = (
        score_hand(match.house, hand.bids or (), hand.tricks, before, tuple(given))
        for given in (made, turned)
    )
    assert [(side.points, side.bags, side.made) for side in once] == [
        (side.points, side.bags, side.made) for side in again
    ]


@calm
@given(stories(), st.data())
def test_withdrawing_inverts_a_ruling(story: Any, data: st.DataObject) -> None:
    match: Match = story.match
    assume(match.hands and match.hands[-1].redeal is None)
    number = len(match.hands)
    ruled = match.add_ruling(number, data.draw(rulings(match.house.game)))
    assert ruled.withdraw_ruling(number, 0) == match


@calm
@given(st.lists(rulings(HouseRules.of("partnership").game), max_size=5), st.integers(0, 13))
def test_counted_tricks_stay_between_zero_and_all(decided: list[Ruling], gold: int) -> None:
    table = Table()
    table.start(floor=None)
    table.play(BIDS, Gold=gold, Blue=13 - gold)
    for ruling in decided:
        table.match = table.match.add_ruling(1, ruling)
    counted = [table.score(side).lines[0].amount for side in ("Gold", "Blue")]
    assert min(counted) >= 0
    assert sum(counted) <= 13


def nil_lines(lines: tuple[Line, ...]) -> list[Line]:
    return [line for line in lines if "nil" in line.reason and line.seat is not None]
