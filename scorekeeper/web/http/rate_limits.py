"""How often the same may be done: what nobody at a table ever reaches, and a machine soon does."""

import ipaddress
import math
import time
from collections import OrderedDict, deque
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web.http.assets import WITHOUT_COOKIES

POLLED = ("match.show", "board.show")
"""Pages that are asked for again and again while somebody looks at them."""

MINUTE, HOUR = 60, 3600
WINDOWS = {
    "requests": MINUTE,
    "polls": MINUTE,
    "saves": MINUTE,
    "codes": MINUTE,
    "recoveries": HOUR,
    "matches": HOUR,
    "scorebooks": HOUR,
}
"""What is counted, and for how many seconds."""

MOST_KEPT = 10_000
"""Addresses and devices remembered for each of these; the one seen longest ago goes first."""
LONGEST_ADDRESS = 64
"""Characters kept of an address that is none."""


class Rates:
    """Counts in a moving window, in the memory of this process.

    Each kind is kept apart, so that many saves never push out who guesses at codes.
    """

    def __init__(self, most: Mapping[str, int]) -> None:
        self.most = most
        self._times: dict[str, OrderedDict[str, deque[float]]] = {
            what: OrderedDict() for what in WINDOWS
        }
        self._turn = Lock()

    def count(self, what: str, who: str) -> float:
        """Count it and return 0, or the seconds until it may be done again."""
        most = self.most.get(what)
        if most is None:
            return 0
        window, present = WINDOWS[what], time.monotonic()
        with self._turn:
            kept = self._times[what]
            # Those whose window is over take no memory.
            while kept and next(iter(kept.values()))[-1] <= present - window:
                kept.popitem(last=False)
            times = kept.setdefault(who, deque())
            kept.move_to_end(who)
            if len(kept) > MOST_KEPT:
                kept.popitem(last=False)
            while times and times[0] <= present - window:
                times.popleft()
            if len(times) >= most:
                return times[0] + window - present
            times.append(present)
        return 0


def register(app: Flask, most: Mapping[str, int]) -> None:
    """Let an app count; what is not named may be done as often as anybody likes."""
    app.extensions["rates"] = Rates(most)
    app.before_request(count_request)


def count_request() -> None:
    """Count a request of an address; a hand that is saved is counted by its device alone.

    The whole table is behind one address, and others may be.
    """
    if request.endpoint in WITHOUT_COOKIES or is_poll():
        return
    seconds = _counted("requests", address())
    if seconds and not (request.method == "POST" and "public_id" in (request.view_args or {})):
        _refuse(seconds)


def is_poll() -> bool:
    """Whether it is only asked if a page is still as it was: that is counted when it is known."""
    return request.endpoint in POLLED and "If-None-Match" in request.headers


def count_poll(secret: str | None) -> None:
    """Count a poll: of a device that finds nothing new, else of its address as any request."""
    if not is_poll():
        return
    if secret is None:
        count("requests", address())
    else:
        count("polls", secret)


def count(what: str, who: str) -> None:
    """Count what somebody does, or refuse it with an answer that keeps what was typed."""
    if seconds := _counted(what, who):
        _refuse(seconds)


def address() -> str:
    """Return the address that asks, as far as it stands for one household."""
    return _household(request.remote_addr or "")


@lru_cache(maxsize=1000)
def _household(text: str) -> str:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return text[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    # One household has as many of these as it likes.
    return str(ipaddress.ip_network((found.packed[:8] + bytes(8), 64)))


def _counted(what: str, who: str) -> float:
    rates: Rates = current_app.extensions["rates"]
    return rates.count(what, who)


def _refuse(seconds: float) -> None:
    raise TooManyRequests(retry_after=math.ceil(seconds))
