"""Phones that watch a match, in a process of their own so that they slow nobody's clock.

Each keeps its connection, asks every two seconds for the page of the match as it has it, and says
at the end what it was answered: `python -m benchmarks.watchers PORT MATCH COUNT`.
"""

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

EVERY = 2.0
"""Seconds between two questions of a watcher, as pages ask them."""
CLOSED = "closed"
"""Counted where a connection was gone when something was asked."""


def secret(number: int) -> str:
    """Return the secret of a watcher's device."""
    return f"benchmark-watcher-{number:04}"


@contextmanager
def watching(port: int, match: str, count: int) -> Iterator[Counter[str]]:
    """Let so many watch; at the end, what they were answered is counted."""
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
    """A phone that watches."""

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
        """Ask again and again, over one connection while it stays open."""
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
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        for line in lines:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                await reader.readexactly(int(value))
            elif name.lower() == "etag":
                self.tag = value
            elif value.startswith("scorekeeper_session="):
                self.session = "; " + value.partition(";")[0]
        self.answers[first.split()[1]] += 1


async def watch(port: int, match: str, count: int) -> None:
    """Let them watch until nobody is interested any more; print what they were answered."""
    answers: Counter[str] = Counter()
    began = asyncio.Semaphore(0)
    watchers = [Watcher(port, match, number, answers) for number in range(count)]
    # They came one after the other, and ask so.
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
