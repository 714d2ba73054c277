import pytest

from scorekeeper.rules import Taker
from scorekeeper.words.language import speak
from scorekeeper.words.match import hand as words
from tests.rules.table import Table

GOLD, BLUE, CLEO = Taker(0), Taker(1), Taker(0, 2)


@pytest.fixture
def bids(table: Table) -> Table:
    """Gold needs 4 and Cleo's nil, Blue needs 5."""
    table.bid(4, 3, "nil", 2)
    return table


def states(table: Table, *taken: Taker) -> list[str]:
    match = table.match
    for trick in taken:
        match = match.note_trick(trick)
    return words.describe_tally(match)


def test_all_sides_need_their_bid_before_the_first_trick(bids: Table) -> None:
    assert states(bids) == [
        "Gold needs 4 of the 13 left",
        "Blue needs 5 of the 13 left",
        "Cleo’s nil is still good",
    ]


def test_a_broken_nil_names_its_trick(bids: Table) -> None:
    assert states(bids, GOLD, BLUE, BLUE, GOLD, CLEO)[2] == "Cleo’s nil was broken in trick 5"


def test_a_made_contract_counts_overtricks(bids: Table) -> None:
    assert states(bids, *[GOLD] * 4)[0] == "Gold made it"
    assert states(bids, *[GOLD] * 5)[0] == "Gold made it, 1 overtrick"
    assert states(bids, *[GOLD] * 6)[0] == "Gold made it, 2 overtricks"


def test_an_impossible_contract_is_set(bids: Table) -> None:
    assert states(bids, *[GOLD] * 8)[1] == "Blue needs 5 of the 5 left"
    assert states(bids, *[GOLD] * 9)[1] == "Blue is set"


def test_a_side_without_a_contract_has_only_nils(table: Table) -> None:
    table.bid("nil", 3, "blind nil", 2)
    assert states(table) == [
        "Blue needs 5 of the 13 left",
        "Ann’s nil is still good",
        "Cleo’s nil is still good",
    ]


def test_a_near_bag_penalty_is_announced(table: Table) -> None:
    table.start(opening=[(0, 8), (0, 0)])
    table.bid(3, 3, 1, 2)
    assert states(table, *[GOLD] * 4)[0] == "Gold made it: 2 more bags until −100"
    assert states(table, *[GOLD] * 5)[0] == "Gold made it, 1 overtrick: 1 more bag until −100"
    assert states(table, *[GOLD] * 6)[0] == "Gold made it, 2 overtricks: bag penalty −100"


def test_a_distant_bag_penalty_is_not_announced(table: Table) -> None:
    table.bid(1, 3, 1, 2)
    assert states(table, GOLD, GOLD, BLUE, BLUE, BLUE, BLUE)[0] == "Gold made it"


def test_no_bag_penalty_without_bags(table: Table) -> None:
    table.start(bag_limit=0)
    table.bid(1, 3, 1, 2)
    assert states(table, *[GOLD] * 6)[0] == "Gold made it, 4 overtricks"


@pytest.mark.parametrize("language", ["de", "fil"])
def test_tallies_are_translated(bids: Table, language: str) -> None:
    tricks = [*[GOLD] * 5, CLEO]
    english = states(bids, *tricks)
    speak(language)
    assert len(states(bids, *tricks)) == 3
    assert set(states(bids, *tricks)).isdisjoint(english)


def test_the_missing_taker_of_a_trick_is_asked(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    table.match = table.match.note_trick(Taker(1)).note_trick(Taker(0))
    table.correct(1, ["nil", 3, 3, 3])
    assert words.ask_who_took(table.match) == (
        "Gold took trick 2. There’s a nil now, so which player took it?"
    )
    # Until someone says who took it, the nil may be broken.
    assert not any("nil" in text for text in states(table))
