"""No acknowledged hand is ever lost or stored twice, however the server ends."""

import signal

import pytest

from tests.effort import KILLS
from tests.promises.direct_queries import value
from tests.promises.scorers import end_again_and_again
from tests.servers import Server


@pytest.mark.parametrize(
    ("ends", "status"),
    [
        pytest.param([signal.SIGKILL] * KILLS, -signal.SIGKILL, id="killed"),
        pytest.param([signal.SIGTERM, signal.SIGINT] * 2, 0, id="stopped"),
    ],
)
def test_an_acknowledged_hand_survives_the_end_of_the_server(
    server: Server, ends: list[signal.Signals], status: int
) -> None:
    scorers, statuses = end_again_and_again(server, ends)
    acknowledged = sum(len(scorer.acknowledged) for scorer in scorers)
    unanswered = sum(scorer.browser.unanswered for scorer in scorers)
    print(f"{len(ends)} ends, {acknowledged} acknowledged, {unanswered} cut off")

    first, second, third = scorers
    assert statuses == [status] * len(ends)
    assert first.stored == first.acknowledged
    assert second.stored == second.acknowledged
    assert value(server, "SELECT count(*) FROM matches") == 3 + len(third.acknowledged)
    assert [scorer.browser.refused for scorer in scorers] == [0] * 3
