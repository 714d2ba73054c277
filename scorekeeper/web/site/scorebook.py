"""How a page reaches the scorebook: the database of this app, and the match it is about."""

from collections.abc import Sequence

from flask import current_app
from sqlalchemy.orm import Session

from scorekeeper.book import matches
from scorekeeper.book.access import NotYours, Seen
from scorekeeper.book.database import Database
from scorekeeper.book.loading import Stored, load_all
from scorekeeper.book.submissions import Submission
from scorekeeper.web.site import device


def database() -> Database:
    """Return the scorebook's database of this app."""
    opened: Database = current_app.extensions["database"]
    return opened


def load(public_id: str) -> Stored:
    """Return a match this device may read; raise NotYours for any other."""
    with database().read() as session:
        return stored(session, matches.look(session, device.known(), public_id))


def to_write(public_id: str, submission: Submission) -> tuple[Stored, bool]:
    """Return a match this device may write, and whether this form was answered before."""
    with database().read() as session:
        seen = matches.look(session, device.known(), public_id, submission)
        if not seen.may_write:
            raise NotYours(public_id)
        return stored(session, seen), seen.answered


def all_stored(session: Session, seen: Sequence[Seen]) -> list[Stored]:
    """Return matches that were looked at; those that are not in memory are loaded together."""
    remembered = database().matches
    missing = [one for one in seen if remembered.get(one.state) is None]
    for loaded in load_all(session, missing) if missing else ():
        remembered.put(loaded.state, loaded)
    found = (remembered.get(one.state) for one in seen)
    return [match for match in found if match is not None]


def stored(session: Session, seen: Seen) -> Stored:
    """Return the match that was looked at; from memory where it is still what was loaded."""
    remembered = database().matches
    found = remembered.get(seen.state)
    if found is None:
        found = matches.load(session, seen)
        remembered.put(seen.state, found)
    return found


def remember(before: Stored, new: Stored | None) -> None:
    """Keep in memory what a save has made; not where names were changed meanwhile."""
    if new is not None and new.shown == before.shown + 1:
        database().matches.put(new.state, new)
