"""House rules that a table keeps under a name of its own."""

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret, in_current, open_scorebook, owned
from scorekeeper.book.db.types import table_of
from scorekeeper.book.models import Match, SavedHouse
from scorekeeper.book.serialization import read_house

MOST_HOUSES = 50
"""House rules that a scorebook keeps: more than anybody would look through."""


class TooManyHouses(Exception):
    """The scorebook keeps as many house rules as it may."""


@dataclass(frozen=True)
class Saved:
    """House rules under a name of the table."""

    public_id: str
    name: str
    house: rules.HouseRules


HOUSES = table_of(SavedHouse)
_IN_SCOREBOOK = HOUSES.c.scorebook_id == bindparam("scorebook")
OF_GAME = select(*HOUSES.c["public_id", "name", "house"]).where(
    _IN_SCOREBOOK, HOUSES.c.game == bindparam("game")
)
FORGET_NAME = delete(HOUSES).where(
    _IN_SCOREBOOK, HOUSES.c.game == bindparam("game"), HOUSES.c.name == bindparam("its_name")
)
FORGET = delete(HOUSES).where(_IN_SCOREBOOK, HOUSES.c.public_id == bindparam("its_id"))
KEPT = select(func.count()).select_from(HOUSES).where(_IN_SCOREBOOK)
SAVE = insert(HOUSES)
MATCHES = table_of(Match)
LATEST = (
    select(*MATCHES.c["id", "house"])
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.game == bindparam("game"),
        MATCHES.c.deleted_at.is_(None),
    )
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)


def saved(session: Session, secret: Secret | None, game: str) -> list[Saved]:
    """Return the house rules a scorebook keeps for a game, by name."""
    rows = in_current(session, secret, OF_GAME, {"game": game})
    return [
        Saved(row.public_id, row.name, rules.HouseRules.of(game, **row.house))
        for row in sorted(rows, key=lambda row: row.name)
    ]


def latest(session: Session, secret: Secret | None, game: str) -> rules.HouseRules | None:
    """Return the house rules a scorebook played a game by the last time, if it did."""
    rows = in_current(session, secret, LATEST, {"game": game})
    last = max(rows, key=lambda row: row.id, default=None)
    return None if last is None else read_house(game, last.house)


def save(session: Session, secret: Secret, name: str, house: rules.HouseRules) -> None:
    """Keep house rules under a name; the same name of the same game is written anew.

    Raises TooManyHouses where the scorebook keeps MOST_HOUSES of other names.
    """
    scorebook_id, game = open_scorebook(session, secret), house.game.key
    session.execute(FORGET_NAME, {"scorebook": scorebook_id, "game": game, "its_name": name})
    if session.scalars(KEPT, {"scorebook": scorebook_id}).one() >= MOST_HOUSES:
        raise TooManyHouses
    key = {"scorebook_id": scorebook_id, "game": game, "name": name}
    session.execute(SAVE, {**key, "house": house.differences()})


def forget(session: Session, secret: Secret | None, public_id: str) -> None:
    """Forget house rules of the device's scorebook; nothing happens where there are none."""
    for scorebook_id in owned(session, secret):
        session.execute(FORGET, {"scorebook": scorebook_id, "its_id": public_id})
