"""Results that an organiser types; they win over the matches of their tables."""

from collections.abc import Mapping

from sqlalchemy import bindparam, delete, insert
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.events.event_loader import Place, StoredEvent
from scorekeeper.book.events.events import bind_event, lock_event
from scorekeeper.book.models.conditions import UPDATE_EVENT
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import EVENT_TABLES
from scorekeeper.rules.seating.event import TableResult

INSERT_RESULTS = insert(EVENT_TABLES)
DELETE_RESULT = delete(EVENT_TABLES).where(
    *of_event(EVENT_TABLES),
    EVENT_TABLES.c.round == bindparam("its_round"),
    EVENT_TABLES.c.table_number == bindparam("its_table"),
)


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
    changed = {place: new for place, new in results.items() if stored.typed.get(place) != new}
    places = {(one.number, table.number) for one in stored.event.rounds for table in one.tables}
    if not changed.keys() <= places:
        raise AccessDenied(public_id)
    present = {place: stored.typed.get(place) for place in changed}
    conflicts = {place: now for place, now in present.items() if now != shown.get(place)}
    if conflicts:
        raise ResultsChanged(conflicts)
    if changed:
        _store(session, stored, changed)
    return present


def _store(
    session: Session, stored: StoredEvent, changed: Mapping[Place, TableResult | None]
) -> None:
    where = bind_event(stored.ref)
    key = {"scorebook_id": stored.ref.scorebook_id, "event_id": stored.ref.id}
    places = [{**where, "its_round": number, "its_table": table} for number, table in changed]
    session.execute(DELETE_RESULT, places)
    rows = []
    for (number, table), result in changed.items():
        if result is not None:
            first, second = result.points or (None, None)
            points = {"points_0": first, "points_1": second, "winner": result.winner}
            place = {"round": number, "table_number": table}
            rows.append({**key, **place, **points, "ending": str(result.ending)})
    if rows:
        session.execute(INSERT_RESULTS, rows)
    session.execute(UPDATE_EVENT, where)
