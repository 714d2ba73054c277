"""House rules in mid-match, and those a table keeps under a name of its own."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper import rules

from .access import Secret, open_scorebook, scorebooks_of
from .loading import Kept
from .matches import keep_fallen, record
from .models import HouseChange, SavedHouse
from .submissions import Submission


@dataclass(frozen=True)
class Change:
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


@dataclass(frozen=True)
class Saved:
    """House rules under a name of the table."""

    public_id: str
    name: str
    house: rules.HouseRules


def change(
    session: Session,
    secret: Secret | None,
    public_id: str,
    submission: Submission,
    house: dict[str, Any],
    reason: str = "",
) -> None:
    """Change the house rules of a match and replay it; keep before, after, when and why.

    `house` holds the rules that differ from the game's usual ones. Raises what
    `rules.Match.with_house` and `matches.record` raise.
    """
    changed = record(
        session,
        secret,
        public_id,
        submission,
        lambda match: match.with_house(rules.HouseRules.of(match.house.game.key, **house)),
    )
    if changed is not None:
        old, new = changed
        session.add(
            HouseChange(
                match_id=old.id,
                before=old.match.house.differences(),
                after=new.house.differences(),
                reason=reason,
                at=_now(),
            )
        )
        keep_fallen(session, old, new, reason)


def changes(session: Session, kept: Kept) -> list[Change]:
    """Return the changes of a match's house rules, oldest first."""
    game = kept.match.house.game.key
    rows = session.scalars(
        select(HouseChange).where(HouseChange.match_id == kept.id).order_by(HouseChange.id)
    )
    return [
        Change(
            rules.HouseRules.of(game, **row.before),
            rules.HouseRules.of(game, **row.after),
            row.reason,
            row.at,
        )
        for row in rows
    ]


def saved(session: Session, secret: Secret | None, game: str) -> list[Saved]:
    """Return the house rules a scorebook keeps for a game, by name."""
    rows = session.scalars(
        select(SavedHouse)
        .where(SavedHouse.scorebook_id.in_(scorebooks_of(secret)), SavedHouse.game == game)
        .order_by(SavedHouse.name)
    )
    return [Saved(row.public_id, row.name, rules.HouseRules.of(game, **row.house)) for row in rows]


def save(session: Session, secret: Secret, name: str, house: rules.HouseRules) -> None:
    """Keep house rules under a name; the same name of the same game is written anew."""
    scorebook_id, game = open_scorebook(session, secret), house.game.key
    session.execute(
        delete(SavedHouse).where(
            SavedHouse.scorebook_id == scorebook_id,
            SavedHouse.game == game,
            SavedHouse.name == name,
        )
    )
    session.add(
        SavedHouse(
            scorebook_id=scorebook_id, game=game, name=name, house=house.differences(), at=_now()
        )
    )


def forget(session: Session, secret: Secret | None, public_id: str) -> None:
    """Forget house rules of the device's scorebook; nothing happens where there are none."""
    session.execute(
        delete(SavedHouse).where(
            SavedHouse.public_id == public_id, SavedHouse.scorebook_id.in_(scorebooks_of(secret))
        )
    )


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
