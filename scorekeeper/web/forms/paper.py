"""The form to type in a match from paper, with a row of cells for each hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

from scorekeeper import rules
from scorekeeper.web.forms import base, house_rules, new_match
from scorekeeper.words import table
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import gettext as _
from scorekeeper.words.review import paper

ROWS, MORE_ROWS, MAX_ROWS = 15, 5, 60
"""Rows shown at first, rows added by one tap, and the maximum."""
PLAYED, GOES_ON, SHOWN = "played", "goes_on", "shown_difference"
"""Fields: date of the match, whether it continues, and the difference shown before."""
UNFINISHED = frozenset({"tricks of nil bidder missing", "tricks missing"})
"""Errors that are normal in a hand that is still being typed."""
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


class PaperForm(new_match.NewMatchForm):
    """The settings of a match, and a row of cells for each hand; created by `paper_form`."""

    rows: range
    kinds: Sequence[str]
    cells: Mapping[tuple[int, str], Sequence[SheetCell]]
    """The cells by row and kind, one for each seat or each side."""

    @property
    def continues(self) -> bool:
        """Whether an undecided match continues."""
        return bool(self[GOES_ON].data)

    def player_names(self) -> tuple[str, ...]:
        return table.name_players(rules.fill_in_names(self.names()))

    def side_names(self) -> tuple[str, ...]:
        return tuple(map(table.name_side, self.game.side_names)) or self.player_names()

    def has_text(self, row: int) -> bool:
        return any(self._typed(cell) for cell in self._row(row))

    def list_row_errors(self, row: int) -> list[str]:
        return [str(error) for cell in self._row(row) for error in self[cell.name].errors]

    def sheet(self, match: rules.Match, *, typing: bool) -> Sheet:
        """Return the match after all rows, up to the first invalid one, whose cells get messages.

        With `typing`, the last hand may be unfinished.
        """
        last = max((row for row in self.rows if self.has_text(row)), default=0)
        sheet = Sheet(match)
        rows = range(1, last + 1)
        sheet.totals = [tuple(self._read_cells(row, "total")) for row in rows]
        bids = {row: self._read_cells(row, "bid") for row in rows}
        tricks = {
            row: {kind: self._read_cells(row, kind) for kind in self.kinds[1:-1]} for row in rows
        }
        for row in rows:
            if self.list_row_errors(row) or not self._play(
                sheet, row, bids[row], tricks[row], last, typing
            ):
                break
        return sheet

    def finish_match(self, sheet: Sheet) -> rules.Match:
        """Return the match to store; raise InvalidForm for errors and new differences."""
        if not sheet.match.hands:
            self.add_error(
                _("There’s no hand to save yet. Enter at least one."), SheetCell("bid", 1, 0).name
            )
        if sheet.token != (self[SHOWN].data or ""):
            for difference in sheet.differences:
                message = paper.describe_difference(table.translate_names(sheet.match), difference)
                self._add_error(SheetCell("total", difference.place, difference.side), message)
        if self.list_errors():
            raise base.InvalidForm
        match = sheet.match
        if match.outcome is not None or self.continues or match.last_noted is None:
            return match
        return match.end(match.last_noted)

    def _play(
        self,
        sheet: Sheet,
        row: int,
        bids: list[rules.Bid | None],
        tricks: Mapping[str, list[int | None]],
        last: int,
        typing: bool,
    ) -> bool:
        """Add a row to the match; if that is impossible, add the messages and return False."""
        match, still_typed = sheet.match, typing and row == last
        noted = self._noted(match, row == last)
        if match.step is rules.Step.OVER:
            typed = sum(self.has_text(later) for later in self.rows[row - 1 :])
            self.add_error(
                paper.describe_extra_hands(table.translate_names(match), typed),
                SheetCell("bid", row, 0).name,
            )
            return False
        if match.bids_itself(row):
            complete: list[rules.Bid] = []
        else:
            shared = _share_bids(match.house, bids)
            complete = [bid for bid in shared if bid is not None]
            if len(complete) < len(bids):
                seat = shared.index(None)
                if not still_typed:
                    name = _name_bidder(table.translate_names(match), shared, seat)
                    missing = _("%(name)s’s bid is missing.", name=name)
                    self._add_error(SheetCell("bid", row, seat), missing)
                return False
        try:
            with_bids = match.bid(complete, noted) if complete else match
            seats, piles = self._filled_in(sheet, row, complete, tricks)
            sheet.match = with_bids.record_tricks(seats, piles, noted)
        except rules.RuleError as error:
            if not (still_typed and error.code in UNFINISHED):
                names = table.translate_names(match)
                message = table.capitalize(describe_error(error, names.players, names.sides))
                self._add_error(self._cell_of(row, error), message)
            return False
        return True

    def _noted(self, match: rules.Match, is_last: bool) -> datetime | None:
        """Return the start, as a sheet has no other time, or when time was up in a last hand."""
        if match.started is None or not (is_last and match.house.minutes) or self.continues:
            return match.started
        return match.started + timedelta(minutes=match.house.minutes)

    def _filled_in(
        self, sheet: Sheet, row: int, bids: list[rules.Bid], tricks: Mapping[str, list[int | None]]
    ) -> tuple[list[int | None], list[int | None]]:
        """Return the tricks by seat and by side; store those that follow from the others."""
        seats: list[int | None] = [None] * self.game.seats
        piles = list(tricks["took"])
        for seat, bid in enumerate(bids):
            if bid.is_nil and "own" in tricks:
                seats[seat] = tricks["own"][seat]
            elif bid.is_nil:
                # Players without partners have a single pile, nil or not.
                seats[seat], piles[seat] = piles[seat], None
        filled = rules.fill_in(sheet.match.house.game, bids, seats, piles)
        nil_kind = "own" if "own" in tricks else "took"
        for kind, before, after in zip((nil_kind, "took"), (seats, piles), filled, strict=True):
            for place, number in enumerate(after):
                if before[place] is None and number is not None:
                    sheet.inferred[SheetCell(kind, row, place).name] = str(number)
        return filled

    def _read_cells(self, row: int, kind: str) -> list[Any]:
        """Return the bids or numbers of the cells of a kind; invalid ones get a message."""
        values = []
        for cell in self.cells[row, kind]:
            written = self._typed(cell)
            value = PARSERS.get(kind, base.parse_int)(written) if written else None
            if written and value is None:
                self._add_error(cell, _describe_invalid(kind, written))
            values.append(value)
        return values

    def _cell_of(self, row: int, error: rules.RuleError) -> SheetCell:
        """Return the cell of an error; the first of its kind if it concerns several."""
        seat, side = error.values.get("seat"), error.values.get("side")
        if isinstance(error, rules.BidError):
            if isinstance(side, int) and not isinstance(seat, int):
                seat = self.game.sides[side][0]
            return SheetCell("bid", row, seat if isinstance(seat, int) else 0)
        if isinstance(seat, int):
            if "own" in self.kinds:
                return SheetCell("own", row, seat)
            side = self.game.side_of[seat]
        return SheetCell("took", row, side if isinstance(side, int) else 0)

    def _add_error(self, cell: SheetCell, message: str) -> None:
        self.add_error(table.prefix_hand(cell.row, message), cell.name)

    def _typed(self, cell: SheetCell) -> str:
        return (self[cell.name].data or "").strip()

    def _row(self, row: int) -> list[SheetCell]:
        return [cell for kind in self.kinds for cell in self.cells[row, kind]]


def paper_form(game: rules.Game, rows: int = ROWS, **shown: Any) -> PaperForm:
    """Return the form with a number of rows: as posted, or filled in by `initial_values(…)`."""
    numbers, sides = range(1, rows + 1), len(game.sides)
    places = {"bid": game.seats, "own": game.seats, "took": sides, "total": sides}
    if not game.has_partners:
        # Only with a partner do nil bidders have own tricks.
        del places["own"]
    cells = {
        (row, kind): [SheetCell(kind, row, place) for place in range(count)]
        for row in numbers
        for kind, count in places.items()
    }
    extra = (PLAYED, GOES_ON, SHOWN)
    names = (*new_match.set_up_fields(game), *extra, *(one.name for one in chain(*cells.values())))
    form = house_rules.build_house_form(PaperForm, game, names, shown)
    form.rows, form.kinds, form.cells = numbers, list(places), cells
    return form


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


def _parse_points(written: str) -> int | None:
    points = house_rules.parse_int_or_text(written)
    return points if isinstance(points, int) else None


PARSERS = {"bid": parse_written_bid, "total": _parse_points}
"""Parsers of cells that are not a number of tricks."""


def _share_bids(
    house: rules.HouseRules, bids: Sequence[rules.Bid | None]
) -> list[rules.Bid | None]:
    """Return the bids, in which the number in one cell of a side may be that of both partners."""
    shared = list(bids)
    for seats in house.game.sides if house.bids_by_side else ():
        numbers = [bid for seat in seats if (bid := bids[seat]) is not None]
        if len(numbers) == 1 < len(seats) and not numbers[0].is_nil:
            for seat, bid in zip(seats, (*numbers, *[rules.PARTNER] * len(seats)), strict=False):
                shared[seat] = bid
    return shared


def _name_bidder(match: rules.Match, bids: Sequence[rules.Bid | None], seat: int) -> str:
    """Name the player whose bid is missing, or the side whose number is."""
    side = match.house.game.side_of[seat]
    has_nil = any(bids[partner] for partner in match.house.game.sides[side])
    if has_nil or not match.house.bids_by_side:
        return match.players[seat]
    return table.name_side(match.sides[side])


def _describe_invalid(kind: str, written: str) -> str:
    if kind == "bid":
        return _("“%(bid)s” isn’t a bid. Use a number, n for nil or b for blind nil.", bid=written)
    return _("“%(value)s” is not a whole number.", value=written)
