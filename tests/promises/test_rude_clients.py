"""One client cannot starve the others."""

import re
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from http.client import HTTPConnection

import pytest

from tests.clients import PATIENCE, Browser
from tests.promises.rudeness import dripping, idle, temporary_bytes, unfinished_posts
from tests.reading import Page
from tests.servers import Server

MOST = 520
"""More connections than the server has places for."""
MEGABYTE = 1024 * 1024
UNREADABLE = {
    "no request": (b"GARBAGE\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    # To the byte: what nobody reads any more breaks the connection before the answer is read.
    "a header as long as a book": (b"GET / HTTP/1.1\r\nX: ".ljust(256 * 1024, b"x"), 431),
    "a body that is a gigabyte": (
        b"POST /matches HTTP/1.1\r\nAccept-Language: de\r\nContent-Length: 1073741824\r\n\r\n",
        413,
    ),
    "a body in a way nobody knows": (
        b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        501,
    ),
}


@pytest.mark.parametrize("holding", [idle, dripping])
def test_connections_that_ask_for_nothing_hold_nobody_up(
    server: Server, holding: Callable[[Server, int], AbstractContextManager[object]]
) -> None:
    browser = server.browser()
    match = browser.start_match()

    with holding(server, MOST):
        began = time.monotonic()
        for _ in range(5):
            browser.play_hand(match)
        seconds = time.monotonic() - began

    assert len(browser.hands(match)) == 5
    assert seconds < 10


def test_a_connection_that_was_of_use_keeps_its_place(server: Server) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as phone:
        asked(phone)
        with idle(server, MOST):
            # Its connection is the oldest of all.
            answers = [asked(phone), Browser(server.port).open("/").status]

    assert answers == [200, 200]


def asked(phone: HTTPConnection) -> int:
    """Ask for a page over a connection that stays open; return the status."""
    phone.request("GET", "/")
    answer = phone.getresponse()
    answer.read()
    return answer.status


@pytest.mark.parametrize("chunked", [False, True], ids=["announced", "chunked"])
def test_what_is_too_large_is_kept_nowhere(server: Server, chunked: bool) -> None:
    with unfinished_posts(server, 8, megabytes=3, chunked=chunked):
        assert server.browser().open("/").status == 200
        deadline = time.monotonic() + PATIENCE
        while temporary_bytes(server) > 0 and time.monotonic() < deadline:
            time.sleep(0.05)  # what was sent is not received yet
        assert temporary_bytes(server) == 0


def test_a_chunked_form_is_read_whole_or_refused(server: Server) -> None:
    browser = server.browser()
    form = browser.new_match_form()

    def sent(body: bytes) -> int:
        chunks = (body[at : at + 100_000] for at in range(0, len(body), 100_000))
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as phone:
            headers = browser.headers(body)
            phone.request("POST", "/matches", chunks, headers, encode_chunked=True)
            return phone.getresponse().status

    assert sent(form.body) == 303
    assert sent(form.body + b"&x=" + b"x" * (MEGABYTE - len(form.body) - 3)) == 303
    assert sent(form.body + b"&x=" + b"x" * MEGABYTE) == 413


@pytest.mark.parametrize(("sent", "status"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_gets_a_page_of_ours(server: Server, sent: bytes, status: int) -> None:
    page = answer(server, sent)

    assert page.status == status
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Connection"] == "close"
    assert page.root.all("html")[0].attributes["lang"] == ("de" if status == 413 else "en")


@pytest.mark.parametrize("path", [b"/api/v1/matches", b"/r/secret/feed.atom"])
@pytest.mark.parametrize(("sent", "status"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_below_the_door_of_programs_is_a_problem(
    server: Server, sent: bytes, status: int, path: bytes
) -> None:
    told = answer(server, re.sub(rb"^(GET|POST) /\S*", rb"\1 " + path, sent))
    is_known = not sent.startswith(b"GARBAGE")

    assert told.status == status
    assert told.headers["Content-Type"].startswith(
        "application/problem+json" if is_known else "text/html"
    )
    assert not is_known or told.json()["status"] == status


def answer(server: Server, sent: bytes) -> Page:
    """Send something and read all that comes back."""
    with ExitStack() as closed:
        connection = closed.enter_context(
            socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        )
        connection.sendall(sent)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
    return Page("/", int(first.split()[1]), headers, body)
