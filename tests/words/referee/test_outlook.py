import re
from itertools import product
from typing import Any

import pytest

from scorekeeper.rules import BLIND_NIL, Bid, Incident, Ruling
from scorekeeper.rules.outlook.distributions import Happening, compute_outlook
from scorekeeper.rules.outlook.least_bid import WinningBids, find_least_bids
from scorekeeper.rules.outlook.needs import Need, NilTakes, condense, find_aim
from scorekeeper.rules.outlook.tables import OutlookCell, build_tables
from scorekeeper.words.referee import outlook as words
from tests.rules.table import Table
from tests.words.complete import is_complete

WINS, LOSES, TIES, BAGGED, SET = Happening
BOTH = " from the partner, if both are made"
MADE, BROKEN = NilTakes(0, None, 0), NilTakes(1, 1, None)


@pytest.fixture
def late(table: Table) -> Table:
    """Gold can win with 8 tricks; Blue can fall to the floor, or take the bag penalty."""
    table.start(opening=[(420, 0), (-140, 8)])
    return table


def happens(table: Table) -> list[str]:
    return [
        words.describe_happenings(table.match, row.cells)
        for given in build_tables(table.match.house.game, compute_outlook(table.match, minutes=0))
        for row in given.rows
    ]


def nothing(table: Table) -> str:
    return words.describe_nothing_near(table.match, compute_outlook(table.match, minutes=0))


@pytest.mark.parametrize("possible", [False, True])
@pytest.mark.parametrize("kind", [WINS, LOSES, TIES, BAGGED])
def test_every_result_has_a_sentence(
    any_language: str, table: Table, kind: Happening, possible: bool
) -> None:
    need = Need(0, kind, 8, None, possible=possible)
    assert is_complete(words.describe_need(table.match, need))


