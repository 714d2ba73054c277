"""What a host does now and then: moving to another database, tidying, erasing."""

import sys
from collections.abc import Iterator

import click
from sqlalchemy import URL

from scorekeeper.book import copying


def copy(source: URL, target: URL) -> Iterator[str]:
    """Copy everything into another database; yield what came of it."""
    with click.progressbar(length=1, label="Copying", file=sys.stderr) as bar:

        def progress(done: int, whole: int) -> None:
            bar.length = whole
            bar.update(done - bar.pos)

        copied = copying.copy(source, target, progress)
    yield (
        f"Everything is copied: {_many(copied.scorebooks, 'scorebook', 'scorebooks')} with"
        f" {_many(copied.matches, 'match', 'matches')}, {_many(copied.rows, 'row', 'rows')}."
    )
    yield "All rows were counted, and every match comes to the same result."
    if copied.went_on:
        yield (
            "Meanwhile more was recorded where it came from, which is not in the copy: stop the"
            " server, and copy once more into a new database."
        )
    yield (
        "Let SCOREKEEPER_DATABASE name the copy. The files secret-key and house-code are no part"
        " of it: take them along to another data folder, or no phone is known there."
    )


def _many(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
