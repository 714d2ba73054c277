import io
import json
import tracemalloc
from itertools import product

import pytest

from scorekeeper.book.transfer.file_report import MAX_BROKEN
from scorekeeper.book.transfer.importer import check_file
from scorekeeper.book.transfer.reader import BrokenLine, read_matches
from tests.book.transfer.files import Book, codes, counts, lines, named, played, written

ONE = written(played(1), named(1))
LINE = lines(ONE)


@pytest.mark.parametrize(
    ("file", "broken"),
    [
        pytest.param(b"", (1, "nothing written"), id="nothing"),
        pytest.param(b"hello\n", (1, "not JSON"), id="words"),
        pytest.param(LINE[:-40], (1, "not JSON"), id="truncated"),
        pytest.param(LINE + b"\xff\xfe\n", (2, "not UTF-8"), id="no UTF-8"),
        pytest.param(LINE + b"[" * 100_000, (2, "nested too deeply"), id="deep"),
        pytest.param(LINE + b"1" * 7_000_000, (2, "text too long"), id="huge"),
        pytest.param(
            LINE + b'{"format": "spades-match/2", "format": 1}\n', (2, "field twice"), id="twice"
        ),
        pytest.param(LINE + b'{"format": "spades-match/9"}\n', (2, "unknown format"), id="schema"),
        pytest.param(LINE + lines({**ONE, "id": 5}), (2, "not a text"), id="odd id"),
        pytest.param(b"PK\x03\x04" + bytes(1000), (1, "zipped"), id="a zip"),
        pytest.param(b"match;side\n", (1, "CSV"), id="a list"),
        pytest.param(b'\xef\xbb\xbf"match",' + b"x" * 10_000_000, (1, "CSV"), id="a long list"),
    ],
)
def test_an_invalid_line_is_reported_by_number(
    sqlite_book: Book, file: bytes, broken: tuple[int, str]
) -> None:
    before = sqlite_book.rows()
    assert codes(sqlite_book.check(file)) == [broken]
    with pytest.raises(ValueError, match="broken lines"):
        sqlite_book.store(file)
    assert sqlite_book.rows() == before


@pytest.mark.parametrize(
    ("begin", "code"),
    [
        pytest.param('{"x": NaN,', "no number in JSON", id="no number"),
        pytest.param('{"x": {"a": 1, "a": 2},', "field twice", id="twice"),
        pytest.param('{"x": ' + "1" * 5000 + ",", "number far too long", id="digits"),
    ],
)
def test_an_invalid_match_over_several_lines_is_reported_once(begin: str, code: str) -> None:
    over_several = json.dumps(ONE, indent=1).replace("{", begin, 1)
    for before, after in product((b"", LINE), repeat=2):
        file = before + over_several.encode() + b"\n" + after
        found = [
            (one.line, one.error.code)
            for one in read_matches(io.BytesIO(file))
            if type(one) is BrokenLine
        ]
        assert found == [(2 if before else 1, code)]


@pytest.mark.parametrize(
    ("line", "times"),
    [
        (b"{}\n", 5_000),
        (b"hello\n", 5_000),
        (b"{\n", 110_000),
        (b"[1,\n", 110_000),
        (b'{"format": "spades-match/2"}\n', 5_000),
    ],
    ids=repr,
)
def test_endless_broken_lines_take_no_memory(sqlite_book: Book, line: bytes, times: int) -> None:
    many = _Endless(line, times)
    tracemalloc.start()
    try:
        *_, report = check_file(sqlite_book.database, sqlite_book.ref, many)
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()
    assert counts(report)[:4] == (0, 0, 0, 0)
    assert len(report.broken) <= MAX_BROKEN


class _Endless(io.RawIOBase):
    def __init__(self, line: bytes, times: int) -> None:
        self.line, self.times, self.left = line, times, times

    def seek(self, offset: int, whence: int = 0) -> int:
        self.left = self.times
        return 0

    def read(self, size: int = -1) -> bytes:
        return self.line

    def readline(self, size: int | None = -1) -> bytes:
        self.left -= 1
        return self.line if self.left >= 0 else b""
