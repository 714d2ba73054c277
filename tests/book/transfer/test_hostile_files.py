import io
import json
import tracemalloc
from itertools import product

import pytest

from scorekeeper.book.transfer.importer import MAX_BROKEN, check_file
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


TWO = (
    json.dumps(ONE, ensure_ascii=False),
    json.dumps(written(played(2), named(2), note="ë −"), ensure_ascii=False),
)
BOTH = "\n".join(TWO)
PRETTY = [json.dumps(json.loads(text), indent=2) for text in TWO]
AS_CELL = '"' + TWO[0].replace('"', '""') + '"'
AS_CELLS = AS_CELL.replace(",", '","')
COMMAS = ",\n".join(TWO)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(BOTH.replace("\n", "\r\n").encode("utf-16"), id="PowerShell"),
        pytest.param(f"\ufeff{BOTH}".encode("utf-16-be"), id="UTF-16 the other way round"),
        pytest.param(BOTH.replace("\n", "\r").encode(), id="lines of an old Mac"),
        pytest.param("\ufeff\n\ufeff".join(TWO).encode("utf-8-sig"), id="marks between"),
        pytest.param("\ufeff".join(TWO).encode("utf-8-sig"), id="marks on a line"),
        pytest.param("".join(TWO).encode(), id="joined without a line"),
        pytest.param(" ".join(TWO).encode(), id="joined by a space"),
        pytest.param(f"[{','.join(TWO)}]".encode(), id="a list"),
        pytest.param(f"[\n{COMMAS}\n]\n".encode(), id="a list in lines"),
        pytest.param(f"{COMMAS},\n".encode(), id="commas at the ends"),
        pytest.param("\n".join(PRETTY).encode(), id="indented"),
        pytest.param("".join(PRETTY).encode(), id="indented and joined"),
        pytest.param(json.dumps([ONE, json.loads(TWO[1])], indent=2).encode(), id="indented list"),
        pytest.param(BOTH.encode() + bytes(512), id="filled with NUL"),
        pytest.param(BOTH.encode() + b"\r\n\x1a", id="an end mark of DOS"),
        pytest.param(f"{AS_CELL}\r\n{TWO[1]}".encode(), id="a cell of a spreadsheet"),
        pytest.param(f"{AS_CELLS},,\r\n{TWO[1]}".encode(), id="many cells"),
    ],
)
def test_a_file_is_read_as_other_programs_write_it(sqlite_book: Book, file: bytes) -> None:
    report = sqlite_book.check(file)
    assert (codes(report), report.new) == ([], 2)
    sqlite_book.store(file)
    exported = sqlite_book.export().decode().splitlines()
    assert [json.loads(line)["id"] for line in exported] == [named(1), named(2)]


@pytest.mark.parametrize(
    ("file", "broken"),
    [
        pytest.param(b"<!DOCTYPE html>\n<html>\n" * 33, (1, "not JSON"), id="a web page"),
        pytest.param(b"{\\rtf1\n{\\fonttbl\n" * 9, (1, "not JSON"), id="a text processor"),
        pytest.param(f"{BOTH}\n{TWO[1]}".encode("cp1252", "replace"), (2, "not UTF-8"), id="ANSI"),
        pytest.param("match;side\n".encode("utf-16"), (1, "CSV"), id="a list in UTF-16"),
        pytest.param(BOTH.encode("utf-32"), (1, "binary"), id="UTF-32"),
        pytest.param(
            LINE + PRETTY[0].replace(":", " ", 1).encode(), (2, "not JSON"), id="a broken one"
        ),
    ],
)
def test_another_file_is_refused_in_one_sentence(
    sqlite_book: Book, file: bytes, broken: tuple[int, str]
) -> None:
    assert codes(sqlite_book.check(file)) == [broken]


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
