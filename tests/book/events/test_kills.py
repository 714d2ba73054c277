"""An organiser's action is done or not done, never half, whenever the server is killed."""

import json

from scorekeeper.book.db.database import Database
from tests.book.events.organisers import Organiser
from tests.servers import run_python


def test_an_action_is_done_or_not_done(database: Database, database_url: str) -> None:
    organiser = Organiser(database)
    public_id = organiser.create()
    organiser.seat(public_id)
    database.close()
    order = {"url": database_url, "secret": organiser.secret, "public_id": public_id}
    [printed] = run_python("-m", "tests.book.events.kill_action", json.dumps(order))
    found = json.loads(printed)
    assert {name: (one["halves"], one["done"]) for name, one in found.items()} == dict.fromkeys(
        found, (0, True)
    )
    assert all(one["kills"] > 1 for one in found.values())
    assert len(found) == 11