def test_a_condition_on_nils_alone_mentions_no_tricks(any_language: str, table: Table) -> None:
    for kind in (WINS, LOSES, TIES, BAGGED):
        said = words.describe_need(table.match, Need(0, kind, None, None, (MADE,)))
        assert re.search("  | [,:]", said) is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Need(0, WINS, None, None), "Wins in any case"),
        (Need(0, WINS, 8, None), "Wins with 8 or more tricks"),
        (Need(0, WINS, None, 3), "Wins with 3 or fewer tricks"),
        (Need(0, WINS, 5, 5), "Wins with exactly 5 tricks"),
        (Need(0, WINS, 1, 1), "Wins with exactly 1 trick"),
        (Need(0, WINS, 5, 7), "Wins with 5 to 7 tricks"),
        (Need(0, WINS, 7, 8), "Wins with 7 or 8 tricks"),
        (Need(1, LOSES, None, None, if_set=True), "Loses if set"),
        (Need(1, TIES, 6, 6), "Ties with exactly 6 tricks: another hand"),
        (Need(1, BAGGED, 8, None), "Bag penalty with 8 or more tricks"),
        (Need(0, WINS, 8, None, possible=True), "May win with 8 or more tricks"),
        (Need(0, WINS, None, None, possible=True), "May win"),
        (
            Need(0, WINS, 3, 12, (MADE, BROKEN)),
            "Wins with 3 to 12 tricks, if Ann’s nil is made and Ben’s nil is broken",
        ),
        (
            Need(0, BAGGED, 7, None, beside=0),
            "Bag penalty with 7 or more tricks, counting Ann’s tricks",
        ),
        (
            Need(0, BAGGED, None, None, (NilTakes(0, 3, None),)),
            "Bag penalty, if Ann takes 3 or more",
        ),
        (
            Need(0, BAGGED, None, None, (NilTakes(0, None, 3),)),
            "Bag penalty, if Ann takes 3 or fewer",
        ),
        (Need(0, BAGGED, None, None, (NilTakes(0, 3, 3),)), "Bag penalty, if Ann takes exactly 3"),
        (Need(0, BAGGED, None, None, (NilTakes(0, 1, 2),)), "Bag penalty, if Ann takes 1 or 2"),
        (Need(0, BAGGED, None, None, (NilTakes(0, 1, 3),)), "Bag penalty, if Ann takes 1 to 3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_need_names_result_and_tricks(table: Table, given: Need, said: str) -> None:
    assert words.describe_need(table.match, given) == said


def test_the_nearest_need_of_two_sides_is_described(late: Table) -> None:
    assert words.describe_near(late.match, minutes=0) == ["", ""]
    late.bid(3, 3, 3, 3)
    assert words.describe_near(late.match, minutes=0) == [
        "Wins with 8 or more tricks",
        "Loses if set",
    ]


def test_distant_needs_are_not_near(table: Table) -> None:
    table.start(opening=[(430, 8), (100, 5)])
    table.bid(4, 3, 3, 3)
    assert words.describe_near(table.match, minutes=0) == ["Wins with 7 or 8 tricks", ""]


def test_three_sides_have_no_nearest_needs(table: Table) -> None:
    table.start("three-handed", opening=[(490, 0), (0, 0), (0, 0)])
    table.bid(5, 6, 6)
    assert words.describe_near(table.match, minutes=0) == ["", "", ""]


def test_an_undecided_hand_mentions_the_sweep(table: Table) -> None:
    table.bid(3, 3, 3, 3)
    assert nothing(table) == (
        "This hand can’t decide the match, and nobody can take the bag penalty."
    )
    table.start(bag_limit=0)
    table.bid(3, 3, 3, 3)
    assert nothing(table) == "This hand can’t decide the match."
    table.start(opening=[(433, 0), (0, 0)])
    table.bid(3, 3, 3, 3)
    assert nothing(table) == (
        "This hand can’t decide the match, and nobody can take the bag penalty. Only taking "
        "every trick would change that."
    )


def test_the_clock_is_mentioned_before_time_is_up(table: Table) -> None:
    assert words.describe_clock(table.match, minutes=600) == ""
    table.start(minutes=60)
    assert words.describe_clock(table.match, minutes=59) == (
        "If time is up after this hand, the leader wins."
    )
    assert words.describe_clock(table.match, minutes=60) == ""


def test_a_table_is_headed_by_the_results_of_nils(table: Table) -> None:
    assert words.name_nils(table.match, made=[], broken=[]) == ""
    assert words.name_nils(table.match, made=[2], broken=[]) == "Cleo’s nil is made"
    assert words.name_nils(table.match, made=[2], broken=[0, 3]) == (
        "Ann’s nil is broken, Cleo’s nil is made and Dan’s nil is broken"
    )


def test_every_range_of_tricks_has_a_sentence(late: Table) -> None:
    late.bid(3, 3, 3, 3)
    told = happens(late)
    assert len(told) == 14
    assert told[5:9] == ["Blue takes the bag penalty, Gold set", "", "", "Gold wins, Blue set"]


def test_a_tie_has_a_sentence(table: Table) -> None:
    table.start("two-player", opening=[(441, 0), (440, 0)])
    table.bid(6, 6)
    assert happens(table)[6] == "tie: another hand"


def test_rows_of_three_sides_name_certain_and_possible_winners(table: Table) -> None:
    table.start("three-handed", opening=[(440, 0), (440, 0), (-190, 0)], floor=-200)
    table.bid(6, 6, 1)
    told = happens(table)
    assert "Ann may win, maybe a tie" in told
    assert "Cleo loses, Cleo set" in told


def test_a_row_describes_its_results(table: Table) -> None:
    cell = OutlookCell(0, (-148, -49), (1, 6), frozenset(), frozenset({SET}))
    assert words.format_cell_points(cell) == "−148 to −49"
    assert words.format_cell_bags(cell) == "1 to 6 bags"
    assert words.describe_happenings(table.match, [cell]) == "Gold may be set"
    exactly = cell._replace(points=(70, 70), bags=(1, 1))
    assert (words.format_cell_points(exactly), words.format_cell_bags(exactly)) == ("70", "1 bag")


def least(table: Table, side: int) -> str:
    return words.describe_least_bid(find_least_bids(table.match, minutes=0)[side])


@pytest.mark.parametrize(
    ("points", "house", "ways"),
    [
        (430, {}, ["a bid of 7, if made", f"a nil and 1{BOTH} exactly"]),
        (360, {}, [f"a nil and 4{BOTH}"]),
        (260, {}, [f"a blind nil and 4{BOTH}"]),
        (200, {"nil_bonus": 150}, ["two nils, if both are made"]),
        (150, {"nil_bonus": 150}, ["a blind nil and a nil, if both are made"]),
        (100, {}, ["two blind nils, if both are made"]),
        (
            360,
            {"blind_minimum": 6, "nil_bonus": 0},
            ["a blind bid of 7, if made", f"a blind nil and 1{BOTH} exactly"],
        ),
        (240, {"blind_minimum": 6, "blind_nil_bonus": 0}, [f"a nil and a blind 8{BOTH}"]),
        (140, {"blind_minimum": 6, "blind_nil_bonus": 0}, [f"a nil and a blind 13{BOTH}"]),
        (50, {"blind_minimum": 6, "nil_bonus": 0}, [f"a blind nil and a blind 13{BOTH}"]),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "",
)
def test_the_least_winning_bid_is_described(
    table: Table, points: int, house: dict[str, object], ways: list[str]
) -> None:
    table.start(opening=[(points, 0), (0, 0)], **house)
    assert least(table, 0) == "Wins with " + ", or with ".join(ways)
    table.start()
    assert least(table, 0) == "No bid is enough to win this hand"


def test_the_least_bid_of_a_lone_player_has_no_partner(table: Table) -> None:
    table.start("two-player", opening=[(430, 0), (300, 0)])
    assert least(table, 0) == ("Wins with a bid of 7, if made, or with a nil, if made")
    assert least(table, 1) == "Wins with a blind nil, if made"


@pytest.mark.parametrize("bids", list(product([Bid(0), Bid(3), BLIND_NIL, Bid(6, True)], repeat=2)))
def test_only_bids_that_must_be_made_exactly_say_so(
    any_language: str, bids: tuple[Bid, Bid]
) -> None:
    exactly = {"en": "exactly", "de": "genau", "fil": "eksakto"}[any_language]
    said = [words.describe_least_bid([WinningBids(bids, must)]) for must in (False, True)]
    assert all(map(is_complete, said))
    assert [exactly in each for each in said] == [False, any(bid.tricks for bid in bids)]


def test_the_bags_left_before_a_penalty_are_said(table: Table) -> None:
    table.start(opening=[(0, 7), (0, 9)])
    assert words.describe_bags_left(table.match, 0) == "7 bags: 3 more cost 100"
    assert words.describe_bags_left(table.match, 1) == "9 bags: 1 more costs 100"
    table.start(bag_limit=0)
    assert words.describe_bags_left(table.match, 0) == ""


REVOKE = Ruling(Incident.REVOKE, 1, tricks=3, to=0)
SET_BY_RULING = Ruling(Incident.REVOKE, 1, set=True)
THREES = (3, 3, 3, 3)


def aims(table: Table) -> list[words.AimWords]:
    views = compute_outlook(table.match, minutes=0)
    return [
        words.describe_aim(table.match, aim, condense(views), views) for aim in map(find_aim, views)
    ]


@pytest.mark.parametrize(
    ("bids", "rulings", "house", "said"),
    [
        (THREES, [], {}, ["Makes 6 with 6 or more tricks", "Makes 6 with 6 or more tricks"]),
        (
            THREES,
            [REVOKE],
            {"opening": [(284, 6), (441, 4)]},
            ["Makes 6 with 3 or more tricks", "Makes 6 and wins with 9 or more tricks"],
        ),
        (
            THREES,
            [SET_BY_RULING],
            {"opening": [(441, 0), (0, 0)]},
            ["Makes 6 and wins in any case", "Can’t make 6"],
        ),
        (
            (7, 1, 6, 1),
            [],
            {},
            ["Makes 13 with exactly 13 tricks", "Makes 2 with 2 or more tricks"],
        ),
        (
            ("nil", "nil", "nil", 4),
            [],
            {},
            ["Makes both nils without a trick", "Makes 4 with 4 or more tricks"],
        ),
        (
            ("nil", 2, 2, 2),
            [Ruling(Incident.REVOKE, 0, tricks=12)],
            {},
            ["Can’t make 2", "Makes 4 with 4 or more tricks"],
        ),
    ],
)
def test_the_tricks_that_make_a_contract_are_said_first(
    table: Table, bids: Any, rulings: list[Ruling], house: dict[str, Any], said: list[str]
) -> None:
    table.start(**house)
    table.bid(*bids)
    for ruling in rulings:
        table.match = table.match.add_ruling(1, ruling)
    assert [aim.first for aim in aims(table)] == said


def test_other_results_follow(table: Table) -> None:
    table.start(opening=[(284, 6), (441, 4)])
    table.bid(*THREES)
    gold, blue = aims(table)
    assert gold.others == [
        ("bag penalty", "Bag penalty with 10 or more tricks"),
        ("", "Can’t win this hand"),
    ]
    assert blue.others == [
        ("wins", "Wins with 6 to 11 tricks"),
        ("bag penalty", "Bag penalty with 12 or more tricks"),
    ]


def test_aims_are_translated(any_language: str, table: Table) -> None:
    table.start("solo", opening=[(284, 6), (441, 4), (0, 0), (0, 0)])
    table.bid(3, 3, 3, "nil")
    assert all(is_complete(aim.first) for aim in aims(table))
