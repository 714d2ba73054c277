"""Database access of the pages: the app's database, and cached matches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from flask import Flask, current_app
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.statistics import cache, roster
from scorekeeper.web.http import current_device
from scorekeeper.words.table import translate_names

MAX_CACHED_MATCHES = 1500
"""Matches of about 15 kB each; one core serves about as many at a time.

A match that is not in the cache is loaded again for each phone that polls.
"""

MAX_CACHED_EVENTS = 50
"""Events of up to 200 kB each; few go on at a time."""


def register(app: Flask, opened: Database) -> None:
    """Give an app its database, with caches of matches and statistics."""
    app.extensions["database"] = opened
    app.extensions["match_cache"] = LRUCache[tuple[int, int], StoredMatch](MAX_CACHED_MATCHES)
    app.extensions["event_cache"] = LRUCache[tuple[int, int], StoredEvent](MAX_CACHED_EVENTS)
    app.extensions["statistics_cache"] = cache.Cache(cache.MAX_CACHED_QUERIES)


def database() -> Database:
    """Return the database of the current app."""
    opened: Database = current_app.extensions["database"]
    return opened


@contextmanager
def read() -> Iterator[tuple[Session, grants.Secret | None]]:
    """Open a read-only session, with the secret of this device."""
    with database().read() as session:
        yield session, current_device.read_secret()


@contextmanager
def write() -> Iterator[tuple[Session, grants.Secret | None]]:
    """Open a session for writing, with the secret of this device."""
    with database().write() as session:
        yield session, current_device.read_secret()


@contextmanager
def read_with_access() -> Iterator[Session]:
    """Open a read-only session; at home, raise AccessDenied for a device without any access."""
    with database().read() as session:
        if current_device.is_at_home() and not has_access(session):
            raise grants.AccessDenied
        yield session


def has_access(session: Session) -> bool:
    """Whether this device may see anything: a scorebook, its board, a match or an event."""
    return bool(grants.load_grants(session, current_device.read_secret()))


def use_statistics_cache(session: Session) -> None:
    cache.use_cache(session, current_app.extensions["statistics_cache"])


def load_statistics_book(session: Session, of: grants.GrantedAccess | int) -> roster.Roster:
    """Return the people of a scorebook as the device sees them, or by its id as viewers do.

    Makes the session use the statistics cache.
    """
    use_statistics_cache(session)
    if isinstance(of, int):
        return roster.load_roster(session, of).for_viewers()
    book = roster.load_roster(session, of.scorebook_id, of.statistics_revision)
    return book if of.role == "owner" else book.for_viewers()


def load_match(public_id: str) -> StoredMatch:
    """Return a match that this device may read, with unnamed players in the reader's language."""
    return localize_players(load_recorded_match(public_id))


def load_writable_match(public_id: str) -> StoredMatch:
    """Return a match this device may write; raise AccessDenied if it may only read."""
    stored = load_match(public_id)
    stored.rights.require_write(public_id)
    return stored


def load_recorded_match(public_id: str) -> StoredMatch:
    """Return a match this device may read, as recorded, in no particular language."""
    ref = matches.find_match_without_session(database(), current_device.read_secret(), public_id)
    if cached := _find_cached(ref):
        return _with_access(cached, ref)
    with database().read() as session:
        return load_stored(session, ref)


def localize_players(stored: StoredMatch) -> StoredMatch:
    """Return a match with unnamed players in the reader's language; never store the result."""
    match = translate_names(stored.match)
    return stored if match is stored.match else replace(stored, match=match)


def load_for_submission(public_id: str, submission: Submission) -> tuple[StoredMatch, bool]:
    """Return a match this device may write, and whether this form was processed before."""
    about = current_device.read_secret(), public_id, submission
    ref = matches.find_match_without_session(database(), *about)
    if cached := _find_cached(ref):
        return _with_access(cached, ref), ref.answered
    with database().read() as session:
        # Again: a match loaded from a later moment may already have this form.
        ref = matches.find_match(session, *about)
        return load_stored(session, ref), ref.answered


def load_all_stored(session: Session, refs: Sequence[grants.MatchRef]) -> list[StoredMatch]:
    """Return the matches of these references; those not in the cache are loaded together."""
    stored = {ref.key: _find_cached(ref) for ref in refs}
    missing = [ref for ref in refs if stored[ref.key] is None]
    for loaded in load_matches(session, missing) if missing else ():
        _match_cache().put(loaded.key, loaded)
        stored[loaded.key] = loaded
    return [match for match in stored.values() if match is not None]


def load_stored(session: Session, ref: grants.MatchRef) -> StoredMatch:
    """Return the match of a reference, from the cache if its revision is current."""
    stored = _find_cached(ref)
    if stored is None:
        stored = matches.load(session, ref)
        _match_cache().put(ref.key, stored)
    return _with_access(stored, ref)


def cache_match(new: StoredMatch) -> None:
    _match_cache().put(new.key, new)


def _match_cache() -> LRUCache[tuple[int, int], StoredMatch]:
    cache: LRUCache[tuple[int, int], StoredMatch] = current_app.extensions["match_cache"]
    return cache


def _with_access(stored: StoredMatch, ref: grants.MatchRef) -> StoredMatch:
    return stored if stored.rights == ref.rights else replace(stored, rights=ref.rights)


def _find_cached(ref: grants.MatchRef) -> StoredMatch | None:
    stored = _match_cache().get(ref.key)
    return stored if stored is not None and stored.revision == ref.revision else None
