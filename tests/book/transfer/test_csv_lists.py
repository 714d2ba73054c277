import csv
import io
import re

import pytest

from scorekeeper.rules import Bid, HouseRules, Match
from tests.book.scorers import NOON
from tests.book.transfer.files import Book, lines, named, written

PLAYED = (
    Match.start(HouseRules.of("partnership"), ["Ann", None, "Cleo", "Dan"], started=NOON)
    .bid([Bid(4), Bid(3), Bid(0), Bid(2)])
    .record_tricks([6, None, 1, None], [None, 6])
)
MATCH = written(PLAYED, named(1), place="=1+1", note="Ben,\n“left”")


def rows(file: bytes, separator: str = ",") -> list[dict[str, str]]:
    text = io.StringIO(file.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=separator))


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_no_text_becomes_a_formula_whatever_the_separator(
    sqlite_book: Book, separator: str, sign: str
) -> None:
    note = f'a;{sign}1,{sign}2\t{sign}3| {sign}4,"{sign}5;\n{sign}6'
    sqlite_book.store(lines({**MATCH, "place": f"{sign}1", "note": note}))
    written = sqlite_book.export_results(separator)
    cells = {cell.strip(' "') for cell in re.split(r"[;,\t|\r\n]", written.decode("utf-8-sig"))}
    assert [cell for cell in cells if cell.startswith(sign) and cell != "-57"] == []
    [match] = rows(written, separator)
    assert re.sub("(^|[;,\t|\n])'", r"\1", match["note"]) == note


def test_the_list_of_results_has_a_line_per_match(sqlite_book: Book) -> None:
    sqlite_book.store(lines(MATCH, {**MATCH, "id": named(2), "hands": []}))
    match, empty = rows(sqlite_book.export_results())
    assert (match["hands"], match["ending"], match["winner"]) == ("1", "", "")
    assert (match["side_1"], match["points_1"], match["bags_2"]) == ("Gold", "-57", "1")
    assert (match["event"], match["round"], match["table"]) == ("", "", "")
    assert (empty["match"], empty["hands"], empty["points_1"]) == (named(2), "0", "0")
