"""The guide card: where a player sits, with whom and against whom."""

from flask import Response, make_response, render_template, request

from scorekeeper.book.access.event_refs import has_match_of_event
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.rules.seating.bracket import find_winners
from scorekeeper.rules.seating.event import SeatedTable, find_table, find_table_of, list_chairs
from scorekeeper.rules.seating.standings import list_scores
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, events
from scorekeeper.web.site.events import Reader
from scorekeeper.web.site.rendering import cached_url_for, redirect_to, see_other
from scorekeeper.words.events.players import describe_waiting, list_people
from scorekeeper.words.events.playoff import describe_evening


def show(event: str) -> Response:
    """Show the guide card of the reader; ask first which player that is."""
    try:
        stored = events.load_event(event)
    except AccessDenied:
        with db.database().read() as session:
            if not has_match_of_event(session, current_device.read_secret(), event):
                raise
        # A match that was shared leads here, but gives no access to its evening.
        return make_response(render_template("events/outside.html"), 404)
    table = events.find_own_table(stored)
    if table is not None and "who" not in request.args:
        rate_limits.count_poll(None)
        seated = find_table(stored.event, table)
        plays = (
            seated and not seated.table.result and (seated.round.number, table) in stored.matches
        )
        # The page of a table that plays would lead back to the match.
        if plays:
            return see_other(cached_url_for("all_tables.show", event=event))
        return see_other(cached_url_for("table.show", event=event, table=table))
    reader = events.find_reader(stored)
    if reader is None or "who" in request.args:
        rate_limits.count_poll(None)
        return _ask(stored, reader)
    return events.render_polled_event_page(
        stored, lambda: _render(stored, reader), about=reader, live=False
    )


def choose(event: str) -> Response:
    """Remember which player reads, or that the phone stays at its table."""
    stored, chosen = events.load_event(event), request.form.get("player", "")
    is_table = stored.ref.can_score and events.TABLE_KEY.fullmatch(chosen)
    reader = chosen if is_table else events.list_readers(stored).get(chosen)
    if reader is None:
        return _ask(stored, None, 422)
    events.remember_reader(stored, reader)
    return redirect_to("guide.show", event=event)


def _ask(stored: StoredEvent, reader: Reader | None, status: int = 200) -> Response:
    readers = events.list_readers(stored)
    people = [(stored.names[one.entrant][one.person], value) for value, one in readers.items()]
    chosen = reader.value if reader else None
    html = render_template(
        "events/who.html",
        stored=stored,
        key=stored.ref.public_id,
        people=people,
        chosen=chosen,
        table=events.find_own_table(stored) or events.find_last_table(stored),
    )
    return make_response(html, status)


def _render(stored: StoredEvent, reader: Reader) -> str:
    event, entrant = stored.event, reader.entrant
    seated, rows = find_table_of(event, entrant), events.rank_by_name(stored)
    scores = list_scores(event, [*event.main_rounds, *event.playoff_rounds]).get(entrant, [])
    chairs = list_chairs(seated.table) if seated else ()
    return render_template(
        "events/guide.html",
        stored=stored,
        key=stored.ref.public_id,
        event=event,
        entrant=entrant,
        name=stored.names[entrant][reader.person],
        state=_find_state(stored, entrant, seated),
        seated=seated,
        people=list_people(stored.names, seated.table) if seated else [],
        own=chairs.index(tuple(reader)) if seated else None,
        side=seated.table.side_of(entrant) if seated else None,
        row=next((row for row in rows if row.entrant == entrant), None),
        number=len(rows),
        last=next((score for score in reversed(scores) if score.table), None),
        has_won=event.lives and entrant in find_winners(event),
        summary=describe_evening(event, stored.names, is_over=True),
        waiting=describe_waiting(seated.round.tables) if seated else "",
    )


def _find_state(stored: StoredEvent, entrant: int, seated: SeatedTable | None) -> str:
    """Return what the card is about."""
    event = stored.event
    if stored.ended_at:
        return "over"
    if seated:
        return "result" if seated.table.result else "playing"
    if not event.by_number[entrant].is_present:
        return "left"
    if event.latest is None:
        return "before"
    if event.lives:
        return "playoff"
    return "out" if entrant in event.latest.sits_out else "next"
