from collections import Counter
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret, find_current_scorebook
from scorekeeper.book.models.tables import MATCHES, SEATS
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics import roster
from tests.book.scorers import Scorer

SAT = (
    select(SEATS.c.player_id)
    .join(
        MATCHES,
        (MATCHES.c.scorebook_id == SEATS.c.scorebook_id) & (MATCHES.c.id == SEATS.c.match_id),
    )
    .where(MATCHES.c.deleted_at.is_(None), SEATS.c.player_id.is_not(None))
)


class Known(NamedTuple):
    """A player by the main name, with the number of matches under all spellings."""

    public_id: str
    name: str
    matches: int


def whom(session: Session, secret: str | Secret) -> list[Known]:
    used = find_current_scorebook(session, Secret(secret))
    if used is None:
        return []
    book = roster.load_roster(session, used.scorebook_id)
    sat = Counter(session.scalars(SAT.where(SEATS.c.scorebook_id == book.id)))
    return [
        Known(one.public_id, one.name, sum(sat[id_] for id_ in one.ids))
        for one in book.people.values()
    ]


def find_ids(scorer: Scorer) -> dict[str, str]:
    """Return the public ids of the players by their main names."""
    return {one.name: one.public_id for one in scorer.ask(whom)}


def rename(scorer: Scorer, name: str, to: str) -> None:
    scorer.do(player_names.rename, find_ids(scorer)[name], to)


def merge(scorer: Scorer, name: str, into: str) -> str:
    """Merge two players; return the id of the first, to split them again."""
    ids = find_ids(scorer)
    scorer.do(player_names.merge, ids[name], ids[into])
    return ids[name]
