"""Slow or broken clients don't delay others."""

import socket
import struct

from tests.clients import BIDS, TRICKS
from tests.promises.abusive_clients import dripping, whole_request
from tests.servers import Server


def test_thirty_dripping_connections_delay_nobody(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    slow = whole_request(browser, browser.open(match).form("/bids").filled(**BIDS))

    # A client that waited for these connections would time out.
    with dripping(sqlite_server, 30, slow):
        for _ in range(5):
            browser.play_hand(match)

    assert len(browser.hands(match)) == 5


def test_half_a_form_changes_nothing_and_delays_nobody(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    whole = whole_request(browser, browser.open(match).form("/bids").filled(**BIDS))

    for _ in range(15):
        hang_up_after(sqlite_server, whole[:-40])
        reset_after(sqlite_server, whole[:-40])

    assert browser.hands(match) == []
    browser.play_hand(match)
    assert len(browser.hands(match)) == 1


def test_thirty_forms_with_unread_answers_are_stored_once(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    statuses = []

    for _ in range(15):
        for question, name, values in (("", "/bids", BIDS), ("?by=side", "/tricks", TRICKS)):
            form = browser.open(f"{match}{question}").form(name).filled(**values)
            hang_up_after(sqlite_server, whole_request(browser, form))
            statuses.append(browser.send(form).status)

    assert statuses == [303] * 30
    assert len(browser.hands(match)) == 15


def hang_up_after(server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(sent)


def reset_after(server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(sent)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
