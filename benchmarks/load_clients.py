"""Clients at many tables, in their own process.

Run as `python -m benchmarks.load_clients PORT FILE SETTLE`.

FILE contains the matches as JSON; for an empty name, phones ask for `/` as often. Standard input
alternates between two kinds of lines, and each gets a response. The first is the number of tables
that play; the response comes after they had SETTLE seconds to start and as long to play. The second
is the number of seconds to measure; the response is the result. Like a proxy, it shares some
connections to the server between all phones.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from benchmarks.clients import FORM, RELEASE, due_form, read_answer, unpacked
from benchmarks.hosted_tables import WATCHERS, secret

STEP, LOOK, HIDDEN, HISTORY = 90.0, 2.0, 60.0, 300.0
"""Seconds between two saves, two polls of visible and of hidden pages, two reads of the history."""
LOOKS = (LOOK, *[HIDDEN] * (WATCHERS - 1))
KEPT = 16
"""Idle connections that are kept open, as in deploy/nginx.conf."""
RIGHT = ("200", "201", "304")
ENCODED = "Content-Type: application/x-www-form-urlencoded\r\n"


@dataclass
class Answers:
    """The responses during a measurement, and their seconds."""

    seconds: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    errors: int = 0
    unsaved: int = 0

    def summarize(self, over: float, worked: float) -> "Result":
        """Return the result of `over` seconds with `worked` CPU seconds of the client."""
        return Result(
            requests=len(self.seconds) / over,
            median=_share(self.seconds, 0.5),
            slow=_share(self.seconds, 0.99),
            slow_saves=_share(self.saves, 0.99),
            errors=self.errors,
            unsaved=self.unsaved,
            busy=worked / over,
        )


@dataclass(frozen=True)
class Result:
    """Requests per second, median and 99th percentile in seconds, and shares."""

    requests: float
    median: float
    slow: float
    slow_saves: float
    errors: int
    unsaved: int
    busy: float


class Proxy:
    """Connections to the server: one per request in progress, and some idle ones."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers = Answers()
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, asked: bytes) -> tuple[str, dict[str, str], bytes]:
        """Send a request; return the status, headers and body of the response."""
        began = time.perf_counter()
        while self._idle:
            reader, writer = self._idle.pop()
            try:
                status, headers, body = await self._answer(reader, writer, asked)
            except (ConnectionError, asyncio.IncompleteReadError):
                writer.close()  # the server closed it while it was idle
            else:
                break
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            status, headers, body = await self._answer(reader, writer, asked)
        if headers.get("connection") == "close" or len(self._idle) >= KEPT:
            writer.close()
        else:
            self._idle.append((reader, writer))
        taken = time.perf_counter() - began
        self.answers.seconds.append(taken)
        if asked.startswith(b"POST"):
            self.answers.saves.append(taken)
            self.answers.unsaved += status not in RIGHT
        self.answers.errors += status not in RIGHT
        return status, headers, body

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: bytes
    ) -> tuple[str, dict[str, str], bytes]:
        writer.write(asked)
        return await read_answer(reader)


