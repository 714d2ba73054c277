from typing import Any

import pytest

from scorekeeper.rules import Incident, Ruling
from scorekeeper.rules.outlook.aims import find_aims
from scorekeeper.rules.outlook.distributions import compute_outlook
from scorekeeper.rules.outlook.needs import condense
from scorekeeper.words.referee.aims import AimWords, describe_aim
from tests.rules.table import Table
from tests.words.complete import is_complete

REVOKE = Ruling(Incident.REVOKE, 1, tricks=3, to=0)
SET = Ruling(Incident.REVOKE, 1, set=True)
THREES = (3, 3, 3, 3)


def aims(table: Table) -> list[AimWords]:
    views = compute_outlook(table.match, minutes=0)
    return [describe_aim(table.match, aim, condense(views), views) for aim in find_aims(views)]


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
            [SET],
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
