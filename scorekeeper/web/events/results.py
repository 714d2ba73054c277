"""Results that an organiser types: of a round, or of one table, which may end without points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Response, abort, flash, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.events import rounds
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.seating.event import (
    MAX_TABLE_POINTS,
    EventRound,
    EventTable,
    TableEnding,
    TableResult,
)
from scorekeeper.rules.seating.tables import find_table
from scorekeeper.web.forms.base import clean_text, parse_int
from scorekeeper.web.forms.house_rules import parse_int_or_text
from scorekeeper.web.site import db, events
from scorekeeper.web.site.rendering import cached_url_for, flash_undo
from scorekeeper.words.errors import describe_range
from scorekeeper.words.events import organiser, tables
from scorekeeper.words.language import gettext as _, ngettext

Results = Mapping[tuple[int, int], TableResult | None]
TYPED = "typed"
"""The mark of a result that was typed."""


class InvalidResult(Exception):
    """A result that cannot be read; the text says what to type instead."""


@dataclass
class ResultRow:
    """The fields for the result of a table: as typed, or as they are stored."""

    table: EventTable
    sides: Sequence[str]
    shown: str
    running: rules.Match | None = None
    digits: Sequence[str] = ("", "")
    minus: Sequence[bool] = (False, False)
    description: str = ""
    error: str = ""
    is_tie: bool = False

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def seats(self) -> str:
        return " ".join(map(str, self.table.seats))

    def field(self, what: str, side: int | None = None) -> str:
        return "_".join(map(str, (what, self.number, *([] if side is None else [side]))))

    @classmethod
    def of(cls, table: EventTable, names: tables.Names, live: StoredMatch | None) -> "ResultRow":
        """Return the row of a table; a result without points leaves its fields empty."""
        shown = write_result(table.result, is_typed=table.typed is not None)
        running = live.match if live else None
        row = cls(table, tables.name_sides(table, names), shown, running)
        if table.result is None and running:
            row.description = organiser.describe_phone(running)
        elif table.result is not None and table.result.points is None:
            row.description = tables.describe_ending(table.result)
        row.fill_in(table.result)
        return row

    @property
    def is_posted(self) -> bool:
        """Whether the form that was sent has this row."""
        return self.field("shown") in request.form

    @property
    def is_undo(self) -> bool:
        """Whether the form that was sent restores an earlier result."""
        return self.field("to") in request.form

    @property
    def before(self) -> TableResult | None:
        """The result that the form showed."""
        return read_result(self.shown)

    @property
    def typed_before(self) -> TableResult | None:
        """The same, if it was typed, not the one of a match."""
        return self.before if self.shown.startswith(TYPED) else None

    def show_conflict(self, saved: TableResult | None, typed: TableResult | None) -> None:
        """Show what someone else saved; sending the form again overwrites it, but never by Undo."""
        named = [tables.format_result(one) if one else _("nothing") for one in (saved, typed)]
        self.error = organiser.describe_conflict(*named)
        self.shown = write_result(saved, is_typed=True)
        if self.is_undo:
            self.fill_in(saved)

    def fill_in(self, result: TableResult | None) -> None:
        """Fill in the points of a result; one without points leaves the fields empty."""
        points = (result and result.points) or ()
        self.digits = [str(abs(one)) for one in points] or ("", "")
        self.minus = [one < 0 for one in points] or (False, False)

    def read(self) -> TableResult | None:
        """Read what was posted; None removes a typed result, or leaves the table open.

        Raises InvalidResult for anything else than a result.
        """
        posted = request.form
        self.digits = [clean_text(posted.get(self.field("points", side)), 12) for side in (0, 1)]
        self.minus = [bool(posted.get(self.field("minus", side))) for side in (0, 1)]
        self.shown = clean_text(posted.get(self.field("shown")), 40)
        if self.is_undo:
            return read_result(clean_text(posted[self.field("to")], 40))
        if not any(self.digits):
            # A result without points leaves the fields empty.
            return self.before if self.before and self.before.points is None else None
        first, second = self._read_points()
        if self.before and self.before.points == (first, second):
            return self.before
        self.is_tie = first == second
        if self.is_tie and not posted.get(self.field("tie")):
            raise InvalidResult(_("A tie? Save it only if the table could not play another hand."))
        return TableResult.of_points(first, second)

    def _read_points(self) -> list[int]:
        if not all(self.digits):
            raise InvalidResult(_("Type the points of both sides."))
        points = [
            parse_int_or_text(f"-{text.lstrip('-−')}" if minus else text)
            for text, minus in zip(self.digits, self.minus, strict=True)
        ]
        numbers = [one for one in points if isinstance(one, int) and abs(one) <= MAX_TABLE_POINTS]
        if len(numbers) < len(points):
            raise InvalidResult(describe_range(-MAX_TABLE_POINTS, MAX_TABLE_POINTS))
        return numbers


def show_round(event: str) -> str:
    """Show the results of the latest round, or of another one."""
    stored = events.load_owned_event(event)
    seated = _find_round(stored, request.args.get("round"))
    return _render_round(stored, seated, _list_rows(stored, seated))


def save_round(event: str) -> Response:
    """Save what was typed; empty tables stay open."""
    stored = events.load_owned_event(event)
    number = parse_int(request.form.get("round"))
    if number is not None and number >= stored.event.next_number:
        return events.render_stale_event(stored, number)
    seated = _find_round(stored, request.form.get("round"))
    rows = _list_rows(stored, seated)
    if is_of_other_tables(rows):
        return events.render_stale_event(stored, seated.number)
    results, shown = {}, {}
    for row in rows:
        if row.is_posted:
            try:
                result = row.read()
            except InvalidResult as error:
                row.error = str(error)
                continue
            if result != row.before:
                place = seated.number, row.number
                results[place], shown[place] = result, row.typed_before
    if any(row.error for row in rows):
        return make_response(_render_round(stored, seated, rows), 422)
    if not results:
        flash(_("Nothing new to save"))
        return events.redirect_to_event(event)
    message = ngettext("%(num)d result saved", "%(num)d results saved", len(results))
    if any(row.is_undo for row in rows):
        message = _("Results as before")
    if saved := _save(event, rows, results, shown, message):
        return saved
    return make_response(_render_round(stored, seated, rows), 409)


def _save(
    event: str, rows: Sequence[ResultRow], results: Results, shown: Results, message: str
) -> Response | None:
    """Save results and leave; None if the rows have to show what someone else saved."""
    try:
        with db.write() as (session, secret):
            rounds.save_results(session, secret, event, results, shown)
    except rounds.ResultsChanged as changed:
        by_number = {row.number: row for row in rows}
        for place, present in changed.present.items():
            by_number[place[1]].show_conflict(present, results[place])
        return None
    flash_undo(message, "results.save_round", write_undo(results, shown), event=event)
    return events.redirect_to_event(event)


def _find_round(stored: StoredEvent, requested: str | None) -> EventRound:
    """Return the round that was asked for, else the latest; 404 without one."""
    if not requested:
        return stored.event.latest or abort(404)
    number = parse_int(requested)
    return next((one for one in stored.event.rounds if one.number == number), None) or abort(404)


def _list_rows(stored: StoredEvent, seated: EventRound) -> list[ResultRow]:
    live = events.load_live(stored)
    return [
        ResultRow.of(table, stored.names, live.get((seated.number, table.number)))
        for table in seated.tables
    ]


def _render_round(stored: StoredEvent, seated: EventRound, rows: list[ResultRow]) -> str:
    return render_template("events/results.html", stored=stored, rows=rows, number=seated.number)


def show_table(event: str, number: int, table: int) -> str:
    """Show the fields for the points of a table, and the other ways it can end."""
    stored = events.load_owned_event(event)
    return _render_table(stored, number, _find_row(stored, number, table))


def save_table(event: str, number: int, table: int) -> Response:
    """Save the result of a table, or decide between its two results."""
    stored = events.load_owned_event(event)
    if number >= stored.event.next_number:
        return events.render_stale_event(stored, number)
    row = _find_row(stored, number, table)
    if is_of_other_tables([row]):
        return events.render_stale_event(stored, number)
    if request.form.get("do") == "count" and not row.running:
        # The match is over or deleted.
        return events.redirect_to_event(event)
    if row.is_posted:
        row.shown = clean_text(request.form[row.field("shown")], 40)
    place, shown = (number, table), row.typed_before
    try:
        result = _read_result(row)
    except InvalidResult as error:
        row.error = str(error)
        return make_response(_render_table(stored, number, row), 422)
    counting = result or row.table.played
    ending = tables.format_result(counting) if counting else _("Open again")
    message = f"{tables.name_table(table)}: {ending}"
    if saved := _save(event, [row], {place: result}, {place: shown}, message):
        return saved
    return make_response(_render_table(stored, number, row), 409)


def _read_result(row: ResultRow) -> TableResult | None:
    """Return the result that was typed or tapped; None removes what was typed."""
    action, winner = request.form.get("do"), request.form.get("winner")
    if action == "walkover" and winner in ("0", "1"):
        return TableResult.walkover(int(winner))
    if action == "none":
        return TableResult.none()
    if action == "count" and row.running:
        first, second = (standing.points for standing in row.running.standings)
        return TableResult.of_points(first, second)
    if action in ("clear", "take"):
        return None
    if action != "points" or not row.is_posted:
        raise InvalidResult(_("Type the points of both sides."))
    return row.read()


def _find_row(stored: StoredEvent, number: int, table: int) -> ResultRow:
    rows = _list_rows(stored, _find_round(stored, str(number)))
    return next((row for row in rows if row.number == table), None) or abort(404)


def _render_table(stored: StoredEvent, number: int, row: ResultRow) -> str:
    place = number, row.number
    standing = organiser.describe_score(row.running) if row.running else ""
    return render_template(
        "events/result.html",
        stored=stored,
        number=number,
        row=row,
        standing=standing,
        is_typed=place in stored.event.typed,
        substitute=_find_substitute_page(stored, place),
    )


def _find_substitute_page(stored: StoredEvent, place: tuple[int, int]) -> str | None:
    """Return the page where someone else sits down; for pairs, that of the names of the match."""
    seated, match = find_table(stored.event, place[1], place[0]), stored.matches.get(place)
    if not seated or seated.table.result:
        return None
    if not (stored.event.is_pairs or seated.round.lives):
        about = {"number": place[0], "table": place[1]}
        return cached_url_for("entrants.show_seat", event=stored.ref.public_id, **about)
    return cached_url_for("seats.show_names", public_id=match.public_id) if match else None


def is_of_other_tables(rows: Sequence[ResultRow]) -> bool:
    """Whether the form that was sent shows tables that are gone or where others sit now."""
    known = {row.field("shown") for row in rows}
    shown = {name for name in request.form if name.startswith("shown_")}
    return not shown <= known or any(
        request.form.get(row.field("seats"), row.seats) != row.seats for row in rows
    )


def write_result(result: TableResult | None, *, is_typed: bool) -> str:
    """Write what a form showed, to compare it with what is stored when it is sent."""
    if result is None:
        return ""
    parts = (TYPED if is_typed else "match", result.ending.value, *(result.points or ()))
    return " ".join(map(str, parts if result.points else (*parts, result.winner)))


def write_undo(results: Results, before: Results) -> dict[str, object]:
    """Return the fields of a form that replaces the saved results of a round by those before."""
    fields: dict[str, object] = {}
    for (number, table), result in results.items():
        fields["round"] = number
        fields[f"to_{table}"] = write_result(before[number, table], is_typed=True)
        fields[f"shown_{table}"] = write_result(result, is_typed=True)
    return fields


def read_result(written: str) -> TableResult | None:
    """Read what a form showed; None if it showed no result."""
    _source, ending, *numbers = [*written.split(), "", ""]
    values = [one for one in map(parse_int_or_text, numbers) if isinstance(one, int)]
    if ending == TableEnding.PLAYED and len(values) == 2:
        return TableResult.of_points(*values)
    if ending == TableEnding.WALKOVER and values in ([0], [1]):
        return TableResult.walkover(values[0])
    return TableResult.none() if ending == TableEnding.NONE else None
