"""How much one scorebook may hold where many are hosted, so that none crowds out the others.

No hand of a match that has begun is refused, nor are known players. At home there are no quotas.
"""

import math
import time
from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import BindParameter, Text, bindparam, cast, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.columns import first_id_of, moment_of, now, table_of
from scorekeeper.book.models import Change, Hand, Match, Player
from scorekeeper.book.remembered import Remembered

AN_HOUR = 60 * 60
DAY = 24 * AN_HOUR
MEGABYTE = 1_000_000
OF_MATCH, OF_HAND, OF_CHANGE = 6000, 700, 500
"""Bytes that a database needs for them on the whole, besides what is written in a change."""

MATCHES, PLAYERS, HANDS, CHANGES = (table_of(model) for model in (Match, Player, Hand, Change))
_SCOREBOOK: BindParameter[int] = bindparam("scorebook")
# What was played earlier and is brought in or copied from paper only now is none of today's.
TODAY = select(func.count(), func.min(MATCHES.c.id)).where(
    MATCHES.c.scorebook_id == _SCOREBOOK,
    MATCHES.c.id >= bindparam("first", type_=MATCHES.c.id.type),
    MATCHES.c.started_at >= bindparam("since", type_=MATCHES.c.started_at.type),
)
KNOWN = select(func.count()).select_from(PLAYERS).where(PLAYERS.c.scorebook_id == _SCOREBOOK)
_WRITTEN = sum(
    (func.length(cast(CHANGES.c[name], Text)) for name in ("before", "after", "reason")), OF_CHANGE
)
BYTES = select(
    select(func.count() * OF_MATCH)
    .select_from(MATCHES)
    .where(MATCHES.c.scorebook_id == _SCOREBOOK)
    .scalar_subquery()
    + select(func.count() * OF_HAND)
    .select_from(HANDS)
    .where(HANDS.c.scorebook_id == _SCOREBOOK)
    .scalar_subquery()
    + select(func.coalesce(func.sum(_WRITTEN), 0))
    .where(CHANGES.c.scorebook_id == _SCOREBOOK)
    .scalar_subquery()
)


class Enough(Exception):
    """A scorebook has as much of something as it may have; `seconds` from now it may have more."""

    def __init__(self, what: str, most: int, seconds: int = 0) -> None:
        super().__init__(f"{most} {what}")
        self.what, self.most, self.seconds = what, most, seconds


def of(session: Session) -> Mapping[str, int]:
    """Return the quotas that hold for what is written here; what is not named has none."""
    found: Mapping[str, int] = session.info.get("quotas", {})
    return found


def check_start(session: Session, scorebook_id: int) -> None:
    """Raise Enough where a match that was just begun is one too many; then nothing is kept."""
    most = of(session).get("matches")
    if most is not None:
        begin = time.time() - DAY
        values = {"scorebook": scorebook_id, "first": first_id_of(begin)}
        since = now() - timedelta(seconds=DAY)
        number, first = session.execute(TODAY, {**values, "since": since}).one()
        if number > most:
            raise Enough("matches", most, max(1, round(moment_of(first) - begin)))
    check_bytes(session, scorebook_id)


def check_players(session: Session, scorebook_id: int) -> None:
    """Raise Enough where a player who was just written is one too many."""
    most = of(session).get("players")
    if most is not None and session.scalars(KNOWN, {"scorebook": scorebook_id}).one() > most:
        raise Enough("players", most)


def check_bytes(session: Session, scorebook_id: int, *, anew: bool = False) -> None:
    """Raise Enough where what was just written is more than a scorebook may hold.

    Of a large one it takes a while to add up the bytes: they are, once an hour, or `anew`.
    """
    megabytes = of(session).get("megabytes")
    if megabytes is None:
        return
    measured: Remembered[int, tuple[float, int]] = session.info["measured"]
    at, held = measured.get(scorebook_id) or (-math.inf, 0)
    if anew or at < time.monotonic() - AN_HOUR:
        held = session.scalars(BYTES, {"scorebook": scorebook_id}).one()
        # A file that does not fit is taken away again.
        if not anew or held <= megabytes * MEGABYTE:
            measured.put(scorebook_id, (time.monotonic(), held))
    if held > megabytes * MEGABYTE:
        raise Enough("megabytes", megabytes)
