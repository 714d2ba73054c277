"""Compiles the catalogues before any test, and fails a test that skips."""

import gc
import os
import time
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from hatch_build import compile_catalogues
from scorekeeper.web.http import assets
from tests.effort import tries
from tests.programs import find_missing

if TYPE_CHECKING:
    from tests.postgres import Server

MEMORY = Path("/dev/shm")
"""A folder in memory, because every hand in every test is saved."""
ROOM = 2 * 1024**3


def pytest_configure(config: pytest.Config) -> None:
    """Look for programs and compile the catalogues, once for all workers; choose a fast folder."""
    if not hasattr(config, "workerinput"):
        if missing := find_missing([] if config.option.keyword else config.args):
            raise pytest.UsageError(f"Install Debian's packages first: {' '.join(missing)}")
        compile_catalogues(Path(__file__).parents[1])
        if _is_roomy(MEMORY):
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    gc.disable()  # until all tests are collected: none of them is garbage


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


# Defaults of property tests.
# On a busy machine, generating examples may take long.
slow = [HealthCheck.too_slow]
settings.register_profile("tries", max_examples=tries(100), suppress_health_check=slow)
settings.load_profile("tries")
# Compiling templates takes longer than most of the tests.
Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache()}
# The files of a folder are the same for every app of a test process.
assets.collect_assets = cache(assets.collect_assets)


def _is_roomy(folder: Path) -> bool:
    """Whether tests can write there and run programs they installed."""
    if not folder.is_dir():
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC


def pytest_xdist_auto_num_workers() -> int:
    """Run one more worker than cores, because tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test that skips: without a browser or a database it proves nothing."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"No test skips here, but this one does: {report.longreprtext}"
    return report


@pytest.fixture
def clock_of_computer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that sets the time zone of this process."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server for this test process."""
    # The driver is not installed where no test needs it.
    from tests.postgres import running_server

    with running_server() as server:
        yield server
