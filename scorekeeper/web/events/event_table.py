"""The result of one table: its points, or how else it ended."""

from flask import Response, abort, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.events import event_tables
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.rules.seating.event import EventTable, TableResult
from scorekeeper.web.forms.base import clean_text
from scorekeeper.web.forms.event import InvalidResult, ResultRow, is_of_other_tables, write_undo
from scorekeeper.web.http import current_device
from scorekeeper.web.http.log_events import count_event
from scorekeeper.web.site.db import database
from scorekeeper.web.site.events import (
    load_live,
    load_owned_event,
    redirect_to_event,
    render_stale_event,
)
from scorekeeper.web.site.rendering import flash_undo
from scorekeeper.words import organiser, tables
from scorekeeper.words.language import gettext as _


def show(event: str, number: int, table: int) -> str:
    """Show the fields for the points of a table, and the other ways it can end."""
    stored = load_owned_event(event)
    seated = _find_table(stored, number, table)
    return _render(stored, number, _make_row(stored, number, seated))


def save(event: str, number: int, table: int) -> Response:
    """Save the result of a table, or decide between its two results."""
    stored = load_owned_event(event)
    if number >= stored.event.next_number:
        return render_stale_event(stored, number)
    seated = _find_table(stored, number, table)
    row = _make_row(stored, number, seated)
    if is_of_other_tables([row]):
        return render_stale_event(stored, number)
    place = number, table
    if request.form.get("do") == "count" and not _find_running(stored, place):
        # The match is over or deleted.
        return redirect_to_event(event)
    if row.is_posted:
        row.shown = clean_text(request.form[row.field("shown")], 40)
    shown = row.typed_before
    try:
        result = _read_result(stored, row, place)
    except InvalidResult as error:
        row.error = str(error)
        return make_response(_render(stored, number, row), 422)
    try:
        with database().write() as session:
            secret = current_device.read_secret()
            event_tables.save_results(session, secret, event, {place: result}, {place: shown})
    except event_tables.ResultsChanged as changed:
        count_event("conflict")
        row.show_conflict(changed.present[place], result)
        return make_response(_render(stored, number, row), 409)
    undo = write_undo(number, {place: result}, {place: shown})
    counting = result or seated.played
    ending = tables.format_result(counting) if counting else _("Open again")
    message = f"{tables.name_table(table)}: {ending}"
    flash_undo(message, "event_results.save", undo, event=event)
    return redirect_to_event(event)


def _read_result(stored: StoredEvent, row: ResultRow, place: tuple[int, int]) -> TableResult | None:
    """Return the result that was typed or tapped; None removes what was typed."""
    action, winner = request.form.get("do"), request.form.get("winner")
    if action == "walkover" and winner in ("0", "1"):
        return TableResult.walkover(int(winner))
    if action == "none":
        return TableResult.none()
    if action == "count" and (running := _find_running(stored, place)):
        first, second = (standing.points for standing in running.standings)
        return TableResult.of_points(first, second)
    if action in ("clear", "take"):
        return None
    if action != "points" or not row.is_posted:
        raise InvalidResult(_("Type the points of both sides."))
    return row.read()


def _find_table(stored: StoredEvent, number: int, table: int) -> EventTable:
    for seated in stored.event.rounds:
        for one in seated.tables:
            if (seated.number, one.number) == (number, table):
                return one
    return abort(404)


def _find_running(stored: StoredEvent, place: tuple[int, int]) -> rules.Match | None:
    live = load_live(stored).get(place)
    return live.match if live else None


def _make_row(stored: StoredEvent, number: int, table: EventTable) -> ResultRow:
    place = number, table.number
    running = _find_running(stored, place) if table.result is None else None
    return ResultRow.of(table, stored.names, running)


def _render(stored: StoredEvent, number: int, row: ResultRow) -> str:
    place = number, row.number
    running = _find_running(stored, place)
    standing = organiser.describe_score(running) if running else ""
    return render_template(
        "events/result.html",
        stored=stored,
        number=number,
        row=row,
        standing=standing,
        is_typed=place in stored.event.typed,
    )
