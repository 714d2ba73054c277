"""The people of a scorebook."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from .access import Secret, scorebooks_of
from .models import Player


def names(session: Session, secret: Secret | None, limit: int = 50) -> list[str]:
    """Return the names typed so far, the newest first."""
    known = (
        select(Player.name)
        .where(Player.scorebook_id.in_(scorebooks_of(secret)))
        .order_by(Player.id.desc())
        .limit(limit)
    )
    return list(session.scalars(known))
