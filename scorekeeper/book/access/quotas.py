"""How much one scorebook may hold where many are hosted, so that none crowds out the others.

No hand of a match that has begun is refused, nor are known players. At home there are no quotas.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import first_id_of, moment_of
from scorekeeper.book.db.types import table_of
from scorekeeper.book.models import Match, Player

DAY = 24 * 60 * 60
LEFT_BY_IMPORTS = 0.1
"""Share of a day's matches that imports leave for tables that begin one."""

MATCHES, PLAYERS = table_of(Match), table_of(Player)
_SCOREBOOK: BindParameter[int] = bindparam("scorebook")
# Ids say when a match was added, whenever it was played: imports count on the day they come.
ADDED = select(func.count(), func.min(MATCHES.c.id)).where(
    MATCHES.c.scorebook_id == _SCOREBOOK,
    MATCHES.c.id >= bindparam("first", type_=MATCHES.c.id.type),
)
KNOWN = select(func.count()).select_from(PLAYERS).where(PLAYERS.c.scorebook_id == _SCOREBOOK)


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
    """Raise Enough where the matches just written are too many for a day; then nothing is kept."""
    most = of(session).get("matches")
    if most is None:
        return
    begin = time.time() - DAY
    values = {"scorebook": scorebook_id, "first": first_id_of(begin)}
    number, first = session.execute(ADDED, values).one()
    if number > most:
        raise Enough("matches", most, max(1, round(moment_of(first) - begin)))


@dataclass
class Room:
    """How many more matches and players an import may write in a scorebook; None is no limit."""

    matches: int | None
    players: int | None
    most: Mapping[str, int]
    seconds: int

    def take(self, matches: int, players: int) -> None:
        """Count matches and players that are about to be written; raise Enough where no more fit.

        Then nothing is counted.
        """
        if self.matches is not None and matches > self.matches:
            raise Enough("matches", self.most["matches"], self.seconds)
        if self.players is not None and players > self.players:
            raise Enough("players", self.most["players"])
        if self.matches is not None:
            self.matches -= matches
        if self.players is not None:
            self.players -= players


def find_room(session: Session, scorebook_id: int) -> Room:
    """Return how much an import may write: less than a day's matches, so that tables can begin."""
    values = {"scorebook": scorebook_id}
    most = dict(of(session))
    matches = players = None
    seconds = 0
    if "matches" in most:
        begin = time.time() - DAY
        number, first = session.execute(ADDED, {**values, "first": first_id_of(begin)}).one()
        most["matches"] -= math.ceil(most["matches"] * LEFT_BY_IMPORTS)
        matches = most["matches"] - number
        seconds = max(1, round(moment_of(first) - begin)) if number else DAY
    if "players" in most:
        players = most["players"] - session.scalars(KNOWN, values).one()
    return Room(matches, players, most, seconds)


def check_players(session: Session, scorebook_id: int) -> None:
    """Raise Enough where a player who was just written is one too many."""
    most = of(session).get("players")
    if most is not None and session.scalars(KNOWN, {"scorebook": scorebook_id}).one() > most:
        raise Enough("players", most)
