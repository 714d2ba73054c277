"""The tables of a round in words: who sits there, and how far they are."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules.seating.event import EventTable, TableEnding, TableResult
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.table import format_number, join_names, join_with_and, name_hand

Names = Mapping[int, Sequence[str]]
"""The names of each entrant: one person, or the two of a pair."""
MAX_SHOWN_LETTERS = 17
"""Letters of a name that a television has room for."""


class TableLine(NamedTuple):
    """A table as a page shows it; `state` is open, live or done."""

    number: int
    sides: tuple[str, ...]
    state: str
    description: str
    points: tuple[int, ...] | None = None
    winner: int | None = None


def describe_table(
    table: EventTable, names: Names, running: rules.Match | None = None, *, is_typed: bool = False
) -> TableLine:
    """Describe a table, and its running match, if any."""
    sides = name_sides(table, names)
    if (result := table.result) is not None:
        show_typed = is_typed and result.points
        description = name_typed_result() if show_typed else describe_ending(result)
        return TableLine(table.number, sides, "done", description, result.points, result.winner)
    if running is None:
        return TableLine(table.number, sides, "open", _("Not started"))
    points = tuple(standing.points for standing in running.standings)
    return TableLine(table.number, sides, "live", describe_hand(running), points)


def name_typed_result() -> str:
    return _("Done · typed in")


def describe_hand(match: rules.Match) -> str:
    """Describe how far a match is that has no result for its evening: Hand 5 of 8."""
    if match.outcome is not None:
        is_early = match.outcome.ending is rules.Ending.EARLY
        return _("Ended early: no result yet") if is_early else _("Finished after the end")
    hand, limit = match.turn.hand, match.house.hand_limit
    if limit is None or hand > limit:
        return name_hand(hand)
    return _("Hand %(number)s of %(all)s", number=hand, all=limit)


def describe_running(match: rules.Match, side: int) -> str:
    """Describe the points of a match without a result, as one side sees them: playing, 80 : 50."""
    points = [standing.points for standing in match.standings]
    score = format_score(points[:: 1 - 2 * side])
    if match.outcome is not None:
        return _("ended early, %(score)s", score=score)
    return _("playing, %(score)s", score=score)


def describe_ending(result: TableResult) -> str:
    """Describe how a table came to its result."""
    if result.ending is TableEnding.WALKOVER:
        return _("Walkover")
    return _("No result") if result.ending is TableEnding.NONE else _("Done")


def format_result(result: TableResult) -> str:
    """Format a result: 312 : 250, or in words without points."""
    if result.points is None:
        return describe_ending(result)
    return format_score(result.points)


def format_score(points: Iterable[int]) -> str:
    r"""Format the points of both sides, which stay on one line: 312 : 250.

    >>> format_score([312, -40])
    '312\xa0:\xa0−40'
    """
    return "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(map(format_number, points))


def name_sides(table: EventTable, names: Names) -> tuple[str, ...]:
    r"""Name both sides of a table by their players.

    >>> name_sides(EventTable(1, (1, 2)), {1: ["Ann", "Ben"], 2: ["Cleo", "Dan"]})
    ('Ann &\xa0Ben', 'Cleo &\xa0Dan')
    """
    return tuple(name_entrants(table.side(side), names) for side in (0, 1))


def name_entrants(entrants: Iterable[int], names: Names) -> str:
    return bind_names(list(chain.from_iterable(names[number] for number in entrants)))


def bind_names(names: Sequence[str]) -> str:
    r"""Join the names of partners, with the sign on the line of the second.

    >>> bind_names(["Ann", "Ben"])
    'Ann &\xa0Ben'
    """
    return join_names(names).replace("& ", "&\N{NO-BREAK SPACE}")


def shorten(names: Names) -> Names:
    """Shorten long names to the first and as few letters of the last as tell people apart."""
    people = [*chain.from_iterable(names.values())]
    shown: dict[str, str] = {}
    for letters in range(1, max(map(len, people), default=0)):
        short = {name: _abbreviate(name, letters) for name in people}
        alike = Counter(map(rules.fold, short.values()))
        shown = {name: one for name, one in short.items() if alike[rules.fold(one)] == 1} | shown
        if len(shown) == len(short):
            break
    return {entrant: [shown.get(name, name) for name in both] for entrant, both in names.items()}


def _abbreviate(name: str, letters: int) -> str:
    """Return a long name as its first word and the first letters of its last, if it has two."""
    words = [word for word in name.split() if word[0].isalpha() and not word.endswith(".")]
    if len(name) <= MAX_SHOWN_LETTERS or len(words) < 2 or letters >= len(words[-1]):
        return name
    return f"{words[0]} {words[-1][0].upper()}{words[-1][1:letters]}."


def name_round(number: int) -> str:
    return _("Round %(number)s", number=number)


def name_table(number: int) -> str:
    return _("Table %(number)s", number=number)


def name_tables(numbers: Sequence[int], *, is_range: bool = False) -> str:
    """Name tables: Tables 1 and 3; all from the first to the last: Tables 7–12."""
    if is_range:
        named = format_range(numbers[0], numbers[-1])
    else:
        named = join_with_and([str(number) for number in numbers])
    return ngettext("Table %(numbers)s", "Tables %(numbers)s", len(numbers), numbers=named)


def format_range(first: object, last: object) -> str:
    """Format a range, such as 7–12; one without a second end as 7."""
    return "–".join(dict.fromkeys((str(first), str(last))))
