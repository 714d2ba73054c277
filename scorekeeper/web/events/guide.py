"""The pages of a player: the guide card, and the page behind a table card."""

from functools import partial

from flask import Response, make_response, render_template, request, session as browser_session

from scorekeeper.book.access.event_refs import has_match_of_event
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.events import rounds
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.seating.event import SeatedTable, list_chairs
from scorekeeper.rules.seating.standings import list_scores
from scorekeeper.rules.seating.tables import find_table, find_table_of, list_tables_numbered
from scorekeeper.web.forms.base import parse_int, parse_offset, read_submission
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
        plays = seated and not seated.table.result and seated.place in stored.matches
        # The page of a table that plays would lead back to the match.
        if plays:
            return see_other(cached_url_for("boards.show_tables", event=event))
        return see_other(cached_url_for("guide.show_table", event=event, table=table))
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
        people=people,
        chosen=chosen,
        table=events.find_own_table(stored) or events.find_last_table(stored),
    )
    return make_response(html, status)


def _render(stored: StoredEvent, reader: Reader) -> str:
    event, entrant = stored.event, reader.entrant
    seated, rows = find_table_of(event, entrant), events.rank_by_name(stored)
    scores = list_scores(event, event.rounds).get(entrant, [])
    chairs = list_chairs(seated.table) if seated else ()
    return render_template(
        "events/guide.html",
        stored=stored,
        event=event,
        entrant=entrant,
        name=stored.names[entrant][reader.person],
        state=_find_state(stored, entrant, seated),
        seated=seated,
        people=list_people(stored.names, seated.table) if seated else [],
        own=chairs.index(tuple(reader)) if seated else None,
        side=seated.table.side_of(entrant) if seated else None,
        line=next((line for line in events.list_lines(stored) if entrant in line.entrants), None),
        row=next((row for row in rows if row.entrant == entrant), None),
        number=len(rows),
        last=next((score for score in reversed(scores) if score.table), None),
        summary=describe_evening(event, stored.names, is_over=True),
        waiting=describe_waiting(seated.round.tables) if seated else "",
    )


def _find_state(stored: StoredEvent, entrant: int, seated: SeatedTable | None) -> str:
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


def show_table(event: str, table: int) -> Response:
    """Show who sits at a table, or with `deal` ask who deals; a phone that scores is led on."""
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
        partial(_render_table, stored, table, seated, match, asks=asks),
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
        return redirect_to("guide.show_table", event=event, table=table)
    first = int(chosen) if chosen in ("0", "1", "2", "3") else None
    if first is None and _find_match(stored, seated) is None and stored.ref.can_score:
        return make_response(_render_table(stored, table, seated, None, asks=True), 422)
    rate_limits.count("matches", secret or "")
    with db.database().write() as session:
        about = event, table, first or 0, parse_offset(), seated and seated.round.number
        public_id = rounds.start_table_match(session, secret, read_submission(), *about)
    return redirect_to("match.show", public_id=public_id)


def watch_match(event: str, table: int) -> Response:
    """Give this phone the right to watch the match of a table."""
    secret, in_round = current_device.read_secret(), parse_int(request.form.get("round"))
    with db.database().write() as session:
        public_id = rounds.watch_table_match(session, secret, event, table, in_round)
    return redirect_to("match.show", public_id=public_id)


def _find_seated(stored: StoredEvent, table: int) -> SeatedTable | None:
    """Return the table in the round that was asked for, or else now."""
    return find_table(stored.event, table, parse_int(request.values.get("round")))


def _find_match(stored: StoredEvent, seated: SeatedTable | None) -> StoredMatch | None:
    """Return the match of a table that has no result yet."""
    return events.load_live(stored).get(seated.place) if seated else None


def _is_scored_here(match: StoredMatch) -> bool:
    """Whether this phone has joined a match as a scorer."""
    try:
        return db.load_recorded_match(match.public_id).can_write
    except AccessDenied:
        return False


def _render_table(
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
