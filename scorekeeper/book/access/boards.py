"""Televisions that show the board of a scorebook, and nothing else of it."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import BY_SECRET, DEVICE_GRANTS, Secret, bind_device
from scorekeeper.book.models.conditions import SEES_ALL
from scorekeeper.book.models.tables import GRANTS

FIND_BOARD = (
    select(GRANTS.c.scorebook_id)
    .select_from(DEVICE_GRANTS)
    .where(BY_SECRET, ~SEES_ALL)
    .order_by(GRANTS.c.id.desc())
    .limit(1)
)


def find_board(session: Session, secret: Secret | None) -> int | None:
    """Return the scorebook whose board a television shows, or None for any other device."""
    return session.scalar(FIND_BOARD, bind_device(secret))
