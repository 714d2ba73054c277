"""The people of a scorebook."""

import unicodedata

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import Secret, in_owned
from scorekeeper.book.columns import table_of
from scorekeeper.book.models import Player

PLAYERS = table_of(Player)
NAMES = (
    select(*PLAYERS.c["id", "name"])
    .where(PLAYERS.c.scorebook_id == bindparam("scorebook"))
    .order_by(PLAYERS.c.id.desc())
    .limit(bindparam("limit"))
)


def names(session: Session, secret: Secret | None, limit: int = 50) -> list[str]:
    """Return the names typed so far, the newest first."""
    known = in_owned(session, secret, NAMES, {"limit": limit})
    return [name for _, name in sorted(known, reverse=True)[:limit]]


def fold(name: str) -> str:
    """Return a name as it is looked for: neither case nor the spelling of accents counts."""
    return unicodedata.normalize("NFC", name.casefold())
