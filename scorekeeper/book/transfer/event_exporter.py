"""Events as lines of an export."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from scorekeeper.book.access.event_refs import list_events
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.events.event_loader import StoredEvent, load_event
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.event_file import WrittenEvent

MINUTE = timedelta(minutes=1)


def load_events(database: Database, scorebook_id: int) -> Iterator[StoredEvent]:
    """Yield the events of a scorebook, in the order they were stored."""
    with database.read() as session:
        refs = list_events(session, scorebook_id, "owner")
    for ref in refs:
        # One may be deleted in the meantime.
        with suppress(AccessDenied):
            with database.read() as session:
                stored = load_event(session, ref)
            yield stored


def write_event_line(stored: StoredEvent) -> bytes:
    """Return an event as one line."""
    data = event_file.write(describe_event(stored))
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def describe_event(stored: StoredEvent) -> WrittenEvent:
    """Return an event as a file holds it: of the results, only those that were typed."""
    ahead = None if stored.clock is None else stored.clock.utcoffset(stored.started_at)
    return WrittenEvent(
        public_id=stored.ref.public_id,
        name=stored.name,
        event=stored.event,
        names=stored.names,
        started=stored.started_at,
        ended=stored.ended_at,
        utc_offset=None if ahead is None else ahead // MINUTE,
        matches={place: match.public_id for place, match in stored.matches.items()},
    )
