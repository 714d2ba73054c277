"""Tricks: each side has one pile, and a nil bidder's tricks are counted separately."""

from collections.abc import Sequence

import pytest

from scorekeeper.rules import (
    GAMES,
    PARTNERSHIP,
    Bid,
    StepError,
    TrickError,
    Tricks,
    count_tricks,
    fill_in,
    list_asked_tricks,
    list_pooled_seats,
    read_bid,
)
from tests.rules.table import Table

NO_NIL = [4, 3, 4, 3]
NIL = [4, 3, "nil", 2]
TWO_NILS = ["nil", 6, "nil", 6]
NIL_MISSING = "tricks of nil bidder missing"
NOT_THE_SUM = "pile is not the sum"
NO_NUMBER = "not a number of tricks"
NO_PILES: list[None] = [None, None]
CLEO_ONE = [None, None, 1, None]

Numbers = Sequence[int | None]


@pytest.mark.parametrize(
    ("bids", "taken", "seats", "piles"),
    [
        (NO_NIL, {"Gold": 8, "Blue": 5}, (None,) * 4, (8, 5)),
        (NO_NIL, {"Ann": 5, "Ben": 2, "Cleo": 3, "Dan": 3}, (5, 2, 3, 3), (8, 5)),
        (NO_NIL, {"Ann": 5, "Cleo": 3, "Blue": 5}, (5, None, 3, None), (8, 5)),
        (NO_NIL, {"Gold": 8, "Ann": 5, "Blue": 5}, (5, None, 3, None), (8, 5)),
        (NIL, {"Gold": 6, "Cleo": 1, "Blue": 6}, (6, None, 1, None), (6, 6)),
        (TWO_NILS, {"Ann": 0, "Cleo": 1, "Blue": 12}, (0, None, 1, None), (0, 12)),
    ],
    ids=["by side", "by seat", "one side by seat", "side and partner", "a nil", "two nils"],
)
def test_tricks_can_be_recorded_by_side_or_seat(
    table: Table, bids: list[int | str], taken: dict[str, int], seats: Numbers, piles: Numbers
) -> None:
    table.play(bids, **taken)
    assert table.match.hands[0].tricks == Tricks(tuple(seats), tuple(piles))


def test_pooled_and_separate_tricks_score_the_same(table: Table) -> None:
    table.play(NO_NIL, Gold=8, Blue=5)
    table.play(NO_NIL, 5, 2, 3, 3)
    pooled, apart = table.match.scores
    assert pooled is not None
    assert apart is not None
    assert [side.lines for side in pooled] == [side.lines for side in apart]


@pytest.mark.parametrize(
    ("bids", "by_name", "code", "values"),
    [
        pytest.param(NIL, {"Gold": 7, "Blue": 6}, NIL_MISSING, {"seat": 2}, id="nil unsaid"),
        pytest.param(NO_NIL, {"Gold": 8}, "tricks missing", {"side": 1}, id="a side unsaid"),
        pytest.param(
            NO_NIL, {"Gold": 8, "Ben": 3}, "tricks missing", {"side": 1}, id="a partner unsaid"
        ),
        *(
            pytest.param(
                bids,
                given,
                many,
                {"sides": sides, "total": sum(sides), "tricks": 13},
                id=f"{many}: {given}",
            )
            for bids, given, many, sides in (
                (NO_NIL, {"Gold": 8, "Blue": 7}, "too many tricks", (8, 7)),
                (NO_NIL, {"Gold": 8, "Blue": 4}, "too few tricks", (8, 4)),
                (NIL, {"Gold": 8, "Cleo": 1, "Blue": 6}, "too many tricks", (9, 6)),
            )
        ),
        *(
            pytest.param(
                bids,
                given,
                NOT_THE_SUM,
                {"side": 0, "pile": given["Gold"], "sum": total},
                id=f"{given}",
            )
            for bids, given, total in (
                (NO_NIL, {"Gold": 8, "Ann": 5, "Cleo": 4, "Blue": 5}, 9),
                (NO_NIL, {"Gold": 8, "Ann": 5, "Cleo": 2, "Blue": 5}, 7),
                (NO_NIL, {"Gold": 8, "Ann": 9, "Blue": 5}, 9),
                (TWO_NILS, {"Ann": 0, "Cleo": 0, "Gold": 1, "Blue": 12}, 0),
            )
        ),
        *(
            pytest.param(NO_NIL, given, NO_NUMBER, {"number": number, "tricks": 13}, id=f"{given}")
            for given, number in (
                ({"Gold": 14, "Blue": 0}, 14),
                ({"Gold": 14, "Blue": -1}, 14),
                ({"Ann": -1, "Gold": 8, "Blue": 5}, -1),
            )
        ),
    ],
)
def test_invalid_tricks_are_refused_with_the_reason(
    table: Table,
    bids: list[int | str],
    by_name: dict[str, int],
    code: str,
    values: dict[str, object],
) -> None:
    table.bid(*bids)
    with pytest.raises(TrickError) as refused:
        table.take(**by_name)
    assert (refused.value.code, refused.value.values) == (code, values)


@pytest.mark.parametrize(
    ("seats", "piles", "code"),
    [
        pytest.param([7, 6], [None, None], "one number a seat", id="two seats of four"),
        pytest.param([4, 3, 3, 3, 0], [None, None], "one number a seat", id="five seats"),
        pytest.param([None] * 4, [13], "one pile a side", id="one pile"),
        pytest.param([None] * 4, [7, 6, 0], "one pile a side", id="three piles"),
    ],
)
def test_tricks_must_fit_the_game(table: Table, seats: Numbers, piles: Numbers, code: str) -> None:
    table.bid(*NO_NIL)
    with pytest.raises(TrickError, match=code):
        table.match.record_tricks(seats, piles)


