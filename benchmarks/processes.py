"""Reads the CPU time and memory of processes, and sets their cores."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def on_cores(cores: Iterable[int]) -> Iterator[None]:
    """Run this thread and the processes it starts on these cores only."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def worked(process: int) -> float:
    """Return the CPU seconds of a process and its children, including ended ones."""
    ticks = 0
    for one in family(process):
        # The process name may contain any character, even a bracket.
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ended = fields[13:15] if one == process else []
        ticks += sum(map(int, [*fields[11:13], *ended]))
    return ticks / os.sysconf("SC_CLK_TCK")


def processor_time(process: int) -> float:
    """Return the CPU seconds of a process and its running children, to the microsecond."""
    # The number of a process's clock, as clock_getcpuclockid of Linux makes it.
    return sum(time.clock_gettime(~one << 3 | 2) for one in family(process))


def memory(process: int) -> float:
    """Return the memory in MB of the largest process among a process and its children."""
    return max(_resident_memory(one) for one in family(process))


def family(process: int) -> list[int]:
    """Return a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [process, *map(int, children.split())]


def _resident_memory(process: int) -> float:
    """Return the resident memory in MB; 0 if the process has ended."""
    status = Path(f"/proc/{process}/status").read_text()
    return int((status.partition("VmRSS:")[2].split() or ["0"])[0]) / 1024
