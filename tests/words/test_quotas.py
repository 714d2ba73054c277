"""What a scorebook has enough of."""

import pytest

from scorekeeper import words


@pytest.mark.parametrize(
    ("what", "most", "told"),
    [
        ("matches", 1, "In this scorebook, 1 match may be started in a day."),
        ("matches", 200, "In this scorebook, 200 matches may be started in a day."),
        ("players", 1, "This scorebook may have 1 player."),
        ("players", 2000, "This scorebook may have 2000 players."),
        ("megabytes", 50, "This scorebook may take 50 MB, and is full."),
    ],
)
def test_a_quota_is_told(what: str, most: int, told: str) -> None:
    assert words.quotas.enough(what, most) == told
