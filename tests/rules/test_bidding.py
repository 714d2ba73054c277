from typing import Any

import pytest

from scorekeeper.rules import Bid, BidError, HouseRules, count_unbid_tricks, list_bids, read_bid
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("bids", "code", "values"),
    [
        pytest.param([4, 3, 4], "one bid a seat", {"bids": 3, "seats": 4}, id="one missing"),
        pytest.param([4] * 5, "one bid a seat", {"bids": 5, "seats": 4}, id="one too many"),
        pytest.param(
            [4, 14, 4, 4],
            "bid over all tricks",
            {"seat": 1, "bid": 14, "tricks": 13},
            id="fourteen",
        ),
    ],
)
def test_an_illegal_bid_is_refused_with_the_reason(
    table: Table, bids: list[int | str], code: str, values: dict[str, object]
) -> None:
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert (refused.value.code, refused.value.values) == (code, values)


def test_a_negative_bid_is_refused(table: Table) -> None:
    with pytest.raises(BidError, match="not a bid"):
        table.match.bid([Bid(4), Bid(-1), Bid(4), Bid(4)])


def test_a_refused_bid_changes_nothing(table: Table) -> None:
    before = table.match
    with pytest.raises(BidError):
        table.bid(14, 1, 1, 1)
    assert table.match == before


def test_more_bids_than_tricks_leave_negative_tricks(table: Table) -> None:
    assert count_unbid_tricks(table.match.house.game, [read_bid(bid) for bid in (7, 1, 7, 1)]) == -3


def test_blind_tricks_count_like_others(table: Table) -> None:
    assert (
        count_unbid_tricks(
            table.match.house.game, [read_bid(bid) for bid in ("blind 6", 3, "nil", 2)]
        )
        == 2
    )


@pytest.mark.parametrize(
    ("game", "house", "blind"),
    [
        pytest.param("partnership", {}, ["blind nil"], id="only blind nil"),
        pytest.param(
            "partnership",
            {"blind_minimum": 6},
            ["blind nil", *[f"blind {bid}" for bid in range(1, 14)]],
            id="partners share the minimum",
        ),
        pytest.param(
            "three-handed",
            {"blind_minimum": 13},
            ["blind nil", *[f"blind {bid}" for bid in range(13, 18)]],
            id="a minimum for single players",
        ),
    ],
)
def test_plain_bids_are_listed_before_blind_ones(
    game: str, house: dict[str, Any], blind: list[str]
) -> None:
    rules = HouseRules.of(game, **house)
    plain = ["nil", *range(1, rules.game.tricks + 1)]
    assert [bid.notation for bid in list_bids(rules)] == [*plain, *blind]
