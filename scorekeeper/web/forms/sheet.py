"""A paper sheet: its cells, the notation of bids in them, and the match they add up to."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper import rules

BID_PATTERN = re.compile(
    r"(?:(?P<blind>b(?:lind)?|d(?:ouble|oble|oppel)?|0(?=\d))[\s.-]*)?(?P<bid>n(?:il|ull)?|\d{1,2})?",
    re.IGNORECASE,
)
"""Bids as people write them: 4, n for nil, b for blind nil, b6; on a keypad 0, 00 and 06."""


class SheetCell(NamedTuple):
    """A cell of a sheet: a seat's bid, a nil bidder's own tricks, a side's tricks or points."""

    kind: str
    row: int
    place: int

    @property
    def name(self) -> str:
        """The name of the cell's field."""
        return f"{self.kind}_{self.row}_{self.place}"


@dataclass
class Sheet:
    """The match of a sheet, up to the first hand that is incomplete or invalid.

    `totals` are the sheet's own points by hand and side; `inferred` are the tricks that follow for
    empty cells, by cell name.
    """

    match: rules.Match
    totals: list[tuple[int | None, ...]] = field(default_factory=list)
    inferred: dict[str, str] = field(default_factory=dict)

    @property
    def differences(self) -> tuple[rules.Difference, ...]:
        """The first differences between the sheet's totals and the scored ones."""
        return rules.find_differences(self.match, self.totals)

    @property
    def token(self) -> str:
        """The differences as a form value, which confirms that they were shown."""
        return " ".join(f"{one.place}:{one.side}:{one.points}" for one in self.differences)

    def scored_points(self, row: int, side: int) -> int | None:
        """Return the scored points of a side after a hand, or None."""
        score = self.match.scores[row - 1] if row <= len(self.match.scores) else None
        return None if score is None else score[side].standing.points

    def starts_difference(self, row: int, side: int) -> bool:
        """Whether a new difference begins in a hand, not one carried over from an earlier hand."""
        off = [self._off(place, side) for place in range(1, row + 1)]
        earlier = [points for points in off[:-1] if points is not None]
        return off[-1] not in (None, *(earlier[-1:] or [0]))

    def _off(self, row: int, side: int) -> int | None:
        typed = self.totals[row - 1][side] if row <= len(self.totals) else None
        scored = self.scored_points(row, side)
        return None if typed is None or scored is None else typed - scored


def cell_kinds(game: rules.Game) -> tuple[str, ...]:
    """Return the kinds of cells in a row; nil bidders have own tricks only with a partner."""
    return ("bid", "own", "took", "total") if game.has_partners else ("bid", "took", "total")


def row_cells(game: rules.Game, row: int, kind: str) -> list[SheetCell]:
    """Return the cells of a kind in a row, one for each seat or each side."""
    places = game.seats if kind in ("bid", "own") else len(game.sides)
    return [SheetCell(kind, row, place) for place in range(places)]


def parse_written_bid(written: str) -> rules.Bid | None:
    """Parse a bid as people write it; return None if it is invalid.

    >>> [parse_written_bid(bid).notation for bid in ("4", "n", "0", "b", "00", "Blind 6", "06")]
    [4, 'nil', 'nil', 'blind nil', 'blind nil', 'blind 6', 'blind 6']
    """
    parts = BID_PATTERN.fullmatch(written)
    if parts is None or not written:
        return None
    tricks = parts["bid"] or ""
    return rules.Bid(int(tricks) if tricks.isdigit() else 0, blind=parts["blind"] is not None)
