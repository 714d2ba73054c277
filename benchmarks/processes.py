"""Processes as the system sees them: where they run, how long they worked, what they hold."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def on_cores(cores: Iterable[int]) -> Iterator[None]:
    """Let this thread, and all that it starts meanwhile, run on these cores alone."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def worked(process: int) -> float:
    """Return the seconds for which a process and its children, also those that ended, worked."""
    ticks = 0
    for one in family(process):
        # Its name may hold anything, a bracket too.
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ended = fields[13:15] if one == process else []
        ticks += sum(map(int, [*fields[11:13], *ended]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Return how many MB the largest of a process and its children holds."""
    return max(_held(one) for one in family(process))


def most_held(process: int) -> float:
    """Return how many MB a process ever held; 0 where it has ended."""
    return _said(process, "VmHWM:")


def family(process: int) -> list[int]:
    """Return a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [process, *map(int, children.split())]


def _held(process: int) -> float:
    return _said(process, "VmRSS:")


def _said(process: int, what: str) -> float:
    """Return the MB that the system says of a process under a name, 0 where it says none."""
    status = Path(f"/proc/{process}/status").read_text()
    return int((status.partition(what)[2].split() or ["0"])[0]) / 1024
