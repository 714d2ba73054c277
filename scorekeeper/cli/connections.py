"""Connections that many can hold at once without a client taking the place of the others.

waitress has no bound for one address, keeps whatever is sent to it, and answers what it cannot
read with a page of its own.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from weakref import WeakSet

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask

from scorekeeper.app import LARGEST_BODY, largest_body
from scorekeeper.web.site import programs
from scorekeeper.web.site.security import UNREADABLE

API = programs.API.encode()
MOST_OF_AN_ADDRESS = 60
"""Connections of one address that may be open without having sent a whole request ever."""

TOO_MANY = 429

PLACES_LEFT = 20
"""So near its limit of connections, the server lets somebody's go."""


LARGE_AT_ONCE = 2
"""Bodies larger than the usual that are kept at the same time, whoever sends them."""


class Body(OverflowableBuffer):
    """Keeps a body that may be read, and only counts one that is too large."""

    buf: Any
    strbuf: bytes

    def __init__(self, overflow: int, announced: int, largest: int) -> None:
        super().__init__(overflow)
        self.announced = announced
        self.largest = largest
        self.counted = 0

    def __len__(self) -> int:
        return self.counted

    def append(self, data: bytes) -> None:
        """Receive a part of the body."""
        self.counted += len(data)
        if max(self.counted, self.announced) <= self.largest:
            super().append(data)
        else:
            self.close()
            self.buf, self.strbuf, self.overflowed = None, b"", False


# Those that live: one goes with its connection.
_LARGE: "WeakSet[Body]" = WeakSet()


class Parser(HTTPRequestParser):
    """Reads a request."""

    waits = False
    """Whether it has to be sent again, as too many large ones come in just now."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, which says how large the body is going to be."""
        super().parse_header(header_plus)
        if self.body_rcv is not None:
            largest = LARGEST_BODY
            if self.command == "POST" and self.content_length > largest:
                allowed = largest_body(self.path)
                self.waits = allowed > largest and len(_LARGE) >= LARGE_AT_ONCE
                largest = largest if self.waits else allowed
            self.body = Body(self.adj.inbuf_overflow, self.content_length, largest)
            if largest > LARGEST_BODY:
                _LARGE.add(self.body)
            self.body_rcv.buf = self.body


class Answer(WSGITask):
    """An answer; one without a body leaves the connection open, as any other does."""

    request: Any

    def get_environment(self) -> dict[str, Any]:
        """Return the request; of one whose body could not be kept nothing is read."""
        environ: dict[str, Any] = super().get_environment()
        return {**environ, UNREADABLE: TOO_MANY} if self.request.waits else environ

    def set_close_on_finish(self) -> None:
        """Close the connection afterwards, unless that is only because no length is told.

        Whoever asks again and again if a page is unchanged would come by a new one every time.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or asked == "close":
            super().set_close_on_finish()


class Refusal(WSGITask):
    """The answer to what cannot be read as a request: the app is told why, and makes the page."""

    request: Any

    def execute(self) -> None:
        """Answer, and read no further."""
        self.set_close_on_finish()
        super().execute()

    def get_environment(self) -> dict[str, Any]:
        """Return a request of which nothing was read but whether a program sent it."""
        unread, self.request = self.request, self.channel.parser_class(self.channel.adj)
        self.request.parse_header(b"GET %b HTTP/1.1\r\nHost: localhost\r\n" % _asked(unread))
        environ: dict[str, Any] = super().get_environment()
        spoken = unread.headers.get("ACCEPT_LANGUAGE", "")
        return {**environ, "HTTP_ACCEPT_LANGUAGE": spoken, UNREADABLE: unread.error.code}


class Connection(HTTPChannel):
    """A connection; a new one may cost one its place that is of no use so far."""

    parser_class = Parser
    task_class = Answer
    error_task_class = Refusal
    has_been_served = False

    def __init__(self, server: Any, *arguments: Any, by_address: bool, **options: Any) -> None:
        super().__init__(server, *arguments, **options)
        others = [one for one in server.active_channels.values() if one is not self]
        unserved = [one for one in others if one.is_waiting and not one.has_been_served]
        beside = [one for one in unserved if one.addr[0] == self.addr[0]]
        if by_address and len(beside) >= MOST_OF_AN_ADDRESS:
            _let_go(beside)
        elif len(others) >= self.adj.connection_limit - PLACES_LEFT:
            # A request that is not there yet is lost; who only keeps a connection comes again.
            _let_go(unserved or [one for one in others if one.is_waiting and one.request is None])

    @property
    def is_waiting(self) -> bool:
        """Whether there is nothing to answer here now."""
        return not (self.requests or self.will_close or self.total_outbufs_len)

    @property
    def of_no_use_since(self) -> float:
        """When it was opened, or when anything came or went by it after it was of use."""
        return float(self.last_activity if self.has_been_served else self.creation_time)

    def service(self) -> None:
        """Answer a request."""
        self.has_been_served = True
        super().service()


def connections(*, behind_proxy: bool) -> Callable[..., Connection]:
    """Return how a server makes its connections; through a proxy, all have one address."""
    return partial(Connection, by_address=not behind_proxy)


def _asked(unread: Any) -> bytes:
    """Return where a request asks of which no more can be read: / or /api/."""
    begun = unread.header_plus or getattr(unread, "first_line", b"")
    target = re.match(rb"\S+ ([^\s?]+)", begun)
    is_program = target is not None and programs.may_ask(target[1].decode("latin-1"))
    return API if is_program else b"/"


def _let_go(waiting: Iterable[Connection]) -> None:
    oldest = min(waiting, key=lambda one: one.of_no_use_since, default=None)
    if oldest is not None:
        oldest.will_close = True
