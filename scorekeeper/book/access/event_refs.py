"""References to events, each with the role of the device that asks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.access.grants import ROLES, AccessDenied, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.statements import VersionQuery
from scorekeeper.book.models.conditions import (
    GIVES_EVENT,
    IS_ITS_EVENT,
    IS_ITS_MATCH,
    NOT_DELETED,
    same_match,
)
from scorekeeper.book.models.tables import EVENTS, GRANTS, MATCHES, SCOREBOOKS

AT_HOME_AFTER_END = timedelta(hours=12)
"""How long an event stays on the home page after its end."""


@dataclass(frozen=True)
class EventRef:
    """A reference to an event: its key, its revision and the role of the requesting device.

    `matches` is the number of its matches and the sum of their revisions, where that was asked;
    `row` is the one that it was read from.
    """

    scorebook_id: int
    id: int
    public_id: str
    revision: int
    generation: int
    role: str
    deleted_at: datetime | None = None
    matches: tuple[int, int] | None = None
    row: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def key(self) -> tuple[int, int]:
        return self.scorebook_id, self.id

    @property
    def where(self) -> dict[str, Any]:
        """The values by which statements find the event."""
        return {"scorebook": self.scorebook_id, "event": self.id}

    @property
    def is_owner(self) -> bool:
        return self.role == "owner"

    @property
    def can_score(self) -> bool:
        """Whether the device may start and score the match of a table."""
        return self.role in ("owner", "scorer")


class CurrentEvent(NamedTuple):
    """An event that goes on or ended today; later ones have greater ids."""

    id: int
    public_id: str
    name: str
    revision: int
    ended_at: datetime | None
    round: int | None


_RANKS = sa.case({role: rank for rank, role in enumerate(ROLES)}, value=GRANTS.c.role)
_RANK = (
    sa.select(sa.func.max(_RANKS))
    .select_from(grants.DEVICE_GRANTS)
    .where(grants.BY_SECRET, GRANTS.c.scorebook_id == EVENTS.c.scorebook_id, GIVES_EVENT)
    .correlate(EVENTS)
    .scalar_subquery()
)
FIND_EVENT = sa.select(
    *EVENTS.c["scorebook_id", "id", "revision", "generation"],
    _RANK.label("rank"),
    EVENTS.c.deleted_at,
).where(EVENTS.c.public_id == sa.bindparam("public_id"))
LOCK_EVENT = FIND_EVENT.join(SCOREBOOKS).with_for_update(key_share=True, of=SCOREBOOKS)
FIND_EVENT_AND_MATCHES = FIND_EVENT.add_columns(
    *(
        sa.select(figure).where(IS_ITS_MATCH).correlate(EVENTS).scalar_subquery()
        for figure in (sa.func.count(), sa.func.coalesce(sa.func.sum(MATCHES.c.revision), 0))
    )
)
LIST_EVENTS = (
    sa.select(*EVENTS.c["scorebook_id", "id", "public_id", "revision", "generation"])
    .where(EVENTS.c.scorebook_id == sa.bindparam("scorebook"), EVENTS.c.deleted_at.is_(None))
    .order_by(EVENTS.c.id)
)
LIST_SOME_EVENTS = LIST_EVENTS.where(EVENTS.c.id.in_(sa.bindparam("ids", expanding=True)))
LIST_CURRENT = (
    sa.select(*EVENTS.c["id", "public_id", "name", "revision", "ended_at", "latest_round"])
    .select_from(grants.DEVICE_GRANTS)
    .join(EVENTS, (EVENTS.c.scorebook_id == GRANTS.c.scorebook_id) & GIVES_EVENT)
    .where(grants.BY_SECRET, EVENTS.c.deleted_at.is_(None))
    .where(sa.or_(EVENTS.c.ended_at.is_(None), EVENTS.c.ended_at > sa.bindparam("ended_after")))
    .distinct()
)
FIND_ANY_MATCH = (
    sa.select(GRANTS.c.id)
    .select_from(
        grants.DEVICE_GRANTS.join(MATCHES, same_match(MATCHES, GRANTS)).join(EVENTS, IS_ITS_EVENT)
    )
    .where(grants.BY_SECRET, EVENTS.c.public_id == sa.bindparam("public_id"), NOT_DELETED)
    .limit(1)
)


def find_event_or_deleted(session: Session, secret: Secret | None, public_id: str) -> EventRef:
    """Find an event, deleted or not; raise AccessDenied if the device may not see it."""
    return read_ref(session.execute(FIND_EVENT, _bind(secret, public_id)).first(), public_id)


def find_event(session: Session, secret: Secret | None, public_id: str) -> EventRef:
    """Find an event; raise AccessDenied if it is deleted or the device may not see it."""
    return require_undeleted(find_event_or_deleted(session, secret, public_id))


def list_events(
    session: Session, scorebook_id: int, role: str, ids: Sequence[int] | None = None
) -> list[EventRef]:
    """List events of a scorebook, all or some, in the order they were stored."""
    where = {"scorebook": scorebook_id, "ids": ids}
    rows = session.execute(LIST_EVENTS if ids is None else LIST_SOME_EVENTS, where)
    return [
        EventRef(row.scorebook_id, row.id, row.public_id, row.revision, row.generation, role)
        for row in rows
    ]


def lock_event(session: Session, secret: Secret | None, public_id: str) -> EventRef:
    """Find an event as `find_event` does; lock its scorebook until the transaction ends."""
    row = session.execute(LOCK_EVENT, _bind(secret, public_id)).first()
    return require_undeleted(read_ref(row, public_id))


def list_current(session: Session, secret: Secret | None) -> list[CurrentEvent]:
    """List the events of a device that go on, then those that ended today; the latest first."""
    if not any(one.has_events for one in grants.load_grants(session, secret)):
        return []
    values = {**grants.bind_device(secret), "ended_after": now() - AT_HOME_AFTER_END}
    events = [CurrentEvent._make(row) for row in session.execute(LIST_CURRENT, values)]
    return sorted(events, key=lambda one: (one.ended_at is None, one.id), reverse=True)


def has_match_of_event(session: Session, secret: Secret | None, public_id: str) -> bool:
    """Whether a device has the right to a match of an event, but perhaps not to the event."""
    return session.execute(FIND_ANY_MATCH, _bind(secret, public_id)).first() is not None


def select_event(
    secret: Secret | None, public_id: str, *, live: bool
) -> tuple[sa.Select[Any], dict[str, Any]]:
    """Return the statement that finds an event, and its values; `read_ref` reads its row.

    With `live`, the row changes with each hand of its matches, too.
    """
    return FIND_EVENT_AND_MATCHES if live else FIND_EVENT, _bind(secret, public_id)


def version_of(ref: EventRef, secret: Secret | None, *, live: bool) -> VersionQuery:
    """Return the query that finds out whether the pages of an event are unchanged."""
    return VersionQuery(*select_event(secret, ref.public_id, live=live), ref.row)


def read_ref(row: Sequence[Any] | None, public_id: str) -> EventRef:
    """Return the event of a row of these statements; raise AccessDenied without a right."""
    if row is None or row[4] is None:
        raise AccessDenied(public_id)
    scorebook_id, id_, revision, generation, rank, deleted_at, *matches = row
    known = (matches[0], int(matches[1])) if matches else None
    return EventRef(
        *(scorebook_id, id_, public_id, revision, generation, ROLES[rank]),
        deleted_at=deleted_at,
        matches=known,
        row=tuple(row),
    )


def require_undeleted(ref: EventRef) -> EventRef:
    """Return an event; raise AccessDenied if it is deleted."""
    if ref.deleted_at is not None:
        raise AccessDenied(ref.public_id)
    return ref


def require_owner(ref: EventRef) -> EventRef:
    """Return an event; raise AccessDenied unless the device organises it."""
    if not ref.is_owner:
        raise AccessDenied(ref.public_id)
    return ref


def _bind(secret: Secret | None, public_id: str) -> dict[str, Any]:
    # A database may reject a text that cannot be an id.
    if not grants.is_public_id(public_id):
        raise AccessDenied(public_id)
    return {"public_id": public_id, **grants.bind_device(secret)}
