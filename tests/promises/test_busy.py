"""A busy database is waited for, then said so, and everything typed is still there."""

import time
from concurrent.futures import ThreadPoolExecutor

from tests.clients import BIDS
from tests.promises.troubles import locked_for
from tests.servers import Server


def test_a_lock_held_for_two_seconds_is_waited_for(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with locked_for(any_server, 2):
        began = time.monotonic()
        answer = browser.send(form)
        waited = time.monotonic() - began

    assert answer.status == 303
    assert 1 < waited < 6
    assert len(browser.hands(match)) == 1


def test_a_lock_held_for_twelve_seconds_is_said_so_and_trying_again_saves(
    any_server: Server,
) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with locked_for(any_server, 12):
        began = time.monotonic()
        refused = browser.send(form)
        waited = time.monotonic() - began
        page_meanwhile = browser.open(match)
        saved = browser.send(refused.form("/bids"))

    assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
    assert 7 < waited < 11
    assert refused.form("/bids").filled(csrf_token=None) == form.filled(csrf_token=None)
    assert page_meanwhile.status == 200
    assert saved.status == 303
    assert browser.hands(match) == [{"bids": [6, 6, 6, 6]}]


def test_pages_are_read_at_once_while_a_whole_table_waits_to_write(server: Server) -> None:
    browser = server.browser()
    matches = [browser.start_match() for _ in range(6)]
    forms = [browser.open(match).form("/bids").filled(**BIDS) for match in matches]
    writers = [browser.another() for _ in matches]

    with ThreadPoolExecutor(6) as table, locked_for(server, 2):
        writing = [
            table.submit(writer.send, form) for writer, form in zip(writers, forms, strict=True)
        ]
        time.sleep(0.5)
        began = time.monotonic()
        statuses = [browser.open(match).status for match in matches]
        seconds = time.monotonic() - began

    assert statuses == [200] * 6
    assert seconds < 1
    assert [written.result().status for written in writing] == [303] * 6
