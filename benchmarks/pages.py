"""Compares the processor time of pages with that of a bare page."""

import re
from functools import partial

from benchmarks.clients import Phone
from benchmarks.measurement import Comparison, Task
from benchmarks.processes import processor_time
from benchmarks.scorebooks import Scorebook
from benchmarks.servers import Server

REQUESTS = 5
"""Requests between two readings of the processor time, which includes what follows an answer."""
TURNS = 5
PLAYER = re.compile(r'"/players/([\w-]{22})"')


def list_pages(book: Scorebook) -> dict[str, tuple[str, str]]:
    """Return the pages that people look at most: address and wanted ratio by name."""
    bidding, playing = f"/matches/{book.bidding}", f"/matches/{book.playing}"
    return {
        "match page, 13 hands": (bidding, "1.4"),
        "match page, tricks due": (playing, "1.4"),
        "match over": (f"/matches/{book.over}", "1.4"),
        "history": ("/history", "1.6"),
        "home": ("/", "1.6"),
        "outlook, bids due": (f"{bidding}/outlook", "1.3"),
        "outlook, tricks due": (f"{playing}/outlook", "1.3"),
    }


def compare_pages(bare: Server, app: Server, book: Scorebook) -> list[Comparison]:
    """Compare pages that were shown before with a page of one row, also in processor time."""
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
    look = partial(base.get, "/")
    return [
        *(
            Comparison(name, goal, base=look, ours=partial(ours.get, path))
            for name, (path, goal) in list_pages(book).items()
        ),
        *(
            Comparison(
                f"CPU: {name}",
                goal,
                base=working(bare, look),
                ours=working(app, partial(ours.get, path)),
                turns=TURNS,
            )
            for name, (path, goal) in looked_at.items()
        ),
    ]


def working(server: Server, task: Task) -> Task:
    """Return a task that measures the processor seconds of a server for a request of a task."""

    def worked() -> float:
        before = processor_time(server.process.running.pid)
        for _ in range(REQUESTS):
            task()
        return (processor_time(server.process.running.pid) - before) / REQUESTS

    return worked
