"""Act as the organiser of an event repeatedly, each time killed one statement later.

Run it as its own program: it forks, which a process with threads should not do.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count

from sqlalchemy import Engine, event

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants, events
from scorekeeper.rules.seating.event import Event, EventKind, TableResult
from tests.book.children import finished, start_in_child
from tests.book.kill_at_statement import dump
from tests.effort import THOROUGH
from tests.evening import Evening

EVERY = 1 if THOROUGH else 4
"""After how many statements and commits it is killed again."""

WON = TableResult.of_points(312, 250)
PAIRS = Event("", EventKind.SWISS, 7, None, (), house=rules.HouseRules.of("partnership"))


def create(evening: Evening) -> None:
    with evening.database.write() as session:
        events.create_event(session, evening.secret, "Saturday club", PAIRS)


ACTIONS: dict[str, Callable[[Evening], object]] = {
    "create": create,
    "add": lambda evening: evening.add(("Zed",), ("Yve",)),
    "leave": lambda evening: evening.leave(9),
    "rename": lambda evening: evening.do(entrants.change_names, 9, ["Zoe"]),
    "remove": lambda evening: evening.do(entrants.remove_entrant, 10),
    "start": lambda evening: evening.score(1),
    "sit down": lambda evening: evening.sit_down(1, "Xia"),
    "change a name": lambda evening: evening.do(entrants.change_names, 1, ["Wim"]),
    "type": lambda evening: evening.type({(1, 1): WON, (1, 2): WON}),
    "seat": Evening.seat,
    "take back": lambda evening: evening.undo_round(2),
    "play off": lambda evening: evening.start_playoff({1: 1, 2: 2, 3: 2, 4: 1}, 1),
    "end": Evening.end,
    "delete": Evening.delete,
}
"""What an organiser does in an evening, in this order."""


def main(url: str, secret: Secret, public_id: str) -> None:
    """Print for each action the number of kills, and of those that left something half done."""
    found = {}
    for name, act in ACTIONS.items():
        before, kills, halves = dump(url), 0, 0
        while killed(partial(die_in, url, secret, public_id, act, kills * EVERY)):
            kills += 1
            halves += dump(url) != before
        found[name] = {"kills": kills, "halves": halves, "done": dump(url) != before}
    print(json.dumps(found))


def killed(work: Callable[[], None]) -> bool:
    """Whether the work was killed in its own process; it must not fail."""
    ended = finished(start_in_child(work))
    assert ended in (0, -signal.SIGKILL), ended
    return ended != 0


def die_in(
    url: str, secret: Secret, public_id: str, act: Callable[[Evening], object], statements: int
) -> None:
    """Act; die before the statement or commit after this many statements."""
    numbers = count()

    def die(*_: object) -> None:
        if next(numbers) >= statements:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", die)
    event.listen(Engine, "commit", die)
    with closing(Database(url)) as database:
        act(Evening(database, secret, public_id))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
