"""Forbidden total: what the bids may not add up to."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules import Bid, BidError, HouseRules, Standing
from scorekeeper.rules.bids import check_bids
from tests.rules.table import Table
from tests.rules.test_properties import calm


@pytest.mark.parametrize(
    "bids", [[4, 3, 3, 3], ["nil", 5, 4, 4], [13, "nil", "nil", "nil"]], ids=repr
)
def test_a_forbidden_total_is_refused(table: Table, bids: list[int | str]) -> None:
    table.start(forbidden_total=13)
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert (refused.value.code, refused.value.values) == ("forbidden total", {"total": 13})


@pytest.mark.parametrize("bids", [[4, 3, 3, 2], [4, 4, 3, 3]], ids=repr)
def test_other_totals_than_the_forbidden_one_are_allowed(table: Table, bids: list[int]) -> None:
    table.start(forbidden_total=13)
    table.bid(*bids)
    assert table.match.current_hand is not None


def test_seventeen_can_be_forbidden_with_seventeen_tricks(table: Table) -> None:
    table.start("three-handed", forbidden_total=17)
    with pytest.raises(BidError, match="forbidden total"):
        table.bid(6, 6, 5)
    table.bid(5, 4, 4)


@calm
@given(st.lists(st.integers(0, 13), min_size=4, max_size=4))
def test_only_the_forbidden_total_is_refused(tricks: list[int]) -> None:
    house = HouseRules.of("partnership", forbidden_total=13)
    standings = [Standing(), Standing()]
    code = None
    try:
        check_bids(house, [Bid(number) for number in tricks], standings)
    except BidError as refused:
        code = refused.code
    assert code == ("forbidden total" if sum(tricks) == 13 else None)
