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

from scorekeeper.web.http.assets import COOKIELESS_ENDPOINTS

POLLED_ENDPOINTS = ("match.show", "board.show")
"""Pages that are asked for again and again while somebody looks at them."""

MINUTE_SECONDS, HOUR_SECONDS = 60, 3600
WINDOW_SECONDS = {
    "requests": MINUTE_SECONDS,
    "polls": MINUTE_SECONDS,
    "saves": MINUTE_SECONDS,
    "codes": MINUTE_SECONDS,
    "recoveries": HOUR_SECONDS,
    "matches": HOUR_SECONDS,
    "scorebooks": HOUR_SECONDS,
}
"""What is counted, and for how many seconds."""

MAX_CLIENTS = 10_000
"""Addresses and devices remembered for each of these; the one seen longest ago goes first."""
MAX_ADDRESS_LENGTH = 64
"""Characters kept of an address that is none."""


class RateLimiter:
    """Counts in a moving window, in the memory of this process.

    Each kind is kept apart, so that many saves never push out who guesses at codes.
    """

    def __init__(self, most: Mapping[str, int]) -> None:
        self.most = most
        self._times: dict[str, OrderedDict[str, deque[float]]] = {
            what: OrderedDict() for what in WINDOW_SECONDS
        }
        self._turn = Lock()

    def count(self, what: str, who: str) -> float:
        """Count it and return 0, or the seconds until it may be done again."""
        most = self.most.get(what)
        if most is None:
            return 0
        window, present = WINDOW_SECONDS[what], time.monotonic()
        with self._turn:
            kept = self._times[what]
            # Those whose window is over take no memory.
            while kept and next(iter(kept.values()))[-1] <= present - window:
                kept.popitem(last=False)
            times = kept.setdefault(who, deque())
            kept.move_to_end(who)
            if len(kept) > MAX_CLIENTS:
                kept.popitem(last=False)
            while times and times[0] <= present - window:
                times.popleft()
            if len(times) >= most:
                return times[0] + window - present
            times.append(present)
        return 0


def register(app: Flask, most: Mapping[str, int]) -> None:
    """Let an app count; what is not named may be done as often as anybody likes."""
    app.extensions["rates"] = RateLimiter(most)
    app.before_request(count_request)


def count_request() -> None:
    """Count a request of an address; a hand that is saved is counted by its device alone.

    The whole table is behind one address, and others may be.
    """
    if request.endpoint in COOKIELESS_ENDPOINTS or is_poll():
        return
    seconds = _count_in_window("requests", client_address())
    if seconds and not (request.method == "POST" and "public_id" in (request.view_args or {})):
        _raise_too_many_requests(seconds)


def is_poll() -> bool:
    """Whether it is only asked if a page is still as it was: that is counted when it is known."""
    return request.endpoint in POLLED_ENDPOINTS and "If-None-Match" in request.headers


def count_poll(secret: str | None) -> None:
    """Count a poll: of a device that finds nothing new, else of its address as any request."""
    if not is_poll():
        return
    if secret is None:
        count("requests", client_address())
    else:
        count("polls", secret)


def count(what: str, who: str) -> None:
    """Count what somebody does, or refuse it with an answer that keeps what was typed."""
    if seconds := _count_in_window(what, who):
        _raise_too_many_requests(seconds)


def client_address() -> str:
    """Return the address that asks, as far as it stands for one household."""
    return _household_address(request.remote_addr or "")


@lru_cache(maxsize=1000)
def _household_address(text: str) -> str:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return text[:MAX_ADDRESS_LENGTH]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    # One household has as many of these as it likes.
    return str(ipaddress.ip_network((found.packed[:8] + bytes(8), 64)))


def _count_in_window(what: str, who: str) -> float:
    rates: RateLimiter = current_app.extensions["rates"]
    return rates.count(what, who)


def _raise_too_many_requests(seconds: float) -> None:
    raise TooManyRequests(retry_after=math.ceil(seconds))
