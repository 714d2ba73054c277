"""The pages that everyone may watch: standings, all tables, and the television of the room."""

from collections.abc import Mapping
from functools import partial

from flask import Response, render_template

from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.joining import links
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.seating.bracket import plan_playoff
from scorekeeper.rules.seating.event import list_tables_now
from scorekeeper.web.http import current_device
from scorekeeper.web.http.public_urls import share_url
from scorekeeper.web.site import events
from scorekeeper.words.events.players import list_names
from scorekeeper.words.events.tables import describe_running


def show_standings(event: str) -> Response:
    """Show the standings; tables that still play count nothing, and show their score in grey."""
    stored = events.load_event(event, live=True)
    reader = events.find_reader(stored)
    mine = reader and reader.entrant
    return events.render_polled_event_page(
        stored, partial(_render_standings, stored, mine), about=mine, live=True
    )


def _render_standings(stored: StoredEvent, mine: int | None) -> str:
    rows, live = events.rank_by_name(stored), events.load_live(stored)
    playing = {}
    unfinished = []
    for seated in stored.event.rounds:
        for table in seated.tables:
            if table.result is not None:
                continue
            unfinished.append(table.number)
            if match := live.get((seated.number, table.number)):
                for entrant in table.seats:
                    playing[entrant] = describe_running(match.match, table.side_of(entrant))
    return render_template(
        "events/standings.html",
        stored=stored,
        event=stored.event,
        rows=rows,
        mine=mine,
        playing=playing,
        unfinished=sorted({*unfinished}),
        first=[stored.names[row.entrant] for row in rows if row.place == 1],
    )


def show_tables(event: str) -> Response:
    """Show the tables of the latest round, and earlier ones that still play."""
    stored = events.load_event(event, live=True)
    return events.render_polled_event_page(stored, lambda: _render_tables(stored), live=True)


def _render_tables(stored: StoredEvent) -> str:
    latest = stored.event.latest
    return render_template(
        "events/all_tables.html",
        stored=stored,
        event=stored.event,
        tables=list_tables_now(stored.event),
        running=events.load_live(stored),
        out=list_names(stored.names, latest.sits_out) if latest else [],
    )


Live = Mapping[tuple[int, int], StoredMatch]


def show_television(event: str) -> Response:
    """Show what the room wants to know now."""
    stored = events.load_event(event, live=True)
    text = links.sign_event_link(current_device.secret_key(), stored.ref, "e")
    # It depends on the address under which this browser reached the server.
    link = share_url("e", text)
    return events.render_polled_event_page(
        stored, lambda: _render_television(stored, link), about=link, live=True
    )


def _render_television(stored: StoredEvent, link: str | None) -> str:
    latest, rows = stored.event.latest, events.rank_by_name(stored)
    running = events.load_live(stored)
    called = [
        (name, table.number)
        for table in (latest.tables if latest else ())
        for entrant in table.seats
        for name in stored.names[entrant]
    ]
    return render_template(
        "events/board.html",
        stored=stored,
        event=stored.event,
        view=_choose_view(stored, running),
        tables=list_tables_now(stored.event),
        running=running,
        rows=rows,
        called_names=sorted(called, key=lambda one: events.order_name(one[0])),
        plan=plan_playoff(stored.event, stored.event.lives) if stored.event.lives else None,
        lines=events.describe_playoff(stored, running),
        out=list_names(stored.names, latest.sits_out) if latest else [],
        first=[stored.names[row.entrant] for row in rows if row.place == 1],
        link=link,
    )


def _choose_view(stored: StoredEvent, running: Live) -> str:
    """Return what to show: the seating until each table has a hand, or one has a result."""
    latest = stored.event.latest
    if stored.ended_at:
        return "end"
    if latest is None:
        return "waiting"
    matches = [running.get((latest.number, table.number)) for table in latest.tables]
    has_result = any(table.result for table in latest.tables)
    have_begun = all(match is not None and match.match.hands for match in matches)
    if has_result or have_begun:
        return "playoff" if latest.lives else "live"
    return "seating"
