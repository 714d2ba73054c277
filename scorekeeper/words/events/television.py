"""The pages of a television, which it shows in turn, and their names."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from scorekeeper.rules import fold
from scorekeeper.rules.seating.bracket import PlayoffPlan
from scorekeeper.rules.seating.event import SeatedTable
from scorekeeper.rules.seating.final import FinalRow
from scorekeeper.words.events.players import format_wins, label_bench, name_sheet
from scorekeeper.words.events.playoff import BracketColumn
from scorekeeper.words.events.tables import format_range, name_tables

MAX_TABLES = 6
"""Tables on a page."""
FEW_TABLES = 4
"""Tables that have room for the first places next to them."""
MAX_NAMES = 39
MAX_LINES, MAX_LINES_OF_PAIRS = 12, 8
"""Lines of the standings in a column; two names may take two lines."""
MAX_CELLS = 4
"""Matches in a column of the bracket."""

Item = TypeVar("Item")


class PlaceLine(NamedTuple):
    """A line of the standings, or in double elimination a pair with its losses."""

    entrants: tuple[int, ...]
    place: int = 0
    wins: str = ""
    difference: int = 0
    losses: int | None = None


class Page(NamedTuple):
    """A page: tables, people with their tables, columns of the standings, or the bracket."""

    label: str = ""
    tables: Sequence[SeatedTable] = ()
    people: Sequence[tuple[str, int | None]] = ()
    columns: Sequence[Sequence[PlaceLine]] = ()
    bracket: Sequence[BracketColumn] = ()


def show_seating(
    tables: Sequence[SeatedTable], people: Sequence[tuple[str, int]], out: Sequence[str] = ()
) -> list[Page]:
    """Return who sits where: the tables, or of many all people by name; and who sits `out`."""
    if len(tables) <= MAX_TABLES:
        pages = [Page(tables=tables)]
    else:
        pages = [Page(_label_letters(part), people=part) for part in _split(people, MAX_NAMES)]
    benches = [Page(label_bench(len(out)), people=[(name, None) for name in out])] if out else []
    return pages + benches


def show_scores(
    tables: Sequence[SeatedTable], lines: Sequence[PlaceLine], *, are_pairs: bool
) -> list[Page]:
    """Return the tables with their scores, and the first places: next to few tables, or last."""
    size = MAX_LINES_OF_PAIRS if are_pairs else MAX_LINES
    columns = [part for part in (lines[:size], lines[size : 2 * size]) if part]
    if len(tables) <= FEW_TABLES:
        return [Page(tables=tables, columns=columns[:1])]
    places = [Page(name_sheet("standings"), columns=columns)] if columns else []
    return _list_tables(tables) + places


def show_end(lines: Sequence[PlaceLine], *, are_pairs: bool) -> list[Page]:
    """Return the final ranking, which is next to the winners; one page without places."""
    if not lines:
        return [Page()]
    parts = _split(lines, MAX_LINES_OF_PAIRS if are_pairs else MAX_LINES, each=2 - are_pairs)
    return [Page(_label_places(part), columns=[part]) for part in parts]


def show_bracket(
    tables: Sequence[SeatedTable], columns: Sequence[BracketColumn], name: str
) -> list[Page]:
    """Return the tables of a large round, and the bracket from the quarter-finals on."""
    [current] = [column for column in columns if column.is_current]
    last = [column for column in columns if len(column.cells) <= MAX_CELLS]
    # With two matches, each has room for its table and hand in the bracket.
    pages = _list_tables(tables) if len(current.cells) > MAX_CELLS / 2 else []
    return [*pages, Page(name, bracket=last)] if current in last else pages


def list_places(lines: Sequence[FinalRow]) -> list[PlaceLine]:
    """Return a line for each entrant; of two who share one, the second has place 0.

    None before there are places.
    """
    return [
        PlaceLine((row.entrant,), 0 if at else line.place, format_wins(row.wins), row.difference)
        for line in lines
        for at, row in enumerate(line.standings)
        if line.place
    ]


def list_pairs(plan: PlayoffPlan) -> list[PlaceLine]:
    """Return the pairs of a double elimination, unbeaten ones first."""
    return [
        PlaceLine(plan.teams[seed], losses=losses)
        for losses in range(plan.lives + 1)
        for seed in plan.list_seeds(losses)
    ]


def _list_tables(tables: Sequence[SeatedTable]) -> list[Page]:
    parts = [tables[start : start + MAX_TABLES] for start in range(0, len(tables), MAX_TABLES)]
    return [
        Page(name_tables([place.table.number for place in part], is_range=True), part)
        for part in parts
    ]


def _label_places(lines: Sequence[PlaceLine]) -> str:
    places = [line.place for line in lines if line.place]
    return format_range(places[0], places[-1])


def _label_letters(people: Sequence[tuple[str, int]]) -> str:
    """Return the first letters of the first and the last of people: A–E."""
    first, last = (fold(name)[:1].upper() for name, _table in (people[0], people[-1]))
    return format_range(first, last)


def _split(items: Sequence[Item], most: int, each: int = 1) -> list[Sequence[Item]]:
    """Split items into the fewest parts with no more than `most` each, all about as long.

    `each` is how many belong together: two people who share a line.
    """
    size = ceil(len(items) / ceil(len(items) / most) / each) * each
    return [items[start : start + size] for start in range(0, len(items), size)]
