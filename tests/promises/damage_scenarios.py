"""Ways to damage a scorebook, and the expected message for each."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from click.testing import CliRunner, Result

from scorekeeper.cli import main


def flips(whole: bytes, count: int, seed: int = 1) -> Iterator[bytes]:
    chance = Random(seed)
    for _ in range(count):
        at = chance.randrange(len(whole))
        yield whole[:at] + bytes([whole[at] ^ chance.randrange(1, 256)]) + whole[at + 1 :]


def in_header(whole: bytes, count: int) -> Iterator[bytes]:
    for damaged in flips(whole[:100], count):
        yield damaged + whole[100:]


def in_schema(whole: bytes, count: int) -> Iterator[bytes]:
    found = [at for at in range(len(whole)) if whole.startswith(b"CREATE ", at)]
    chance = Random(2)
    for _ in range(count):
        at = chance.choice(found) + chance.randrange(200)
        yield whole[:at] + bytes([chance.randrange(256)]) + whole[at + 1 :]


def command(data: Path, *arguments: str) -> Result:
    """Run a command in this process; what it does not foresee is in the result."""
    settings = {"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_DATABASE_URL": ""}
    return CliRunner().invoke(main, arguments, env=settings)


def unforeseen(result: Result) -> BaseException | None:
    return None if isinstance(result.exception, SystemExit) else result.exception
