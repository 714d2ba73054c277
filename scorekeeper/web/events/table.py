"""The page behind a table card: who sits here, and the keys to score and to watch."""

from functools import partial

from flask import Response, make_response, render_template, request, session as browser_session

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.events import event_tables
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.seating.event import SeatedTable, find_table, list_tables_numbered
from scorekeeper.web.forms.base import parse_int, read_submission
from scorekeeper.web.forms.time_fields import parse_offset
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, events
from scorekeeper.web.site.rendering import cached_url_for, redirect_to, see_other
from scorekeeper.words.events.players import list_people

SEATS = ("0", "1", "2", "3")


def show(event: str, table: int) -> Response:
    """Show who sits at a table; with `deal`, ask who deals first.

    The phone that scores there gets its match.
    """
    stored = events.load_event(event, live=True)
    asks, seated = "deal" in request.args, _find_seated(stored, table)
    if stored.ref.can_score and events.find_last_table(stored) != table:
        browser_session["table"] = (event, table)
    match = _find_match(stored, seated)
    if match is not None and match.match.outcome is None and _is_scored_here(match):
        rate_limits.count_poll(None)
        return see_other(cached_url_for("match.show", public_id=match.public_id))
    return events.render_polled_event_page(
        stored,
        partial(_render, stored, table, seated, match, asks=asks),
        about=(table, seated and seated.round.number, asks, events.find_own_table(stored) == table),
        live=True,
    )


def start_match(event: str, table: int) -> Response:
    """Start the match of a table, or open the one that another phone started."""
    secret = current_device.read_secret()
    stored = events.load_event(event, live=True)
    seated, chosen = _find_seated(stored, table), request.form.get("first", "")
    is_open = seated and "round" in request.form and seated.table.result is None
    if stored.ref.can_score and find_table(stored.event, table) and not is_open:
        # The form is about people of another round, or the result is known.
        return redirect_to("table.show", event=event, table=table)
    first = int(chosen) if chosen in SEATS else None
    if first is None and _find_match(stored, seated) is None and stored.ref.can_score:
        return make_response(_render(stored, table, seated, None, asks=True), 422)
    rate_limits.count("matches", secret or "")
    with db.database().write() as session:
        about = event, table, first or 0, parse_offset(), seated and seated.round.number
        public_id = event_tables.start_table_match(session, secret, read_submission(), *about)
    return current_device.renew_cookie(redirect_to("match.show", public_id=public_id))


def watch_match(event: str, table: int) -> Response:
    """Give this phone the right to watch the match of a table."""
    secret, in_round = current_device.read_secret(), parse_int(request.form.get("round"))
    with db.database().write() as session:
        public_id = event_tables.watch_table_match(session, secret, event, table, in_round)
    return redirect_to("match.show", public_id=public_id)


def _find_seated(stored: StoredEvent, table: int) -> SeatedTable | None:
    """Return the table in the round that was asked for, or else now."""
    return find_table(stored.event, table, parse_int(request.values.get("round")))


def _find_match(stored: StoredEvent, seated: SeatedTable | None) -> StoredMatch | None:
    """Return the match of a table that has no result yet."""
    place = seated and (seated.round.number, seated.table.number)
    return events.load_live(stored).get(place) if place else None


def _is_scored_here(match: StoredMatch) -> bool:
    """Whether this phone has joined a match as a scorer."""
    try:
        return db.load_recorded_match(match.public_id).can_write
    except AccessDenied:
        return False


def _render(
    stored: StoredEvent,
    table: int,
    seated: SeatedTable | None,
    match: StoredMatch | None,
    *,
    asks: bool,
) -> str:
    return render_template(
        "events/table.html",
        stored=stored,
        key=stored.ref.public_id,
        event=stored.event,
        table_number=table,
        seated=seated,
        others=[
            one.round.number
            for one in list_tables_numbered(stored.event, table)
            if one != seated and one.table.result is None
        ],
        people=list_people(stored.names, seated.table) if seated else [],
        match=match and match.match,
        asks=asks,
        stays=events.find_own_table(stored) == table,
    )
