"""A match file as text: anything but JSON of one match is refused, with the place."""

import json

import pytest

from scorekeeper.rules import MatchFileError
from scorekeeper.rules.match_file import find_names, parse
from tests.rules.match_file.test_match_file import EXAMPLE


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_a_written_match_is_parsed(mark: bytes) -> None:
    assert parse(mark + EXAMPLE.encode()) == json.loads(EXAMPLE)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(b"", "nothing written", id="nothing"),
        pytest.param(b" \r\n", "nothing written", id="an empty line"),
        pytest.param(b"x" * 6_000_001, "text too long", id="huge"),
        pytest.param(b"hello", "not JSON", id="words"),
        pytest.param(b'{"\xed\xa0\x80": 1}', "not UTF-8", id="half a character"),
        pytest.param(b'{"first": ' + b"1" * 5000 + b"}", "number far too long", id="digits"),
        pytest.param(b'{"first": NaN}', "no number in JSON", id="not a number"),
        pytest.param(b'{"first": NaN,', "not JSON", id="not a number, and cut off"),
        pytest.param(b'{"a": {"b": 1, "b": 2}', "not JSON", id="field twice, and cut off"),
        pytest.param(b"[" + b"1" * 5000, "not JSON", id="digits, and cut off"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="deep"),
        pytest.param(b'{"hands": [], "hands": []}', "field twice", id="field twice"),
    ],
)
def test_invalid_json_is_refused(text: bytes, code: str) -> None:
    with pytest.raises(MatchFileError) as refused:
        parse(text)
    assert refused.value.code == code


def test_an_error_has_its_position() -> None:
    with pytest.raises(MatchFileError) as refused:
        parse(b'{"first": 1,\n "hands" 3}')
    assert (refused.value.values["line"], refused.value.values["column"]) == (2, 10)


PARTNERS = {"players": ["Ann", "Ben", "Cleo", "Dan"], "house": {"game": "partnership"}}


@pytest.mark.parametrize(
    ("written", "sides"),
    [
        pytest.param(PARTNERS, ("Gold", "Blue"), id="usual"),
        pytest.param(PARTNERS | {"sides": ["Us", "Them"]}, ["Us", "Them"], id="named"),
        pytest.param(PARTNERS | {"house": 3}, PARTNERS["players"], id="no game"),
        pytest.param(PARTNERS | {"house": {"game": []}}, PARTNERS["players"], id="odd game"),
        pytest.param({"players": [1, 2]}, (), id="no names"),
        pytest.param([], (), id="no object"),
    ],
)
def test_an_unreadable_match_still_has_names(written: object, sides: object) -> None:
    assert find_names(written)[1] == sides
