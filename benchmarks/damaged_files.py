"""Report what happens with 400 damaged scorebooks: `python -m benchmarks.damaged_files`."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from click import ClickException
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.cleanup import try_cleanup
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.cli.database import report_errors
from scorekeeper.config import Config
from scorekeeper.demo.demo import add_matches
from tests.promises.damage_scenarios import command, flips, in_header, in_schema, unforeseen

ANN = Secret("benchmark-device-00000")


def main() -> None:
    """Print the results of start, check and pages for each kind of damage."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        config = Config.from_environment(
            {
                "SCOREKEEPER_DATA": str(data),
                "SCOREKEEPER_HOSTED": "1",
                "SCOREKEEPER_RATE_LIMITS": "unlimited",
                "SCOREKEEPER_QUOTAS": "unlimited",
            }
        )
        scorebook = data / "scorebook.sqlite"
        prepare(config.database_url)
        with closing(Database(config.database_url)) as database, database.write() as session:
            add_matches(session, ANN, datetime.now(UTC))
        undamaged = scorebook.read_bytes()
        kinds: dict[str, Iterator[tuple[bytes, bytes]]] = {
            "400 bytes anywhere": ((file, b"") for file in flips(undamaged, 400)),
            "100 bytes of the header": ((file, b"") for file in in_header(undamaged, 100)),
            "100 bytes of the schema": ((file, b"") for file in in_schema(undamaged, 100)),
            "100 random logs": ((undamaged, Random(seed).randbytes(9000)) for seed in range(100)),
        }
        for name, files in kinds.items():
            counts: Counter[str] = Counter()
            for file, log in files:
                for old in data.glob("scorebook.sqlite*"):
                    old.unlink()
                scorebook.write_bytes(file)
                if log:
                    scorebook.with_name("scorebook.sqlite-wal").write_bytes(log)
                counts.update(outcomes(config, data))
            print(f"{name}:")
            for outcome, times in counts.most_common():
                print(f"{times:8} {outcome}")


def outcomes(config: Config, data: Path) -> Iterator[str]:
    """Yield the results of a start, its pages and a check."""
    yield from (f"start: {outcome}" for outcome in started(config))
    checked = command(data, "check")
    surprise = unforeseen(checked)
    if surprise is not None:
        yield f"check: TRACEBACK {surprise!r}"
    else:
        yield f"check: {'OK' if checked.exit_code == 0 else 'refused'}"


def started(config: Config) -> Iterator[str]:
    """Start the app as the command does, and open pages; yield the results."""
    app = create_app(config)
    with closing(app.extensions["database"]) as database:
        try:
            with report_errors():
                prepare(config.database_url)
                try_cleanup(database)
        except ClickException as error:
            yield "refused" + (" for an index" if "An index of" in error.message else "")
            return
        yield "served"
        opened = pages(app.test_client().get)
        yield "pages: " + ("OK" if opened == {200} else f"{sorted(opened)}")


def pages(get: Callable[..., TestResponse]) -> set[int]:
    """Open pages and return their status codes."""
    cookie = {"Cookie": f"scorekeeper_device={ANN}"}
    return {get(path, headers=cookie).status_code for path in ("/", "/history")}


if __name__ == "__main__":
    main()
