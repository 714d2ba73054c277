"""The people of a scorebook."""

import unicodedata

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


def fold(name: str) -> str:
    """Return a name as it is looked for: neither case nor the spelling of accents counts."""
    return unicodedata.normalize("NFC", name.casefold())
