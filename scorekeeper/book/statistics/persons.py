"""Whom a scorebook knows, each under all spellings, and as what they are shown."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import NotYours
from scorekeeper.book.clocks import clock, shown_by
from scorekeeper.book.columns import now
from scorekeeper.book.players import PLAYERS
from scorekeeper.book.statistics.keeping import SCOREBOOKS, day_of

COLOURS = 4


@dataclass(frozen=True)
class Person:
    """A player under all spellings: the name that leads, and the ids of all of them.

    `merged` are the other spellings, by their public ids.
    """

    id: int
    public_id: str
    name: str
    guest: bool
    colour: int | None
    ids: tuple[int, ...]
    merged: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Book:
    """Whom a scorebook knows, by the ids of those whose names lead; its season, and what day it is.

    Days are written as 20261120.
    """

    id: int
    today: int
    season: int | None = None
    people: dict[int, Person] = field(default_factory=dict)
    leaders: dict[int, int] = field(default_factory=dict)

    def person(self, public_id: str) -> Person:
        """Return somebody by the public id of any spelling; raise NotYours for others."""
        for person in self.people.values():
            if public_id == person.public_id or public_id in person.merged:
                return person
        raise NotYours(public_id)


PEOPLE = (
    select(*PLAYERS.c["id", "public_id", "name", "folded", "leader_id", "guest", "colour"])
    .add_columns(*SCOREBOOKS.c["season_from", "time_zone"])
    .select_from(SCOREBOOKS.outerjoin(PLAYERS, PLAYERS.c.scorebook_id == SCOREBOOKS.c.id))
    .where(SCOREBOOKS.c.id == bindparam("scorebook"))
    .order_by(PLAYERS.c.folded, PLAYERS.c.name)
)
LOOK_SO = (
    update(PLAYERS)
    .where(PLAYERS.c.scorebook_id == bindparam("scorebook"), PLAYERS.c.id == bindparam("player"))
    .values(guest=bindparam("is_guest"), colour=bindparam("its_colour"))
)


def book(session: Session, scorebook_id: int) -> Book:
    """Return whom a scorebook knows, by name."""
    rows = session.execute(PEOPLE, {"scorebook": scorebook_id}).all()
    known = [row for row in rows if row.id is not None]
    led: dict[int, list[Any]] = defaultdict(list)
    for row in known:
        led[row.leader_id].append(row)
    people = {
        row.id: Person(
            *(row.id, row.public_id, row.name, row.guest, row.colour),
            ids=tuple(sorted(one.id for one in led[row.id])),
            merged={one.public_id: one.name for one in led[row.id] if one is not row},
        )
        for row in known
        if row.id == row.leader_id
    }
    season, zone = (rows[0].season_from, rows[0].time_zone) if rows else (None, None)
    today = day_of(shown_by(clock(None, zone), now()))
    leaders = {row.id: row.leader_id for row in known}
    return Book(scorebook_id, today, season, people, leaders)


def look_so(session: Session, book: Book, person: Person, guest: bool, colour: int | None) -> None:
    """Let a player be a guest or not, with this colour."""
    this = {"scorebook": book.id, "player": person.id}
    session.execute(LOOK_SO, {**this, "is_guest": guest, "its_colour": colour})
