"""A phone: a connection that stays open, its cookies, and how long its requests took."""

import gzip
import re
import time
from http.client import HTTPConnection
from urllib.parse import urlencode

DEVICE = "benchmark-device-00000"
# Both sides are set in every hand, so that the match goes on.
BIDS = {"bid_0": "4", "bid_1": "4", "bid_2": "3", "bid_3": "4"}
TRICKS = {"side_0": "6", "side_1": "7"}
FORM = re.compile(r'<form[^>]* action="([^"]+/(?:bids|tricks))".*?</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


class Phone:
    """A client; `seconds` holds what was measured since it was last emptied."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = {"device": DEVICE}
        self.seconds: list[float] = []

    def get(self, path: str) -> None:
        """Read a page."""
        self._measured("GET", path, None, 200)

    def post(self, path: str) -> None:
        """Post nothing."""
        self._measured("POST", path, "", 200)

    def save_hand(self, match: str) -> None:
        """Save the bids and the tricks of a hand; reading the forms is not measured."""
        for values in (BIDS, TRICKS):
            form = FORM.search(self._answer("GET", f"/matches/{match}", None, 200))
            if form is None:
                raise RuntimeError(f"match {match} shows no form")
            hidden = dict(HIDDEN.findall(form[0]))
            self._measured("POST", form[1], urlencode({**hidden, **values}), 303)

    def _measured(self, method: str, path: str, body: str | None, status: int) -> None:
        started = time.perf_counter()
        self._answer(method, path, body, status)
        self.seconds.append(time.perf_counter() - started)

    def _answer(self, method: str, path: str, body: str | None, status: int) -> str:
        headers = {
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != status:
            raise RuntimeError(f"{method} {path} answered {answer.status}")
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return (gzip.decompress(text) if answer.headers["Content-Encoding"] else text).decode()
