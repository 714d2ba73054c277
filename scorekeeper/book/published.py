"""What a scorebook tells machines: its finished matches, and when each was last written."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import SCOREBOOKS, Seen
from scorekeeper.book.columns import table_of
from scorekeeper.book.loading import Stored, load_all
from scorekeeper.book.models import Address, Change, Match, Receipt


@dataclass(frozen=True)
class Head:
    """The scorebook itself, and where its newest finished matches are, the newest first."""

    public_id: str
    name: str | None
    is_house: bool
    began: datetime
    matches: tuple[Seen, ...]

    @property
    def shown(self) -> tuple[object, ...]:
        """What is another one wherever something else is to be told."""
        return self.name, self.is_house, *((one.id, one.shown) for one in self.matches)


@dataclass(frozen=True)
class Published:
    """A finished match, and when it was last written as far as anybody remembers."""

    stored: Stored
    updated: datetime


MATCHES, ADDRESSES = table_of(Match), table_of(Address)
CHANGES, RECEIPTS = table_of(Change), table_of(Receipt)
_IN_SCOREBOOK = MATCHES.c.scorebook_id == bindparam("scorebook")
BOOK = select(*SCOREBOOKS.c["public_id", "name", "house", "created_at"]).where(
    SCOREBOOKS.c.id == bindparam("scorebook")
)
NEWEST = (
    select(MATCHES.c.id, ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(_IN_SCOREBOOK, MATCHES.c.ended_at.is_not(None), MATCHES.c.deleted_at.is_(None))
    .order_by(MATCHES.c.started_at.desc(), MATCHES.c.id.desc())
    .limit(bindparam("limit"))
)
# A correction is kept for ever; that one was taken back is known from the answer to its form.
_CHANGED, _ANSWERED = (
    select(func.max(table.c.at))
    .where(table.c.scorebook_id == MATCHES.c.scorebook_id, table.c.match_id == MATCHES.c.id)
    .scalar_subquery()
    for table in (CHANGES, RECEIPTS)
)
WRITTEN = select(MATCHES.c.id, _CHANGED.label("changed"), _ANSWERED.label("answered")).where(
    _IN_SCOREBOOK, MATCHES.c.id.in_(bindparam("matches", expanding=True))
)


def head(session: Session, scorebook_id: int, limit: int) -> Head:
    """Return what tells whether there is anything new, with two statements."""
    where = {"scorebook": scorebook_id}
    book = session.execute(BOOK, where).one()
    found = session.execute(NEWEST, {**where, "limit": limit})
    return Head(
        book.public_id,
        book.name,
        bool(book.house),
        book.created_at,
        tuple(
            Seen(scorebook_id, row.id, row.public_id, row.version, row.shown, may_write=False)
            for row in found
        ),
    )


def published(session: Session, matches: Sequence[Seen]) -> list[Published]:
    """Return these matches of one scorebook, with four statements."""
    if not matches:
        return []
    where = {"scorebook": matches[0].scorebook_id, "matches": [one.id for one in matches]}
    written = {row.id: row for row in session.execute(WRITTEN, where)}
    return [
        Published(stored, max(filter(None, (stored.match.ended, *written[stored.id][1:]))))
        for stored in load_all(session, matches)
    ]


def uuid_of(public_id: str) -> UUID:
    """Return the id by which machines know a match or a scorebook: the same 128 bits.

    >>> str(uuid_of("v0IIdm9lXmW_4p6v3vW0cA"))
    'bf420876-6f65-5e65-bfe2-9eafdef5b470'
    """
    return UUID(bytes=base64.urlsafe_b64decode(f"{public_id}=="))
