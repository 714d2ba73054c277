"""Counting how often somebody tries what could be guessed, over restarts and on a wrong clock."""

import math
import time
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.columns import now, table_of
from scorekeeper.book.database import Database
from scorekeeper.book.models import Tried
from scorekeeper.book.old import Old

MINUTE, HOUR = 60, 3600
WINDOWS = {"codes": MINUTE, "guesses": MINUTE, "recoveries": HOUR, "knocks": HOUR}
"""What is counted, and for how many seconds: codes and knocks of an address, guesses of all."""
TOGETHER = {"codes": "guesses"}
"""What is counted for all addresses together besides."""
LONGEST_ADDRESS = 64
TWO_HOURS = timedelta(hours=2)


class TooOften(Exception):
    """It was tried as often as it may be; `seconds` from now it may be again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} seconds")
        self.seconds = seconds


TRIES = table_of(Tried)
_ROW = (TRIES.c.what == bindparam("its_kind"), TRIES.c.who == bindparam("address"))
TIMES = select(TRIES.c.times).where(*_ROW)
WRITE = update(TRIES).where(*_ROW).values(times=bindparam("moments"), at=bindparam("present"))


def count(database: Database, what: str, who: str, most: Mapping[str, int]) -> None:
    """Count a try of an address before it is answered; raise TooOften where it is one too many.

    What is not named in `most` may be tried as often as anybody likes.
    """
    both = {what: who[:LONGEST_ADDRESS], TOGETHER.get(what, ""): ""}
    limited = {kind: of for kind, of in both.items() if kind in most}
    wait = 0
    # Who is refused holds nobody up who saves a hand.
    with database.read() as session:
        for kind, of in limited.items():
            times = session.scalar(TIMES, {"its_kind": kind, "address": of}) or []
            wait = max(wait, _wait(kind, times, most[kind]))
            if times and max(times) > time.time():
                # The clock was set back: what is kept has to be brought to the present.
                wait = 0
                break
    if not wait:
        with database.write() as session:
            wait = _count(session, limited, most)
    if wait:
        raise TooOften(wait)


def old() -> Old:
    """Choose what was tried so long ago that it does not count any more."""
    return Old(TRIES, (TRIES.c.at < bindparam("before"),), {"before": now() - TWO_HOURS})


def _count(session: Session, limited: Mapping[str, str], most: Mapping[str, int]) -> int:
    """Write a try down, or return for how many seconds nobody may try."""
    old().let_go(session)
    hold, present = _holding(session.get_bind().dialect.name), time.time()
    found: dict[str, list[float]] = {}
    for kind, of in limited.items():
        times = session.scalar(hold, {"what": kind, "who": of, "times": []})
        late = [min(moment, present) for moment in times if moment > present - WINDOWS[kind]]
        found[kind] = late
    wait = max((_wait(kind, times, most[kind]) for kind, times in found.items()), default=0)
    for kind, times in found.items():
        row = {"its_kind": kind, "address": limited[kind], "present": now()}
        session.execute(WRITE, {**row, "moments": times if wait else [*times, present]})
    return wait


def _wait(kind: str, times: list[float], most: int) -> int:
    present = time.time()
    late = [moment for moment in times if moment > present - WINDOWS[kind]]
    return math.ceil(late[-most] + WINDOWS[kind] - present) if len(late) >= most else 0


@cache
def _holding(dialect: str) -> Any:
    """Insert an empty row, or leave the one that is there; either way it is locked."""
    # Each knows this in its own way, and only one of them is loaded.
    new: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(TRIES)
    same = new.on_conflict_do_update(
        index_elements=[TRIES.c.what, TRIES.c.who], set_={"what": new.excluded.what}
    )
    return same.returning(TRIES.c.times)
