"""How waitress reads requests and answers them, where its own way does not do."""

from typing import Any
from weakref import WeakSet

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask
from waitress.utilities import Error

from scorekeeper.app import MAX_BODY_BYTES, max_body_bytes

MAX_LARGE_BODIES = 4
"""Bodies larger than the usual that are kept at the same time, whoever sends them."""


class TooManyLargeBodies(Error):
    """The answer to a large body while as many as can be kept are being sent."""

    code = 503
    reason = "Service Unavailable"


class RequestBody(OverflowableBuffer):
    """A request body, which is kept if it may be read, and only counted if it is too large.

    A browser reads an answer only when it has sent everything, so too much is received, too.
    """

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
_LARGE_BODIES: "WeakSet[RequestBody]" = WeakSet()


class RequestParser(HTTPRequestParser):
    """Reads a request; its body goes to a `Body`."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, which says how large the body is going to be."""
        super().parse_header(header_plus)
        if self.body_rcv is None:
            return
        largest = MAX_BODY_BYTES
        if self.command == "POST" and self.content_length > largest:
            allowed = max_body_bytes(self.path)
            if allowed > largest and len(_LARGE_BODIES) >= MAX_LARGE_BODIES:
                self.error = TooManyLargeBodies(
                    "Too many large files come in now. Try again later."
                )
            else:
                largest = allowed
        body = RequestBody(self.adj.inbuf_overflow, self.content_length, largest)
        if largest > MAX_BODY_BYTES:
            _LARGE_BODIES.add(body)
        self.body_rcv.buf = body


class ResponseTask(WSGITask):
    """An answer; one without a body leaves the connection open, as any other does."""

    request: Any

    def set_close_on_finish(self) -> None:
        """Close the connection afterwards, unless that is only because no length is told.

        Whoever asks again and again if a page is unchanged would come by a new one every time.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or asked == "close":
            super().set_close_on_finish()


class ClientChannel(HTTPChannel):
    """A connection that reads and answers so."""

    parser_class = RequestParser
    task_class = ResponseTask
