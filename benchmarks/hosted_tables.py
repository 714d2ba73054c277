"""Tables on a hosted server, each with its own scorebook, running match and phones."""

from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from random import Random

from benchmarks.scorebooks import start_match
from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import Right, Secret, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import Match

WATCHERS = 4
"""Phones that follow the match of a table."""
FINISHED = 2
"""Finished matches of each table."""
HANDS = 12
"""Upper limit of hands in the running matches, which are at different hands."""
AT_ONCE = 50
"""Tables written per transaction."""


def secret(table: int, phone: int) -> str:
    """Return the secret of a phone at a table; phone 0 keeps score, the others follow."""
    return f"benchmark-{table:07}-{phone:04}"


def fill(url: str, count: int) -> list[str]:
    """Create `count` tables in a new database; return the public ids of their matches."""
    prepare(url)
    start = start_match()
    finished = [play_match(start, Random(seed)) for seed in range(FINISHED)]
    running = cycle([*_running(start)])
    made = []
    with closing(Database(url)) as database:
        for first in range(0, count, AT_ONCE):
            some = range(first, min(first + AT_ONCE, count))
            with database.write() as session:
                for table, match in zip(some, islice(running, len(some)), strict=True):
                    scorer = Secret(secret(table, 0))
                    for number, played in enumerate([*finished, match]):
                        sent = Submission.of(f"{table} {number}", ())
                        public_id = matches.start_match(session, scorer, sent, played)
                    made.append(public_id)
                    [scorebook_id] = find_owned_scorebooks(session, scorer)
                    for phone in range(1, 1 + WATCHERS):
                        right = Right(scorebook_id, None, "viewer")
                        devices.grant_access(session, right, None, Secret(secret(table, phone)))
    return made


def _running(start: Match) -> Iterator[Match]:
    for hands in range(HANDS):
        match = play_match(start, Random(hands), hands=hands)
        if match.outcome is None:
            yield match
