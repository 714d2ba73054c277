"""Bidding: free, or as mirror, whiz or suicide have it."""

import pytest

from scorekeeper.rules import GAMES, BidError, list_bids
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("game", "bids"),
    [
        pytest.param("partnership", [4, 3, 2, 4], id="partnership"),
        pytest.param("partnership", ["nil", 5, 4, 4], id="no spade is nil"),
        pytest.param("three-handed", [5, 4, 4], id="three-handed"),
        pytest.param("solo", [4, 3, 2, 4], id="solo"),
        pytest.param("six-handed", [5, 4, 4, 4, 4, 5], id="six-handed with two packs"),
    ],
)
def test_mirror_bids_are_the_number_of_spades(
    table: Table, game: str, bids: list[int | str]
) -> None:
    table.start(game, bidding="mirror")
    table.bid(*bids)
    assert table.match.current_hand is not None


@pytest.mark.parametrize(
    ("game", "bids", "total", "spades"),
    [
        pytest.param("partnership", [4, 3, 2, 3], 12, 13, id="too few"),
        pytest.param("partnership", [4, 4, 2, 4], 14, 13, id="too many"),
        pytest.param("three-handed", [6, 6, 5], 17, 13, id="three-handed"),
        pytest.param("solo", [4, 3, 2, 3], 12, 13, id="solo"),
        pytest.param("six-handed", [3, 2, 2, 2, 2, 2], 13, 26, id="six-handed"),
    ],
)
def test_mirror_bids_total_all_spades(
    table: Table, game: str, bids: list[int], total: int, spades: int
) -> None:
    table.start(game, bidding="mirror")
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert refused.value.code == "mirror bids must total"
    assert refused.value.values == {"total": total, "spades": spades}


def test_mirror_of_two_players_has_unknown_spades(duel: Table) -> None:
    duel.start("two-player", bidding="mirror")
    duel.bid(3, 4)
    assert duel.match.current_hand is not None


@pytest.mark.parametrize("bidding", ["mirror", "whiz"])
@pytest.mark.parametrize("bid", ["blind nil", "blind 6"])
def test_bids_of_spades_cannot_be_blind(table: Table, bidding: str, bid: str) -> None:
    table.start(bidding=bidding, blind_minimum=6)
    with pytest.raises(BidError) as refused:
        table.bid(3, bid, 2, 2)
    assert (refused.value.code, refused.value.values) == ("bids are the spades", {"seat": 1})
    assert not any(bid.blind for bid in list_bids(table.match.house))


@pytest.mark.parametrize(
    ("game", "bidding", "bids", "spades"),
    [
        pytest.param("two-player", "mirror", [7, 7], 13, id="two players, mirror"),
        pytest.param("two-player", "whiz", [13, 1], 13, id="two players, whiz"),
        pytest.param("partnership", "whiz", [4, 3, 4, 3], 13, id="partnership"),
        pytest.param("three-handed", "whiz", [5, 5, 4], 13, id="three-handed"),
        pytest.param("six-handed", "whiz", [5, 5, 5, 4, 4, 4], 26, id="six-handed"),
    ],
)
def test_bids_of_spades_have_a_maximum(
    table: Table, game: str, bidding: str, bids: list[int], spades: int
) -> None:
    table.start(game, bidding=bidding)
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert refused.value.code == "more than the spades"
    assert refused.value.values == {"total": sum(bids), "spades": spades}
    table.bid(*bids[:-1], "nil" if bids[-1] == 1 else bids[-1] - 1)


@pytest.mark.parametrize("bids", [["nil", 4, 5, 4], [3, 3, 4, 3], [1, 1, 1, 1]], ids=repr)
def test_whiz_accepts_any_number_of_spades(table: Table, bids: list[int | str]) -> None:
    table.start(bidding="whiz")
    table.bid(*bids)
    assert table.match.current_hand is not None


@pytest.mark.parametrize(
    "bids",
    [
        pytest.param(["nil", "nil", 4, 4], id="nil before"),
        pytest.param([4, 6, "nil", "nil"], id="nil after"),
        pytest.param(["blind nil", "nil", 5, 7], id="blind nil"),
    ],
)
def test_suicide_needs_one_nil_and_four_tricks(table: Table, bids: list[int | str]) -> None:
    table.start(bidding="suicide")
    table.bid(*bids)
    assert table.match.current_hand is not None


@pytest.mark.parametrize(
    ("bids", "code", "values"),
    [
        pytest.param([3, "nil", 4, 4], "suicide needs one nil", {"side": 0}, id="no nil"),
        pytest.param(["nil", "nil", "nil", 4], "suicide needs one nil", {"side": 0}, id="two nils"),
        pytest.param(["nil", 5, 4, 4], "suicide needs one nil", {"side": 1}, id="the other side"),
        pytest.param(
            ["nil", "nil", 3, 4],
            "suicide bid too low",
            {"seat": 2, "bid": 3, "least": 4},
            id="three with a nil",
        ),
    ],
)
def test_other_suicide_bids_are_refused(
    table: Table, bids: list[int | str], code: str, values: dict[str, int]
) -> None:
    table.start(bidding="suicide")
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert (refused.value.code, refused.value.values) == (code, values)


@pytest.mark.parametrize("game", ["two-player", "three-handed", "solo"])
def test_suicide_has_no_effect_without_partners(table: Table, game: str) -> None:
    table.start(game, bidding="suicide")
    table.bid(*[1] * GAMES[game].seats)
    assert table.match.current_hand is not None


def test_suicide_applies_to_each_pair_of_six(table: Table) -> None:
    table.start("six-handed", bidding="suicide")
    with pytest.raises(BidError, match="suicide needs one nil"):
        table.bid("nil", "nil", 4, 4, 4, 4)
    table.bid("nil", "nil", "nil", 4, 4, 4)


@pytest.mark.parametrize("bids", [[1, 1, 1, 1], ["nil", "nil", 13, 13], [5, 5, 5, 5]], ids=repr)
def test_free_bids_may_have_any_total(table: Table, bids: list[int | str]) -> None:
    table.bid(*bids)
    assert table.match.current_hand is not None
