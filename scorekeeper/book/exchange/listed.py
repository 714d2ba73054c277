"""Our list of hands, read again as the matches it tells of."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from scorekeeper.book.exchange.cells import MARK, read_text
from scorekeeper.book.exchange.lines import numbered
from scorekeeper.book.exchange.lists import ITSELF, OF_HAND, OF_MATCH
from scorekeeper.rules import GAMES, Game, MatchFileError, RuleError
from scorekeeper.rules.notation import FORMAT, MOST_HANDS, parse

SEPARATORS = (",", ";", "\t")
MOST_LINES = 6 * MOST_HANDS
"""Lines of one match."""
SHARED = (*OF_MATCH[:8], "hand", "noted", "hand_note", "redeal", "tally", "rulings")
"""What stands on every line of a hand, and has to be the same there."""
NUMBER = re.compile(r"-?[0-9]{1,9}")

Row = Mapping[str, str]


class Listed(NamedTuple):
    """What a list says of one match, as a match file or what is wrong; and the line it begins."""

    line: int
    told: dict[str, Any] | RuleError


def is_list(begin: bytes) -> bool:
    """Whether a file that begins so is a list of ours."""
    return begin.decode("utf-8", "replace").removeprefix(MARK).lstrip('" ').startswith("match")


def read(stream: BinaryIO) -> Iterator[Listed]:
    """Yield the matches of a list of hands."""
    number = 1
    try:
        rows = csv.reader(_lines(stream), delimiter=_separator(stream))
        columns = next(rows)
        _check_columns(columns)
        match: list[Row] = []
        begun = 2
        for cells in rows:
            if not any(cells):
                continue
            said = dict(zip(columns, cells, strict=False))
            row = {name: said.get(name, "") for name in (*OF_MATCH, *OF_HAND)}
            if match and row["match"] != match[0]["match"]:
                yield Listed(begun, _told(match))
                match = []
            begun = begun if match else rows.line_num
            number = rows.line_num
            if len(match) <= MOST_LINES:
                match.append(row)
        if match:
            yield Listed(begun, _told(match))
    except csv.Error:
        yield Listed(number, MatchFileError("not our list"))
    except RuleError as error:
        yield Listed(number, error)


def _lines(stream: BinaryIO) -> Iterator[str]:
    stream.seek(0)
    for number, line in numbered(stream):
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise MatchFileError("not UTF-8") from None
        yield text.removeprefix(MARK) if number == 1 else text


def _separator(stream: BinaryIO) -> str:
    """Return what separates the columns, by the first line."""
    first = next(_lines(stream), "")
    stream.seek(0)
    return max(SEPARATORS, key=first.count)


def _check_columns(columns: Sequence[str]) -> None:
    if len(set(columns)) != len(columns):
        raise MatchFileError("not our list")
    missing = [name for name in (*OF_MATCH, *OF_HAND) if name not in columns]
    if "bid_1" in missing and "winner" in columns:
        raise MatchFileError("list of matches")
    if missing:
        raise MatchFileError("missing", field=missing[0])


def _told(rows: Sequence[Row]) -> dict[str, Any] | RuleError:
    try:
        return _match(rows)
    except RuleError as error:
        return error


def _match(rows: Sequence[Row]) -> dict[str, Any]:
    """Return as a match file what the lines of a match say."""
    first = rows[0]
    key = first["game"]
    house = {**_object(first, "house"), "game": key}
    if key not in GAMES:
        return {"format": FORMAT, "house": house, "players": []}
    game = GAMES[key]
    hands: dict[str, list[Row]] = {}
    for row in rows:
        hands.setdefault(row["hand"], []).append(row)
    for number, lines in enumerate(hands.values(), start=1):
        _check_lines(game, lines, number)
    sides, *others = hands.values()
    for lines in others:
        for line, same in zip(lines, sides, strict=True):
            _check_same(line, same, OF_MATCH)
    players: dict[int, str | None] = {}
    for line, seats in zip(sides, game.sides, strict=True):
        for place, seat in enumerate(seats, start=1):
            players[seat] = read_text(line[f"player_{place}"]) or None
    dealer = _number(first["first"])
    return {
        "format": FORMAT,
        "id": read_text(first["match"]),
        "house": house,
        "players": [players[seat] for seat in range(game.seats)],
        "sides": [read_text(line["name"]) for line in sides],
        "first": dealer - 1 if isinstance(dealer, int) else dealer,
        "opening": [
            {name: _number(line[f"opening_{name}"]) for name in ("points", "bags")}
            for line in sides
        ],
        "hands": [_hand(game, lines) for number, lines in hands.items() if number],
        "started": first["started"] or None,
        "ended": first["ended"] or None,
        "place": read_text(first["place"]),
        "note": read_text(first["note"]),
    }


def _check_lines(game: Game, lines: Sequence[Row], number: int) -> None:
    """Raise MatchFileError unless there is a line for each side of a hand, in their order."""
    wanted = [str(side) for side in range(1, len(game.sides) + 1)]
    numbered = lines[0]["hand"] in (str(number), "" if number == 1 else None)
    if [line["side"] for line in lines] != wanted or not numbered:
        raise MatchFileError("lines of a hand", sides=len(game.sides)).in_hand(number)
    for line in lines:
        try:
            _check_same(line, lines[0], SHARED)
        except MatchFileError as error:
            raise error.in_hand(number) from None


def _check_same(line: Row, other: Row, columns: Sequence[str]) -> None:
    for name in columns:
        if line[name] != other[name]:
            raise MatchFileError("lines disagree", field=name)


def _hand(game: Game, lines: Sequence[Row]) -> dict[str, Any]:
    """Return as in a match file what the lines of a hand say, one a side."""
    first = lines[0]
    written: dict[str, Any] = {}
    bids, tricks = _by_seat(game, lines, "bid"), _by_seat(game, lines, "tricks")
    if set(bids) == {ITSELF}:
        written["bids"] = []
    elif any(bids) or first["redeal"]:
        written["bids"] = [_number(bid) for bid in bids] if any(bids) else None
    piles = {read_text(line["name"]): _number(line["pile"]) for line in lines if line["pile"]}
    if any(tricks) or piles:
        written["tricks"] = [_number(number) if number else None for number in tricks]
    if piles:
        written["piles"] = piles
    for name in ("redeal", "noted"):
        if first[name]:
            written[name] = first[name]
    for name in ("tally", "rulings"):
        if first[name]:
            written[name] = _json(first, name)
    if first["hand_note"]:
        written["note"] = read_text(first["hand_note"])
    return written


def _by_seat(game: Game, lines: Sequence[Row], column: str) -> list[str]:
    cells = {
        seat: line[f"{column}_{place}"]
        for line, seats in zip(lines, game.sides, strict=True)
        for place, seat in enumerate(seats, start=1)
    }
    return [cells[seat] for seat in range(game.seats)]


def _number(cell: str) -> int | str:
    """Return a number; what is none is left to be refused by its name."""
    return int(cell) if NUMBER.fullmatch(cell) else cell


def _object(row: Row, column: str) -> dict[str, Any]:
    read = _json(row, column) if row[column] else {}
    if not isinstance(read, dict):
        raise MatchFileError("not an object", field=column)
    return read


def _json(row: Row, column: str) -> Any:
    return parse(row[column].encode())
