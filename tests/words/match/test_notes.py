import pytest

from scorekeeper.rules import SetUpError, check_note
from scorekeeper.words import errors as words
from tests.words.complete import is_complete


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("x" * 501, "“Place” is longer than 500 characters. Shorten it."),
        ("a\0b", "“Place” contains characters that can’t be shown. Type it again."),
    ],
)
def test_a_note_error_names_its_field(note: str, said: str) -> None:
    with pytest.raises(SetUpError) as refused:
        check_note("place", note)
    assert words.describe_note_error(refused.value) == said


def test_a_conflicting_note_is_shown() -> None:
    assert words.describe_conflict("a cat") == (
        "Someone changed this to “a cat” in the meantime. Save again to keep what you typed."
    )
    assert words.describe_conflict("") == (
        "Someone cleared this in the meantime. Save again to keep what you typed."
    )


def test_sentences_about_notes_are_translated(any_language: str) -> None:
    assert all(map(is_complete, [words.name_field("place"), words.name_field("note")]))
