"""Whatever a file holds: a report with lines and reasons, nothing written, little memory."""

import io
import json
import tracemalloc
from itertools import product

import pytest

from scorekeeper.book.database import Database
from scorekeeper.book.exchange.bringing import TOLD, Refused, examine
from scorekeeper.book.exchange.reading import Broken, read
from scorekeeper.book.exchange.sending import Kind
from tests.book.exchange.files import (
    brought,
    codes,
    counts,
    everything,
    lines,
    looked_at,
    named,
    new_book,
    played,
    sent,
    written,
)

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
        pytest.param(b"match;side\n", (1, "missing"), id="another list"),
        pytest.param(b'match,"' + b"x" * 10_000_000, (1, "not our list"), id="an open quote"),
        pytest.param(b"match,match\n", (1, "not our list"), id="a column twice"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(
    sqlite_database: Database, file: bytes, broken: tuple[int, str]
) -> None:
    book = new_book(sqlite_database)
    before = everything(sqlite_database)
    assert codes(looked_at(sqlite_database, book, file)) == [broken]
    with pytest.raises(Refused):
        brought(sqlite_database, book, file)
    assert everything(sqlite_database) == before


@pytest.mark.parametrize(
    ("begin", "code"),
    [
        pytest.param('{"x": NaN,', "no number in JSON", id="no number"),
        pytest.param('{"x": {"a": 1, "a": 2},', "field twice", id="twice"),
        pytest.param('{"x": ' + "1" * 5000 + ",", "number far too long", id="digits"),
    ],
)
def test_what_is_wrong_in_a_match_over_several_lines_is_told_once(begin: str, code: str) -> None:
    over_several = json.dumps(ONE, indent=1).replace("{", begin, 1)
    for before, after in product((b"", LINE), repeat=2):
        file = before + over_several.encode() + b"\n" + after
        found = [
            (one.line, one.error.code) for one in read(io.BytesIO(file)) if type(one) is Broken
        ]
        assert found == [(2 if before else 1, code)]


@pytest.mark.parametrize(
    ("column", "cell", "code"),
    [
        ("game", "whist", "unknown game"),
        ("first", "9", "lines disagree"),
        ("bid_1", "many", "not a bid"),
        ("bid_1", "14", "bid over all tricks"),
        ("tricks_1", "-1", "not a number of tricks"),
        ("pile", "x", "not a whole number"),
        ("rulings", "[", "lines disagree"),
        ("house", "[]", "not an object"),
        ("place", "elsewhere", "lines disagree"),
        ("noted", "today", "lines disagree"),
        ("side", "3", "lines of a hand"),
        ("hand", "7", "lines of a hand"),
        ("started", "=1+1", "lines disagree"),
    ],
)
def test_a_cell_of_a_list_is_refused_as_the_field_of_a_file(
    sqlite_database: Database, column: str, cell: str, code: str
) -> None:
    book = new_book(sqlite_database)
    brought(sqlite_database, book, LINE)
    head, *rows = sent(sqlite_database, book, Kind.HANDS, ";").decode("utf-8-sig").splitlines()
    cells = rows[0].split(";")
    cells[head.split(";").index(column)] = cell
    file = "\r\n".join([head, ";".join(cells), *rows[1:]]).encode()
    found = dict(codes(looked_at(sqlite_database, book, file)))
    assert found[2] == code


def test_the_list_of_results_says_that_it_has_no_hands(sqlite_database: Database) -> None:
    book = new_book(sqlite_database)
    brought(sqlite_database, book, LINE)
    results = sent(sqlite_database, book, Kind.RESULTS)
    assert codes(looked_at(sqlite_database, book, results)) == [(1, "list of matches")]


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
def test_broken_lines_without_end_take_no_memory(
    sqlite_database: Database, line: bytes, times: int
) -> None:
    book = new_book(sqlite_database)
    many = _Endless(line, times)
    tracemalloc.start()
    try:
        report = examine(sqlite_database, book, many)
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()
    assert counts(report)[:4] == (0, 0, 0, 0)
    assert len(report.some_broken) == min(TOLD, report.broken)


class _Endless(io.RawIOBase):
    """One line again and again, without holding them."""

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
