"""Which tests run: nearly nine in ten, which are quick on any machine, or all of them.

`pytest` without a path leaves out what takes long or needs programs that the machine lacks.
"""

import os
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.programs import ROOT, find_missing, find_missing_libraries

LONG = (
    *("tests/browser", "tests/hosting", "tests/test_benchmarks.py", "tests/test_release.py"),
    "tests/test_scripts.py",
    *("tests/book/test_partitions.py", "tests/web/test_partitions.py"),
    *("tests/book/maintenance/test_database_copy.py", "tests/book/maintenance/test_released.py"),
    *("tests/promises/test_busy.py", "tests/promises/test_hostile_input.py"),
    *("tests/promises/test_lost_database.py", "tests/promises/test_outbox.py"),
    *("tests/promises/test_tokens.py", "tests/promises/test_troubled_database.py"),
)
"""What a quick run leaves out."""
WITNESSES = (
    *("tests/browser/test_two_phones.py", "tests/browser/test_without_javascript.py"),
    *("tests/browser/offline/test_whole_match.py", "tests/test_scripts.py"),
)
"""Files below LONG that run anyway where their programs and libraries are."""
ON_POSTGRESQL = ("tests/book/db/test_database.py", "tests/book/matches/test_saving.py")
"""The files whose tests a quick run repeats on PostgreSQL."""
VENV = Path(os.path.relpath(sys.prefix)) / "bin"
INSTALL_LIBRARIES = f"{VENV / 'pip'} install -e '.[dev,browsers]'"
"""The command for what is missing, as a terminal in this folder takes it."""


class PostgreSQLMissing(pytest.skip.Exception):
    """PostgreSQL does not start here: the only reason for which a test of a quick run skips."""


def is_quick(config: pytest.Config) -> bool:
    """Whether this run is only to say that a checkout is sound: nobody chose tests."""
    is_whole = os.environ.get("CI") or os.environ.get("THOROUGH") or config.option.keyword
    return not is_whole and config.args_source is pytest.Config.ArgsSource.TESTPATHS


def refuse_missing(paths: Sequence[str]) -> None:
    """Stop a run whose tests at these paths need what this machine lacks."""
    problems = []
    if missing := find_missing(paths):
        problems.append(f"Install Debian's packages first: {' '.join(missing)}")
    if libraries := find_missing_libraries(paths):
        needed = f"Install the libraries {', '.join(libraries)} first"
        problems.append(f"{needed}: {INSTALL_LIBRARIES}")
    if problems:
        raise pytest.UsageError("\n".join(problems))


def is_left_out(path: Path) -> bool:
    """Whether a quick run leaves out a file or a whole folder."""
    here = (path, *path.parents)
    if not any(ROOT / long in here for long in LONG):
        return False
    witnesses = [ROOT / name for name in WITNESSES if _can_run(name)]
    return not any(path in (one, *one.parents) for one in witnesses)


def is_left_out_on_postgresql(item: pytest.Item) -> bool:
    """Whether a quick run leaves out a test that needs PostgreSQL."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    is_on_it = "postgresql" in values or "postgres" in getattr(item, "fixturenames", ())
    return is_on_it and not any(item.path == ROOT / name for name in ON_POSTGRESQL)


def summarize(skips: Collection[str]) -> Iterator[str]:
    """Say in a few lines what a quick run left out, why, and how to run it."""
    yield f"Not run: {_name_left_out()}, and most tests on PostgreSQL."
    for reason in skips:
        yield f"PostgreSQL does not start here: {reason.partition(': ')[2]}"
    if missing := find_missing():
        yield f"Programs missing here: sudo apt-get install {' '.join(missing)}"
    if libraries := find_missing_libraries():
        yield f"Libraries missing here ({', '.join(libraries)}): {INSTALL_LIBRARIES}"
    yield f"Everything: CI=true {VENV / 'pytest'} (a quarter of an hour on two cores)."


def _name_left_out() -> str:
    """Name folders and files, and count the files of folders that are left out only in part."""
    kept = {name for name in WITNESSES if _can_run(name)}
    files = Counter(str(Path(name).parent) for name in LONG)
    names = []
    for name in (one for one in LONG if one not in kept):
        folder = str(Path(name).parent)
        if any(one.startswith(f"{name}/") for one in kept):
            names.append(f"most of {name}")
        elif folder == "tests" or files[folder] == 1:
            names.append(name)
        else:
            names.append(f"{files[folder]} files of {folder}")
    return ", ".join(dict.fromkeys(names))


@cache
def _can_run(witness: str) -> bool:
    return not (find_missing([witness]) or find_missing_libraries([witness]))
