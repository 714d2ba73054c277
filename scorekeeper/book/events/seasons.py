"""Seasons of a club: its finished evenings of a period, and what they bring each person."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.access.event_refs import EventRef
from scorekeeper.book.events.event_loader import StoredEvent, load_events
from scorekeeper.book.models.conditions import of_scorebook
from scorekeeper.book.models.tables import EVENTS
from scorekeeper.book.players.clocks import FIND_TIME_ZONE, find_local_start
from scorekeeper.book.statistics.queries import Days
from scorekeeper.book.statistics.results import day_number
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.rules import fold
from scorekeeper.rules.seating.final import SeasonRow, rank_season, score_evening

LIST_FINISHED = (
    select(*EVENTS.c["scorebook_id", "id", "public_id", "revision", "generation", "name"])
    .add_columns(*EVENTS.c["started_at", "utc_offset"])
    .add_columns(FIND_TIME_ZONE.scalar_subquery().label("time_zone"))
    .where(of_scorebook(EVENTS), EVENTS.c.deleted_at.is_(None), EVENTS.c.ended_at.is_not(None))
    .order_by(EVENTS.c.started_at, EVENTS.c.id)
)


@dataclass(frozen=True)
class Season:
    """The finished evenings at which someone played, the earliest first, and their table.

    They have the `name`, or any if it is empty. `names` are those of all finished evenings, the
    latest first: of several spellings the latest.
    """

    name: str
    names: Sequence[str]
    evenings: Sequence[StoredEvent]
    rows: Sequence[SeasonRow]


def load_season(session: Session, book: Roster, role: str, days: Days, name: str = "") -> Season:
    """Load the season of a range of days in four statements, of one name if that is known.

    Guests aren't listed, but count for those who finish ahead of them.
    """
    rows = session.execute(LIST_FINISHED, {"scorebook": book.id}).all()
    names: dict[str, str] = {}
    for row in reversed(rows):
        names.setdefault(fold(row.name), row.name)
    chosen = fold(name) if fold(name) in names else ""
    refs = [
        EventRef(row.scorebook_id, row.id, row.public_id, row.revision, row.generation, role)
        for row in rows
        if days.include(day_number(find_local_start(row))) and chosen in ("", fold(row.name))
    ]
    scored = [(stored, score_evening(stored.event)) for stored in load_events(session, refs)]
    played = [(stored, scores) for stored, scores in scored if scores]
    scores_by_person = [
        {
            person: score
            for entrant, score in scores.items()
            for person in stored.player_ids[entrant]
            if not book.people[person].guest
        }
        for stored, scores in played
    ]
    table = rank_season(scores_by_person, book.season_best)
    table.sort(key=lambda row: (row.place, fold(book.people[row.person].name)))
    evenings = [stored for stored, _scores in played]
    return Season(names.get(chosen, ""), [*names.values()], evenings, table)
