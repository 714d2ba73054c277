"""A phone: a connection that stays open, its cookies, and how long a request took."""

import gzip
import re
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlencode

READER, SCORER = "benchmark-device-00000", "benchmark-device-00001"
"""The devices: whose pages are read, and whose matches hands are saved in."""
NOT_MODIFIED = 304
# Both sides are set in every hand, so that the match goes on.
BIDS = {"bid_0": "4", "bid_1": "4", "bid_2": "3", "bid_3": "4"}
TRICKS = {"side_0": "6", "side_1": "7"}
# The tests' reader takes milliseconds for a page, and eight phones share this one process: they
# would wait for one another and not for the server.
FORM = re.compile(r'<form[^>]* action="([^"]+/(bids|tricks))".*?</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


def due_form(page: str) -> tuple[str, dict[str, str]]:
    """Return where the form of the step that is due goes, and it filled in."""
    form = FORM.search(page)
    if form is None:
        raise RuntimeError("a match shows no form")
    return form[1], {**dict(HIDDEN.findall(form[0])), **(BIDS if form[2] == "bids" else TRICKS)}


class Phone:
    """A client; every request says how many seconds it took."""

    def __init__(self, port: int, device: str = READER) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = {"scorekeeper_device": device}
        self.tags: dict[str, str] = {}

    def get(self, path: str) -> float:
        """Read a page."""
        return self._request("GET", path, None, 200)[0]

    def poll(self, path: str) -> float:
        """Ask for a page that was got before and is still the same."""
        if path not in self.tags:
            self.get(path)
        return self._request("GET", path, None, 304)[0]

    def post(self, path: str) -> float:
        """Post nothing."""
        return self._request("POST", path, "", 200)[0]

    def save(self, match: str) -> float:
        """Save what is due in a match; reading its form is not measured."""
        _, page = self._request("GET", f"/matches/{match}?by=side", None, 200)
        action, fields = due_form(page)
        return self._request("POST", action, urlencode(fields), 303)[0]

    def look_after_a_save(self, match: str) -> float:
        """Read the page of a match for the first time after something was saved in it."""
        self.save(match)
        return self.get(f"/matches/{match}")

    def _request(self, method: str, path: str, body: str | None, status: int) -> tuple[float, str]:
        headers = {
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        if status == NOT_MODIFIED:
            headers["If-None-Match"] = self.tags[path]
        started = time.perf_counter()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        seconds = time.perf_counter() - started
        if answer.status != status:
            raise RuntimeError(f"{method} {path} answered {answer.status}")
        self.tags[path] = answer.headers.get("ETag", "")
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return seconds, unpacked(text, answer.headers["Content-Encoding"])


def steps(matches: list[str], hands: int) -> Iterator[str]:
    """Yield the match of each step to save, when so many hands are played in each of them."""
    for match in matches:
        for _ in range(2 * hands):
            yield match


def unpacked(text: bytes, encoding: str | None) -> str:
    """Return a body as it was before it was compressed."""
    return (gzip.decompress(text) if encoding else text).decode()
