"""If the database is busy, the page waits, then says so and keeps what was typed."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clients import BIDS
from tests.effort import THOROUGH
from tests.promises.fault_scenarios import locked
from tests.servers import Server

TAPS = 30
"""More than there are threads."""


def test_a_lock_held_for_a_second_is_waited_for(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with locked(any_server, 1):
        began = time.monotonic()
        answer = browser.send(form)
        waited = time.monotonic() - began

    assert answer.status == 303
    assert waited > 0.5
    assert len(browser.hands(match)) == 1


def test_a_long_lock_is_reported_and_a_retry_saves(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with locked(any_server):
        began = time.monotonic()
        refused = browser.send(form)
        waited = time.monotonic() - began
        page_while_busy = browser.open(match)
    saved = browser.send(refused.form("/bids"))

    assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
    assert waited > 7
    assert refused.form("/bids").filled(csrf_token=None) == form.filled(csrf_token=None)
    assert page_while_busy.status == 200
    assert saved.status == 303
    assert browser.hands(match) == [{"bids": [6, 6, 6, 6]}]


SERVERS = [("sqlite", 10), ("gunicorn", 6), ("postgresql", 6)]


@pytest.mark.parametrize(("name", "places"), SERVERS if THOROUGH else SERVERS[:2])
def test_pages_are_served_while_all_writers_wait(
    request: pytest.FixtureRequest, name: str, places: int
) -> None:
    server: Server = request.getfixturevalue(f"{name}_server")
    browser = server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with ThreadPoolExecutor(TAPS + 20) as table, locked(server):
        writing = [table.submit(browser.another().send, form) for _ in range(TAPS)]
        # The others find no place to wait, and are refused quickly.
        wait_until(lambda: sum(written.done() for written in writing) == TAPS - places)
        reading = [table.submit(browser.another().open, match) for _ in range(20)]
        statuses = [read.result().status for read in reading]
        # The writers still wait, so no page waited for them.
        refused = [written.result() for written in writing if written.done()]

    assert statuses == [200] * 20
    assert [answer.status for answer in refused] == [503] * (TAPS - places)
    again = refused[0].form("/bids")
    assert again.filled(csrf_token=None) == form.filled(csrf_token=None)
    answers = [written.result().status for written in writing]
    assert sorted(answers) == [303] * places + [503] * (TAPS - places)
    assert browser.hands(match) == [{"bids": [6, 6, 6, 6]}]


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
