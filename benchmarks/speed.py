"""Compare the app with the floor, as ratios: `python -m benchmarks speed`."""

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from itertools import islice
from math import ceil
from pathlib import Path
from statistics import median

from benchmarks import measurement, polls
from benchmarks.clients import SCORER, Phone, steps
from benchmarks.locks import holding
from benchmarks.measurement import ALONE, HANDS, ROUNDS, Comparison, Line
from benchmarks.pages import compare_pages, list_pages
from benchmarks.ratio_table import show_markdown, show_text
from benchmarks.scorebooks import FINISHED, Scorebook, fill, folder, let_watch
from benchmarks.servers import Server, floor, scorekeeper
from benchmarks.size import against_few
from benchmarks.watchers import CLOSED, secret, watching
from tests.promises.abusive_clients import begun

WRITERS = 8
WATCHERS = 300
WATCHED = 6
PAUSE = 1.0
"""Steps saved per round while others watch, and the seconds before each."""
SAVED_AT_ONCE = 16
"""Steps each writer saves per round."""
TOGETHER = ceil(SAVED_AT_ONCE * (1 + ROUNDS) / (2 * HANDS))
"""Matches each writer needs for all its steps."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks speed", description=__doc__)
    arguments.add_argument(
        "--matches", type=int, default=0, help=f"also compare this many matches with {FINISHED}"
    )
    arguments.add_argument(
        "--markdown", action="store_true", help="print the table of docs/speed.md"
    )
    chosen = arguments.parse_args(words)
    hands = measurement.hands_a_second()
    with folder() as here:
        lines = against_the_floor(here)
    lines += polls.measure()
    if chosen.matches:
        with folder() as here, folder() as there:
            lines += against_few(here, there, chosen.matches)
    show = show_markdown if chosen.markdown else show_text
    show(lines, hands)


def against_the_floor(here: Path) -> list[Line]:
    """Compare pages, saving, start and memory with the bare app."""
    book = fill(here, 4 * ALONE + 2 * WRITERS * TOGETHER + 3 * ROUNDS)
    new = iter(book.new)
    started = measurement.starts(here, "1.8", memory_goal="1.3")
    with ExitStack() as stack:
        bare, app = stack.enter_context(floor(here)), stack.enter_context(scorekeeper(here))
        insert, save = stack.enter_context(holding(book, some_steps(new, ALONE)))
        comparisons = [
            *pages(bare, app, book),
            *compare_pages(bare, app, book),
            *saving(bare, app, new),
            Comparison("write lock held in a save", base=insert, ours=save),
        ]
        measurement.compare(comparisons)
        memory = Line("memory, MB, used", "1.6", 1, [(bare.memory, app.memory)])
        crowd = watched(app, book, new)
    return [*comparisons, *crowd, *started, memory]


def pages(bare: Server, app: Server, book: Scorebook) -> list[Comparison]:
    """Compare pages with a page of one row."""
    base, ours = Phone(bare.port), Phone(app.port)
    unchanged = partial(ours.poll, f"/matches/{book.bidding}")
    return [
        *(
            Comparison(name, goal, base=partial(base.get, "/"), ours=partial(ours.get, path))
            for name, (path, goal) in list_pages(book).items()
        ),
        Comparison("unchanged poll", "0.3", base=partial(base.get, "/"), ours=unchanged),
    ]


def saving(bare: Server, app: Server, new: Iterator[str]) -> list[Comparison]:
    """Compare saves with one insert, alone and at once, and the first read afterwards."""
    base, ours = Phone(bare.port), Phone(app.port, SCORER)
    alone, after, both = (some_steps(new, ALONE) for _ in range(3))
    bases = [Phone(bare.port) for _ in range(WRITERS)]
    savers = [Phone(app.port, SCORER) for _ in range(WRITERS)]
    places = [some_steps(new, TOGETHER) for _ in range(WRITERS)]
    views = [some_steps(new, TOGETHER) for _ in range(WRITERS)]
    return [
        Comparison(
            "first look after a save",
            "3.5",
            base=partial(base.get, "/"),
            ours=lambda: ours.look_after_a_save(next(after)),
        ),
        Comparison(
            "saving, 1 client",
            base=partial(base.post, "/"),
            ours=lambda: ours.save(next(alone)),
        ),
        Comparison(
            f"saving, {WRITERS} clients, p99",
            base=partial(measurement.at_once, bases, [writing] * WRITERS),
            ours=partial(
                measurement.at_once, savers, [partial(save_some, place) for place in places]
            ),
            turns=1,
        ),
        Comparison(
            "save and its next view, 1 client",
            "2.3",
            base=base.write_and_look,
            ours=lambda: ours.save_and_look(next(both)),
        ),
        Comparison(
            f"save and its next view, {WRITERS} clients, p99",
            "1.8",
            base=partial(measurement.at_once, bases, [writing_and_looking] * WRITERS),
            ours=partial(
                measurement.at_once, savers, [partial(save_and_look_some, view) for view in views]
            ),
            turns=1,
        ),
    ]


def watched(app: Server, book: Scorebook, new: Iterator[str]) -> list[Line]:
    """Compare saves while others watch with saves alone, also next to half requests.

    All come from one address, as behind one router.
    """
    let_watch(book, map(secret, range(WATCHERS)))
    scorer = Phone(app.port, SCORER)
    beside = Line(f"save with {WATCHERS} watchers", "1.3")
    crowded = Line(f"the same, {WATCHERS} half requests", "1.5")
    for _ in range(ROUNDS):
        alone = saving_slowly(scorer, next(new))
        for line, others in ((beside, nullcontext()), (crowded, begun(app.process, WATCHERS))):
            match = next(new)
            with watching(app.port, match, WATCHERS) as answers, others:
                line.rounds.append((alone, saving_slowly(scorer, match)))
            if answers.keys() - {"200", "304", CLOSED}:
                raise RuntimeError(f"watchers received {dict(answers)}")
    return [beside, crowded]


def saving_slowly(scorer: Phone, match: str) -> float:
    """Save steps of a match with pauses in which watchers poll; return the median seconds."""
    taken = []
    for _ in range(WATCHED):
        time.sleep(PAUSE)
        taken.append(scorer.save(match))
    return median(taken)


def writing(phone: Phone) -> list[float]:
    """Insert as many rows as the app saves steps."""
    return [phone.post("/") for _ in range(SAVED_AT_ONCE)]


def save_some(places: Iterator[str], phone: Phone) -> list[float]:
    """Save some steps."""
    return [phone.save(next(places)) for _ in range(SAVED_AT_ONCE)]


def writing_and_looking(phone: Phone) -> list[float]:
    """Insert as many rows as the app saves steps, and get a page after each."""
    return [phone.write_and_look() for _ in range(SAVED_AT_ONCE)]


def save_and_look_some(places: Iterator[str], phone: Phone) -> list[float]:
    """Save some steps and get their next views."""
    return [phone.save_and_look(next(places)) for _ in range(SAVED_AT_ONCE)]


def some_steps(new: Iterator[str], matches: int) -> Iterator[str]:
    """Take some new matches; return the match of each step to save in them."""
    return steps(list(islice(new, matches)), HANDS)
