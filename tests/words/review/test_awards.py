import pytest

from scorekeeper.rules.review.remarkable import Award, Prize
from scorekeeper.words.review import records as words
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("award", "told"),
    [
        (Award(Prize.HIGHEST_HAND, 142, 0, 1), ("Highest hand", "Ann & Cleo", "+142", "Hand 1")),
        (Award(Prize.BRAVEST_NIL, 100, 1, 2, 1), ("Bravest nil", "Ben", "+100", "Hand 2")),
        (
            Award(Prize.BRAVEST_NIL, 200, 1, 2, 1, blind=True),
            ("Bravest nil", "Ben", "blind: +200", "Hand 2"),
        ),
        (Award(Prize.MOST_BAGS, 1, 1, 2), ("Most bags", "Ben & Dan", "1 bag", "most in hand 2")),
        (
            Award(Prize.COMEBACK, 160, 0, 2),
            ("Comeback", "Ann & Cleo", "160 points behind", "after hand 2"),
        ),
        (
            Award(Prize.COMEBACK, 60, 0, 0),
            ("Comeback", "Ann & Cleo", "60 points behind", "at the start"),
        ),
        (
            Award(Prize.STEADIEST, 1, 1, 2, 1, hands=9),
            ("Most accurate bidder", "Ben", "1 trick off over 9 hands", "best in hand 2"),
        ),
    ],
)
def test_an_award_has_a_figure_and_a_hand(
    table: Table, award: Award, told: tuple[str, ...]
) -> None:
    for _ in range(2):
        table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert words.describe_award(table.match, award) == told
