"""Generates years of evenings by copying played matches with other players and days.

Writes directly to the tables, on both databases. The data is the same every time.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

from sqlalchemy import Connection, Table, insert, select, text
from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.db.statements import insert_rows
from scorekeeper.book.models.tables import (
    ADDRESSES,
    CHANGES,
    HAND_SEATS,
    HAND_SIDES,
    HANDS,
    MATCH_SIDES,
    MATCH_TAGS,
    MATCHES,
    PLAYERS,
    RESULTS,
    SEATS,
)
from scorekeeper.book.players.clocks import convert_to_clock, make_clock
from scorekeeper.book.statistics.results import day_number
from scorekeeper.rules import fold

TABLES: tuple[Table, ...] = (
    *(ADDRESSES, MATCHES, MATCH_SIDES, SEATS, HANDS, HAND_SEATS, HAND_SIDES, CHANGES),
    *(RESULTS, MATCH_TAGS),
)
INSERTS = {table: insert(table) for table in TABLES}
YEARS = 10
PEOPLE = 40
"""Players of a club; in the large scorebook they play more often."""
PLACES = ("Kitchen", "Clubhouse", "Café Mozart", "Anna’s garden", "Train to the coast")
NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
AT_ONCE = 500
"""Matches written at a time."""
OFTEN_THERE = 12
Pattern = dict[Table, list[dict[str, Any]]]


def fill(session: Session, scorebook_id: int, size: int) -> None:
    """Copy the matches of a scorebook until there are `size`, spread over past years."""
    connection = session.connection()
    patterns = _patterns(connection, scorebook_id)
    chance = Random(11)
    people = _people(connection, scorebook_id)
    started = list(_evenings(size - len(patterns), chance))
    first_id = min(row["id"] for rows in patterns for row in rows[MATCHES]) - size
    copies = (
        _copy(chance.choice(patterns), first_id + place, began, people, chance)
        for place, began in enumerate(started)
    )
    while some := list(islice(copies, AT_ONCE)):
        for table in TABLES:
            rows = [row for copied in some for row in copied[table]]
            if rows:
                insert_rows(session, INSERTS[table], [*rows[0]], [row.values() for row in rows])


def guest(number: int) -> str:
    """Return the name of a player."""
    return f"Guest {number:02}"


def analyze(session: Session) -> None:
    """Update PostgreSQL's statistics now; SQLite never does this by itself."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("ANALYZE"))


def _patterns(connection: Connection, scorebook_id: int) -> list[Pattern]:
    """Return the rows of each match."""
    found: dict[int, Pattern] = {}
    for table in TABLES:
        rows = connection.execute(select(table).where(table.c.scorebook_id == scorebook_id))
        for row in rows.mappings():
            match_id = row["id"] if table is MATCHES else row["match_id"]
            found.setdefault(match_id, {table: [] for table in TABLES})[table].append(dict(row))
    return list(found.values())


def _people(connection: Connection, scorebook_id: int) -> list[int]:
    ids = [2**40 + number for number in range(PEOPLE)]
    rows = [
        {
            "scorebook_id": scorebook_id,
            "id": id_,
            "canonical_id": id_,
            "public_id": new_public_id(),
            "name": guest(place),
            "search_key": fold(guest(place)),
        }
        for place, id_ in enumerate(ids)
    ]
    connection.execute(insert(PLAYERS), rows)
    return ids


def _evenings(size: int, chance: Random) -> Iterator[datetime]:
    """Yield start times for `size` matches, one to five per evening."""
    begun = 0
    days = YEARS * 365
    while begun < size:
        evening = NOW - timedelta(days=1 + chance.randrange(days), minutes=chance.randrange(90))
        for number in range(min(chance.choice((1, 2, 2, 3, 5)), size - begun)):
            yield evening + timedelta(minutes=55 * number)
            begun += 1


def _copy(
    pattern: Pattern, match_id: int, began: datetime, people: list[int], chance: Random
) -> Pattern:
    """Return the rows of a match with other players and another day."""
    match = pattern[MATCHES][0]
    later = began - match["started_at"]
    # Some players come every week, others once a year.
    sat = chance.sample(people[: chance.choice((OFTEN_THERE, OFTEN_THERE, len(people)))], 6)
    place = chance.choice(PLACES) if chance.random() < 0.5 else ""
    copied: Pattern = {}
    for table, rows in pattern.items():
        key = "id" if table is MATCHES else "match_id"
        copied[table] = [{**row, key: match_id} for row in rows]
    for row in copied[ADDRESSES]:
        row["public_id"] = new_public_id()
    for row in copied[MATCHES]:
        row |= {"started_at": began, "ended_at": match["ended_at"] and match["ended_at"] + later}
        row["last_played_at"] = match["last_played_at"] + later
        row |= {"place": place, "place_search_key": fold(place), "rematch_of": None}
    for row in copied[SEATS]:
        row |= {"player_id": sat[row["seat"]], "started_at": began}
    day = day_number(convert_to_clock(make_clock(match["utc_offset"], None), began))
    for row in copied[RESULTS]:
        row |= {"player_id": sat[row["seat"]], "day": day, "started_at": began}
    for row in copied[MATCH_TAGS]:
        row["started_at"] = began
    for row in copied[HANDS]:
        row["noted_at"] += later
    return copied
