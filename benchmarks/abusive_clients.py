"""Measure how long others wait while one client abuses the server.

Run as `python -m benchmarks.abusive_clients`.
"""

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from tests.clients import BIDS, Browser
from tests.promises.abusive_clients import dripping, idle, temporary_bytes, unfinished_posts
from tests.promises.fault_scenarios import locked
from tests.servers import ON_THIS_MACHINE, Server, serving

ABUSE: dict[str, Callable[[Server], AbstractContextManager[object]]] = {
    "nobody": lambda _server: nullcontext(),
    "200 idle connections": partial(idle, count=200),
    "200 dripping connections": partial(dripping, count=200),
    "50 unfinished posts of 32 MB": partial(
        unfinished_posts, count=50, megabytes=30, chunked=False
    ),
    "50 unfinished posts in chunks": partial(
        unfinished_posts, count=50, megabytes=30, chunked=True
    ),
}


def main() -> None:
    """Print the slowest request of a table and the size of the server's temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with serving(Server(data, *ON_THIS_MACHINE, SCOREKEEPER_RATE_LIMITS="unlimited")) as server:
            print(f"{'during':<32}{'slowest':>10}{'temporary':>14}")
            for name, abuse in ABUSE.items():
                with abuse(server):
                    print_row(name, slowest(server), temporary_bytes(server))
            for count in (22, 40):
                print_row(f"{count} waiting writers", slowest_beside_writers(server, count), 0)


def print_row(name: str, seconds: float, size: int) -> None:
    """Print a row of the table."""
    print(f"{name:<32}{seconds:>8.2f} s{size / 1024**2:>11.1f} MB", flush=True)


def slowest(server: Server) -> float:
    """Return the seconds of another client's slowest request while playing hands and reading."""
    browser = server.browser()
    times = []

    def timed(step: Callable[[], object]) -> None:
        began = time.perf_counter()
        step()
        times.append(time.perf_counter() - began)

    match = browser.start_match()
    for _ in range(3):
        timed(lambda: browser.play_hand(match))
        timed(lambda: browser.open("/history"))
    return max(times)


def slowest_beside_writers(server: Server, count: int) -> float:
    """Return the seconds of the slowest page while `count` clients wait to write."""
    browser = server.browser()
    matches = browser.start_matches(count)
    forms = [browser.open(match).form("/bids").filled(**BIDS) for match in matches]
    with ThreadPoolExecutor(count) as table, locked(server):
        for form in forms:
            table.submit(browser.another().send, form)
        time.sleep(0.3)
        return max(opened(browser, match) for match in matches[:10])


def opened(browser: Browser, match: str) -> float:
    """Return the seconds a page took."""
    began = time.perf_counter()
    browser.open(match)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
