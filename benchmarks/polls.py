"""Compares the processor time of an unchanged poll with that of a bare page, without a server."""

import time
from contextlib import ExitStack, closing
from functools import partial

from flask import Flask
from werkzeug.test import EnvironBuilder

from benchmarks import hosted_tables, load
from benchmarks.baseline import create_floor
from benchmarks.clients import NOT_MODIFIED
from benchmarks.measurement import Comparison
from benchmarks.pages import TURNS
from benchmarks.scorebooks import folder
from scorekeeper.app import create_app
from scorekeeper.config import Config

PHONE = hosted_tables.secret(0, 1)
"""A device that follows the match."""
REQUESTS = 40
"""Requests between two readings of the processor time."""
SETTINGS = {
    "SCOREKEEPER_HOSTED": "1",
    "SCOREKEEPER_RATE_LIMITS": "unlimited",
    "SCOREKEEPER_QUOTAS": "unlimited",
}


def compare_polls(stack: ExitStack) -> list[Comparison]:
    """Compare polls on both databases, which are open while the stack is."""
    here = stack.enter_context(folder())
    bare = partial(call, create_floor(here), "/")
    comparisons = []
    for kind in ("sqlite", "postgresql"):
        data = stack.enter_context(folder())
        url, _ = stack.enter_context(load.database(kind, data))
        path = f"/matches/{hosted_tables.fill(url, 1)[0]}"
        settings = {**SETTINGS, "SCOREKEEPER_DATABASE_URL": url, "SCOREKEEPER_DATA": str(data)}
        app = create_app(Config.from_environment(settings))
        stack.enter_context(closing(app.extensions["database"]))
        poll = partial(call, app, path)
        comparisons.append(
            Comparison(f"CPU: unchanged poll, {kind}", "0.15", base=bare, ours=poll, turns=TURNS)
        )
    return comparisons


def call(app: Flask, path: str) -> float:
    """Ask an app for a page that has not changed; return the processor seconds of a request."""
    client = app.test_client()
    client.set_cookie("scorekeeper_device", PHONE)
    tag = client.get(path).headers.get("ETag", "")
    known = client.get(path, headers={"If-None-Match": tag})
    if known.status_code != (NOT_MODIFIED if tag else 200):
        raise RuntimeError(f"{path} answered {known.status_code}")
    headers = {"Cookie": known.request.environ["HTTP_COOKIE"], "If-None-Match": tag}
    environ = EnvironBuilder(path=path, headers=headers).get_environ()
    began = time.thread_time()
    for _ in range(REQUESTS):
        b"".join(app.wsgi_app(dict(environ), lambda *_: None))
    return (time.thread_time() - began) / REQUESTS
