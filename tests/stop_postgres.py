"""Stop a PostgreSQL server and remove its folder when nobody can write to this process any more.

`python tests/stop_postgres.py FOLDER` does so however the process that started it ends.
"""

import os
import shutil
import signal
import sys
import time
from pathlib import Path


def stop(folder: Path) -> None:
    """Stop the server of a folder at once, if one is running."""
    file = folder / "data" / "postmaster.pid"
    if file.exists():
        os.kill(int(file.read_text().split()[0]), signal.SIGQUIT)
        while file.exists():
            time.sleep(0.02)
    shutil.rmtree(folder)


if __name__ == "__main__":
    sys.stdin.read()
    stop(Path(sys.argv[1]))
