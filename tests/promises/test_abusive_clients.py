"""One client cannot starve the others."""

import socket
import time
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from scorekeeper.server.connections import MAX_CONNECTIONS_PER_ADDRESS, MAX_LARGE_BODIES
from tests.clients import PATIENCE
from tests.promises.abusive_clients import dripping, idle, temporary_bytes, unfinished_posts
from tests.servers import ON_THIS_MACHINE, Server, serving

MANY = 200
MORE_THAN_ALL = 520
"""More than `serve` accepts."""
MEGABYTE = 1024 * 1024
UNREADABLE = {
    "no request": (b"GARBAGE\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    # To the byte: what nobody reads any more breaks the connection before the answer is read.
    "a header as long as a book": (b"GET / HTTP/1.1\r\nX: ".ljust(256 * 1024, b"x"), 431),
    "a body that is a gigabyte": (
        b"POST /matches HTTP/1.1\r\nContent-Length: 1073741824\r\n\r\n",
        413,
    ),
    "a body in a way nobody knows": (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
}


def test_many_idle_and_unfinished_requests_delay_nobody(server: Server) -> None:
    browser = server.browser()
    match = browser.start_match()

    # A client that waited for these connections would time out.
    with (
        idle(server, MANY),
        dripping(server, MANY),
        unfinished_posts(server, 50, megabytes=1, chunked=False),
    ):
        for _ in range(5):
            browser.play_hand(match)

    assert len(browser.hands(match)) == 5


def test_one_address_cannot_use_up_all_connections(server: Server) -> None:
    # Only 127.0.0.1 is this computer's own address to `serve`.
    phone = HTTPConnection(
        "127.0.0.1", server.port, timeout=PATIENCE, source_address=("127.0.0.2", 0)
    )
    with closing(phone), idle(server, MAX_CONNECTIONS_PER_ADDRESS - 1, source="127.0.0.2") as first:
        statuses = [asked(phone, "/how-spades-works", {}).status]
        kept = phone.sock
        with idle(server, 1, source="127.0.0.2"):
            closed = first[0].recv(1)
            statuses.append(asked(phone, "/how-spades-works", {}).status)
            assert (closed, phone.sock) == (b"", kept)
        with idle(server, MORE_THAN_ALL, source="127.0.0.2") as many:
            assert many[-MAX_CONNECTIONS_PER_ADDRESS - 1].recv(1) == b""
            statuses.append(server.browser().open("/").status)
            many[-1].sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert many[-1].recv(8) == b"HTTP/1.1"
        # Nor can many addresses, or programs on this computer.
        with idle(server, MORE_THAN_ALL):
            statuses.append(server.browser().open("/").status)

    assert statuses == [200] * 4


@pytest.mark.parametrize(
    ("source", "proxies"), [("127.0.0.1", "0"), ("127.0.0.2", "1")], ids=["here", "a proxy"]
)
def test_sixty_connections_of_one_address_stay_open(data: Path, source: str, proxies: str) -> None:
    settings = {"SCOREKEEPER_TRUSTED_PROXIES": proxies}
    with (
        serving(Server(data, *ON_THIS_MACHINE, **settings)) as server,
        idle(server, 60, source=source) as phones,
    ):
        for phone in phones * 2:
            phone.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert phone.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_an_unchanged_page_keeps_the_connection_open(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    with closing(HTTPConnection("127.0.0.1", sqlite_server.port, timeout=PATIENCE)) as phone:
        etag = asked(phone, match, browser.headers()).headers["ETag"]
        kept = phone.sock
        again = asked(phone, match, {**browser.headers(), "If-None-Match": etag})

        assert again.status == 304
        assert phone.sock is kept


def asked(phone: HTTPConnection, path: str, headers: Mapping[str, str]) -> HTTPResponse:
    phone.request("GET", path, headers=dict(headers))
    answer = phone.getresponse()
    answer.read()
    return answer


@pytest.mark.parametrize("chunked", [False, True], ids=["announced", "chunked"])
def test_a_body_above_the_limit_is_not_stored(server: Server, chunked: bool) -> None:
    with unfinished_posts(server, 8, megabytes=3, chunked=chunked):
        assert server.browser().open("/").status == 200
        deadline = time.monotonic() + PATIENCE
        while temporary_bytes(server) > 0 and time.monotonic() < deadline:
            time.sleep(0.05)  # what was sent is not received yet
        assert temporary_bytes(server) == 0


def test_a_chunked_form_is_read_completely_or_refused(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    form = browser.new_match_form()

    def sent(body: bytes) -> int:
        chunks = (body[at : at + 100_000] for at in range(0, len(body), 100_000))
        with closing(HTTPConnection("127.0.0.1", sqlite_server.port, timeout=PATIENCE)) as phone:
            headers = browser.headers(body)
            phone.request("POST", "/matches", chunks, headers, encode_chunked=True)
            return phone.getresponse().status

    assert sent(form.body) == 303
    assert sent(form.body + b"&x=" + b"x" * (MEGABYTE - len(form.body) - 3)) == 303
    assert sent(form.body + b"&x=" + b"x" * MEGABYTE) == 413


def test_another_large_upload_is_asked_to_retry_later(server: Server) -> None:
    head = f"POST /scorebooks/{'a' * 22}/import HTTP/1.1\r\nHost: localhost\r\n"
    size = 2 * MEGABYTE
    whole = f"{head}Content-Length: {size}\r\n\r\n".encode() + b"x" * size

    with idle(server, MAX_LARGE_BODIES) as clients:
        for client in clients:
            client.sendall(whole[:-1])
        deadline = time.monotonic() + PATIENCE
        while temporary_bytes(server) < MAX_LARGE_BODIES * MEGABYTE and time.monotonic() < deadline:
            time.sleep(0.05)
        refused = answer(server, whole)
        kept = temporary_bytes(server)
    later = answer(server, whole)

    assert (refused[0], later[0]) == (503, 400)
    assert b"Try again later." in refused[1]
    assert kept <= MAX_LARGE_BODIES * size


@pytest.mark.parametrize(("sent", "status"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_request_is_rejected(sqlite_server: Server, sent: bytes, status: int) -> None:
    assert answer(sqlite_server, sent)[0] == status
    assert sqlite_server.browser().open("/").status == 200


def answer(server: Server, sent: bytes) -> tuple[int, bytes]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    first, _, rest = received.partition(b"\r\n")
    return int(first.split()[1]), rest
