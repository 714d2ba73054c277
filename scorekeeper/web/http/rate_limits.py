"""Rate limits, which no table reaches but a script does."""

import ipaddress
import math
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

from flask import Flask, current_app, request, session
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web.http.assets import COOKIELESS_ENDPOINTS

POLLED_ENDPOINTS = (
    *("match.show", "match.show_board", "event.show", "boards.show_television", "guide.show"),
    *("boards.show_tables", "boards.show_standings", "guide.show_table", "playoff.show_bracket"),
)

SESSION_KEY, GUESSER_KEY = "guest", "guesser"
"""Session keys of random names under which its requests and codes are counted."""
HOUSEHOLDS_IN_ROOM = 20
"""All phones of an evening at one address may ask for as much as this many other addresses."""
GUESSING_PHONES = 10
"""All phones at one address may type as many wrong codes in ten minutes as these in one."""
WINDOW_SECONDS = {
    **dict.fromkeys(("requests", "rooms", "polls", "saves", "codes"), 60),
    "guesses": 600,
    **dict.fromkeys(("recoveries", "matches", "scorebooks"), 3600),
}
"""Counted kinds of requests, each with its window in seconds."""

MAX_CLIENTS = 10_000
"""Addresses and devices tracked per kind; the least recently seen is evicted first."""
MAX_ADDRESS_LENGTH = 64
"""Length to which an invalid address is cut."""


class RateLimiter:
    """Sliding-window counters in the memory of this process.

    Each kind has its own, so that many saves never evict a client that guesses codes.
    """

    def __init__(self, most: Mapping[str, int]) -> None:
        self.most = most
        self._times: dict[str, OrderedDict[str, deque[float]]] = {
            what: OrderedDict() for what in WINDOW_SECONDS
        }
        self._turn = Lock()

    def count(self, what: str, who: str) -> float:
        """Count a request and return 0, or the seconds until the next one is allowed."""
        most = self.most.get(what)
        if most is None:
            return 0
        window, current = WINDOW_SECONDS[what], time.monotonic()
        with self._turn:
            clients = self._times[what]
            # Drop the clients whose window has passed.
            while clients and next(iter(clients.values()))[-1] <= current - window:
                clients.popitem(last=False)
            times = clients.setdefault(who, deque())
            clients.move_to_end(who)
            if len(clients) > MAX_CLIENTS:
                clients.popitem(last=False)
            while times and times[0] <= current - window:
                times.popleft()
            if len(times) >= most:
                return times[0] + window - current
            times.append(current)
        return 0

    def uncount(self, what: str, who: str) -> None:
        with self._turn:
            if times := self._times[what].get(who):
                times.pop()
                if not times:
                    del self._times[what][who]


def register(app: Flask, most: Mapping[str, int]) -> None:
    """Limit an app to the given numbers by kind; kinds without a number are unlimited."""
    of_address = (("rooms", "requests", HOUSEHOLDS_IN_ROOM), ("guesses", "codes", GUESSING_PHONES))
    together = {what: most[one] * number for what, one, number in of_address if one in most}
    app.extensions["rates"] = RateLimiter({**together, **most})
    app.before_request(count_request)


def count_request() -> None:
    """Count a request by its client; posts to a match are counted by device only.

    All phones at the table share one address, perhaps with others.
    """
    if request.endpoint in COOKIELESS_ENDPOINTS or is_poll():
        return
    seconds = _count_client()
    if not (request.method == "POST" and "public_id" in (request.view_args or {})):
        _refuse_until(seconds)


def is_poll() -> bool:
    """Whether the request only asks if a page has changed; it is counted when that is known."""
    return request.endpoint in POLLED_ENDPOINTS and "If-None-Match" in request.headers


def count_poll(secret: str | None) -> None:
    """Count a poll by device (`secret` given), else as any request."""
    if not is_poll():
        return
    if secret is not None:
        count("polls", secret)
    else:
        _refuse_until(_count_client())


def count(what: str, who: str) -> None:
    """Count a request, or raise TooManyRequests; the error page keeps the posted values."""
    _refuse_until(_count_in_window(what, who))


def count_by_session() -> None:
    """Count this session's requests apart from others of its address from now on.

    All phones of an evening share one address. Only the server can write a session.
    """
    session.setdefault(SESSION_KEY, secrets.token_urlsafe(12))


def count_guess() -> None:
    """Count a code that may be wrong by browser, then with all others of its address.

    So nobody else must wait for a phone that types wrong ones, and a browser that drops its cookies
    gains nothing.
    """
    count("codes", session.setdefault(GUESSER_KEY, secrets.token_urlsafe(12)))
    count("guesses", client_address())


def uncount_guess() -> None:
    """Take back the last guess, which was right."""
    rates: RateLimiter = current_app.extensions["rates"]
    rates.uncount("codes", session[GUESSER_KEY])
    rates.uncount("guesses", client_address())


def client_address() -> str:
    """Return the client's address, cut to the part that identifies a household."""
    return _household_address(request.remote_addr or "")


@lru_cache(maxsize=1000)
def _household_address(text: str) -> str:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text[:MAX_ADDRESS_LENGTH]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    # A household owns an entire /64 network.
    return str(ipaddress.ip_network((address.packed[:8] + bytes(8), 64)))


def _count_client() -> float:
    """Count a request by address; that of a phone that joined an evening by its session, too."""
    guest = session.get(SESSION_KEY)
    if guest and (seconds := _count_in_window("rooms", client_address())):
        return seconds
    return _count_in_window("requests", guest or client_address())


def _count_in_window(what: str, who: str) -> float:
    rates: RateLimiter = current_app.extensions["rates"]
    return rates.count(what, who)


def _refuse_until(seconds: float) -> None:
    if seconds:
        raise TooManyRequests(retry_after=math.ceil(seconds))
