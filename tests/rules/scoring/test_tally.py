"""The trick tally: who took each trick, and the resulting numbers."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from scorekeeper.rules import (
    GAMES,
    HouseRules,
    Standing,
    Taker,
    Tally,
    TrickError,
    Tricks,
    count_tricks,
    read_bid,
    score_hand,
)
from scorekeeper.rules.scoring.tally import ContractState, NilTally, SideTally, tally_tricks
from tests.effort import tries
from tests.rules.strategies import bids as any_bids

calm = settings(derandomize=True, deadline=None, database=None, max_examples=tries(60))
WHO = {
    "Gold": Taker(0),
    "Blue": Taker(1),
    "Ann": Taker(0, 0),
    "Ben": Taker(1, 1),
    "Cleo": Taker(0, 2),
    "Dan": Taker(1, 3),
}
NO_NIL: list[int | str] = [4, 3, 4, 3]
NIL: list[int | str] = [4, 3, "nil", 2]


def tallied(
    bids: Sequence[int | str],
    *takers: str,
    standings: Sequence[tuple[int, int]] = ((0, 0), (0, 0)),
    **house: Any,
) -> Tally:
    """Partners, the takers by name; seat 2 leads."""
    return tally_tricks(
        HouseRules.of("partnership", **house),
        [read_bid(bid) for bid in bids],
        [Standing(*standing) for standing in standings],
        2,
        [WHO[taker] for taker in takers],
    )


def of_two(bids: Sequence[int | str], *takers: int) -> Tally:
    """Two players, seats 0 and 1; seat 1 leads."""
    return tally_tricks(
        HouseRules.of("two-player"),
        [read_bid(bid) for bid in bids],
        [Standing(), Standing()],
        1,
        [Taker(taker) for taker in takers],
    )


def gold(*takers: str, bids: Sequence[int | str] = NO_NIL, **given: Any) -> SideTally:
    return tallied(bids, *takers, **given).sides[0]


def blue(*takers: str, bids: Sequence[int | str] = NO_NIL, **given: Any) -> SideTally:
    return tallied(bids, *takers, **given).sides[1]


@pytest.mark.parametrize(
    ("bids", "takers", "left", "leads"),
    [
        pytest.param(NO_NIL, [], 13, 2, id="nobody yet"),
        pytest.param(NO_NIL, ["Gold", "Dan"], 11, 3, id="the winner"),
        pytest.param(NO_NIL, ["Dan", "Gold"], 11, None, id="a side"),
        pytest.param(NIL, ["Gold"], 12, 0, id="the partner of a nil"),
        pytest.param(NO_NIL, ["Ann"] * 7 + ["Ben"] * 6, 0, None, id="no trick is left"),
    ],
)
def test_the_winner_of_the_last_trick_leads(
    bids: list[int | str], takers: list[str], left: int, leads: int | None
) -> None:
    tally = tallied(bids, *takers)
    assert (tally.left, tally.leads, tally.is_full) == (left, leads, not left)


def test_the_taker_of_two_players_is_known() -> None:
    assert of_two([5, 6], 1, 0).leads == 0


@pytest.mark.parametrize(
    ("takers", "progress", "needs", "overtricks"),
    [
        pytest.param(["Gold", "Blue", "Gold"], ContractState.NEEDS, 6, 0, id="the rest of 8"),
        pytest.param(["Blue"] * 5, ContractState.NEEDS, 8, 0, id="all that are left"),
        pytest.param(["Blue"] * 6, ContractState.SET, 8, 0, id="more than are left"),
        pytest.param(["Gold"] * 8, ContractState.MADE, 0, 0, id="enough"),
        pytest.param(["Gold"] * 10, ContractState.MADE, 0, 2, id="two overtricks"),
    ],
)
def test_a_contract_is_needed_made_or_set(
    takers: list[str], progress: ContractState, needs: int, overtricks: int
) -> None:
    side = gold(*takers)
    assert (side.contract, side.progress) == (8, progress)
    assert (side.needs, side.overtricks) == (needs, overtricks)


def test_a_single_nil_has_no_contract() -> None:
    side = of_two(["nil", 6], 0).sides[0]
    assert (side.progress, side.needs) == (ContractState.NO_CONTRACT, 0)


def test_a_nil_is_broken_by_its_first_trick() -> None:
    assert tallied(NIL, "Gold", "Blue").nils == (NilTally(seat=2, broken=None),)
    tally = tallied(NIL, "Gold", "Blue", "Blue", "Gold", "Cleo", "Blue", "Cleo")
    assert tally.nils == (NilTally(seat=2, broken=5),)


def test_a_tally_contains_every_nil() -> None:
    assert of_two(["nil", "nil"], 1, 1).nils == (NilTally(0, None), NilTally(1, 1))


def test_tricks_of_a_failed_nil_are_counted_separately() -> None:
    assert gold("Gold", "Cleo", bids=NIL).taken == 1


@pytest.mark.parametrize(
    ("failed_nil", "needs"),
    [
        pytest.param("bags", 3, id="bags"),
        pytest.param("help", 2, id="help"),
        pytest.param("nothing", 3, id="nothing"),
    ],
)
def test_tricks_of_a_failed_nil_help_by_house_rule(failed_nil: str, needs: int) -> None:
    assert gold("Gold", "Cleo", bids=NIL, failed_nil=failed_nil).needs == needs


@pytest.mark.parametrize(
    ("takers", "bags_left", "bagged"),
    [
        pytest.param(["Blue"] * 6, 2, False, id="contract made"),
        pytest.param(["Blue"] * 7, 1, False, id="one to go"),
        pytest.param(["Blue"] * 8, 10, True, id="bagged"),
        pytest.param(["Blue"] * 9, 9, True, id="and one of the next ten"),
        pytest.param(["Blue"] * 5, 2, False, id="contract not made yet"),
    ],
)
def test_bag_danger_follows_from_the_standing(
    takers: list[str], bags_left: int, bagged: bool
) -> None:
    side = blue(*takers, standings=[(0, 0), (0, 8)])
    assert (side.bags_left, side.bagged) == (bags_left, bagged)


def test_tricks_of_a_broken_nil_are_bags_at_once() -> None:
    assert gold("Cleo", bids=NIL, standings=[(0, 8), (0, 0)]).bags_left == 1


def test_bag_danger_needs_a_bag_limit() -> None:
    side = gold(*["Gold"] * 9, bag_limit=0)
    assert (side.bags_left, side.bagged, side.overtricks) == (None, False, 1)


@pytest.mark.parametrize(
    ("bids", "takers", "tricks"),
    [
        pytest.param(
            NO_NIL, ["Ann", "Cleo", "Ann", "Ben"], Tricks((2, 1, 1, 0), (3, 1)), id="by seat"
        ),
        pytest.param(
            NO_NIL, ["Ann", "Cleo", "Gold", "Ben"], Tricks((None, 1, None, 0), (3, 1)), id="by side"
        ),
        pytest.param(
            NIL, ["Gold", "Cleo", "Blue"], Tricks((1, None, 1, None), (1, 1)), id="with a nil"
        ),
    ],
)
def test_tallied_tricks_are_stored_as_far_as_they_are_known(
    bids: list[int | str], takers: list[str], tricks: Tricks
) -> None:
    assert tallied(bids, *takers).tricks == tricks


def test_a_fourteenth_trick_is_refused() -> None:
    with pytest.raises(TrickError, match="too many tricks") as refused:
        tallied(NO_NIL, *["Gold"] * 8, *["Ben"] * 6)
    assert refused.value.values == {"sides": (8, 6), "total": 14, "tricks": 13}


def test_two_nil_bidders_need_a_named_taker() -> None:
    with pytest.raises(TrickError, match="tricks of nil bidder missing") as refused:
        tallied([4, "nil", 4, "nil"], "Blue")
    assert refused.value.values == {"seat": 1}


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        pytest.param(Taker(2), "no such side", id="a third side"),
        pytest.param(Taker(-1), "no such side", id="a side before the first"),
        pytest.param(Taker(0, 1), "seat of another side", id="an opponent"),
        pytest.param(Taker(0, 4), "seat of another side", id="a fifth seat"),
    ],
)
def test_an_invalid_taker_is_refused(entry: Taker, code: str) -> None:
    house = HouseRules.of("partnership")
    with pytest.raises(TrickError, match=code):
        tally_tricks(house, [read_bid(3)] * 4, [Standing(), Standing()], 0, [entry])


@st.composite
def full_tallies(draw: st.DrawFn) -> tuple[HouseRules, list[Any], list[Taker]]:
    """House rules, bids, and all tricks of a hand, some of them said only by side."""
    house = HouseRules.of(draw(st.sampled_from(sorted(GAMES))))
    bids = draw(any_bids(house.game))
    sides = [
        Taker(side)
        for side, seats in enumerate(house.game.sides)
        if not all(bids[seat].is_nil for seat in seats)
    ]
    seats = [Taker(side, seat) for seat, side in enumerate(house.game.side_of)]
    tricks = house.game.tricks
    takers = draw(st.lists(st.sampled_from(sides + seats), min_size=tricks, max_size=tricks))
    return house, bids, takers


@calm
@given(full_tallies())
def test_a_full_tally_can_be_recorded(full: tuple[HouseRules, list[Any], list[Taker]]) -> None:
    house, bids, takers = full
    tally = tally_tricks(house, bids, [Standing()] * len(house.game.sides), 0, takers)
    taken = tally.tricks
    assert count_tricks(house.game, bids, taken.seats, taken.piles) == taken


@calm
@given(full_tallies())
def test_a_full_tally_predicts_the_score(full: tuple[HouseRules, list[Any], list[Taker]]) -> None:
    house, bids, takers = full
    tally = tally_tricks(house, bids, [Standing()] * len(house.game.sides), 0, takers)
    score = score_hand(house, bids, tally.tricks, [Standing()] * len(house.game.sides))
    foretold = {ContractState.MADE: True, ContractState.SET: False, ContractState.NO_CONTRACT: None}
    assert [foretold[side.progress] for side in tally.sides] == [side.made for side in score]
    assert [nil.broken is None for nil in tally.nils] == [
        tally.tricks.seats[nil.seat] == 0 for nil in tally.nils
    ]
