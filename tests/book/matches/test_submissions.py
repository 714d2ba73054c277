import pytest

from scorekeeper.book.matches.submissions import Submission


def fingerprint(*content: tuple[str, str]) -> bytes:
    return Submission.of("k", content).fingerprint


def test_the_order_of_fields_and_the_key_do_not_matter() -> None:
    assert fingerprint(("a", "1"), ("b", "2")) == fingerprint(("b", "2"), ("a", "1"))
    assert Submission.of("k", []).fingerprint == Submission.of("l", []).fingerprint


@pytest.mark.parametrize(
    "other",
    [
        pytest.param([("a", "2"), ("b", "2")], id="another value"),
        pytest.param([("a", "1")], id="a field less"),
        pytest.param([("a", "1"), ("b", "2"), ("b", "2")], id="a field twice"),
        pytest.param([("a", "12"), ("b", "")], id="the same letters elsewhere"),
        pytest.param([("a", "1\0b\0002")], id="a separator inside a value"),
    ],
)
def test_other_content_is_another_form(other: list[tuple[str, str]]) -> None:
    assert fingerprint(*other) != fingerprint(("a", "1"), ("b", "2"))


def test_lone_surrogates_are_accepted() -> None:
    assert len(fingerprint(("a", "\ud800"))) == 32
