"""The pages that everyone may watch: standings, all tables, and the television of the room."""

from collections.abc import Mapping
from functools import partial

from flask import Response, render_template

from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.joining import links
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.seating.bracket import PlayoffPlan, plan_playoff
from scorekeeper.rules.seating.event import Place, SeatedTable
from scorekeeper.rules.seating.tables import list_tables_now
from scorekeeper.web.http import current_device
from scorekeeper.web.http.public_urls import share_url
from scorekeeper.web.site import events
from scorekeeper.words.events.players import describe_bench, list_names
from scorekeeper.words.events.playoff import build_bracket, name_playoff
from scorekeeper.words.events.tables import Names, describe_running, shorten
from scorekeeper.words.events.television import (
    Page,
    list_pairs,
    list_places,
    show_bracket,
    show_end,
    show_scores,
    show_seating,
)

MAX_FOOT_LETTERS = 60
"""Letters of those who sit out that fit below a seating."""


def show_standings(event: str) -> Response:
    """Show the standings; tables that still play count nothing, and show their score in grey."""
    stored = events.load_event(event, live=True)
    reader = events.find_reader(stored)
    mine = reader and reader.entrant
    return events.render_polled_event_page(
        stored, partial(_render_standings, stored, mine), about=mine, live=True
    )


def _render_standings(stored: StoredEvent, mine: int | None) -> str:
    lines, live = events.list_lines(stored), events.load_live(stored)
    # What is in play after the end does not count.
    seated = [] if stored.ended_at else stored.event.tables
    open_ones = [one for one in seated if one.table.result is None]
    playing = {
        entrant: describe_running(live[one.place].match, one.table.side_of(entrant))
        for one in open_ones
        if one.place in live
        for entrant in one.table.seats
    }
    return render_template(
        "events/standings.html",
        stored=stored,
        event=stored.event,
        lines=lines,
        mine=mine,
        playing=playing,
        unfinished=sorted({one.table.number for one in open_ones}),
        first=[stored.names[line.entrants[0]] for line in lines if line.place == 1],
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


Live = Mapping[Place, StoredMatch]


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
    event, running = stored.event, events.load_live(stored)
    view = _choose_view(stored, running)
    places, names = list_places(events.list_lines(stored)), shorten(stored.names)
    plan = plan_playoff(event, event.lives) if event.lives else None
    pages: list[Page] = []
    foot = ""
    if view == "seating":
        pages, foot = _show_seating(stored, names)
    elif view == "scores" and plan:
        pages = _show_playoff(stored, running, plan)
    elif view == "end":
        pages = show_end(places, are_pairs=event.is_pairs)
    elif view == "scores":
        pages = show_scores(list_tables_now(event), places, are_pairs=event.is_pairs)
    return render_template(
        "events/board.html",
        stored=stored,
        event=event,
        view=view,
        pages=pages,
        foot=foot,
        names=names,
        teams=plan.teams if plan else {},
        running=running,
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
    return "scores" if has_result or have_begun else "seating"


def _show_seating(stored: StoredEvent, names: Names) -> tuple[list[Page], str]:
    """Return the pages of a seating, and who sits out if they fit in a line below."""
    latest = stored.event.latest
    assert latest is not None
    people = [
        (name, table.number)
        for table in latest.tables
        for entrant in table.seats
        for name in names[entrant]
    ]
    people.sort(key=lambda one: events.order_name(one[0]))
    # A pair that is out of the playoff doesn't sit out.
    out = [name for entrant in latest.sits_out for name in names[entrant] if not latest.lives]
    foot = describe_bench(out) if out else ""
    tables = [SeatedTable(latest, table) for table in latest.tables]
    if len(foot) > MAX_FOOT_LETTERS:
        return show_seating(tables, people, out), ""
    return show_seating(tables, people), foot


def _show_playoff(stored: StoredEvent, running: Live, plan: PlayoffPlan) -> list[Page]:
    tables = list_tables_now(stored.event)
    if plan.columns:
        lines = events.describe_playoff(stored, running)
        columns = build_bracket(plan, stored.names, lines)
        return show_bracket(tables, columns, name_playoff(stored.event))
    return show_scores(tables, list_pairs(plan), are_pairs=True)
