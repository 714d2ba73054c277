"""Events for the pages: cached, checked and polled, and which player reads them."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Response, current_app, flash, make_response, render_template, session

from scorekeeper import rules
from scorekeeper.book.access import event_refs
from scorekeeper.book.access.event_refs import EventRef
from scorekeeper.book.access.grants import MATCH_REFS, AccessDenied, GrantedAccess, MatchRef
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.events import event_loader
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.models.conditions import of_matches
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.rules import fold
from scorekeeper.rules.presets import find_limits, limit_match
from scorekeeper.rules.seating.event import Place
from scorekeeper.rules.seating.final import FinalRow, rank_finally
from scorekeeper.rules.seating.standings import StandingsRow, rank
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import render_polled_page
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.words.events import organiser, tables
from scorekeeper.words.language import gettext as _

LIST_REFS = MATCH_REFS.where(*of_matches(MATCHES))
SESSION_KEY = "players"
TABLE_KEY = re.compile(r"table-(\d{1,3})", re.ASCII)
"""The key of a phone that belongs to no player and stays at a table."""
MAX_REMEMBERED = 4
"""Evenings for which a session remembers the player, the newest last."""


class Reader(NamedTuple):
    """A player of an evening: the entrant, and which of the two in a pair."""

    entrant: int
    person: int

    @property
    def value(self) -> str:
        return f"{self.entrant}-{self.person}"


def load_event(public_id: str, *, live: bool = False) -> StoredEvent:
    """Return an event that this device may see; `live` says whether the page shows each hand."""
    # One query, without a session.
    query = event_refs.select_event(current_device.read_secret(), public_id, live=live)
    try:
        ref = event_refs.read_ref(db.database().find_row(*query), public_id)
        return _load(event_refs.require_undeleted(ref))
    except AccessDenied:
        rate_limits.count_poll(None)
        raise


def load_events(grant: GrantedAccess, ids: Sequence[int]) -> dict[int, StoredEvent]:
    """Return some events of a scorebook that this device may see, by their ids."""
    if not ids:
        return {}
    with db.database().read() as reading:
        refs = event_refs.list_events(reading, grant.scorebook_id, grant.role, ids)
    return {ref.id: _load(ref) for ref in refs}


def load_owned_event(public_id: str) -> StoredEvent:
    """Return an event that this device organises; raise AccessDenied for all others."""
    stored = load_event(public_id)
    event_refs.require_owner(stored.ref)
    return stored


def load_live(stored: StoredEvent) -> Mapping[Place, StoredMatch]:
    """Return the matches that did not bring a result to their table, by round and table."""
    results = stored.event.results
    running = {
        match.id: place
        for place, match in stored.matches.items()
        if match.result is None or place not in results
    }
    if not running:
        return {}
    with db.database().read() as reading:
        values = {"scorebook": stored.ref.scorebook_id, "matches": list(running)}
        rows = reading.execute(LIST_REFS, values).all()
        refs = [MatchRef.from_row(row) for row in rows]
        matches = db.load_all_stored(reading, refs)
    return {running[match.id]: db.localize_players(match) for match in matches}


def describe_playoff(
    stored: StoredEvent, running: Mapping[Place, StoredMatch]
) -> dict[Place, tables.TableLine]:
    return {
        key: tables.describe_table(
            table, stored.names, running[key].match if key in running else None
        )
        for seated in stored.event.playoff_rounds
        for table in seated.tables
        for key in [(seated.number, table.number)]
    }


def render_polled_event_page(
    stored: StoredEvent, render: Callable[[], str], about: Hashable = None, *, live: bool
) -> Response:
    """Return a page of an event that browsers poll, or 304; `about` says who reads it.

    `live` says whether it shows each hand; then the event was loaded with `live`, too.
    """
    ref = stored.ref
    content = ref.revision, ref.generation, ref.matches if live else None
    version = event_refs.version_of(ref, current_device.read_secret(), live=live)
    return render_polled_page(content, (*ref.key, ref.role, about), render, version)


def redirect_to_event(public_id: str) -> Response:
    return redirect_to("event.show", event=public_id)


def redirect_after_end(stored: StoredEvent) -> Response:
    """Redirect to an evening that is over, where no round can be seated, and say so."""
    flash(_("The evening is over. You can go on with it in Set-up."))
    return redirect_to("event.show", event=stored.ref.public_id)


def render_stale_event(stored: StoredEvent, number: int) -> Response:
    """Render how the evening is now, because another organiser changed round `number`."""
    latest = stored.event.latest
    lines = [
        tables.describe_table(table, stored.names) for table in (latest.tables if latest else ())
    ]
    html = render_template("events/stale.html", stored=stored, number=number, lines=lines)
    return make_response(html, 409)


def rank_by_name(stored: StoredEvent) -> list[StandingsRow]:
    """Return the standings; before the first table is done from A to Z, and in place 0."""
    rows = rank(stored.event)
    if any(row.played for row in rows):
        return rows
    unplaced = [replace(row, place=0) for row in rows]
    return sorted(unplaced, key=lambda row: [*map(order_name, stored.names[row.entrant])])


def list_lines(stored: StoredEvent) -> list[FinalRow]:
    """Return the lines of the standings; at the end, or of an elimination, of the final ranking."""
    if (stored.ended_at and stored.event.lives) or stored.event.is_drawn:
        return rank_finally(stored.event)
    return [FinalRow(row.place, (row,)) for row in rank_by_name(stored)]


def list_readers(stored: StoredEvent) -> dict[str, Reader]:
    """Return all players by the values of their keys, from A to Z."""
    readers = [
        (order_name(name), Reader(entrant, person))
        for entrant, names in stored.names.items()
        for person, name in enumerate(names)
    ]
    return {reader.value: reader for _name, reader in sorted(readers)}


def order_name(name: str) -> tuple[str, str]:
    """Return what orders names from A to Z, as in other lists of players: Änne before Ben."""
    return fold(name), name


def find_reader(stored: StoredEvent) -> Reader | None:
    """Return the player who reads, if this browser knows and they still take part."""
    chosen = session.get(SESSION_KEY, {}).get(stored.ref.public_id)
    readers = list_readers(stored).values()
    return next((reader for reader in readers if _find_player(stored, reader) == chosen), None)


def find_own_table(stored: StoredEvent) -> int | None:
    """Return the table at which this phone stays, if it does and may score."""
    chosen = session.get(SESSION_KEY, {}).get(stored.ref.public_id, "")
    stays = TABLE_KEY.fullmatch(chosen) if stored.ref.can_score else None
    return int(stays[1]) if stays else None


def find_last_table(stored: StoredEvent) -> int | None:
    """Return the table whose card this phone opened last, if it may score."""
    event, table = session.get("table", ("", None))
    return table if event == stored.ref.public_id and stored.ref.can_score else None


def remember_reader(stored: StoredEvent, reader: Reader | str) -> None:
    """Remember which player reads, or by its key at which table the phone stays."""
    known = {**session.get(SESSION_KEY, {})}
    known.pop(stored.ref.public_id, None)
    chosen = reader if isinstance(reader, str) else _find_player(stored, reader)
    known[stored.ref.public_id] = chosen
    session[SESSION_KEY] = dict(list(known.items())[-MAX_REMEMBERED:])


def _find_player(stored: StoredEvent, reader: Reader) -> str:
    # Numbers of entrants are used again.
    return stored.players[reader.entrant][reader.person]


def _load(ref: EventRef) -> StoredEvent:
    cache: LRUCache[tuple[int, int], StoredEvent] = current_app.extensions["event_cache"]
    stored = cache.get(ref.key)
    if stored is None or stored.ref.revision != ref.revision:
        with db.database().read() as reading:
            stored = event_loader.load_event(reading, ref)
        cache.put(ref.key, stored)
    return replace(stored, ref=replace(ref, revision=stored.ref.revision))


PLAYOFF_TARGETS = (250, 350, 500)


def find_length(house: rules.HouseRules) -> str:
    return ",".join(f"{rule}:{amount}" for rule, amount in find_limits(house).items())


def list_playoff_houses(
    house: rules.HouseRules, latest: rules.HouseRules
) -> dict[str, rules.HouseRules]:
    """Return the house rules for a round of the playoff by length, with the usual targets last."""
    targets = [limit_match(house, {"target": target}) for target in PLAYOFF_TARGETS]
    return {find_length(one): one for one in (latest, house, *targets)}


def describe_lengths(lengths: Iterable[str]) -> list[tuple[str, str]]:
    return [(length, organiser.describe_length(_read_limits(length))) for length in lengths]


def _read_limits(length: str) -> dict[str, int]:
    limits = (limit.partition(":") for limit in length.split(","))
    return {rule: parse_int(amount) or 0 for rule, _mark, amount in limits}
