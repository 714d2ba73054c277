"""Scorebooks of any size, of one device."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

from benchmarks.clients import DEVICE
from scorekeeper.book import matches
from scorekeeper.book.access import Secret
from scorekeeper.book.database import Database
from scorekeeper.book.schema import prepare
from scorekeeper.book.submissions import Submission
from scorekeeper.cli.play import play
from scorekeeper.rules import HouseRules, Match

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
FINISHED = 100
NEW = 64
"""Matches without a hand, to save hands in."""


def fill(folder: Path, size: int = FINISHED) -> tuple[str, list[str]]:
    """Make a scorebook; return its match of 13 hands, and those without a hand."""
    path = folder / "scorebook.sqlite"
    url = f"sqlite:///{path}"
    prepare(url)
    start = Match.start(
        HouseRules.of("partnership", target=1000, floor=None),
        PLAYERS,
        started=datetime.now(UTC) - timedelta(days=1),
    )
    finished = [play(start, Random(seed)) for seed in range(FINISHED)]
    running = (play(start, Random(seed), hands=13) for seed in count())
    thirteen = next(match for match in running if match.outcome is None)
    with closing(Database(url)) as database:
        _write(database, [match for match in finished if match.outcome])
        _multiply(path, size)
        new = _write(database, [start] * NEW)
        [shown] = _write(database, [thirteen])
    return shown, new


def _write(database: Database, played: list[Match]) -> list[str]:
    device, ids = Secret(DEVICE), []
    with database.write() as session:
        for match in played:
            key = f"{id(played)} {len(ids)}"
            empty = replace(match, hands=(), ended=None)
            ids.append(matches.start(session, device, Submission.of(key, None, ()), empty))
            if match.hands:
                told = Submission.of(f"{key} told", 1, ())
                matches.record(session, device, ids[-1], told, lambda _, match=match: match)
    return ids


def _multiply(path: Path, size: int) -> None:
    """Copy the matches that are there, all at once, until there are so many."""
    with closing(sqlite3.connect(path)) as connection:
        while (known := _greatest(connection, "matches")) < size:
            shifts = {
                "match_id": known,
                "hand_id": _greatest(connection, "hands"),
            }
            for table in ("matches", "match_sides", "seats", "hands", "hand_seats", "hand_sides"):
                own = {"matches": known, "hands": shifts["hand_id"]}.get(table)
                _copy(connection, table, shifts if own is None else {**shifts, "id": own})
            connection.commit()


def _copy(connection: sqlite3.Connection, table: str, shifts: dict[str, int]) -> None:
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = [
        "lower(hex(randomblob(11)))"
        if name == "public_id"
        else f"{name} + {shifts[name]}"
        if name in shifts
        else name
        for name in names
    ]
    connection.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table}"
    )


def _greatest(connection: sqlite3.Connection, table: str) -> int:
    found: int = connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
    return found
