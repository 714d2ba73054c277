"""The standings, with the reader's own line marked."""

from functools import partial

from flask import Response, render_template

from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.web.site import events
from scorekeeper.words.events.tables import describe_running


def show(event: str) -> Response:
    """Show the standings; tables that still play count nothing, and show their score in grey."""
    stored = events.load_event(event, live=True)
    reader = events.find_reader(stored)
    mine = reader and reader.entrant
    return events.render_polled_event_page(
        stored, partial(_render, stored, mine), about=mine, live=True
    )


def _render(stored: StoredEvent, mine: int | None) -> str:
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
        key=stored.ref.public_id,
        event=stored.event,
        rows=rows,
        mine=mine,
        playing=playing,
        unfinished=sorted({*unfinished}),
        first=[stored.names[row.entrant] for row in rows if row.place == 1],
    )
