"""Results that an organiser types; they win over the matches of their tables."""

from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.events import bind_event, lock_event, save_event
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.rules.seating.event import Place, TableResult, with_tables

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OF_PLACE = (
    of_scorebook(MATCHES),
    MATCHES.c.event_id == bindparam("event"),
    MATCHES.c.event_round == bindparam("its_round"),
    MATCHES.c.event_table == bindparam("its_table"),
)
_SET_TYPED = update(MATCHES).where(*_OF_PLACE).values(is_typed=bindparam("typed"))
# Deleted matches, too: restored, they are at their tables again. SQLite has an index for each.
SET_TYPED = [_SET_TYPED.where(one) for one in (NOT_DELETED, MATCHES.c.deleted_at >= EPOCH)]


class ResultsChanged(Exception):
    """Other results were typed in the meantime: those stored now, by round and table."""

    def __init__(self, present: Mapping[Place, TableResult | None]) -> None:
        super().__init__(f"{sorted(present)}")
        self.present = present


def save_results(
    session: Session,
    secret: Secret | None,
    public_id: str,
    results: Mapping[Place, TableResult | None],
    shown: Mapping[Place, TableResult | None],
) -> dict[Place, TableResult | None]:
    """Save typed results by round and table; None removes one, and the match of the table counts.

    `shown` has those that the form was made for. Returns those that were replaced. Raises
    ResultsChanged if a different one was typed since then. Nothing is saved in that case.
    """
    stored = lock_event(session, secret, public_id)
    typed = stored.event.typed
    changed = {place: new for place, new in results.items() if typed.get(place) != new}
    if not changed.keys() <= stored.event.places:
        raise AccessDenied(public_id)
    present = {place: typed.get(place) for place in changed}
    conflicts = {place: one for place, one in present.items() if one != shown.get(place)}
    if conflicts:
        raise ResultsChanged(conflicts)
    if changed:
        at = now()
        new = {place: {"typed": one, "typed_at": one and at} for place, one in changed.items()}
        save_event(session, stored, with_tables(stored.event, new))
        where = bind_event(stored.ref)
        rows = [
            {**where, "its_round": number, "its_table": table, "typed": one is not None}
            for (number, table), one in changed.items()
        ]
        for statement in SET_TYPED:
            session.execute(statement, rows)
    return present
