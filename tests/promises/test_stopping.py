"""A stop is clean: nothing is half done, and the next start finds everything."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clients import BIDS
from tests.promises.fault_scenarios import locked
from tests.servers import Server


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_stopping_server_finishes_waiting_writes(server: Server, number: int) -> None:
    browser = server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with ThreadPoolExecutor(1) as pool, locked(server, 1.5):
        waiting = pool.submit(browser.another().send, form)
        time.sleep(0.5)
        began = time.monotonic()
        status = server.stop(number)
        seconds = time.monotonic() - began
        first = waiting.result()
    left_next_to_it = [file.name for file in server.data.glob("scorebook.sqlite-*")]
    server.start()
    again = browser.send(form)

    assert (status, first.status, again.status) == (0, 303, 303)
    assert seconds < 30
    # The log was folded into the scorebook.
    assert left_next_to_it == []
    assert browser.hands(match) == [{"bids": [6, 6, 6, 6]}]
