"""Changes to waitress: limits on connections and large bodies; keep-alive for empty responses."""

from operator import attrgetter
from typing import Any
from weakref import WeakSet

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask
from waitress.utilities import Error

from scorekeeper.app import MAX_BODY_BYTES, max_body_bytes
from scorekeeper.server import sockets

MAX_CONNECTIONS_PER_ADDRESS = 50
"""Connections of one address at a time; a browser opens six. This computer may open more."""
RESERVED_CONNECTIONS = 20
"""When only this many of all are left, a new connection closes an idle one of any address."""
MAX_LARGE_BODIES = 4
"""Bodies above MAX_BODY_BYTES that may be stored at a time, from all clients together."""


class TooManyLargeBodies(Error):
    """The 503 response to a large body while MAX_LARGE_BODIES are being received."""

    code = 503
    reason = "Service Unavailable"


class RequestBody(OverflowableBuffer):
    """A request body; one above the limit is counted but not stored.

    It is received to its end, because a browser reads the response only after it sent everything.
    """

    buf: Any
    strbuf: bytes

    def __init__(self, overflow: int, content_length: int, max_bytes: int) -> None:
        super().__init__(overflow)
        self.content_length = content_length
        self.max_bytes = max_bytes
        self.received = 0

    def __len__(self) -> int:
        return self.received

    def append(self, data: bytes) -> None:
        """Receive a part of the body."""
        self.received += len(data)
        if max(self.received, self.content_length) <= self.max_bytes:
            super().append(data)
        else:
            self.close()
            self.buf, self.strbuf, self.overflowed = None, b"", False


# Weak references: a body disappears with its connection.
_LARGE_BODIES: "WeakSet[RequestBody]" = WeakSet()


class RequestParser(HTTPRequestParser):
    """A request parser that stores the body in a `RequestBody`."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header and choose the limit of the body."""
        super().parse_header(header_plus)
        if self.body_rcv is None:
            return
        max_bytes = MAX_BODY_BYTES
        if self.command == "POST" and self.content_length > max_bytes:
            allowed = max_body_bytes(self.path)
            if allowed > max_bytes and len(_LARGE_BODIES) >= MAX_LARGE_BODIES:
                self.error = TooManyLargeBodies(
                    "Too many large files are being uploaded. Try again later."
                )
            else:
                max_bytes = allowed
        body = RequestBody(self.adj.inbuf_overflow, self.content_length, max_bytes)
        if max_bytes > MAX_BODY_BYTES:
            _LARGE_BODIES.add(body)
        self.body_rcv.buf = body


class ResponseTask(WSGITask):
    """A response that keeps the connection open even without a body."""

    request: Any

    def set_close_on_finish(self) -> None:
        """Close the connection afterwards, unless the only reason is a missing Content-Length.

        Otherwise a client that polls and gets 304 would need a new connection for every request.
        """
        connection = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or connection == "close":
            super().set_close_on_finish()


class ClientChannel(HTTPChannel):
    """A connection that uses `RequestParser` and `ResponseTask`."""

    parser_class = RequestParser
    task_class = ResponseTask


class LimitedChannel(ClientChannel):
    """A connection that comes from no proxy, so that its address is that of one phone."""

    def __init__(
        self, server: Any, connection: Any, address: Any, adj: Any, **options: Any
    ) -> None:
        super().__init__(server, connection, address, adj, **options)
        others = [other for other in server.active_channels.values() if other is not self]
        host = address[0]
        of_address = [other for other in others if other.addr[0] == host]
        # A socket for both protocols writes the addresses of IPv4 so.
        is_own = host.removeprefix("::ffff:") in sockets.LOOPBACK
        if not is_own and len(of_address) >= MAX_CONNECTIONS_PER_ADDRESS:
            others = of_address
        elif len(others) < adj.connection_limit - RESERVED_CONNECTIONS:
            return
        # A request that stays unfinished waits, too; one that is being sent does not.
        waiting = [other for other in others if not other.requests]
        min(waiting, key=attrgetter("last_activity"), default=self).handle_close()
