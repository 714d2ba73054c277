"""Links of an evening, a code for a television, sheets to print, and files."""

import math

from flask import Response, flash, render_template, request

from scorekeeper.book.access import devices
from scorekeeper.book.access.event_refs import find_event, lock_event, require_owner
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.joining import join_codes, links
from scorekeeper.book.scorebooks import phones
from scorekeeper.book.transfer.exporter import export_event, write_header, write_line, write_text
from scorekeeper.rules.seating.bracket import plan_playoff
from scorekeeper.rules.seating.event import Event, list_chairs
from scorekeeper.rules.seating.final import Stage, rank_finally
from scorekeeper.rules.seating.standings import rank
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.public_urls import public_base_url, share_url
from scorekeeper.web.http.security import log_security_change
from scorekeeper.web.site import db, events, rendering, scorebook_pages
from scorekeeper.words.events.players import SHEETS
from scorekeeper.words.events.tables import Names
from scorekeeper.words.language import get_list_separator, gettext as _

WITH_LINKS = ("cards", "door")
"""Sheets with links, which only the organiser prints."""
MAX_CARDS = 30
USUAL_CARDS = 4
"""Table cards before anybody is on the list."""
STANDINGS_COLUMNS = (
    *("place", "player_1", "player_2", "wins", "strength", "head_to_head", "difference"),
    *("played", "sat_out"),
)
FINAL_COLUMNS = ("place", "name", "stage", "wins", "difference", "played")


def show(event: str) -> str:
    """Show the links of an evening to its organiser."""
    stored = events.load_owned_event(event)
    text = links.sign_event_link(current_device.secret_key(), stored.ref, "e")
    with db.database().read() as session:
        code = scorebook_pages.find_code(session, event)
    return render_template(
        "events/links.html",
        stored=stored,
        link=share_url("e", text),
        was=text,
        code=code and (code[0], stored.to_local(code[1])),
        start=public_base_url(),
    )


def create_code(event: str) -> Response:
    """Create a code that a television types, unless the last one is still valid."""
    rate_limits.count("saves", current_device.read_secret() or "")
    with db.write() as (session, secret):
        ref = require_owner(find_event(session, secret, event))
        scorebook_pages.ensure_code(
            session, event, lambda: join_codes.create_for_event(session, ref)
        )
    return rendering.redirect_to("event_links.show", event=event)


def renew(event: str) -> Response:
    """End all links, table cards and codes; phones that joined keep access unless removed, too."""
    with db.write() as (session, secret):
        ref = require_owner(lock_event(session, secret, event))
        # Ignore the second of two taps, which comes with the old link, but remove phones anyway.
        key = current_device.secret_key()
        removes = "phones" in request.form
        if removes or request.form.get("was") == links.sign_event_link(key, ref, "e"):
            links.end_event_links(session, ref, remove_phones=removes)
    flash(_("New links created. The old ones no longer work."))
    return rendering.redirect_to("event_links.show", event=event)


def show_phones(event: str) -> str:
    """Show the phones of an evening to its organiser."""
    stored = events.load_owned_event(event)
    with db.read() as (session, secret):
        found = phones.find_for_event(session, secret, stored.ref)
    clock = stored.to_local(now())
    return render_template("scorebooks/devices.html", evening=stored, phones=found, now=clock)


def remove_phone(event: str, phone: str) -> Response:
    """Remove a phone from an evening, or allow it to join again."""
    is_allowed = request.form.get("do") == "allow"
    change = devices.allow_again if is_allowed else devices.remove_from_event
    with db.write() as (session, secret):
        ref = require_owner(lock_event(session, secret, event))
        change(session, *ref.key, phone)
    if is_allowed:
        flash(_("This phone can join again."))
    else:
        log_security_change("removal", "a phone was removed")
        flash(_("Phone removed. It can no longer see this evening."))
    return rendering.redirect_to("event_links.show_phones", event=event)


