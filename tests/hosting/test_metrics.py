import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.clients import Browser
from tests.effort import KILLED_WORKERS
from tests.hosting.hosts import gunicorn, hosting, upgraded
from tests.reading import Page
from tests.servers import Server, run

PATIENCE = 30.0
WORKERS = 4


@contextmanager
def hosted(folder: Path) -> Iterator[tuple[Server, Browser]]:
    """Serve with several workers that count together."""
    upgraded(folder / "data")
    settings = {"SCOREKEEPER_METRICS": "1", "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics")}
    command = gunicorn(f"--workers={WORKERS}", "--threads=8", "--preload")
    with hosting(command, folder / "data", **settings) as (server, port):
        try:
            yield server, Browser(port)
        finally:
            # A worker that has just begun hears no other signal.
            for process in (server.running.pid, *children(server)):
                os.kill(process, signal.SIGKILL)
    assert "Traceback" not in server.printed


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError):
            if condition():
                return
        time.sleep(0.05)
    raise AssertionError("it does not come")


def counted(page: Page, name: str) -> float:
    assert page.status == 200
    [value] = re.findall(rf"^scorekeeper_{re.escape(name)} (\S+)$", page.body.decode(), re.M)
    return float(value)


def children(server: Server) -> list[int]:
    arbiter = server.running.pid
    return [*map(int, Path(f"/proc/{arbiter}/task/{arbiter}/children").read_text().split())]


def test_workers_share_metrics_after_one_dies(tmp_path: Path) -> None:
    (tmp_path / "metrics").mkdir()
    for name in ("counter_1.db", "gauge_livesum_1.db", "histogram_1.db"):
        (tmp_path / "metrics" / name).write_bytes(b"of an earlier start")
    notes = tmp_path / "metrics" / "notes.txt"
    notes.write_bytes(b"somebody's own")
    with hosted(tmp_path) as (server, browser):
        sent = 0
        for _ in range(KILLED_WORKERS // WORKERS):
            sent += sum(browser.open("/how-spades-works").status == 200 for _ in range(9))
            before = children(server)
            for worker in before:
                os.kill(worker, signal.SIGKILL)
            until(lambda before=before: len({*children(server)} - {*before}) == WORKERS)
        until(lambda: browser.open("/metrics").status == 200)
        page = browser.open("/metrics")

    assert counted(page, 'requests_total{method="GET",route="/how-spades-works",status="200"}') == (
        sent
    )
    assert notes.read_bytes() == b"somebody's own"


def test_workers_without_a_metrics_folder_are_refused(tmp_path: Path) -> None:
    settings = {"SCOREKEEPER_METRICS": "1", "PROMETHEUS_MULTIPROC_DIR": ""}
    ended = run(tmp_path / "data", command=gunicorn()(0), **settings)
    assert ended.returncode == 1
    assert "Error: SCOREKEEPER_METRICS=1 needs PROMETHEUS_MULTIPROC" in ended.stderr
    assert "Traceback" not in ended.stderr