@pytest.mark.parametrize(
    ("bids", "side", "seats"),
    [
        pytest.param(NO_NIL, 0, (0, 2), id="both partners"),
        pytest.param(NIL, 0, (0,), id="one with a nil"),
        pytest.param(TWO_NILS, 0, (), id="nobody with two nils"),
    ],
)
def test_only_seats_without_nil_share_a_pile(
    bids: list[int | str], side: int, seats: tuple[int, ...]
) -> None:
    assert list_pooled_seats(PARTNERSHIP, [read_bid(bid) for bid in bids], side) == seats


@pytest.mark.parametrize(
    ("bids", "given", "filled"),
    [
        pytest.param(NO_NIL, ([None] * 4, [8, None]), ([None] * 4, [8, 5]), id="the other pile"),
        pytest.param(NIL, (CLEO_ONE, [6, None]), (CLEO_ONE, [6, 6]), id="with a nil"),
        pytest.param(NIL, ([None] * 4, [6, 6]), (CLEO_ONE, [6, 6]), id="a nil bidder's own"),
        pytest.param(NIL, (CLEO_ONE, [None, 6]), (CLEO_ONE, [6, 6]), id="the nil's partner"),
        pytest.param(NO_NIL, ([5, 2, None, 3], NO_PILES), ([5, 2, 3, 3], NO_PILES), id="last seat"),
        pytest.param(
            TWO_NILS,
            ([0, None, 1, None], NO_PILES),
            ([0, None, 1, None], [None, 12]),
            id="one pile",
        ),
        pytest.param(NO_NIL, ([5, 2, 3, 3], NO_PILES), ([5, 2, 3, 3], NO_PILES), id="nothing"),
        pytest.param(NIL, ([None] * 4, [6, None]), ([None] * 4, [6, None]), id="too much"),
        pytest.param(
            TWO_NILS, ([9, None, 5, None], NO_PILES), ([9, None, 5, None], [None, 0]), id="too many"
        ),
    ],
)
def test_a_single_missing_number_is_computed(
    bids: list[int | str], given: tuple[Numbers, Numbers], filled: tuple[Numbers, Numbers]
) -> None:
    assert fill_in(PARTNERSHIP, [read_bid(bid) for bid in bids], *given) == filled


def test_counting_does_not_change_its_arguments() -> None:
    seats = [5, None, None, None]
    count_tricks(PARTNERSHIP, [read_bid(3)] * 4, seats, [8, 5])
    assert seats == [5, None, None, None]


def asked(bids: Sequence[int | str], *, by_seat: bool = False) -> list[tuple[str, int]]:
    numbers = list_asked_tricks(PARTNERSHIP, [read_bid(bid) for bid in bids], by_seat)
    return [(number.kind.value, number.index) for number in numbers]


@pytest.mark.parametrize(
    ("bids", "numbers"),
    [
        pytest.param(NO_NIL, [("side", 0), ("side", 1)], id="two piles"),
        pytest.param(NIL, [("seat", 2), ("side", 0), ("side", 1)], id="a nil of Gold"),
        pytest.param(
            [4, "nil", 3, 2], [("seat", 1), ("side", 1), ("side", 0)], id="its own pile comes next"
        ),
        pytest.param(TWO_NILS, [("seat", 0), ("seat", 2), ("side", 1)], id="a side without a pile"),
        pytest.param([], [("side", 0), ("side", 1)], id="a hand that bids itself"),
    ],
)
def test_nils_are_asked_before_piles(bids: list[int | str], numbers: list[tuple[str, int]]) -> None:
    assert asked(bids) == numbers


def test_every_seat_can_be_asked() -> None:
    assert asked(NIL, by_seat=True) == [("seat", 0), ("seat", 1), ("seat", 2), ("seat", 3)]


def test_a_hand_knows_whether_every_seat_is_known(table: Table) -> None:
    table.play(NO_NIL, 8, 0, 0, 5)
    table.play(NO_NIL, Gold=8, Blue=5)
    table.bid(*NO_NIL)
    assert [hand.has_tricks_by_seat for hand in table.match.hands] == [True, False, False]


def test_no_tricks_are_asked_for_before_the_bids(table: Table) -> None:
    with pytest.raises(StepError, match="bids are due"):
        table.match.list_asked_tricks()


@pytest.mark.parametrize(
    ("game", "seats", "piles", "total"),
    [
        pytest.param("solo", [5, 5, 5, None], [None] * 4, 15, id="four alone"),
        pytest.param("partnership", [9, 9, 9, None], [None] * 2, 27, id="by player"),
        pytest.param("six-handed", [None] * 6, [9, 9, None], 18, id="by side"),
        pytest.param("solo", [9, 9, None, None], [None] * 4, 18, id="two left open"),
    ],
)
def test_too_many_tricks_are_refused_despite_gaps(
    game: str, seats: list[int | None], piles: list[int | None], total: int
) -> None:
    kind = GAMES[game]
    bids = [Bid(3)] * kind.seats
    with pytest.raises(TrickError) as refused:
        count_tricks(kind, bids, *fill_in(kind, bids, seats, piles))
    assert refused.value.code == "too many tricks"
    assert refused.value.values["total"] == total
