"""Compare the processor time of an unchanged poll with that of a bare page on the same server.

`python -m benchmarks polls` compares them in this process and on two servers, on both databases.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from flask import Flask
from werkzeug.test import EnvironBuilder

from benchmarks import hosted_tables, load, measurement
from benchmarks.baseline import create_floor
from benchmarks.clients import NOT_MODIFIED, Phone
from benchmarks.measurement import Comparison, Task
from benchmarks.pages import TURNS, working
from benchmarks.ratio_table import show_markdown, show_text
from benchmarks.scorebooks import folder
from benchmarks.servers import Server
from scorekeeper.app import create_app
from scorekeeper.config import Config
from tests.hosting.hosts import Command, hosting

PHONE = hosted_tables.secret(0, 1)
"""A device that follows the match."""
REQUESTS = 40
"""Requests between two readings of the processor time."""
SETTINGS = {
    "SCOREKEEPER_HOSTED": "1",
    "SCOREKEEPER_RATE_LIMITS": "unlimited",
    "SCOREKEEPER_QUOTAS": "unlimited",
}


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks polls", description=__doc__)
    arguments.add_argument(
        "--markdown", action="store_true", help="print the table of docs/speed.md"
    )
    chosen = arguments.parse_args(words)
    show = show_markdown if chosen.markdown else show_text
    show(measure())


def measure() -> list[Comparison]:
    """Compare polls in rounds."""
    with ExitStack() as stack:
        comparisons = compare_polls(stack)
        measurement.compare(comparisons)
    return comparisons


def compare_polls(stack: ExitStack) -> list[Comparison]:
    """Compare polls with a page of one row, while the servers of the stack run."""
    here = stack.enter_context(folder())
    bare = {"in-process": calling(create_floor(here), "/")}
    for name, command in {"serve": _serve_floor(here), "gunicorn": _gunicorn_floor(here)}.items():
        server = stack.enter_context(_serving(command, here))
        bare[name] = working(server, partial(Phone(server.port).get, "/"), REQUESTS)
    comparisons = []
    for kind in ("sqlite", "postgresql"):
        data = stack.enter_context(folder())
        url, _ = stack.enter_context(load.database(kind, data))
        path = f"/matches/{hosted_tables.fill(url, 1)[0]}"
        settings = {**SETTINGS, "SCOREKEEPER_DATABASE_URL": url}
        app = create_app(Config.from_environment({**settings, "SCOREKEEPER_DATA": str(data)}))
        stack.enter_context(closing(app.extensions["database"]))
        ours = {"in-process": calling(app, path)}
        for name in ("serve", "gunicorn"):
            server = stack.enter_context(_serving(load.served(name, 1), data, **settings))
            ours[name] = working(server, partial(Phone(server.port, PHONE).poll, path), REQUESTS)
        comparisons += [
            Comparison(
                f"CPU: poll, {kind}, {name}",
                "0.15" if name == "in-process" else "0.3",
                base=bare[name],
                ours=poll,
                turns=TURNS,
            )
            for name, poll in ours.items()
        ]
    return comparisons


def calling(app: Flask, path: str) -> Task:
    """Return a task that calls an app without a server; a page with an etag is polled."""
    client = app.test_client()
    client.set_cookie("scorekeeper_device", PHONE)
    tag = client.get(path).headers.get("ETag", "")
    known = client.get(path, headers={"If-None-Match": tag})
    if known.status_code != (NOT_MODIFIED if tag else 200):
        raise RuntimeError(f"{path} answered {known.status_code}")
    headers = {"Cookie": known.request.environ["HTTP_COOKIE"], "If-None-Match": tag}
    environ = EnvironBuilder(path=path, headers=headers).get_environ()

    def call() -> float:
        began = time.thread_time()
        for _ in range(REQUESTS):
            b"".join(app.wsgi_app(dict(environ), lambda *_: None))
        return (time.thread_time() - began) / REQUESTS

    return call


def _serve_floor(here: Path) -> Command:
    return lambda port: [sys.executable, "-m", "benchmarks.baseline", str(here), str(port)]


def _gunicorn_floor(here: Path) -> Command:
    app = f"benchmarks.baseline:create_floor({str(here)!r})"
    options = ["--worker-class=gthread", "--threads=12", "--keep-alive=150", "--no-control-socket"]
    return lambda port: [
        sys.executable, "-m", "gunicorn", *options, f"--bind=127.0.0.1:{port}", app
    ]  # fmt: skip


@contextmanager
def _serving(command: Command, data: Path, **settings: str) -> Iterator[Server]:
    with hosting(command, data, **settings) as (process, port):
        yield Server(process, port, start=0)
