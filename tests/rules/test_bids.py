"""Bids: which a table may record under its house rules, and why others are refused."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import (
    BLIND_NIL,
    NIL,
    Bid,
    BidError,
    HouseRules,
    OddBid,
    Standing,
    count_unbid_tricks,
    list_bids,
    read_bid,
)
from scorekeeper.rules.bids import check_bids
from tests.effort import tries
from tests.rules.naive_bids import are_allowed
from tests.rules.score_cases import make_house
from tests.rules.table import Setup, Table, opening

Bids = list[int | str]

MIRROR, WHIZ, SUICIDE = ({"bidding": name} for name in ("mirror", "whiz", "suicide"))
DUEL, SIX = ({"game": name} for name in ("two-player", "six-handed"))
BOARD, BLIND, NOT_13 = {"board": 4}, {"blind_minimum": 6}, {"forbidden_total": 13}
TOGETHER, WITH = {"bids_by": "side"}, "partner"
NO_NIL, NO_BLIND_NIL = {"nil": "not played"}, {"nil": "not blind"}
BEHIND, NO_TWO_NILS = {"blind_deficit": 100}, {"two_nils": "forbidden"}


# The table's rules, and bids that are recorded where partners may bid together.
ACCEPTED: dict[str, tuple[Setup, Bids]] = {
    "one number a side": (TOGETHER, [7, 5, WITH, WITH]),
    "one number a side, all tricks and one": (TOGETHER | BOARD, [13, 4, WITH, WITH]),
    "one number a side of six": (TOGETHER | SIX, [6, 5, 7, WITH, WITH, WITH]),
    "a nil beside a number": (TOGETHER, [7, "nil", WITH, 4]),
    "a blind nil before a number": (TOGETHER, ["blind nil", 5, 4, WITH]),
    "one blind number": (TOGETHER | BLIND, ["blind 7", 5, WITH, WITH]),
    "bids of two who have no partner": (TOGETHER | DUEL, [7, 5]),
}

# The table's rules, bids that are refused, and why.
REFUSED: dict[str, tuple[Setup, Bids, str]] = {
    "a bid is missing": ({}, [4, 3, 4], "one bid a seat: bids 3, seats 4"),
    "one bid too many": ({}, [4] * 5, "one bid a seat: bids 5, seats 4"),
    "fourteen": ({}, [4, 14, 4, 4], "bid over all tricks: seat 1, bid 14, tricks 13"),
    "mirror, too few": (MIRROR, [4, 3, 2, 3], "mirror bids must total: total 12, spades 13"),
    "mirror of six": (
        MIRROR | SIX, [3, 2, 2, 2, 2, 2], "mirror bids must total: total 13, spades 26",
    ),
    "mirror, blind nil": (MIRROR | BLIND, [3, "blind nil", 2, 2], "bids are the spades: seat 1"),
    "mirror of two": (MIRROR | DUEL, [7, 7], "more than the spades: total 14, spades 13"),
    "whiz of two": (WHIZ | DUEL, [13, 1], "more than the spades: total 14, spades 13"),
    "whiz": (WHIZ, [4, 3, 4, 3], "more than the spades: total 14, spades 13"),
    "whiz of six": (WHIZ | SIX, [5, 5, 5, 4, 4, 4], "more than the spades: total 27, spades 26"),
    "suicide, no nil": (SUICIDE, [3, "nil", 4, 4], "suicide needs one nil: side 0"),
    "suicide, two nils": (SUICIDE, ["nil", "nil", "nil", 4], "suicide needs one nil: side 0"),
    "suicide of six": (SUICIDE | SIX, ["nil", "nil", 4, 4, 4, 4], "suicide needs one nil: side 2"),
    "suicide, three beside a nil": (
        SUICIDE, ["nil", "nil", 3, 4], "suicide bid too low: seat 2, bid 3, least 4",
    ),
    "below the board": (BOARD, [2, 3, 1, 3], "below board: side 0, bid 3, least 4"),
    "below the board of six": (
        BOARD | SIX, [2, 2, 2, 2, 2, 1], "below board: side 2, bid 3, least 4",
    ),
    "a nil below the board": (BOARD, ["nil", 3, 3, 3], "below board: side 0, bid 3, least 4"),
    "a blind nil below the board": (
        BOARD, ["blind nil", 3, 3, 3], "below board: side 0, bid 3, least 4",
    ),
    "two nils below the board": (
        {"board": 1}, [4, "nil", 3, "blind nil"], "below board: side 1, bid 0, least 1",
    ),
    "thirteen in all": (NOT_13, [4, 3, 3, 3], "forbidden total: total 13"),
    "two nils": (NO_TWO_NILS, ["nil", 5, "nil", 5], "two nils not allowed: side 0"),
    "two nils of six": (
        NO_TWO_NILS | SIX, [3, 3, "nil", 3, 3, "nil"], "two nils not allowed: side 2",
    ),
    "blind nil, 99 behind": (
        BEHIND | opening(1, 100), ["blind nil", 4, 4, 4],
        "not far enough behind: seat 0, behind 99, deficit 100",
    ),
    "blind nil of the leader": (
        BEHIND | opening(0, 100), [4, 4, 4, "blind nil"],
        "not far enough behind: seat 3, behind 0, deficit 100",
    ),
    "blind tricks, 99 behind": (
        BLIND | BEHIND | SIX | opening(100, 1, 0), [3, "blind 6", 3, 3, 3, 3],
        "not far enough behind: seat 1, behind 99, deficit 100",
    ),
    "nil is not played": (NO_NIL, [4, 3, 3, "nil"], "nil not played: seat 3"),
    "blind nil is not played": (
        NO_BLIND_NIL, ["nil", 3, "blind nil", 3], "blind nil not played: seat 2",
    ),
    "blind tricks": ({}, [4, "blind 6", 4, 4], "blind bid not played: seat 1, bid 6"),
    "blind five": (BLIND, ["blind 5", 3, 1, 3], "blind bid too low: side 0, bid 5, least 6"),
    "a number of a side where each bids": ({}, [7, 3, WITH, 2], "bid of a side: seat 2"),
    "each bids where sides do": (TOGETHER, [7, 3, WITH, 2], "one bid a side: side 1"),
    "two nils of a side": (TOGETHER | SIX, [7, 3, 4, "nil", 2, 5], "one bid a side: side 1"),
    "both partners nil": (TOGETHER, ["nil", 5, "blind nil", WITH], "one bid a side: side 0"),
    "no number beside a partner": (TOGETHER, [7, "nil", WITH, WITH], "one bid a side: side 1"),
    "a number of the second seat": (TOGETHER, [7, WITH, WITH, 5], "one bid a side: side 1"),
    "a side that is not far enough behind": (
        TOGETHER | BLIND | BEHIND, [5, "blind 7", WITH, WITH],
        "not far enough behind: side 1, behind 0, deficit 100",
    ),
    "a blind number of a side": (
        TOGETHER, [5, "blind 7", WITH, WITH], "blind bid not played: side 1, bid 7",
    ),
    "a side below the board": (
        TOGETHER | BOARD, [3, 5, WITH, WITH], "below board: side 0, bid 3, least 4",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("setup", "bids"), ACCEPTED.values(), ids=ACCEPTED)
def test_allowed_bids_are_recorded(table: Table, setup: Setup, bids: Bids) -> None:
    table.start(**setup)
    table.bid(*bids)
    assert [bid.notation for bid in table.match.due_bids or ()] == bids


@pytest.mark.parametrize(("setup", "bids", "reason"), REFUSED.values(), ids=REFUSED)
def test_other_bids_are_refused_with_the_reason(
    table: Table, setup: Setup, bids: Bids, reason: str
) -> None:
    table.start(**setup)
    before = table.match
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    values = ", ".join(f"{name} {value}" for name, value in refused.value.values.items())
    assert f"{refused.value.code}: {values}" == reason
    assert table.match == before


def test_a_negative_bid_is_refused(table: Table) -> None:
    with pytest.raises(BidError, match="not a bid"):
        table.match.bid([Bid(4), Bid(-1), Bid(4), Bid(4)])


@pytest.mark.parametrize("seed", range(20))
def test_bids_are_allowed_under_any_house_rules_as_said_rule_by_rule(seed: int) -> None:
    random, answers = Random(seed), set()
    for _ in range(tries(150)):
        house = make_house(random)
        for _ in range(6):
            bids = [Bid(random.choice((0, 0, 1, 2, 3, 4, 5, 6))) for _ in range(house.game.seats)]
            if random.random() < 0.5:
                blind = random.randrange(len(bids))
                bids[blind] = replace(bids[blind], blind=True)
            if house.game.spades and random.random() < 0.5:
                missing = house.game.spades - sum(bid.tricks for bid in bids[:-1])
                bids[-1] = Bid(min(max(missing, 0), house.game.tricks))
            standings = [
                Standing(random.choice((0, 1, house.blind_deficit))) for _ in house.game.sides
            ]
            answers.add(are_allowed(house, bids, standings))
            assert is_accepted(house, bids, standings) == are_allowed(house, bids, standings)
    assert answers == {False, True}


def is_accepted(house: HouseRules, bids: list[Bid], standings: list[Standing]) -> bool:
    try:
        check_bids(house, bids, standings)
    except BidError:
        return False
    return True


@pytest.mark.parametrize(
    ("bids", "left"), [((7, 1, 7, 1), -3), (("blind 6", 3, "nil", 2), 2)], ids=["over", "blind"]
)
def test_tricks_without_a_bid_are_counted(table: Table, bids: Bids, left: int) -> None:
    assert count_unbid_tricks(table.match.house.game, [read_bid(bid) for bid in bids]) == left


@pytest.mark.parametrize(
    ("game", "house", "blind"),
    [
        pytest.param("partnership", {}, ["blind nil"], id="only blind nil"),
        pytest.param("partnership", MIRROR | BLIND, [], id="mirror"),
        pytest.param("partnership", WHIZ | BLIND, [], id="whiz"),
        pytest.param(
            "partnership",
            BLIND,
            ["blind nil", *[f"blind {bid}" for bid in range(1, 14)]],
            id="partners share the minimum",
        ),
        pytest.param("solo", NO_BLIND_NIL, [], id="no blind nil"),
        pytest.param("two-player", NO_NIL | {"blind_minimum": 13}, ["blind 13"], id="no nil"),
        pytest.param(
            "three-handed",
            {"blind_minimum": 13},
            ["blind nil", *[f"blind {bid}" for bid in range(13, 18)]],
            id="a minimum for single players",
        ),
    ],
)
def test_plain_bids_are_listed_before_blind_ones(game: str, house: Setup, blind: list[str]) -> None:
    rules = HouseRules.of(game, **house)
    plain = [*["nil"][house.get("nil") == "not played" :], *range(1, rules.game.tricks + 1)]
    assert [bid.notation for bid in list_bids(rules)] == [*plain, *blind]


# The table's rules, bids, and the warnings they get.
ODD: dict[str, tuple[Setup, Bids, list[OddBid]]] = {
    "usual bids": ({}, [4, 3, 3, 2], []),
    "fourteen in all": ({}, [4, 3, 4, 3], []),
    "team over 13": ({}, [7, 1, 7, 1], [OddBid("contract over all tricks", 0)]),
    "the other team": ({}, [1, 9, 1, 5], [OddBid("contract over all tricks", 1)]),
    "exactly 13": ({}, [4, 3, 4, 2], [OddBid("bids add up to all tricks")]),
    "two nils": ({}, ["nil", 3, "nil", 4], [OddBid("all partners nil", 0)]),
    "eight with a nil": ({}, ["nil", 3, 8, 4], [OddBid("high contract beside nil", 0)]),
    "seven with a nil": ({}, ["nil", 3, 7, 4], []),
    "several at once": (
        {},
        ["blind nil", "nil", 13, "nil"],
        [
            OddBid("high contract beside nil", 0),
            OddBid("all partners nil", 1),
            OddBid("bids add up to all tricks"),
        ],
    ),
    "mirror leaves no tricks over": (MIRROR, [4, 3, 4, 2], []),
    "exactly 13 of two": (DUEL, ["nil", 13], [OddBid("bids add up to all tricks")]),
    "nil against a high contract": (DUEL, ["nil", 10], []),
    "nils of two sides": (DUEL, ["nil", "nil"], []),
    "thirteen each": (DUEL, [13, 13], []),
}


@pytest.mark.parametrize(("setup", "bids", "warnings"), ODD.values(), ids=ODD)
def test_odd_bids_only_get_a_warning(
    table: Table, setup: Setup, bids: Bids, warnings: list[OddBid]
) -> None:
    table.start(**setup)
    table.bid(*bids)
    assert list(table.match.odd_bids) == warnings


def test_warnings_belong_to_their_hand(table: Table) -> None:
    assert table.match.odd_bids == ()
    table.play([7, 1, 7, 1], Gold=13, Blue=0)
    assert table.match.odd_bids == ()


def test_a_bid_of_zero_is_nil() -> None:
    assert read_bid(0) == read_bid("nil") == NIL


@pytest.mark.parametrize(
    ("bid", "written"),
    [
        pytest.param(Bid(13), 13, id="number"),
        pytest.param(NIL, "nil", id="nil"),
        pytest.param(BLIND_NIL, "blind nil", id="blind nil"),
        pytest.param(Bid(6, blind=True), "blind 6", id="blind six"),
    ],
)
def test_a_bid_is_read_as_written(bid: Bid, written: int | str) -> None:
    assert bid.notation == written
    assert read_bid(written) == bid


@pytest.mark.parametrize(
    "written",
    [
        "Nil", "", " nil", "nil ", "7", "blind", "blind  6", "blind -1", "blind 06", "blind 0",
        "blind 99", "blind ٣", "blind nil nil", -1, 4.0, True, False, None, [], {}, float("nan"),
    ],
    ids=repr,
)  # fmt: skip
def test_an_invalid_bid_is_refused(written: object) -> None:
    with pytest.raises(BidError) as refused:
        read_bid(written)
    assert refused.value.code == "not a bid"
