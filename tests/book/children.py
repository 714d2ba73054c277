"""Work in child processes, for programs that kill them; a process with threads should not fork."""

import os
from collections.abc import Callable


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
