"""A busy database is waited for, then said so, and everything typed is still there."""

import time
from concurrent.futures import ThreadPoolExecutor

from tests.clients import BIDS
from tests.promises.troubles import locked
from tests.servers import Server


def test_a_lock_held_for_a_second_is_waited_for(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with locked(any_server, 1):
        began = time.monotonic()
        answer = browser.send(form)
        waited = time.monotonic() - began

    assert answer.status == 303
    assert 0.5 < waited < 6
    assert len(browser.hands(match)) == 1


def test_a_lock_held_for_longer_than_anybody_waits_is_said_so_and_trying_again_saves(
    any_server: Server,
) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)

    with locked(any_server):
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


def test_pages_are_read_at_once_while_a_whole_table_waits_to_write(
    sqlite_server: Server,
) -> None:
    browser = sqlite_server.browser()
    matches = browser.start_matches(22)
    forms = [browser.open(match).form("/bids").filled(**BIDS) for match in matches]
    writers = [browser.another() for _ in matches]

    with ThreadPoolExecutor(22) as table, locked(sqlite_server):
        writing = [
            table.submit(writer.send, form) for writer, form in zip(writers, forms, strict=True)
        ]
        time.sleep(0.5)
        began = time.monotonic()
        statuses = [browser.open(match).status for match in matches]
        seconds = time.monotonic() - began
        time.sleep(max(0.0, began + 2 - time.monotonic()))
        answered = sum(written.done() for written in writing)

    assert statuses == [200] * 22
    assert seconds < 5
    # Sixteen wait; for the others there is no place to wait in, which is said soon.
    assert answered == 6
    answers = [written.result() for written in writing]
    assert sorted(answer.status for answer in answers) == [303] * 16 + [503] * 6
    for answer, form, writer in zip(answers, forms, writers, strict=True):
        if answer.status == 503:
            again = answer.form("/bids")
            assert again.filled(csrf_token=None) == form.filled(csrf_token=None)
            assert writer.send(again).status == 303
