"""What a scorebook has enough of."""

import pytest

from scorekeeper import words


@pytest.mark.parametrize(
    ("what", "most", "told"),
    [
        ("matches", 1, "You can add 1 match a day to this scorebook."),
        ("matches", 200, "You can add 200 matches a day to this scorebook."),
        ("players", 1, "This scorebook may have 1 player."),
        ("players", 2000, "This scorebook may have 2000 players."),
    ],
)
def test_a_quota_is_told(what: str, most: int, told: str) -> None:
    assert words.quotas.describe_quota(what, most) == told
