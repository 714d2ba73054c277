"""House rules saved under a name in a scorebook."""

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import grants
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import MATCHES, SAVED_HOUSE_RULES
from scorekeeper.book.serialization import read_house

MAX_SAVED_HOUSE_RULES = 50


class TooManyHouseRules(Exception):
    """The scorebook has MAX_SAVED_HOUSE_RULES saved house rules."""


@dataclass(frozen=True)
class SavedHouseRules:
    """House rules saved under a name."""

    public_id: str
    name: str
    house: rules.HouseRules


HOUSE_RULES_BY_GAME = select(*SAVED_HOUSE_RULES.c["public_id", "name", "house_rules"]).where(
    of_scorebook(SAVED_HOUSE_RULES), SAVED_HOUSE_RULES.c.game == bindparam("game")
)
DELETE_BY_NAME = delete(SAVED_HOUSE_RULES).where(
    of_scorebook(SAVED_HOUSE_RULES),
    SAVED_HOUSE_RULES.c.game == bindparam("game"),
    SAVED_HOUSE_RULES.c.name == bindparam("its_name"),
)
DELETE_BY_ID = delete(SAVED_HOUSE_RULES).where(
    of_scorebook(SAVED_HOUSE_RULES), SAVED_HOUSE_RULES.c.public_id == bindparam("its_id")
)
COUNT_SAVED = (
    select(func.count()).select_from(SAVED_HOUSE_RULES).where(of_scorebook(SAVED_HOUSE_RULES))
)
INSERT_HOUSE_RULES = insert(SAVED_HOUSE_RULES)
LATEST_HOUSE_RULES = (
    select(MATCHES.c.house_rules)
    .where(of_scorebook(MATCHES), MATCHES.c.game == bindparam("game"), NOT_DELETED)
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)


def find_saved(session: Session, secret: grants.Secret | None, game: str) -> list[SavedHouseRules]:
    """Return the saved house rules for a game, ordered by name."""
    rows = grants.query_current(session, secret, HOUSE_RULES_BY_GAME, {"game": game})
    return [
        SavedHouseRules(row.public_id, row.name, rules.HouseRules.of(game, **row.house_rules))
        for row in sorted(rows, key=lambda row: row.name)
    ]


def find_latest(
    session: Session, secret: grants.Secret | None, game: str
) -> rules.HouseRules | None:
    """Return the house rules of the newest match of a game, or None."""
    rows = grants.query_current(session, secret, LATEST_HOUSE_RULES, {"game": game})
    return read_house(game, rows[0].house_rules) if rows else None


def save(session: Session, secret: grants.Secret, name: str, house: rules.HouseRules) -> None:
    """Save house rules under a name; raise TooManyHouseRules for too many names."""
    scorebook_id, game = grants.find_or_create_scorebook(session, secret), house.game.key
    session.execute(DELETE_BY_NAME, {"scorebook": scorebook_id, "game": game, "its_name": name})
    if session.scalars(COUNT_SAVED, {"scorebook": scorebook_id}).one() >= MAX_SAVED_HOUSE_RULES:
        raise TooManyHouseRules
    key = {"scorebook_id": scorebook_id, "game": game, "name": name}
    session.execute(INSERT_HOUSE_RULES, {**key, "house_rules": house.differences()})


def delete_saved(session: Session, secret: grants.Secret | None, public_id: str) -> None:
    """Delete saved house rules of the device's scorebook, if they exist."""
    for scorebook_id in grants.find_owned_scorebooks(session, secret):
        session.execute(DELETE_BY_ID, {"scorebook": scorebook_id, "its_id": public_id})
