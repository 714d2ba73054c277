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
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants, events
from scorekeeper.book.events.events import EventSetup
from scorekeeper.rules.seating.event import EventKind, TableResult
from tests.book.events.organisers import Organiser
from tests.book.kill_at_statement import dump
from tests.book.kill_upgrade import finished, start_in_child
from tests.effort import THOROUGH

EVERY = 1 if THOROUGH else 4
"""After how many statements and commits it is killed again."""

WON = TableResult.of_points(312, 250)
PAIRS = EventSetup("Saturday club", EventKind.SWISS, rules.HouseRules.of("partnership"), 7)


def main(url: str, secret: str, public_id: str) -> None:
    """Print for each action the number of kills, and of those that left something half done."""
    found = {}
    for name, act in list_actions(public_id).items():
        before, kills, halves = dump(url), 0, 0
        while killed(partial(die_in, url, secret, act, kills * EVERY)):
            kills += 1
            halves += dump(url) != before
        found[name] = {"kills": kills, "halves": halves, "done": dump(url) != before}
    print(json.dumps(found))


def list_actions(public_id: str) -> dict[str, Callable[[Organiser], object]]:
    """Return what an organiser does in an evening, in this order."""

    def write(
        change: Callable[..., object], *values: object, **named: object
    ) -> Callable[..., None]:
        def act(organiser: Organiser) -> None:
            with organiser.database.write() as session:
                change(session, organiser.secret, *values, **named)

        return act

    return {
        "create": write(events.create_event, PAIRS),
        "add": write(entrants.add_entrants, public_id, [("Zed",), ("Yve",)]),
        "leave": write(entrants.set_present, public_id, 9, is_present=False),
        "rename": write(entrants.change_names, public_id, 9, ["Zoe"]),
        "remove": write(entrants.remove_entrant, public_id, 10),
        "start": lambda organiser: organiser.score(public_id, 1),
        "type": lambda organiser: organiser.type(public_id, {(1, 1): WON, (1, 2): WON}),
        "seat": lambda organiser: organiser.start(public_id),
        "take back": lambda organiser: organiser.take_back(public_id, 2),
        "end": write(events.set_ended, public_id, is_ended=True),
        "delete": write(events.set_deleted, public_id, is_deleted=True),
    }


def killed(work: Callable[[], None]) -> bool:
    """Whether the work was killed in its own process; it must not fail."""
    ended = finished(start_in_child(work))
    assert ended in (0, -signal.SIGKILL), ended
    return ended != 0


def die_in(url: str, secret: str, act: Callable[[Organiser], object], statements: int) -> None:
    """Act; die before the statement or commit after this many statements."""
    numbers = count()

    def die(*_: object) -> None:
        if next(numbers) >= statements:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", die)
    event.listen(Engine, "commit", die)
    with closing(Database(url)) as database:
        act(Organiser(database, secret))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
