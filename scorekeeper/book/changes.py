"""What was changed in a match afterwards: recorded hands, and house rules in mid-match."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Insert, Select, Table, bindparam, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book import models
from scorekeeper.book.columns import now, table_of
from scorekeeper.book.loading import Stored
from scorekeeper.rules.notation import read_hand, write_hand
from scorekeeper.rules.replay import Moved


@dataclass(frozen=True)
class Why:
    """Why a change is more than the next fact: what stood there is kept, with the reason.

    `hand` is the number of the hand that is corrected, if one is.
    """

    reason: str = ""
    hand: int | None = None


@dataclass(frozen=True)
class Correction:
    """A corrected hand: what stood there, with hands that fell away after it, and what does now."""

    hand: int
    before: tuple[rules.Hand, ...]
    after: tuple[rules.Hand, ...]
    reason: str
    at: datetime


@dataclass(frozen=True)
class HouseChange:
    """House rules that were changed in mid-match."""

    before: rules.HouseRules
    after: rules.HouseRules
    reason: str
    at: datetime

    @property
    def rules(self) -> list[str]:
        """The names of the rules that were changed."""
        return [
            rule for rule in rules.RULES if getattr(self.before, rule) != getattr(self.after, rule)
        ]


CORRECTIONS, HOUSE_CHANGES = table_of(models.Correction), table_of(models.HouseChange)


SCOREBOOK: BindParameter[int] = bindparam("scorebook")
MATCH: BindParameter[int] = bindparam("match")


def _all(table: Table) -> Select[Any]:
    """Select all rows of a match, in order."""
    this = (table.c.scorebook_id == SCOREBOOK, table.c.match_id == MATCH)
    return select(table).where(*this).order_by(table.c.place)


def _next(table: Table) -> Insert:
    """Insert a row at the next place in its match."""
    last = _all(table).order_by(None).with_only_columns(func.max(table.c.place)).scalar_subquery()
    place = func.coalesce(last, 0) + 1
    return insert(table).values(scorebook_id=SCOREBOOK, match_id=MATCH, place=place)


KEEP_CORRECTION, KEEP_HOUSE_CHANGE = _next(CORRECTIONS), _next(HOUSE_CHANGES)
ALL_CORRECTIONS, ALL_HOUSE_CHANGES = _all(CORRECTIONS), _all(HOUSE_CHANGES)


def corrections(session: Session, stored: Stored) -> list[Correction]:
    """Return the corrections of a match, oldest first."""
    match = _nameless(stored.match)

    def hands(written: dict[str, Any]) -> tuple[rules.Hand, ...]:
        return tuple(read_hand(match, hand) for hand in written["hands"])

    rows = session.execute(ALL_CORRECTIONS, {"scorebook": stored.scorebook_id, "match": stored.id})
    return [
        Correction(row.hand, hands(row.before), hands(row.after), row.reason, row.at)
        for row in rows
    ]


def house_changes(session: Session, stored: Stored) -> list[HouseChange]:
    """Return the changes of a match's house rules, oldest first."""

    def house(differences: dict[str, Any]) -> rules.HouseRules:
        return rules.HouseRules.of(stored.match.house.game.key, **differences)

    rows = session.execute(
        ALL_HOUSE_CHANGES, {"scorebook": stored.scorebook_id, "match": stored.id}
    )
    return [HouseChange(house(row.before), house(row.after), row.reason, row.at) for row in rows]


def keep(session: Session, stored: Stored, new: rules.Match, why: Why) -> None:
    """Keep the hand that was corrected, hands that fell away, and house rules that changed."""
    old = stored.match
    kept = {
        "scorebook": stored.scorebook_id,
        "match": stored.id,
        "reason": why.reason,
        "at": now(),
    }
    moved = Moved(old, new)
    # Where no hand was corrected, hands fall away because an earlier one decides the match now.
    number = why.hand or (len(new.hands) if moved.lost else None)
    if number is not None:
        before, after = moved.hands(number)
        values = {
            "hand": number,
            "before": {"hands": [write_hand(_nameless(old), hand) for hand in before]},
            "after": {"hands": [write_hand(_nameless(new), hand) for hand in after]},
        }
        session.execute(KEEP_CORRECTION, kept | values)
    if new.house != old.house:
        houses = {"before": old.house.differences(), "after": new.house.differences()}
        session.execute(KEEP_HOUSE_CHANGE, kept | houses)


def _nameless(match: rules.Match) -> rules.Match:
    """Return the match as hands of it are kept: what a player is called may change."""
    return match.with_names([None] * len(match.players))
