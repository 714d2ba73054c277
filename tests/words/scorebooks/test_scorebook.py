import pytest

from scorekeeper import words


@pytest.mark.parametrize(
    ("name", "is_home", "people", "told"),
    [
        ("Friday table", True, ("Ann", "Ben"), "Friday table"),
        (None, True, ("Ann", "Ben"), "Shared scorebook"),
        (None, False, ("Ann", "Ben"), "Ann, Ben"),
        (None, False, (), "Scorebook"),
    ],
    ids=["named", "the house's", "played in", "new"],
)
def test_a_scorebook_is_named_by_owner_or_players(
    name: str | None, is_home: bool, people: tuple[str, ...], told: str
) -> None:
    assert words.scorebook.name_scorebook(name, is_home, people) == told


@pytest.mark.parametrize(
    ("what", "most", "told"),
    [
        ("matches", 1, "You can add 1 match a day to this scorebook. Try again tomorrow."),
        ("matches", 200, "You can add 200 matches a day to this scorebook. Try again tomorrow."),
        ("players", 1, "This scorebook can have up to 1 player. Use names it already has."),
        ("players", 2000, "This scorebook can have up to 2000 players. Use names it already has."),
    ],
)
def test_every_quota_has_a_sentence(what: str, most: int, told: str) -> None:
    assert words.scorebook.describe_quota(what, most) == told
