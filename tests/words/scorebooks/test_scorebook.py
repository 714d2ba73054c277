"""How scorebooks are called."""

import pytest

from scorekeeper import words


@pytest.mark.parametrize(
    ("name", "is_house", "people", "told"),
    [
        ("Friday table", True, ("Ann", "Ben"), "Friday table"),
        (None, True, ("Ann", "Ben"), "The house’s scorebook"),
        (None, False, ("Ann", "Ben"), "Ann, Ben"),
        (None, False, (), "Scorebook"),
    ],
    ids=["named", "the house's", "played in", "new"],
)
def test_a_scorebook_is_called(
    name: str | None, is_house: bool, people: tuple[str, ...], told: str
) -> None:
    assert words.scorebook.name_scorebook(name, is_house, people) == told
