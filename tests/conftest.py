"""Before any test: the catalogues are as they are written. And no test skips."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hatch_build import compile_catalogues

if TYPE_CHECKING:
    from tests.postgres import Server

MEMORY = Path("/dev/shm")
"""Where whatever is saved need not be waited for: every hand in every test is."""
ROOM = 2 * 1024**3


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues once, before xdist starts its workers, and choose a quick folder."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(Path(__file__).parents[1])
        if _is_roomy(MEMORY):
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _is_roomy(folder: Path) -> bool:
    """Whether all tests can write there, and start what they installed."""
    if not folder.is_dir():
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC


def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are cores: servers and browsers are waited for."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a test fail that skips: without a browser or a database nothing would be promised."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"No test skips here, but this one does: {report.longreprtext}"
    return report


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server of this test process alone."""
    # Its driver is not there wherever tests are run that need none.
    from tests.postgres import running_server

    with running_server() as server:
        yield server
