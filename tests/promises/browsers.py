"""A browser at the table: cookies, pages, forms; and a scorer who plays with it."""

import http.client
import json
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from tests.promises.pages import Form, Page

NO_ANSWER = (OSError, http.client.HTTPException)

PATIENCE = 30.0
"""Seconds after which a test no longer waits for an answer."""


@dataclass
class Browser:
    """A plain HTTP client that keeps cookies as a browser does."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Page:
        """Open a page."""
        return self.send("GET", path, headers=headers)

    def post(self, form: Form, values: Mapping[str, str] | None = None) -> Page:
        """Send a form, with other values in some fields."""
        return self.send("POST", form.action, form.filled(values or {}).body)

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page:
        """Send a request and read the whole answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {**self.headers(body), **(headers or {})})
            answer = connection.getresponse()
            page = Page(path, answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()
        for given in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(given).items():
                self.cookies[name] = morsel.value
        return page

    def headers(self, body: bytes | None = None) -> dict[str, str]:
        """What a browser says of itself."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = f"http://127.0.0.1:{self.port}"
        return headers

    def another(self) -> "Browser":
        """Return a second browser that was given the same cookies."""
        return Browser(self.port, dict(self.cookies))

    def start_match(self, names: tuple[str, ...] = ("Ann", "Ben", "Cleo", "Dan")) -> str:
        """Start a partnership match that two losing sides never end; return its address."""
        answer = self.post(self.new_match_form(names))
        assert answer.status == 303, answer.text
        return urlsplit(answer.headers["Location"]).path

    def new_match_form(self, names: tuple[str, ...] = ("Ann", "Ben", "Cleo", "Dan")) -> Form:
        """Return the form of a new match, filled in."""
        form = self.get("/matches/new?game=partnership").form("/matches")
        players = {f"player_{seat}": name for seat, name in enumerate(names)}
        return form.filled({**players, "first": "3", "floor": ""})

    def hands(self, match: str) -> list[dict[str, object]]:
        """Return the hands of a match as its file tells them, without their times."""
        answer = self.get(f"{match}/file")
        assert answer.status == 200
        hands = json.loads(answer.body)["hands"]
        return [{name: value for name, value in hand.items() if name != "noted"} for hand in hands]

    def play_hand(self, match: str) -> None:
        """Write one hand of a match."""
        for form, values in (("/bids", BIDS), ("/tricks", TRICKS)):
            answer = self.post(self.get(match).form(form), values)
            assert answer.status == 303, answer.text


def bids_of(number: int) -> dict[str, str]:
    """Return bids that tell one hand from all others, and that nobody can make."""
    return {f"bid_{seat}": str(6 + number // 8**seat % 8) for seat in range(4)}


BIDS = bids_of(0)
TRICKS = {"side_0": "6", "side_1": "7"}


def at_once(browsers: Sequence[Browser], forms: Sequence[Form]) -> list[Page]:
    """Let every browser send its form at the same moment; return the answers."""
    ready = threading.Barrier(len(browsers))

    def send(browser: Browser, form: Form) -> Page:
        ready.wait(PATIENCE)
        return browser.post(form)

    with ThreadPoolExecutor(len(browsers)) as pool:
        return list(pool.map(send, browsers, forms))
