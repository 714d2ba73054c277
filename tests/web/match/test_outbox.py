"""The outbox: what a phone recorded while the server did not answer."""

from typing import Any

from flask import Flask

from scorekeeper.web.site import db
from scorekeeper.web.site.offline import describe_base
from tests.table import Table


def base(table: Table, app: Flask) -> dict[str, Any]:
    with app.test_request_context(headers={"Cookie": f"scorekeeper_device={table.browser.secret}"}):
        return describe_base(db.load_match(table.path.removeprefix("/matches/")))


def test_the_base_says_how_the_match_stands(table: Table, app: Flask) -> None:
    new = base(table, app)
    table.play((4, "blind nil", 5, 2), 9, None, seat_1=0, seat_3=4)
    table.throw_in()
    table.bid(4, 3, 3, 2)

    assert (new["version"], new["played"], new["place"], new["bids"]) == (1, 0, 1, None)
    now = base(table, app)
    assert 0 <= now["progress"].pop("minutes") < 5
    assert now == {
        "version": 5,
        "standings": [{"points": 90, "bags": 0}, {"points": 222, "bags": 2}],
        "progress": {"sets": [0, 0], "hands": 1},
        "played": 1,
        "place": 3,
        "first": 3,
        "bids": [4, 3, 3, 2],
        "counted": True,
    }


def test_the_base_says_that_only_the_server_counts_a_hand_with_a_ruling(
    table: Table, app: Flask
) -> None:
    table.bid(4, 3, 3, 2)
    table.rule("revoke", "later", seat="0", hand="1")

    assert base(table, app)["counted"] is False
