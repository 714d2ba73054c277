"""A client that keeps its connection and cookies, and times its requests."""

import asyncio
import gzip
import re
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, RemoteDisconnected
from types import MappingProxyType
from urllib.parse import urlencode

READER, SCORER = "benchmark-device-00000", "benchmark-device-00001"
"""The devices that read pages and that save hands."""
NOT_MODIFIED = 304
# Both sides are set in every hand, so that the match never ends.
BIDS = {"bid_0": "4", "bid_1": "4", "bid_2": "3", "bid_3": "4"}
TRICKS = {"side_0": "6", "side_1": "7"}
# The tests' parser needs milliseconds per page. Eight phones share this process, so they would
# wait for each other instead of the server.
FORM = re.compile(r'<form[^>]* action="([^"]+/(bids|tricks))".*?</form>', re.DOTALL)
RELEASE = re.compile(r'<body[^>]* data-release="([^"]+)"')
ANOTHER_COOKIE = re.compile("set-cookie: (?!scorekeeper_session=)", re.IGNORECASE)
"""A header to ignore: only the session cookie changes."""
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


def due_form(page: str) -> tuple[str, dict[str, str]]:
    """Return the action and the filled-in fields of the form for the current step."""
    form = FORM.search(page)
    if form is None:
        raise RuntimeError("the match page has no form")
    return form[1], {**dict(HIDDEN.findall(form[0])), **(BIDS if form[2] == "bids" else TRICKS)}


class Phone:
    """A client whose requests return the seconds they took."""

    def __init__(self, port: int, device: str = READER) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.origin = f"http://127.0.0.1:{port}"
        self.cookies = {"scorekeeper_device": device}
        self.tags: dict[str, str] = {}

    def get(self, path: str) -> float:
        """Get a page."""
        return self._request("GET", path, None, 200)[0]

    def read(self, path: str) -> str:
        """Return the text of a page."""
        return self._request("GET", path, None, 200)[1]

    def poll(self, path: str) -> float:
        """Poll a page that has not changed since it was last read."""
        if path not in self.tags:
            self.get(path)
        return self._request("GET", path, None, 304)[0]

    def post(self, path: str) -> float:
        """Post an empty form."""
        return self._request("POST", path, "", 200)[0]

    def save(self, match: str) -> float:
        """Save the current step of a match; getting its form is not timed."""
        _, page = self._request("GET", f"/matches/{match}?by=side", None, 200)
        action, fields = due_form(page)
        return self._request("POST", action, urlencode(fields), 303)[0]

    def save_and_look(self, match: str) -> float:
        """Save the current step as a script does, which gets the next view in the answer."""
        _, page = self._request("GET", f"/matches/{match}?by=side", None, 200)
        action, fields = due_form(page)
        [release] = RELEASE.findall(page)
        script = {"X-Sent-By": "script", "X-Release": release}
        seconds, view = self._request("POST", action, urlencode(fields), 201, script)
        if "data-live" not in view:
            raise RuntimeError("the answer to a save has no view")
        return seconds

    def write_and_look(self) -> float:
        """Post an empty form and get a page."""
        return self.post("/") + self.get("/")

    def look_after_a_save(self, match: str) -> float:
        """Get a match page for the first time after a save."""
        self.save(match)
        return self.get(f"/matches/{match}")

    def _request(
        self,
        method: str,
        path: str,
        body: str | None,
        status: int,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[float, str]:
        headers = {
            **more,
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.origin,
        }
        if status == NOT_MODIFIED:
            headers["If-None-Match"] = self.tags[path]
        started = time.perf_counter()
        self.connection.request(method, path, body, headers)
        try:
            answer = self.connection.getresponse()
        except RemoteDisconnected:
            # The server closed the connection in the meantime; a browser opens another, too.
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
    """Yield the match of each step to save, to play `hands` hands in each match."""
    for match in matches:
        for _ in range(2 * hands):
            yield match


async def read_answer(reader: asyncio.StreamReader) -> tuple[str, dict[str, str], bytes]:
    """Return the status, headers and body of the next response."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
    named = (line.partition(": ") for line in lines if not ANOTHER_COOKIE.match(line))
    headers = {name.lower(): value for name, _, value in named}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return first.split()[1], headers, body


def unpacked(text: bytes, encoding: str | None) -> str:
    """Decompress a body."""
    return (gzip.decompress(text) if encoding else text).decode()
