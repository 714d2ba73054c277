"""What the sides need."""

import pytest

from scorekeeper.rules.lines import Standing
from scorekeeper.rules.needs import Happening, LeastBid, Need, NilState, condense, least_bids
from scorekeeper.rules.outlook import ahead, tables
from scorekeeper.words import outlook as words
from tests.rules.table import Table
from tests.words.complete import is_complete

WINS = Happening.WINS
POSSIBLE = [kind for kind in Happening if kind is not Happening.SET]


@pytest.fixture
def late(table: Table) -> Table:
    """Gold can win with 8 tricks; Blue can fall to the floor, or be bagged."""
    table.start(opening=[(420, 0), (-140, 8)])
    return table


def needs(table: Table) -> list[str]:
    """What the hand being played can bring, in short."""
    return [words.need(table.match, need) for need in condense(ahead(table.match, minutes=0))]


def happens(table: Table) -> list[str]:
    """What comes of each number of tricks."""
    return [
        words.happens(table.match, given.sides, row.cases)
        for given in tables(table.match, ahead(table.match, minutes=0))
        for row in given.rows
    ]


@pytest.mark.parametrize("kind", Happening)
def test_whatever_is_certain_has_words(any_language: str, table: Table, kind: Happening) -> None:
    assert is_complete(words.need(table.match, Need(0, kind, 8, None)))


@pytest.mark.parametrize("kind", POSSIBLE)
def test_whatever_is_possible_has_words(any_language: str, table: Table, kind: Happening) -> None:
    assert is_complete(words.need(table.match, Need(0, kind, 8, None, possible=True)))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Need(0, WINS, None, None), "Gold wins the match in any case"),
        (Need(0, WINS, 8, None), "Gold wins the match with 8 or more"),
        (Need(0, WINS, None, 3), "Gold wins the match with 3 or fewer"),
        (Need(0, WINS, 5, 5), "Gold wins the match with exactly 5"),
        (Need(0, WINS, 5, 7), "Gold wins the match with 5 to 7"),
        (Need(1, Happening.LOSES, None, 5, if_set=True), "Blue loses the match if set"),
        (Need(1, Happening.TIES, 6, 6), "Blue ties with exactly 6: another hand"),
        (Need(1, Happening.BAGGED, 8, None), "Blue is bagged with 8 or more"),
        (Need(1, Happening.SET, None, None), "Blue is set in any case"),
        (Need(0, WINS, 8, None, possible=True), "Gold may win the match with 8 or more"),
        (
            Need(0, WINS, 3, 12, (NilState(0, True), NilState(1, False))),
            "Gold wins the match with 3 to 12, if Ann’s nil is made and Ben’s nil is broken",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_need_is_told(table: Table, given: Need, said: str) -> None:
    assert words.need(table.match, given) == said


def test_a_hand_is_told_with_the_most_important_first(late: Table) -> None:
    late.bid(3, 3, 3, 3)
    assert needs(late) == [
        "Gold wins the match with 8 or more",
        "Blue loses the match if set",
        "Blue is bagged with 8 or more",
    ]


def test_what_matters_most_to_two_sides_is_one_line(late: Table) -> None:
    assert words.short(late.match, minutes=0) == ""
    late.bid(3, 3, 3, 3)
    assert words.short(late.match, minutes=0) == (
        "Gold wins the match with 8 or more · Blue loses the match if set"
    )


def test_of_three_sides_there_is_no_short_line(table: Table) -> None:
    table.start("three-handed", opening=[(490, 0), (0, 0), (0, 0)])
    table.bid(5, 6, 6)
    assert words.short(table.match, minutes=0) == ""


def test_a_table_is_headed_by_how_its_nils_end(table: Table) -> None:
    assert words.heading(table.match, made=[], broken=[]) == ""
    assert words.heading(table.match, made=[2], broken=[]) == "Cleo’s nil is made"
    assert words.heading(table.match, made=[2], broken=[0, 3]) == (
        "Ann’s nil is broken, Cleo’s nil is made and Dan’s nil is broken"
    )


def test_every_number_of_tricks_is_told(late: Table) -> None:
    late.bid(3, 3, 3, 3)
    told = happens(late)
    assert len(told) == 14
    assert told[5:9] == ["Gold set, Blue bagged", "", "", "Gold wins, Blue set"]


def test_a_tie_is_told(table: Table) -> None:
    table.start("two-player", opening=[(441, 0), (440, 0)])
    table.bid(6, 6)
    assert happens(table)[6] == "tie: another hand"


def test_of_three_sides_it_is_told_who_wins_or_may_win(table: Table) -> None:
    table.start("three-handed", opening=[(440, 0), (440, 0), (0, 0)])
    table.bid(6, 6, 1)
    told = happens(table)
    assert "Ann may win" in told
    assert "Ann set" in told


def test_the_least_bid_that_wins_is_told(late: Table) -> None:
    gold, blue = least_bids(late.match, minutes=0)
    assert words.least_bid(late.match, 0, gold) == (
        "Gold wins the match with a bid of 8, just made."
    )
    assert words.least_bid(late.match, 1, blue) == (
        "No contract alone wins the match for Blue in this hand."
    )


def test_a_nil_is_told_both_ways() -> None:
    enough = LeastBid(8, True, nil_made=Standing(520), nil_failed=Standing(320))
    too_little = LeastBid(None, False, nil_made=Standing(-40), nil_failed=Standing(-240))
    assert words.nil(enough) == "A nil made comes to 520, failed to 320. Alone it wins, too."
    assert words.nil(too_little) == "A nil made comes to −40, failed to −240."


@pytest.mark.parametrize("sides", [0, 1])
def test_a_least_bid_is_told_in_every_language(any_language: str, late: Table, sides: int) -> None:
    least = least_bids(late.match, minutes=0)[sides]
    assert is_complete(words.least_bid(late.match, sides, least))
    assert is_complete(words.nil(least))
