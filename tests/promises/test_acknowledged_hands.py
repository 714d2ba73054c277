"""No acknowledged hand is ever lost or stored twice, however the server ends."""

import signal

from tests.effort import KILLS
from tests.promises.direct_queries import value
from tests.promises.scorers import evening
from tests.servers import Server


def test_an_acknowledged_hand_survives_a_killed_server(server: Server) -> None:
    past = evening(server, [signal.SIGKILL] * KILLS)
    print(f"{KILLS} kills, {past.acknowledged} acknowledged, {past.unanswered} cut off")

    first, second = past.hands
    assert past.statuses == [-signal.SIGKILL] * KILLS
    assert first.browser.hands(first.match) == first.acknowledged
    assert second.browser.hands(second.match) == second.acknowledged
    assert value(server, "SELECT count(*) FROM matches") == 3 + len(past.matches.acknowledged)


def test_an_acknowledged_hand_survives_a_stopped_server(server: Server) -> None:
    past = evening(server, [signal.SIGTERM, signal.SIGINT] * 2)

    first, second = past.hands
    assert past.statuses == [0, 0, 0, 0]
    assert first.browser.hands(first.match) == first.acknowledged
    assert second.browser.hands(second.match) == second.acknowledged
    assert value(server, "SELECT count(*) FROM matches") == 3 + len(past.matches.acknowledged)
