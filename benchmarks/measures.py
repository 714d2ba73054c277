"""What is measured: requests in turns, so that a slow minute slows both servers."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median, quantiles

from benchmarks.clients import Phone
from benchmarks.servers import Server, floor, scorekeeper
from scorekeeper.cli.play import play
from scorekeeper.rules import HouseRules, Match

ROUNDS = 6
REQUESTS = 30
STARTS = 5
WRITERS = 8
HANDS = 6
"""Hands saved in one match; a match has about ten."""

Task = Callable[[Phone], None]


def in_turns(ports: tuple[int, int], tasks: tuple[Task, Task], times: int) -> tuple[float, float]:
    """Return the median seconds of a request of either task."""
    phones = [Phone(port) for port in ports]
    for phone, task in zip(phones, tasks, strict=True):
        task(phone)
        phone.seconds.clear()
    for _ in range(ROUNDS):
        for phone, task in zip(phones, tasks, strict=True):
            for _ in range(times):
                task(phone)
    return median(phones[0].seconds), median(phones[1].seconds)


def at_once(port: int, tasks: list[Task]) -> float:
    """Return the 99th percentile of the seconds of all requests, a client for each task."""
    phones = [Phone(port) for _ in tasks]
    threads = [
        threading.Thread(target=task, args=(phone,))
        for task, phone in zip(tasks, phones, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return quantiles([second for phone in phones for second in phone.seconds], n=100)[98]


def reading(path: str) -> Task:
    """Read a page."""
    return lambda phone: phone.get(path)


def writing(phone: Phone) -> None:
    """Insert as many rows as a hand has forms."""
    phone.post("/")
    phone.post("/")


def saving(new: list[str]) -> Task:
    """Save a hand in one of these matches, which are left after some hands."""
    places = iter([match for match in new for _ in range(HANDS)])
    return lambda phone: phone.save_hand(next(places))


def repeated(task: Task, times: int) -> Task:
    """Do a task so many times."""

    def repeat(phone: Phone) -> None:
        for _ in range(times):
            task(phone)

    return repeat


def starts(folder: Path) -> tuple[float, float, float, float]:
    """Return the median seconds from the start to the first answer, and the MB then held."""
    found: list[list[float]] = [[], [], [], []]
    for _ in range(STARTS):
        for which, serve in enumerate((floor, scorekeeper)):
            with ExitStack() as stack:
                server: Server = stack.enter_context(serve(folder))
                found[which].append(server.start)
                found[which + 2].append(server.memory)
    return median(found[0]), median(found[1]), median(found[2]), median(found[3])


def hands_a_second() -> float:
    """Return how many hands the engine scores in a second."""
    house = HouseRules.of("partnership", target=1000, floor=None)
    start = Match.start(house, ("Ann", "Ben", "Cleo", "Dan"))
    played = [play(start, Random(seed)) for seed in range(100)]
    best = 0.0
    for _ in range(ROUNDS):
        fresh = [replace(match) for match in played]
        begun = time.perf_counter()
        hands = sum(len(match.scores) for match in fresh)
        best = max(best, hands / (time.perf_counter() - begun))
    return best
