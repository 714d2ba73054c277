from datetime import UTC, datetime

import pytest

from scorekeeper.words import dates
from scorekeeper.words.language import speak
from scorekeeper.words.scorebooks import history

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
    assert history.describe_victory(winners, won, played) == told


def test_an_evening_decided_on_points_says_so() -> None:
    told = history.describe_victory(("Ann", "Cleo"), 1, 2, on_points=True)
    assert told == "Ann & Cleo won the evening on points"


def test_every_result_filter_has_a_name() -> None:
    assert history.list_results()["won"] == "won"
    assert history.list_results()["early"] == "ended early"
    assert history.name_result("lost") == "lost"


def test_every_house_rules_filter_has_a_name() -> None:
    assert list(history.list_house_rules()) == [
        "usual",
        "pagat-standard",
        "msn-zone",
        "quick-250",
        "cookout",
        "own",
    ]
    assert history.list_house_rules()["quick-250"] == "Quick 250"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Friday 20 November"), ("de", "Fr., 20. November"), ("fil", "Biy, Nobyembre 20")],
)
def test_an_evening_has_no_year_below_its_month(language: str, told: str) -> None:
    speak(language)
    assert dates.format_weekday(FRIDAY) == told


def test_a_match_has_no_day_below_its_evening() -> None:
    assert dates.format_time_and_length(FRIDAY, 50) == "19:05 · 50 min"
    assert dates.format_time_and_length(FRIDAY) == "19:05"
