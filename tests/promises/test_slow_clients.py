"""Slow or broken clients hurt nobody."""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.clients import BIDS, TRICKS, Browser
from tests.reading import Form
from tests.servers import Server


def test_thirty_dripping_connections_hold_nobody_up(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    slow = whole_request(browser, browser.open(match).form("/bids").filled(**BIDS))
    seconds = []

    with dripping(sqlite_server, slow, 30):
        for _ in range(5):
            began = time.monotonic()
            browser.play_hand(match)
            seconds.append((time.monotonic() - began) / 4)

    assert max(seconds) < 1
    assert len(browser.hands(match)) == 5


def test_half_a_form_changes_nothing_and_holds_nobody_up(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    whole = whole_request(browser, browser.open(match).form("/bids").filled(**BIDS))

    for _ in range(15):
        hang_up_after(sqlite_server, whole[:-40])
        reset_after(sqlite_server, whole[:-40])

    assert browser.hands(match) == []
    browser.play_hand(match)
    assert len(browser.hands(match)) == 1


def test_thirty_forms_whose_answers_nobody_read_are_sent_again_and_stored_once(
    sqlite_server: Server,
) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    statuses = []

    for _ in range(15):
        for name, values in (("/bids", BIDS), ("/tricks", TRICKS)):
            form = browser.open(match).form(name).filled(**values)
            hang_up_after(sqlite_server, whole_request(browser, form))
            statuses.append(browser.send(form).status)

    assert statuses == [303] * 30
    assert len(browser.hands(match)) == 15


def whole_request(browser: Browser, form: Form) -> bytes:
    """Return what a browser would send."""
    named = {
        "Host": f"127.0.0.1:{browser.port}",
        "Content-Length": str(len(form.body)),
        **browser.headers(form.body),
    }
    lines = [f"POST {form.action} HTTP/1.1", *(f"{name}: {named[name]}" for name in named), "", ""]
    return "\r\n".join(lines).encode() + form.body


def hang_up_after(server: Server, sent: bytes) -> None:
    """Send something and read nothing of what comes back."""
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(sent)


def reset_after(server: Server, sent: bytes) -> None:
    """Send something and break the connection off."""
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(sent)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@contextmanager
def dripping(server: Server, request: bytes, count: int) -> Iterator[None]:
    """Keep connections open that send a request byte by byte and never come to its end."""
    enough = threading.Event()
    with ExitStack() as connections:
        clients = [
            connections.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            for _ in range(count)
        ]

        def drip() -> None:
            for byte in request[:-1]:
                for client in clients:
                    client.sendall(bytes([byte]))
                if enough.wait(0.01):
                    return

        dripper = threading.Thread(target=drip)
        dripper.start()
        try:
            yield
        finally:
            enough.set()
            dripper.join()
