"""The results of a round, typed by the organiser: a row for each table, saved at once."""

from flask import Response, abort, flash, make_response, render_template, request

from scorekeeper.book.events import event_tables
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.rules.seating.event import EventRound
from scorekeeper.web.forms.base import parse_int
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
from scorekeeper.words.language import gettext as _, ngettext


def show(event: str) -> str:
    """Show the results of the latest round, or of another one."""
    stored = load_owned_event(event)
    seated = _find_round(stored, request.args.get("round"))
    return _render(stored, seated, _list_rows(stored, seated))


def save(event: str) -> Response:
    """Save what was typed; empty tables stay open."""
    stored = load_owned_event(event)
    number = parse_int(request.form.get("round"))
    if number is not None and number >= stored.event.next_number:
        return render_stale_event(stored, number)
    seated = _find_round(stored, request.form.get("round"))
    rows = _list_rows(stored, seated)
    if is_of_other_tables(rows):
        return render_stale_event(stored, seated.number)
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
        return make_response(_render(stored, seated, rows), 422)
    if not results:
        flash(_("Nothing new to save"))
        return redirect_to_event(event)
    try:
        with database().write() as session:
            secret = current_device.read_secret()
            event_tables.save_results(session, secret, event, results, shown)
    except event_tables.ResultsChanged as changed:
        count_event("conflict")
        for row in rows:
            place = seated.number, row.number
            if place in changed.present:
                row.show_conflict(changed.present[place], results[place])
        return make_response(_render(stored, seated, rows), 409)
    undo = write_undo(seated.number, results, shown)
    message = ngettext("%(num)d result saved", "%(num)d results saved", len(results))
    if any(row.is_undo for row in rows):
        message = _("Results as before")
    flash_undo(message, "event_results.save", undo, event=event)
    return redirect_to_event(event)


def _find_round(stored: StoredEvent, requested: str | None) -> EventRound:
    """Return the round that was asked for, else the latest; 404 without one."""
    if not requested:
        return stored.event.latest or abort(404)
    number = parse_int(requested)
    return next((one for one in stored.event.rounds if one.number == number), None) or abort(404)


def _list_rows(stored: StoredEvent, seated: EventRound) -> list[ResultRow]:
    live = load_live(stored)
    rows = []
    for table in seated.tables:
        place = seated.number, table.number
        running = live[place].match if place in live and table.result is None else None
        rows.append(ResultRow.of(table, stored.names, running))
    return rows


def _render(stored: StoredEvent, seated: EventRound, rows: list[ResultRow]) -> str:
    return render_template("events/results.html", stored=stored, rows=rows, number=seated.number)
