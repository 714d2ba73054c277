"""The outlook as tables: the standing of each side for each number of tricks."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.games import Game
from scorekeeper.rules.outlook.distributions import Happenings, Prospect, View


class OutlookCell(NamedTuple):
    """The points and bags of a side after some tricks, with certain and possible results."""

    side: int
    points: tuple[int, int]
    bags: tuple[int, int]
    always: Happenings
    ever: Happenings


class OutlookRow(NamedTuple):
    """The tricks of each side in the table, including those of its nil bidders."""

    tricks: tuple[int, ...]
    cells: tuple[OutlookCell, ...]


class OutlookTable(NamedTuple):
    """The rows of some sides for one result of the nils: `made` and `broken` by seat."""

    sides: tuple[int, ...]
    made: tuple[int, ...]
    broken: tuple[int, ...]
    rows: tuple[OutlookRow, ...]


def build_tables(game: Game, views: Sequence[View]) -> tuple[OutlookTable, ...]:
    """Return an outlook as tables: one for two sides together, or one for each of several.

    >>> from scorekeeper.rules.outlook.distributions import compute_outlook
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> (table,) = build_tables(match.house.game, compute_outlook(match, minutes=0))
    >>> table.rows[6].tricks, [cell.points for cell in table.rows[6].cells]
    ((6, 7), [(51, 51), (61, 61)])
    """
    groups = [tuple(views)] if len(views) == 2 else [(view,) for view in views]
    return tuple([table for group in groups for table in _build_tables(game, group)])


def _build_tables(game: Game, views: tuple[View, ...]) -> Iterator[OutlookTable]:
    """Yield a table for each result of the nils in the view of these sides."""
    sides, nils = tuple([view.side for view in views]), views[0].nils
    results: dict[tuple[bool, ...], dict[int, list[list[Prospect]]]] = {}
    for place, view in enumerate(views):
        for prospect in view.prospects:
            broken = tuple([taken > 0 for taken in prospect.nils])
            # With two sides, one has the tricks that the other lacks.
            tricks = game.tricks - prospect.total if place else prospect.total
            row = results.setdefault(broken, {}).setdefault(tricks, [[] for _ in views])
            row[place].append(prospect)
    for broken, rows in sorted(results.items()):
        yield OutlookTable(
            sides,
            tuple([seat for seat, is_broken in zip(nils, broken, strict=True) if not is_broken]),
            tuple([seat for seat, is_broken in zip(nils, broken, strict=True) if is_broken]),
            tuple(
                [
                    OutlookRow(
                        tuple([prospects[0].total for prospects in row]),
                        tuple(map(_build_cell, sides, row)),
                    )
                    for _, row in sorted(rows.items())
                ]
            ),
        )


def _build_cell(side: int, prospects: Sequence[Prospect]) -> OutlookCell:
    standings = [standing for prospect in prospects for standing in prospect.standings]
    points, bags = zip(*standings, strict=True)
    return OutlookCell(
        side,
        (min(points), max(points)),
        (min(bags), max(bags)),
        frozenset.intersection(*[prospect.always for prospect in prospects]),
        frozenset.union(*[prospect.ever for prospect in prospects]),
    )
