"""Stop a PostgreSQL server and remove its folder when nobody can write to this process any more.

`python tests/stop_postgres.py FOLDER` does so however the process that started it ends.
"""

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path


def stop(folder: Path) -> None:
    """Stop the server of a folder at once, if one is running."""
    file = folder / "data" / "postmaster.pid"
    # A killed server leaves its file behind.
    with suppress(FileNotFoundError, ProcessLookupError):
        process = int(file.read_text().split()[0])
        os.kill(process, signal.SIGQUIT)
        while file.exists():
            time.sleep(0.02)
            os.kill(process, 0)
    shutil.rmtree(folder)


if __name__ == "__main__":
    sys.stdin.read()
    stop(Path(sys.argv[1]))
