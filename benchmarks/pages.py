"""Compare the processor time of pages with that of a bare page: `python -m benchmarks pages`."""

import argparse
import re
from collections.abc import Sequence
from functools import partial

from benchmarks import measurement
from benchmarks.clients import Phone
from benchmarks.measurement import Comparison, Task
from benchmarks.processes import processor_time
from benchmarks.ratio_table import show_markdown, show_text
from benchmarks.scorebooks import Scorebook, fill, folder
from benchmarks.servers import Server, floor, scorekeeper

REQUESTS = 5
"""Requests between two readings of the processor time, which includes what follows an answer."""
TURNS = 5
PLAYER = re.compile(r'"/players/([\w-]{22})"')


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks pages", description=__doc__)
    arguments.add_argument(
        "--markdown", action="store_true", help="print the table of docs/speed.md"
    )
    chosen = arguments.parse_args(words)
    with folder() as here:
        book = fill(here, 0)
        with floor(here) as bare, scorekeeper(here) as app:
            comparisons = compare_pages(bare, app, book)
            measurement.compare(comparisons)
    show = show_markdown if chosen.markdown else show_text
    show(comparisons)


def list_pages(book: Scorebook) -> dict[str, tuple[str, str]]:
    """Return the pages that people look at most: address and wanted ratio by name."""
    bidding, playing = f"/matches/{book.bidding}", f"/matches/{book.playing}"
    return {
        "match page, 13 hands": (bidding, "1.4"),
        "match page, tricks due": (playing, "1.4"),
        "history": ("/history", "1.5"),
        "home": ("/", "1.5"),
        "review, 13 hands": (f"{bidding}/review", "1.3"),
        "outlook, bids due": (f"{bidding}/outlook", "1.3"),
        "outlook, tricks due": (f"{playing}/outlook", "1.3"),
    }


def compare_pages(bare: Server, app: Server, book: Scorebook) -> list[Comparison]:
    """Compare the processor time of pages that were shown before with a page of one row."""
    base, ours = Phone(bare.port), Phone(app.port)
    one, other, *_ = dict.fromkeys(PLAYER.findall(ours.read("/players")))
    bidding = f"/matches/{book.bidding}"
    looked_at = {
        **list_pages(book),
        "new match": ("/matches/new", "3"),
        "history by name": ("/history?name=ann", "3"),
        "correction": (f"{bidding}/hands/1/correction", "3"),
        "player": (f"/players/{one}", "2.5"),
        "players": ("/players", "2"),
        "partners": ("/players?by=pairs", "2"),
        "two partners": (f"/players/{one}/with/{other}", "2"),
    }
    tasks = {name: (partial(ours.get, path), goal) for name, (path, goal) in looked_at.items()}
    tasks["unchanged poll"] = partial(ours.poll, bidding), "0.3"
    return [
        Comparison(
            f"CPU: {name}",
            goal,
            base=working(bare, partial(base.get, "/")),
            ours=working(app, task),
            turns=TURNS,
        )
        for name, (task, goal) in tasks.items()
    ]


def working(server: Server, task: Task, requests: int = REQUESTS) -> Task:
    """Return a task that measures the processor seconds of a server for a request of a task."""

    def worked() -> float:
        before = processor_time(server.process.running.pid)
        for _ in range(requests):
            task()
        return (processor_time(server.process.running.pid) - before) / requests

    return worked
