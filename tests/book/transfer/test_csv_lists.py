import csv
import io
import re

import pytest

from scorekeeper.book.transfer.exporter import ExportFormat
from scorekeeper.rules import Bid, HouseRules, Match
from tests.book.scorers import NOON
from tests.book.transfer.files import Book, lines, named, written

PLAYED = (
    Match.start(HouseRules.of("partnership"), ["Ann", None, "Cleo", "Dan"], started=NOON)
    .bid([Bid(4), Bid(3), Bid(0), Bid(2)])
    .record_tricks([6, None, 1, None], [None, 6])
)
MATCH = written(PLAYED, named(1), place="=1+1", note="Ben,\n“left”")


def rows(file: bytes, separator: str) -> list[dict[str, str]]:
    text = io.StringIO(file.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=separator))


@pytest.mark.parametrize("separator", [",", ";"])
def test_the_csv_of_hands_has_a_line_per_side(sqlite_book: Book, separator: str) -> None:
    sqlite_book.store(lines(MATCH))
    gold, blue = rows(sqlite_book.export(ExportFormat.HANDS, separator), separator)
    assert (gold["match"], gold["place"], gold["note"]) == (named(1), "'=1+1", "Ben,\n“left”")
    assert (gold["side"], gold["player_1"], gold["player_2"]) == ("1", "Ann", "Cleo")
    assert (gold["bid_1"], gold["bid_2"], gold["tricks_1"], gold["pile"]) == ("4", "nil", "6", "")
    assert (blue["player_1"], blue["tricks_1"], blue["pile"]) == ("", "", "6")
    assert (gold["points"], gold["total_points"]) == ("-57", "-57")
    assert (blue["points"], blue["bags"]) == ("51", "1")


def test_the_csv_of_hands_has_the_number_of_a_side_once(sqlite_book: Book) -> None:
    house = {**MATCH["house"], "bids_by": "side"}
    sqlite_book.store(lines({**MATCH, "house": house, "hands": [{"bids": [7, 5]}]}))
    bids = [
        (row["bid_1"], row["bid_2"]) for row in rows(sqlite_book.export(ExportFormat.HANDS), ",")
    ]
    assert bids == [("7", "partner"), ("5", "partner")]


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_no_text_becomes_a_formula_whatever_the_separator(
    sqlite_book: Book, separator: str, sign: str
) -> None:
    note = f'a;{sign}1,{sign}2\t{sign}3| {sign}4,"{sign}5;\n{sign}6'
    sqlite_book.store(lines({**MATCH, "place": f"{sign}1", "note": note}))
    written = sqlite_book.export(ExportFormat.RESULTS, separator)
    cells = {cell.strip(' "') for cell in re.split(r"[;,\t|\r\n]", written.decode("utf-8-sig"))}
    assert [cell for cell in cells if cell.startswith(sign) and cell != "-57"] == []
    [match] = rows(written, separator)
    assert re.sub("(^|[;,\t|\n])'", r"\1", match["note"]) == note


def test_the_csv_of_matches_has_a_line_per_match(sqlite_book: Book) -> None:
    sqlite_book.store(lines(MATCH))
    [match] = rows(sqlite_book.export(ExportFormat.RESULTS), ",")
    assert (match["hands"], match["ending"], match["winner"]) == ("1", "", "")
    assert (match["side_1"], match["points_1"], match["bags_2"]) == ("Gold", "-57", "1")


def test_a_match_without_hands_has_a_line_per_side(sqlite_book: Book) -> None:
    sqlite_book.store(lines({**MATCH, "hands": []}))
    assert len(rows(sqlite_book.export(ExportFormat.HANDS), ",")) == 2
