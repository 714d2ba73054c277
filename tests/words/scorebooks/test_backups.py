from datetime import UTC, datetime

import pytest

from scorekeeper.words.language import speak
from scorekeeper.words.scorebooks import backups

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
