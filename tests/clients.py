"""A browser without scripts that connects over the network, as phones do."""

import http.client
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from secrets import token_urlsafe
from typing import Any, ClassVar
from urllib.parse import urlencode

from tests.people import PLAYERS
from tests.reading import Form, Page
from tests.table import SAVED, Client, Headers, Table, bids_by_seat, tricks_by_side

PATIENCE = 30.0
"""Timeout of a request in seconds."""

BIDS = bids_by_seat(6, 6, 6, 6)
TRICKS = tricks_by_side(6, 7)
"""A hand in which both sides are set, so that the match never ends."""
NEW_MATCH: list[Form] = []
"""The form of a new partnership match, once it was read."""


@dataclass
class Browser(Client):
    """A plain HTTP client that keeps cookies as a browser does."""

    port: int
    host: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    scheme: ClassVar[str] = "http"

    def request(
        self, method: str, path: str, fields: Any = None, headers: Headers = None, **options: Any
    ) -> Page:
        if question := options.get("query_string"):
            path = f"{path}?{urlencode(question)}"
        if isinstance(fields, Mapping):
            fields = urlencode(fields, doseq=True, errors="surrogatepass").encode()
        named = self.headers(fields) | dict(headers or {})
        with closing(self.connection()) as connection:
            # An empty header is left out.
            connection.request(
                method, path, fields, {name: named[name] for name in named if named[name]}
            )
            answer = connection.getresponse()
            page = Page(path, answer.status, answer.getheaders(), answer.read())
        self.keep(page)
        return page

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def keep(self, page: Page) -> None:
        for given in page.headers.getlist("Set-Cookie"):
            for name, morsel in SimpleCookie(given).items():
                self.cookies[name] = morsel.value

    def headers(self, body: bytes | None = None) -> dict[str, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = f"{self.scheme}://{self.host}:{self.port}"
        return headers

    def another(self) -> "Browser":
        """Return a second browser with the same cookies."""
        return Browser(self.port, self.host, dict(self.cookies))

    def start_match(self, names: Sequence[str] = PLAYERS["partnership"]) -> str:
        """Start a partnership match that two set sides never end; return its address."""
        answer = self.send(self.new_match_form(names))
        assert answer.status == SAVED, answer.errors
        return answer.location

    def new_match_form(self, names: Sequence[str] = PLAYERS["partnership"]) -> Form:
        """Return the filled-in form of such a match; its large page is read once."""
        if not NEW_MATCH:
            NEW_MATCH.append(self.open("/matches/new?game=partnership").form("/matches"))
        fresh = {"csrf_token": self.open("/token").json()["csrf_token"], "key": token_urlsafe(16)}
        return NEW_MATCH[0].filled(**by_seat(names), **fresh, first="3", floor="")

    def play_hand(self, match: str) -> None:
        table = Table(self, match)
        table.save("bids", **BIDS)
        table.save("tricks", **TRICKS)

    def hands(self, match: str) -> list[dict[str, object]]:
        """Return the hands of a match from its match file, without times."""
        hands = self.open(f"{match}/file").json()["hands"]
        return [{name: value for name, value in hand.items() if name != "noted"} for hand in hands]


def by_seat(names: Sequence[str]) -> dict[str, str]:
    return {f"player_{seat}": name for seat, name in enumerate(names)}


def at_once(browsers: Sequence[Browser], forms: Sequence[Form]) -> list[Page]:
    """Send a form from each browser at the same time; return the responses."""
    ready = threading.Barrier(len(browsers))

    def send(browser: Browser, form: Form) -> Page:
        ready.wait(PATIENCE)
        return browser.send(form)

    with ThreadPoolExecutor(len(browsers)) as pool:
        return list(pool.map(send, browsers, forms))
