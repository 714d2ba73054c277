from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import words
from scorekeeper.words import dates
from scorekeeper.words.language import speak
from scorekeeper.words.scorebooks import backups, scorebook


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
        ("events", 10, "You can add 10 club evenings a day to this scorebook. Try again tomorrow."),
        ("players", 1, "This scorebook can have up to 1 player. Use names it already has."),
        ("players", 2000, "This scorebook can have up to 2000 players. Use names it already has."),
    ],
)
def test_every_quota_has_a_sentence(what: str, most: int, told: str) -> None:
    assert words.scorebook.describe_quota(what, most) == told


NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "told"),
    [
        (timedelta(0), "used today"),
        (timedelta(hours=12), "used today"),
        (timedelta(hours=-24), "used today"),
        (timedelta(hours=13), "used yesterday"),
        (timedelta(days=3), "last used 17 Nov 2026"),
    ],
    ids=["now", "since midnight", "a clock that was set back", "yesterday", "before"],
)
def test_last_use_of_a_phone_is_named_by_day(ago: timedelta, told: str) -> None:
    assert words.scorebook.describe_last_use(NOON - ago, NOON) == told


@pytest.mark.parametrize(
    ("ago", "way", "told"),
    [
        (timedelta(hours=1), "card", "joined today, 11:00, with a table card"),
        (timedelta(days=3), "home", "joined 17 Nov 2026, 12:00, with the home code"),
        (timedelta(days=3), None, "joined 17 Nov 2026, 12:00"),
    ],
    ids=["today", "before", "before 0.16"],
)
def test_a_phone_says_when_and_how_it_joined(ago: timedelta, way: str | None, told: str) -> None:
    assert words.scorebook.describe_joining(NOON - ago, way, NOON) == told


FRIDAY = datetime(2026, 11, 20, 19, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("winners", "won", "played", "told"),
    [
        pytest.param(("Ann",), 1, 1, "Ann won the evening", id="one match"),
        pytest.param(("Ann",), 2, 3, "Ann won the evening, 2 of 3", id="some of several"),
        pytest.param(
            ("Ann", "Cleo"), 2, 2, "Ann & Cleo won the evening, 2 of 2", id="two together"
        ),
    ],
)
def test_winners_of_an_evening_are_named(
    winners: tuple[str, ...], won: int, played: int, told: str
) -> None:
    assert scorebook.describe_victory(winners, won, played) == told


def test_an_evening_decided_on_points_says_so() -> None:
    told = scorebook.describe_victory(("Ann", "Cleo"), 1, 2, on_points=True)
    assert told == "Ann & Cleo won the evening on points"


def test_every_result_filter_has_a_name() -> None:
    assert scorebook.list_results()["won"] == "won"
    assert scorebook.list_results()["early"] == "ended early"
    assert scorebook.name_result("lost") == "lost"


def test_every_house_rules_filter_has_a_name() -> None:
    assert list(scorebook.list_house_rules()) == [
        "usual",
        "pagat-standard",
        "msn-zone",
        "quick-250",
        "cookout",
        "joker-joker-deuce",
        "own",
    ]
    assert scorebook.list_house_rules()["quick-250"] == "Quick 250"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Friday 20 November"), ("de", "Fr., 20. November"), ("fil", "Biy, Nobyembre 20")],
)
def test_an_evening_has_no_year_below_its_month(language: str, told: str) -> None:
    speak(language)
    assert dates.format_weekday(FRIDAY) == told


EVENING = datetime(2026, 11, 20, 19, 5, tzinfo=UTC)


def plain(told: str) -> str:
    return told.replace("\u202f", " ").replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "amount", "told"),
    [
        ("en", 100, "1 kB"),
        ("en", 344_064, "344 kB"),
        ("en", 1_234_567, "1.2 MB"),
        ("de", 1_234_567, "1,2 MB"),
        ("en", 234_567_890, "235 MB"),
    ],
)
def test_sizes_have_a_unit(language: str, amount: int, told: str) -> None:
    speak(language)
    assert plain(backups.format_size(amount)) == told


def test_contents_name_matches_and_the_newest() -> None:
    assert backups.describe_contents(0, None) == "no matches yet"
    assert backups.describe_contents(1, EVENING) == "1 match, from 20 Nov 2026"


def test_the_state_names_the_last_check_or_problem() -> None:
    assert backups.describe_state(None, None).startswith("Made once a day")
    assert backups.describe_state(EVENING, None) == "checked 20 Nov 2026, 19:05: OK"
    assert backups.describe_state(EVENING, "full") == (
        "The disk is full or failing. Free up space or replace it."
    )


@pytest.mark.parametrize("kind", ["room", "full", "damaged", "failed"])
def test_every_problem_has_a_sentence(kind: str) -> None:
    assert backups.describe_problem(kind).endswith(".")


@pytest.mark.parametrize("reason", ["room", "full", "damaged", "damaged backup", "what else"])
def test_every_error_has_a_sentence(reason: str) -> None:
    assert backups.describe_error(reason).endswith(".")