def show_sheet(event: str, sheet: str) -> str:
    """Show a sheet."""
    stored = events.load_event(event)
    if sheet not in SHEETS or (sheet in WITH_LINKS and not stored.ref.is_owner):
        raise AccessDenied(event)
    evening = stored.event
    running = events.load_live(stored) if sheet == "bracket" else {}
    return render_template(
        "events/print.html",
        stored=stored,
        event=evening,
        sheet=sheet,
        lines=events.list_lines(stored),
        links=_list_links(stored, sheet) if sheet in WITH_LINKS else [],
        most=MAX_CARDS,
        people=_list_people(stored) if sheet == "seating" else [],
        plan=plan_playoff(evening, evening.lives) if evening.lives else None,
        playoff_tables=events.describe_playoff(stored, running),
    )


def _list_links(stored: StoredEvent, sheet: str) -> list[tuple[int, str]]:
    """Return number and link of each table card, 0 at the door; empty if no phone can open it."""
    key = current_device.secret_key()
    if sheet == "door":
        address = share_url("e", links.sign_event_link(key, stored.ref, "e"))
        return [(0, address)] if address else []
    start = share_url("t", links.sign_event_link(key, stored.ref, "t"))
    return [(number, f"{start}/{number}") for number in range(1, _count_cards(stored) + 1) if start]


def _count_cards(stored: StoredEvent) -> int:
    """Return how many cards were asked for, else as many as the evening may need."""
    requested = parse_int(request.args.get("tables"))
    if requested is not None:
        return min(max(requested, 1), MAX_CARDS)
    event = stored.event
    needed = max(USUAL_CARDS, math.ceil(len(event.entrants) / event.seats_per_table))
    return min(event.max_tables or needed, MAX_CARDS)


def _list_people(stored: StoredEvent) -> list[tuple[str, int, int]]:
    """Return the name, chair and table of everyone in the latest round, A to Z; 0 is no table."""
    latest = stored.event.latest
    if latest is None:
        return []
    people = [
        (stored.names[entrant][person], chair, table.number)
        for table in latest.tables
        for chair, (entrant, person) in enumerate(list_chairs(table))
    ]
    people += [(name, 0, 0) for entrant in latest.sits_out for name in stored.names[entrant]]
    return sorted(people, key=lambda one: events.order_name(one[0]))


def send_standings(event: str) -> Response:
    """Send the standings as a list (CSV); after the evening, the final ranking."""
    stored = events.load_event(event)
    is_final = stored.ended_at or stored.event.is_drawn
    write = write_final_ranking if is_final else write_standings
    content = write(stored.event, stored.names, get_list_separator())
    return _send(stored, content, "standings.csv", "text/csv")


def download(event: str) -> Response:
    """Send the evening with its matches as a file to import."""
    stored = events.load_owned_event(event)
    rate_limits.count("matches", rate_limits.client_address())
    content = b"".join(export_event(db.database(), stored))
    return _send(stored, content, "evening.jsonl", "application/jsonl")


def _send(stored: StoredEvent, content: bytes, name: str, mimetype: str) -> Response:
    day = f"{stored.to_local(stored.started_at):%Y-%m-%d}"
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=f"spades-{day}-{name}")
    return response


def write_standings(event: Event, names: Names, separator: str) -> bytes:
    """Return the standings: one line per person or pair."""
    lines = [write_header(STANDINGS_COLUMNS, separator)]
    for row in rank(event):
        people = [*map(write_text, names[row.entrant]), ""][:2]
        numbers = (row.wins, row.strength, row.head_to_head)
        cells = [row.place, *people, *(_format_wins(number, separator) for number in numbers)]
        cells += [row.difference, row.played, len(row.sat_out)]
        lines.append(write_line(cells, separator).encode())
    return b"".join(lines)


def write_final_ranking(event: Event, names: Names, separator: str) -> bytes:
    """Return the final ranking: one line per person or pair, with how far they got in a playoff."""
    lines = [write_header(FINAL_COLUMNS, separator)]
    for line in rank_finally(event):
        stage = f"round {line.round}" if line.stage is Stage.ROUND else line.stage
        for row in line.standings:
            name = write_text(" & ".join(names[row.entrant]))
            wins = _format_wins(row.wins, separator)
            cells = [line.place, name, stage, wins, row.difference, row.played]
            lines.append(write_line(cells, separator).encode())
    return b"".join(lines)


def _format_wins(wins: float | None, separator: str) -> str | None:
    """Return a number of wins; spreadsheets that expect semicolons expect a decimal comma, too."""
    if wins is None:
        return None
    return f"{wins:g}".replace(".", "," if separator == ";" else ".")
