"""Phones that follow a match, in their own process so that they don't disturb the timing.

Each keeps its connection, polls the match page every two seconds, and reports the status codes at
the end. Run as `python -m benchmarks.watchers PORT MATCH COUNT`.
"""

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.clients import read_answer

EVERY = 2.0
"""Seconds between two polls, as on the real page."""
CLOSED = "closed"
"""Counted when a connection turned out to be closed."""


def secret(number: int) -> str:
    """Return the secret of a watcher's device."""
    return f"benchmark-watcher-{number:04}"


@contextmanager
def watching(port: int, match: str, count: int) -> Iterator[Counter[str]]:
    """Run `count` watchers; the yielded counter is filled at the end."""
    answers: Counter[str] = Counter()
    command = (sys.executable, "-m", "benchmarks.watchers", str(port), match, str(count))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield answers
        finally:
            process.stdin.close()
            answers.update(json.loads(process.stdout.readline() or "{}"))


class Watcher:
    """A phone that follows a match."""

    def __init__(self, port: int, match: str, number: int, answers: Counter[str]) -> None:
        self.port = port
        self.asking = (
            f"GET /matches/{match} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n"
            f"Cookie: scorekeeper_device={secret(number)}"
        )
        self.session = ""
        self.tag = ""
        self.answers = answers

    async def watch(self, later: float, began: asyncio.Semaphore) -> None:
        """Poll forever, over one connection while it stays open."""
        await asyncio.sleep(later)
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                while True:
                    await self._ask(reader, writer)
                    began.release()
                    await asyncio.sleep(EVERY)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.answers[CLOSED] += 1
            finally:
                writer.close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        known = f"\r\nIf-None-Match: {self.tag}" if self.tag else ""
        writer.write(f"{self.asking}{self.session}{known}\r\n\r\n".encode())
        status, headers, _ = await read_answer(reader)
        self.tag = headers.get("etag", self.tag)
        if "set-cookie" in headers:
            self.session = "; " + headers["set-cookie"].partition(";")[0]
        self.answers[status] += 1


async def watch(port: int, match: str, count: int) -> None:
    """Watch until standard input closes; print the counted status codes."""
    answers: Counter[str] = Counter()
    began = asyncio.Semaphore(0)
    watchers = [Watcher(port, match, number, answers) for number in range(count)]
    # Spread the polls over the interval.
    tasks = [
        asyncio.create_task(watcher.watch(EVERY * number / count, began))
        for number, watcher in enumerate(watchers)
    ]
    for _ in range(2 * count):
        await began.acquire()
    print(flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    print(json.dumps(answers))


if __name__ == "__main__":
    asyncio.run(watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
