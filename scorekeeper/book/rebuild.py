"""Computing the kept results of finished matches anew from what the table said."""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from .database import Database
from .loading import Kept, load_all, whole
from .models import Match
from .storing import keep_result

STRETCH = 200
"""Matches in one transaction: others want to write in between."""


def rebuild(database: Database) -> int:
    """Compute all kept results anew; return how many matches there are."""
    done, last = 0, 0
    while True:
        with database.write() as session:
            found = _next(session, last)
            for kept in found:
                _keep(session, kept)
        if not found:
            return done
        done, last = done + len(found), max(kept.id for kept in found)


def _next(session: Session, last: int) -> list[Kept]:
    ids = select(Match.id).where(Match.id > last).order_by(Match.id).limit(STRETCH).subquery()
    return load_all(session, whole(select(Match).join(ids, ids.c.id == Match.id)))


def _keep(session: Session, kept: Kept) -> None:
    match, outcome = kept.match, kept.match.outcome
    session.execute(
        update(Match)
        .where(Match.id == kept.id)
        .values(
            ended_at=match.ended or (match.hands[-1].noted if outcome else None),
            winner=outcome and outcome.winner,
            ending=outcome and str(outcome.ending),
        )
    )
    keep_result(session, kept.id, match)
