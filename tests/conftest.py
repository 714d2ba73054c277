"""Chooses the tests, compiles the catalogues before any test, and fails a test that skips."""

import gc
import os
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from subprocess import SubprocessError
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from hatch_build import compile_catalogues
from scorekeeper.web.http import assets
from tests import tiers
from tests.effort import tries

if TYPE_CHECKING:
    from tests.postgres import Server

QUICK = pytest.StashKey[bool]()
"""Whether this run leaves out long tests."""
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
MEMORY = Path("/dev/shm")
"""A folder in memory, because every hand in every test is saved."""
ROOM = 2 * 1024**3
"""Bytes that it must have left for all workers."""


def pytest_configure(config: pytest.Config) -> None:
    """Look for programs and compile the catalogues, once for all workers; choose a fast folder."""
    if hasattr(config, "workerinput"):
        config.stash[QUICK] = config.workerinput["quick"]
    else:
        config.stash[QUICK] = tiers.is_quick(config)
        if not (config.stash[QUICK] or config.option.keyword):
            tiers.refuse_missing(config.args)
        compile_catalogues(Path(__file__).parents[1])
        if _is_roomy(MEMORY):
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    gc.disable()  # until all tests are collected: none of them is garbage


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker, which gets all folders as arguments, whether the run is a quick one."""
    node.workerinput["quick"] = node.config.stash[QUICK]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out long tests of a quick run before they are imported."""
    return True if config.stash[QUICK] and tiers.is_left_out(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out most tests of a quick run on PostgreSQL."""
    if config.stash[QUICK]:
        left_out = {item for item in items if tiers.is_left_out_on_postgresql(item)}
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=[*left_out])


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


# On a busy machine, generating the examples of a property may take long.
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two more workers than cores, because tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test that skips: without a browser or a database it proves nothing."""
    report = yield
    is_allowed = call.excinfo and isinstance(call.excinfo.value, tiers.PostgreSQLMissing)
    return report if is_allowed else _fail_if_skipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a file whose tests all skip."""
    return _fail_if_skipped((yield))


def _fail_if_skipped(report: Report) -> Report:
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"No test skips here, but this one does: {report.longreprtext}"
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what a quick run left out, and how to run it."""
    if config.stash[QUICK]:
        skipped = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())]
        for line in tiers.summarize({*skipped}):
            terminalreporter.write_line(line)


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
def postgres(pytestconfig: pytest.Config) -> "Iterator[Server]":
    """A PostgreSQL server for this test process."""
    with ExitStack() as stack:
        try:
            # The driver is not installed where no test needs it.
            from tests.postgres import running_server

            server = stack.enter_context(running_server())
        except (ModuleNotFoundError, OSError, SubprocessError) as error:
            if not pytestconfig.stash[QUICK]:
                raise
            raise tiers.PostgreSQLMissing(str(error)) from None
        yield server
