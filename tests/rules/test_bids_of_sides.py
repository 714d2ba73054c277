"""Partners who bid one number together: the same match as if they had split it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.rules import Bid, BidError, Game
from scorekeeper.rules.match_file import read, report, write
from scorekeeper.rules.outlook.distributions import compute_outlook
from scorekeeper.rules.presets import COOKOUT
from tests.effort import tries
from tests.rules.strategies import Story, courses, stories
from tests.rules.table import Table

PARTNERS = st.sampled_from(["partnership", "six-handed"])


def split(draw: Callable[[st.SearchStrategy[int]], int], game: Game, bids: Sequence[Bid]) -> Any:
    """Return the bids with each number of a side split between its players; one trick is not."""
    parts = list(bids)
    for first, second in game.sides:
        if bids[second].shared and bids[first].tricks > 1:
            own = draw(st.integers(1, bids[first].tricks - 1))
            parts[first] = replace(bids[first], tricks=own)
            parts[second] = replace(bids[first], tricks=bids[first].tricks - own)
    return tuple(parts)


@settings(max_examples=tries(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.one_of(stories(PARTNERS), courses(PARTNERS)))
def test_a_number_of_a_side_scores_like_any_split(data: st.DataObject, story: Story) -> None:
    match, game = story.match, story.match.house.game
    hands = [
        replace(hand, bids=hand.bids and split(data.draw, game, hand.bids)) for hand in match.hands
    ]
    apart = replace(match, hands=tuple(hands), house=replace(match.house, bids_by="seat"))
    assert apart.scores == match.scores
    assert (apart.standings, apart.outcome) == (match.standings, match.outcome)
    assert apart.odd_bids == match.odd_bids
    assert compute_outlook(apart, 0) == compute_outlook(match, 0)
    if match.current_hand and match.current_hand.bids:
        assert apart.tally == match.tally


def test_an_evening_of_cookout_bids_by_side(table: Table) -> None:
    table.start(**COOKOUT)
    table.play([7, 5, "partner", "partner"], Gold=8, Blue=5)
    assert (table.points("Gold"), table.points("Blue")) == (70, 50)
    assert (table.bags("Gold"), table.bags("Blue")) == (0, 0)
    file = write(table.match)
    assert file["hands"][0]["bids"] == [7, 5, "partner", "partner"]
    file["hands"][0]["bids"] = [7, 5]
    assert report(read(file)) == report(table.match)
    table.play([10, 4, "partner", "partner"], Gold=9, Blue=4)
    assert table.brought("Gold") == -150
    with pytest.raises(BidError, match="below board"):
        table.bid(7, 3, "partner", "partner")
    table.play([13, 4, "partner", "partner"], Gold=13, Blue=0)
    assert (table.brought("Gold"), table.brought("Blue")) == (200, -40)
    table.play([4, 9, "partner", "partner"], Gold=5, Blue=8)
    assert table.winner == "Gold"