class Phone:
    """A phone at a table."""

    def __init__(self, proxy: Proxy, match: str, table: int, phone: int) -> None:
        self.proxy = proxy
        self.page = f"/matches/{match}" if match else "/"
        self.tag = ""
        self.view = ""
        self.session = ""
        host = f"127.0.0.1:{proxy.port}"
        # Each table has its own address.
        household = f"10.{table >> 16 & 255}.{table >> 8 & 255}.{table & 255}"
        self.headers = (
            f"Host: {host}\r\nX-Forwarded-For: {household}\r\nX-Forwarded-Proto: http\r\n"
            f"X-Forwarded-Host: {host}\r\nOrigin: http://{host}\r\nAccept-Encoding: gzip\r\n"
            f"Cookie: scorekeeper_device={secret(table, phone)}"
        )

    async def look(self) -> None:
        """Poll the match page."""
        known = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        headers, _ = await self._ask("GET", self.page, known)
        self.tag = headers.get("etag", self.tag)

    async def save(self) -> None:
        """Save the current step; the answer is the next view, as for our script.

        Tricks have a page of their own; the bare server is asked for two pages.
        """
        if self.page == "/":
            await self.look()
            await self.look()
            return
        page = self.view
        if not FORM.search(page):
            _, page = await self._ask("GET", f"{self.page}?by=side")
        action, fields = due_form(page)
        body = urlencode(fields)
        script = f"{ENCODED}Content-Length: {len(body)}\r\nX-Sent-By: script\r\n"
        release = "".join(RELEASE.findall(page))
        self.view = ""
        headers, view = await self._ask("POST", action, f"{script}X-Release: {release}\r\n", body)
        if "etag" in headers:
            self.view = view

    async def read_history(self) -> None:
        await self._ask("GET", "/history" if self.page != "/" else "/")

    async def _ask(
        self, method: str, path: str, more: str = "", body: str = ""
    ) -> tuple[dict[str, str], str]:
        asked = f"{method} {path} HTTP/1.1\r\n{self.headers}{self.session}\r\n{more}\r\n{body}"
        _, headers, answer = await self.proxy.ask(asked.encode())
        if "set-cookie" in headers:
            self.session = "; " + headers["set-cookie"].partition(";")[0]
        return headers, unpacked(answer, headers.get("content-encoding"))


class Crowd:
    """The phones of all tables."""

    def __init__(self, port: int, matches: list[str], settle: float) -> None:
        self.proxy = Proxy(port)
        self.settle = settle
        self.matches = matches
        self.chance = Random(port)
        self.tasks: list[asyncio.Task[None]] = []
        self.playing = 0

    def grow(self, count: int) -> None:
        """Start tables until there are `count`."""
        for table in range(self.playing, count):
            scorer, visible, *hidden = (
                Phone(self.proxy, self.matches[table], table, phone)
                for phone in range(1 + WATCHERS)
            )
            self._repeat(STEP, scorer.save, is_open=False)
            self._repeat(HISTORY, scorer.read_history, is_open=False)
            for every, phone in zip(LOOKS, (visible, *hidden), strict=True):
                # The page is open already, so the first poll comes early.
                self._repeat(every, phone.look, is_open=True)
        self.playing = count

    async def measured(self, seconds: float) -> Result:
        """Measure for some seconds and return the result."""
        self.proxy.answers = answers = Answers()
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        return answers.summarize(time.perf_counter() - began, time.process_time() - worked)

    def _repeat(self, every: float, do: Callable[[], Awaitable[None]], is_open: bool) -> None:
        self.tasks.append(asyncio.create_task(self._again_and_again(every, do, is_open)))

    async def _again_and_again(
        self, every: float, do: Callable[[], Awaitable[None]], is_open: bool
    ) -> None:
        if is_open:
            await asyncio.sleep(self.chance.uniform(0, self.settle))
            await self._try(do)
        await asyncio.sleep(self.chance.uniform(0, every))
        while True:
            await self._try(do)
            await asyncio.sleep(every)

    async def _try(self, do: Callable[[], Awaitable[None]]) -> None:
        try:
            await do()
        except (OSError, asyncio.IncompleteReadError, RuntimeError):
            self.proxy.answers.errors += 1


def _share(values: list[float], share: float) -> float:
    return sorted(values)[int(share * len(values))] if values else 0.0


async def drive(port: int, matches: list[str], settle: float) -> None:
    """Follow the instructions on standard input, line by line."""
    crowd = Crowd(port, matches, settle)
    while count := await asyncio.to_thread(sys.stdin.readline):
        crowd.grow(int(count))
        await asyncio.sleep(2 * settle)
        print(flush=True)
        seconds = await asyncio.to_thread(sys.stdin.readline)
        print(json.dumps(asdict(await crowd.measured(float(seconds)))), flush=True)


if __name__ == "__main__":
    asyncio.run(
        drive(int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text()), float(sys.argv[3]))
    )
