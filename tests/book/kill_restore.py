"""Restore a backup repeatedly, each time killed a little later.

Run it as its own program: it forks, which a process with threads should not do.
"""

import json
import os
import shutil
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

# Loaded before forking, so that the kills fall into the work and not into the loading.
import alembic.command
import filelock

from scorekeeper.book.maintenance.backups.restore_file import restore
from tests.book.children import finished, start_in_child

LOADED = (alembic.command, filelock)


def main(folder: str, start: str, copy: str, rounds: int) -> None:
    """Print how many were killed, and how many left the old state, the backup, or neither."""
    scorebook = Path(folder) / "scorebook.sqlite"
    new = read_matches(Path(copy))

    def restore_backup() -> None:
        restore(f"sqlite:///{scorebook}", Path(copy), at_home=False)

    def reset() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(start, folder)

    reset()
    old = read_matches(scorebook)
    began = time.monotonic()
    assert finished(start_in_child(restore_backup)) == 0
    duration = time.monotonic() - began

    killed = left = put = torn = stuck = 0
    for number in range(rounds):
        reset()
        child = start_in_child(restore_backup)
        # Most of it is making the copy ready: what matters most comes last.
        time.sleep(duration * (1 - (1 - number / rounds) ** 2))
        os.kill(child, signal.SIGKILL)
        killed += finished(child) == -signal.SIGKILL
        found = read_matches(scorebook)
        left += found == old
        put += found == new
        torn += found not in (old, new)
        stuck += finished(start_in_child(restore_backup)) != 0 or read_matches(scorebook) != new
        stuck += any(part in file.name for file in Path(folder).iterdir() for part in LEFT)
    print(json.dumps({"killed": killed, "old": left, "new": put, "torn": torn, "stuck": stuck}))


LEFT = (".restoring-", ".partial")


def read_matches(path: Path) -> list[tuple[object, ...]]:
    """Return all matches of a scorebook of this release or an older one."""
    with closing(sqlite3.connect(path)) as scorebook:
        assert scorebook.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [
            *sorted(scorebook.execute("SELECT public_id FROM addresses")),
            *scorebook.execute("SELECT number, redeal, noted_at, tally FROM hands ORDER BY 1, 3"),
            *scorebook.execute("SELECT count(*), sum(bid), sum(tricks) FROM hand_seats"),
        ]


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
