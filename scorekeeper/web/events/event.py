"""The page of an evening for its organiser: the tables of the round, and what to do next."""

from datetime import datetime

from flask import Response, flash, make_response, render_template, request, url_for

from scorekeeper import rules
from scorekeeper.book.events import rounds
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.events.events import StaleEvent, set_deleted, set_ended
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.match_file import fields
from scorekeeper.rules.seating.event import Event, SeatedTable
from scorekeeper.rules.seating.next_round import ClockChange, find_obstacle, has_rounds_left
from scorekeeper.web.http import rate_limits
from scorekeeper.web.site import db, events
from scorekeeper.web.site.rendering import flash_undo, redirect_to, see_other
from scorekeeper.words import dates
from scorekeeper.words.events import organiser, playoff, tables
from scorekeeper.words.events.players import list_names
from scorekeeper.words.language import gettext as _
from scorekeeper.words.table import capitalize


def show(event: str) -> Response:
    """Show the evening to its organiser; others go to their guide card."""
    stored = events.load_event(event, live=True)
    if not stored.ref.is_owner:
        rate_limits.count_poll(None)
        return see_other(url_for("guide.show", event=event))
    return events.render_polled_event_page(stored, lambda: _render(stored), live=True)


def end(event: str) -> Response:
    """End the evening."""
    with db.write() as (session, secret):
        set_ended(session, secret, event, is_ended=True)
    flash_undo(_("The evening is over"), "event.reopen", {}, event=event)
    return events.redirect_to_event(event)


def reopen(event: str) -> Response:
    """Go on with an evening that was ended."""
    with db.write() as (session, secret):
        set_ended(session, secret, event, is_ended=False)
    flash_undo(_("The evening goes on"), "event.end", {}, event=event)
    return events.redirect_to_event(event)


def change_clock(event: str, number: int) -> Response:
    """Start, lengthen or stop the clock of a round, or set it as it was."""
    try:
        to, shown = (fields.read_time(request.form.get(name), name) for name in ("to", "shown"))
        # Undo sets the clock to a time.
        change = to or ClockChange(request.form.get("do", ""))
    except (ValueError, rules.RuleError):
        return make_response(_render(events.load_owned_event(event)), 422)
    try:
        with db.write() as (session, secret):
            before, clock = rounds.set_clock(session, secret, event, number, change, shown)
    except StaleEvent:
        return _refuse_clock(events.load_owned_event(event), number)
    if isinstance(change, datetime):
        stored = events.load_owned_event(event)
        ends = dates.format_time(stored.to_local(stored.ends or clock))
        flash(capitalize(dates.describe_until(ends)))
        return events.redirect_to_event(event)
    undo = {"to": fields.write_time(before), "shown": fields.write_time(clock)}
    said = organiser.describe_clock_change(change)
    flash_undo(said, "event.change_clock", undo, event=event, number=number)
    return events.redirect_to_event(event)


def delete(event: str) -> Response:
    """Delete the evening; its matches stay in the history."""
    with db.write() as (session, secret):
        set_deleted(session, secret, event, is_deleted=True)
    flash_undo(_("Evening deleted"), "event.restore", {}, event=event)
    return redirect_to("home.show")


def restore(event: str) -> Response:
    """Restore a deleted evening."""
    with db.write() as (session, secret):
        set_deleted(session, secret, event, is_deleted=False)
    flash(_("Evening restored"))
    return events.redirect_to_event(event)


def _refuse_clock(stored: StoredEvent, number: int) -> Response:
    """Show the clock as another organiser has set it in the meantime, or that the round is over."""
    if stored.ended_at:
        return events.redirect_after_end(stored)
    if stored.ends is None or stored.event.next_number != number + 1:
        return events.render_stale_event(stored, number + 1)
    ends = dates.format_time(stored.to_local(stored.ends))
    flash(_("The clock was just changed. It now ends at %(time)s.", time=ends))
    return make_response(_render(stored), 409)


def _render(stored: StoredEvent) -> str:
    event, live = stored.event, events.load_live(stored)
    latest = event.latest
    changed = () if stored.ended_at else {*stored.list_changed_since_seating()}
    return render_template(
        "events/show.html",
        stored=stored,
        tables=[
            _show_table(stored, one, live.get(one.place))
            for one in event.tables
            if one.round == latest or not one.table.result or one.round.has_two_results(one.table)
        ],
        resting=list_names(stored.names, latest.sits_out) if latest else [],
        next_key=_find_next(event),
        lines=events.list_lines(stored),
        changes=[
            organiser.describe_change(event, *one) for one in event.tables if one.place in changed
        ],
    )


def _show_table(
    stored: StoredEvent, one: SeatedTable, live: StoredMatch | None
) -> dict[str, object]:
    """Return a table on the page: its round, its match, and the two results that differ."""
    seated, table = one
    match, results = stored.matches.get(one.place), None
    running = live.match if live else None
    if table.played and table.typed and seated.has_two_results(table):
        results = tables.format_result(table.played), tables.format_result(table.typed)
    is_earlier, is_typed = seated != stored.event.latest, table.typed is not None
    return {
        "round": seated.number,
        "line": tables.describe_table(table, stored.names, running, is_typed=is_typed),
        "match": match and match.public_id,
        "results": results,
        "earlier": playoff.name_playoff_round(stored.event, seated.number) if is_earlier else "",
    }


def _find_next(event: Event) -> str:
    """Return what the main key does: add people, seat a round, end the evening; or nothing."""
    can_seat = find_obstacle(event) is None
    if can_seat and (event.lives or has_rounds_left(event)):
        return "seat"
    if event.list_unfinished():
        return "seat" if can_seat else ""
    return "end" if event.rounds else "people"
