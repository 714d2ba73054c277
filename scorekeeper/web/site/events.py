"""Events for the pages: cached, checked, and polled."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace

from flask import Response, current_app

from scorekeeper.book.access import event_grants
from scorekeeper.book.access.event_grants import EventRef
from scorekeeper.book.access.grants import MATCH_REFS, MatchRef
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.events import event_loader
from scorekeeper.book.events.event_loader import Place, StoredEvent
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.models.conditions import of_matches
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import render_polled_page

LIST_REFS = MATCH_REFS.where(*of_matches(MATCHES))


def load_event(public_id: str, *, live: bool = False) -> StoredEvent:
    """Return an event that this device may see; `live` says whether the page shows each hand."""
    ref = event_grants.require_undeleted(_find(public_id, live=live))
    cache: LRUCache[tuple[int, int], StoredEvent] = current_app.extensions["event_cache"]
    stored = cache.get(ref.key)
    if stored is None or stored.ref.revision != ref.revision:
        with db.database().read() as session:
            stored = event_loader.load_event(session, ref)
        cache.put(ref.key, stored)
    return replace(stored, ref=replace(ref, revision=stored.ref.revision))


def load_owned_event(public_id: str, *, live: bool = False) -> StoredEvent:
    """Return an event that this device organises; raise AccessDenied for all others."""
    stored = load_event(public_id, live=live)
    event_grants.require_owner(stored.ref)
    return stored


def load_live(stored: StoredEvent) -> Mapping[Place, StoredMatch]:
    """Return the matches without a result, by round and table."""
    running = {match.id: place for place, match in stored.matches.items() if match.result is None}
    if not running:
        return {}
    with db.database().read() as session:
        values = {"scorebook": stored.ref.scorebook_id, "matches": list(running)}
        rows = session.execute(LIST_REFS, values).all()
        refs = [MatchRef.from_row(row, can_write=False) for row in rows]
        matches = db.load_all_stored(session, refs)
    return {running[match.id]: db.localize_players(match) for match in matches}


def render_polled_event_page(
    stored: StoredEvent,
    render: Callable[[], str],
    about: Hashable = None,
    *,
    live: bool,
) -> Response:
    """Return a page of an event that browsers poll, or 304; `about` includes its query.

    `live` says whether it shows each hand; then the event was loaded with `live`, too.
    """
    ref = stored.ref
    content = ref.revision, ref.generation, ref.matches if live else None
    version = event_grants.version_of(ref, current_device.read_secret(), live=live)
    return render_polled_page(content, (*ref.key, ref.role, about), render, version)


def _find(public_id: str, *, live: bool) -> EventRef:
    """Find an event for this device with one query, without a session."""
    query = event_grants.select_event(current_device.read_secret(), public_id, live=live)
    return event_grants.read_ref(db.database().find_row(*query), public_id)
