"""What is said of copies of the scorebook."""

from datetime import UTC, datetime

import pytest

from scorekeeper.words import copies
from scorekeeper.words.language import speak

EVENING = datetime(2026, 11, 20, 19, 5, tzinfo=UTC)


def plain(told: str) -> str:
    """What is told with blanks alone."""
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
def test_how_large_it_is(language: str, amount: int, told: str) -> None:
    speak(language)
    assert plain(copies.size(amount)) == told


def test_what_is_in_it() -> None:
    assert copies.held(0, None) == "no match yet"
    assert copies.held(1, EVENING) == "1 match, the newest of 20 Nov 2026"


@pytest.mark.parametrize(
    ("matches", "changed", "told"),
    [
        (0, 0, ["Nothing: all that was recorded until now is in this copy."]),
        (1, 0, ["1 match is not in this copy; it is of 20 Nov 2026."]),
        (0, 2, ["2 matches are further today than in this copy."]),
        (
            3,
            1,
            [
                "3 matches are not in this copy; the newest is of 20 Nov 2026.",
                "1 match is further today than in this copy.",
            ],
        ),
    ],
)
def test_what_would_be_lost(matches: int, changed: int, told: list[str]) -> None:
    assert copies.lost(matches, EVENING if matches else None, changed) == told


def test_how_it_stands() -> None:
    assert copies.lately(None, None).startswith("Made once a day")
    assert copies.lately(EVENING, None) == "checked on 20 Nov 2026, 19:05: whole"
    assert copies.lately(EVENING, "full") == "The disk is full, or fails."


def test_who_wrote_it() -> None:
    assert copies.tables("0007", "0.5") == "version 0.5 (tables 0007)"
    assert copies.tables("9999", None) == "tables 9999"


@pytest.mark.parametrize("kind", ["room", "full", "damaged", "failed"])
def test_every_trouble_has_words(kind: str) -> None:
    assert copies.trouble(kind).endswith(".")


@pytest.mark.parametrize(
    "reason", ["no database", "no scorebook", "damaged", "of many", "room", "full", "what else"]
)
def test_every_refusal_has_words(reason: str) -> None:
    assert copies.refusal(reason, {}).endswith(".")


def test_a_newer_copy_is_refused_with_both_versions() -> None:
    values = {"tables": "9999", "theirs": "2.1.3", "ours": "0.6.0"}
    told = copies.refusal("newer", values)
    assert "version 2.1.3 (tables 9999)" in told
    assert "version 0.6.0" in told
