"""Actions on several matches at once: on all of them, or on none."""

from collections.abc import Iterable, Sequence

from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.matches import deletion, matches
from scorekeeper.book.models.conditions import UPDATE_MATCH, raise_statistics_revision


def soft_delete(session: Session, secret: Secret | None, public_ids: Iterable[str]) -> None:
    """Soft-delete matches; raise AccessDenied if the device may not write one of them."""
    for public_id in public_ids:
        deletion.soft_delete(session, secret, public_id)


def restore(session: Session, secret: Secret | None, public_ids: Iterable[str]) -> None:
    """Restore deleted matches; raise AccessDenied if the device may not write one of them."""
    for public_id in public_ids:
        deletion.restore(session, secret, public_id)


def set_place(
    session: Session, secret: Secret | None, public_ids: Sequence[str], place: str
) -> None:
    """Set the place of matches; raise SetUpError if it is too long or cannot be stored."""
    rules.check_note("place", place)
    values = {"place": place, "place_search_key": rules.fold(place)}
    for public_id in public_ids:
        ref = matches.find_match(session, secret, public_id)
        ref.rights.require_write(public_id)
        raise_statistics_revision(session, ref.scorebook_id)
        session.execute(UPDATE_MATCH, {**values, "scorebook": ref.scorebook_id, "match": ref.id})
