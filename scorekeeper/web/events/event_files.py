"""Files of an evening: lists for a spreadsheet, and all of it for another scorebook."""

from collections.abc import Callable, Mapping

from flask import Response

from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.transfer.event_lists import write_results, write_standings
from scorekeeper.book.transfer.exporter import export_event
from scorekeeper.rules.seating.event import Event
from scorekeeper.web.http import rate_limits
from scorekeeper.web.site.db import database
from scorekeeper.web.site.events import load_event, load_owned_event
from scorekeeper.words.language import get_language

SEMICOLON_LANGUAGES = frozenset({"de"})
"""Languages whose spreadsheets expect semicolons between columns."""


def send_standings(event: str) -> Response:
    """Send the standings as a list (CSV)."""
    return _send_list(load_event(event), write_standings, "standings")


def send_results(event: str) -> Response:
    """Send the results of all tables as a list (CSV)."""
    return _send_list(load_event(event), write_results, "results")


def download(event: str) -> Response:
    """Send the evening with its matches as a file to import."""
    stored = load_owned_event(event)
    rate_limits.count("matches", rate_limits.client_address())
    content = b"".join(export_event(database(), stored))
    return _send(stored, content, "evening.jsonl", "application/jsonl")


def _send_list(
    stored: StoredEvent,
    write: Callable[[Event, Mapping[int, tuple[str, ...]], str], bytes],
    name: str,
) -> Response:
    separator = ";" if get_language() in SEMICOLON_LANGUAGES else ","
    return _send(stored, write(stored.event, stored.names, separator), f"{name}.csv", "text/csv")


def _send(stored: StoredEvent, content: bytes, name: str, mimetype: str) -> Response:
    day = f"{stored.to_local(stored.started_at):%Y-%m-%d}"
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=f"spades-{day}-{name}")
    return response
