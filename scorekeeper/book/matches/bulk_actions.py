"""What is done to several matches at once: all of them, or none."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import NotYours, Secret
from scorekeeper.book.db.search_key import fold
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches import deletion, matches
from scorekeeper.book.models import Match, Scorebook

MATCHES, SCOREBOOKS = table_of(Match), table_of(Scorebook)
PUBLIC_ID = select(SCOREBOOKS.c.public_id).where(SCOREBOOKS.c.id == bindparam("scorebook"))
PUT = (
    update(MATCHES)
    .where(MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.id == bindparam("match"))
    .values(place=bindparam("called"), folded_place=bindparam("found"), shown=MATCHES.c.shown + 1)
)


def delete(session: Session, secret: Secret | None, public_ids: Iterable[str]) -> None:
    """Delete matches so that they can be brought back; raise NotYours where one is not theirs."""
    for public_id in public_ids:
        deletion.mark(session, secret, public_id)


def bring_back(session: Session, secret: Secret | None, public_ids: Iterable[str]) -> None:
    """Bring deleted matches back as they were; raise NotYours where one is not theirs."""
    for public_id in public_ids:
        deletion.bring_back(session, secret, public_id)


def put(session: Session, secret: Secret | None, public_ids: Sequence[str], place: str) -> None:
    """Say where matches were played; raise NotYours where one is not theirs.

    Raises SetUpError for a place that is too long or cannot be kept.
    """
    rules.check_note("place", place)
    found = {"called": place, "found": fold(place)}
    for public_id in public_ids:
        seen = matches.look(session, secret, public_id)
        if not seen.may_write:
            raise NotYours(public_id)
        session.execute(PUT, {**found, "scorebook": seen.scorebook_id, "match": seen.id})


def scorebook_of(session: Session, secret: Secret | None, public_ids: Iterable[str]) -> str:
    """Return the public id of the scorebook that has these matches; raise NotYours if none has."""
    lie_in = {matches.look(session, secret, public_id).scorebook_id for public_id in public_ids}
    if len(lie_in) != 1:
        raise NotYours
    found: str = session.scalars(PUBLIC_ID, {"scorebook": lie_in.pop()}).one()
    return found
