"""Compare the app with the floor, as ratios: `python -m benchmarks speed`."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks import measurement
from benchmarks.clients import SCORER, Phone, steps
from benchmarks.measurement import ALONE, HANDS, Comparison, Line, show_markdown, show_text
from benchmarks.pages import compare_pages
from benchmarks.polls import compare_polls
from benchmarks.scorebooks import fill, folder
from benchmarks.servers import Server, floor, scorekeeper


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks speed", description=__doc__)
    arguments.add_argument(
        "--markdown", action="store_true", help="print the table of docs/speed.md"
    )
    chosen = arguments.parse_args(words)
    hands = measurement.hands_a_second()
    with folder() as here:
        lines = against_the_floor(here)
    show = show_markdown if chosen.markdown else show_text
    show(lines, hands)


def against_the_floor(here: Path) -> list[Line]:
    """Compare pages, saving, start and memory with the bare app."""
    book = fill(here, 3 * ALONE)
    new = iter(book.new)
    started = measurement.starts(here, "1.8", memory_goal="1.3")
    with ExitStack() as stack:
        bare, app = stack.enter_context(floor(here)), stack.enter_context(scorekeeper(here))
        comparisons = [
            *compare_pages(bare, app, book),
            *saving(bare, app, new),
            *compare_polls(stack),
        ]
        measurement.compare(comparisons)
        memory = Line("memory, MB, used", "1.6", 1, [(bare.memory, app.memory)])
    return [*comparisons, *started, memory]


def saving(bare: Server, app: Server, new: Iterator[str]) -> list[Comparison]:
    """Compare saves with one insert, alone and with what is read afterwards."""
    base, ours = Phone(bare.port), Phone(app.port, SCORER)
    alone, after, both = (some_steps(new) for _ in range(3))
    return [
        Comparison(
            "first look after a save",
            "3.5",
            base=partial(base.get, "/"),
            ours=lambda: ours.look_after_a_save(next(after)),
        ),
        Comparison("save", base=partial(base.post, "/"), ours=lambda: ours.save(next(alone))),
        Comparison(
            "save and its next view",
            "2.4",
            base=base.write_and_look,
            ours=lambda: ours.save_and_look(next(both)),
        ),
    ]


def some_steps(new: Iterator[str]) -> Iterator[str]:
    """Take some new matches; return the match of each step to save in them."""
    return steps(list(islice(new, ALONE)), HANDS)
