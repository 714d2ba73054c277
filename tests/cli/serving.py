"""The command as a real process that serves."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]


@dataclass
class Served:
    """A process that serves: what it printed at its start, and where it is."""

    process: subprocess.Popen[str]
    printed: str

    @property
    def address(self) -> str:
        """The address for this machine."""
        return self.found(r"http://\S+")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def found(self, pattern: str) -> str:
        found = re.search(pattern, self.printed)
        assert found is not None, self.printed
        return found[0]

    def stopped_by(self, number: int) -> tuple[int, str]:
        """Stop it by a signal; return its exit status and its last words."""
        self.process.send_signal(number)
        rest, errors = self.process.communicate(timeout=20)
        return self.process.returncode, rest + errors


def environment(data: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a process whose scores lie in a folder of their own."""
    own = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    return {
        **own,
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONWARNINGS": "error",
        "SCOREKEEPER_DATA": str(data),
        **settings,
    }


@contextmanager
def serving(data: Path, *arguments: str, **settings: str) -> Iterator[Served]:
    """Start the command and wait until it serves; stop it at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env=environment(data, **settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            lines = list(iter(process.stdout.readline, "Ctrl-C stops it.\n"))[:60]
            yield Served(process, "".join(lines))
        finally:
            process.kill()


def run(data: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def get(address: str, **headers: str) -> tuple[str, Message]:
    """Return a page and its headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(address, headers=named)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode(), answer.headers
