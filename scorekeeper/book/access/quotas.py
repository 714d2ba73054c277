"""Quotas for each scorebook on a server that hosts many.

Hands of a started match and existing players are never refused. At home there are no quotas.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import first_id_at, timestamp_of
from scorekeeper.book.models.tables import MATCHES, PLAYERS

DAY_SECONDS = 24 * 60 * 60
RESERVED_FROM_IMPORTS = 0.1
"""Share of the daily matches reserved for new matches at tables."""

_SCOREBOOK: BindParameter[int] = bindparam("scorebook")
# An id contains the time of insertion, so imports count on the day of the import.
COUNT_NEW_MATCHES = select(func.count(), func.min(MATCHES.c.id)).where(
    MATCHES.c.scorebook_id == _SCOREBOOK,
    MATCHES.c.id >= bindparam("first", type_=MATCHES.c.id.type),
)
COUNT_PLAYERS = (
    select(func.count()).select_from(PLAYERS).where(PLAYERS.c.scorebook_id == _SCOREBOOK)
)


class QuotaExceeded(Exception):
    """A scorebook has reached a limit; after `seconds` it may have more, 0 means never."""

    def __init__(self, what: str, limit: int, seconds: int = 0) -> None:
        super().__init__(f"{limit} {what}")
        self.what, self.limit, self.seconds = what, limit, seconds


def get_quotas(session: Session) -> Mapping[str, int]:
    """Return the quotas of this session; names that are missing have none."""
    quotas: Mapping[str, int] = session.info.get("quotas", {})
    return quotas


def check_matches(session: Session, scorebook_id: int) -> None:
    """Raise QuotaExceeded if the matches just inserted exceed the day's quota; roll back then."""
    most = get_quotas(session).get("matches")
    if most is None:
        return
    number, seconds = _count_new_matches(session, scorebook_id)
    if number > most:
        raise QuotaExceeded("matches", most, seconds)


@dataclass
class ImportAllowance:
    """The matches and players that an import may still add to a scorebook, perhaps infinite."""

    matches: float
    players: float
    most: Mapping[str, int]
    seconds: int

    def take(self, matches: int, players: int) -> None:
        """Count matches and players to be inserted, or raise QuotaExceeded and count nothing."""
        if matches > self.matches:
            raise QuotaExceeded("matches", self.most["matches"], self.seconds)
        if players > self.players:
            raise QuotaExceeded("players", self.most["players"])
        self.matches -= matches
        self.players -= players


def find_import_allowance(session: Session, scorebook_id: int) -> ImportAllowance:
    """Return what an import may add: less than the daily matches, so that tables can start some."""
    most = dict(get_quotas(session))
    matches = players = math.inf
    seconds = 0
    if "matches" in most:
        number, seconds = _count_new_matches(session, scorebook_id)
        most["matches"] -= math.ceil(most["matches"] * RESERVED_FROM_IMPORTS)
        matches = most["matches"] - number
    if "players" in most:
        values = {"scorebook": scorebook_id}
        players = most["players"] - session.scalars(COUNT_PLAYERS, values).one()
    return ImportAllowance(matches, players, most, seconds)


def _count_new_matches(session: Session, scorebook_id: int) -> tuple[int, int]:
    """Return the matches inserted within a day, and the seconds until there is one less."""
    begin = time.time() - DAY_SECONDS
    values = {"scorebook": scorebook_id, "first": first_id_at(begin)}
    number, first = session.execute(COUNT_NEW_MATCHES, values).one()
    return number, max(1, round(timestamp_of(first) - begin)) if number else DAY_SECONDS


def check_players(session: Session, scorebook_id: int) -> None:
    """Raise QuotaExceeded if the players just inserted exceed the quota."""
    most = get_quotas(session).get("players")
    values = {"scorebook": scorebook_id}
    if most is not None and session.scalars(COUNT_PLAYERS, values).one() > most:
        raise QuotaExceeded("players", most)
