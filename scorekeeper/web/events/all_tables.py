"""All tables of the round, for players and spectators."""

from flask import Response, render_template

from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.rules.seating.event import list_tables_now
from scorekeeper.web.site import events
from scorekeeper.words.events.players import list_names


def show(event: str) -> Response:
    """Show the tables of the latest round, and earlier ones that still play."""
    stored = events.load_event(event, live=True)
    return events.render_polled_event_page(stored, lambda: _render(stored), live=True)


def _render(stored: StoredEvent) -> str:
    latest = stored.event.latest
    return render_template(
        "events/all_tables.html",
        stored=stored,
        key=stored.ref.public_id,
        event=stored.event,
        tables=list_tables_now(stored.event),
        running=events.load_live(stored),
        out=list_names(stored.names, latest.sits_out) if latest else [],
    )
