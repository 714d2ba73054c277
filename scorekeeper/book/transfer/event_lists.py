"""Lists of an event for a spreadsheet (CSV): its standings, and the result of each table."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.book.transfer.csv_writer import write_header, write_line, write_text
from scorekeeper.rules.seating.event import Event, EventTable, list_chairs
from scorekeeper.rules.seating.standings import rank

Names = Mapping[int, tuple[str, ...]]
"""The names of each entrant: one person, or the two of a pair."""

STANDINGS_COLUMNS = (
    *("place", "player_1", "player_2", "wins", "strength", "head_to_head", "difference"),
    *("played", "sat_out"),
)
RESULTS_COLUMNS = (
    *("round", "stage", "table", "player_1", "player_2", "player_3", "player_4"),
    *("points_1", "points_2", "winner", "result"),
)


def write_standings(event: Event, names: Names, separator: str) -> bytes:
    """Return the standings: one line per person or pair."""
    lines = [write_header(STANDINGS_COLUMNS, separator)]
    for row in rank(event):
        people = [*map(write_text, names[row.entrant]), ""][:2]
        numbers = (row.wins, row.strength, row.head_to_head)
        cells = [row.place, *people, *(_format_wins(number, separator) for number in numbers)]
        cells += [row.difference, row.played, len(row.sat_out)]
        lines.append(write_line(cells, separator).encode())
    return b"".join(lines)


def write_results(event: Event, names: Names, separator: str) -> bytes:
    """Return the results: one line per table; players 1 and 2 play players 3 and 4."""
    lines = [write_header(RESULTS_COLUMNS, separator)]
    for seated in [*event.main_rounds, *event.playoff_rounds]:
        stage = "rounds" if seated.lives is None else "playoff"
        for table in seated.tables:
            cells = [seated.number, stage, table.number, *_list_people(names, table)]
            lines.append(write_line([*cells, *_describe_result(table)], separator).encode())
    return b"".join(lines)


def _list_people(names: Names, table: EventTable) -> list[str]:
    people = [write_text(names[entrant][person]) for entrant, person in list_chairs(table)]
    return [*people[::2], *people[1::2]]


def _describe_result(table: EventTable) -> list[Any]:
    result = table.result
    if result is None:
        return [None, None, None, None]
    winner = None if result.winner is None else result.winner + 1
    return [*(result.points or (None, None)), winner, result.ending.value]


def _format_wins(wins: float | None, separator: str) -> str | None:
    """Return a number of wins; spreadsheets that expect semicolons expect a decimal comma, too."""
    if wins is None:
        return None
    return f"{wins:g}".replace(".", "," if separator == ";" else ".")
