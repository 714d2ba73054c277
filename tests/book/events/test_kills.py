"""An organiser's action is done or not done, never half, whenever the server is killed."""

import json

from tests.evening import Evening
from tests.servers import run_python


def test_an_action_is_done_or_not_done(evening: Evening, database_url: str) -> None:
    evening.seat()
    evening.database.close()
    order = {"url": database_url, "secret": evening.secret, "public_id": evening.id}
    [printed] = run_python("-m", "tests.book.events.kill_action", json.dumps(order))
    found = json.loads(printed)
    assert {name: (one["halves"], one["done"]) for name, one in found.items()} == dict.fromkeys(
        found, (0, True)
    )
    assert all(one["kills"] > 1 for one in found.values())
    assert len(found) == 14
