"""Upgrade a scorebook repeatedly, each time killed a little later, and start again.

Run as a separate program: it forks, which a process with threads should not do.
"""

import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

# Loaded before forking, so that the kills fall into the work and not into the loading.
import alembic.command
import filelock

from scorekeeper.book.maintenance.schema import prepare

LOADED = (alembic.command, filelock)


def main(url: str, scripts: str, head: str, folder: str, start: str, rounds: int) -> None:
    """Print how many of the preparations were killed and how many could not be made up for."""

    def prepare_once() -> None:
        prepare(url, lambda sentence: None, scripts=Path(scripts), head=head)

    def reset() -> None:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(start, folder)

    reset()
    began = time.monotonic()
    finished(start_in_child(prepare_once))
    duration = time.monotonic() - began

    killed = stuck = 0
    for round_number in range(rounds):
        reset()
        child = start_in_child(prepare_once)
        time.sleep(duration * round_number / rounds)
        os.kill(child, signal.SIGKILL)
        killed += finished(child) == -signal.SIGKILL
        stuck += finished(start_in_child(prepare_once)) != 0
    print(json.dumps({"killed": killed, "stuck": stuck}))


def start_in_child(work: Callable[[], None]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    finally:
        os._exit(1)


def finished(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
