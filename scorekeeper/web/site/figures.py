"""Figures of what the program does, for whoever watches the server; loaded only where they are on.

They are labelled with patterns of addresses, never with ids, codes or names.
"""

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import prometheus_client
from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import QueuePool
from sqlalchemy.event import listen

from scorekeeper import workers
from scorekeeper.book import readiness
from scorekeeper.book.database import Database
from scorekeeper.book.errors import StorageError
from scorekeeper.web.site.events import EVENTS, Event
from scorekeeper.web.site.logs import route
from scorekeeper.web.site.rates import is_poll

METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Bounds of the times in which requests are answered; to hold are 0.2, the patience is 8."""


class Figures:
    """What is counted by this process, together with the other workers of its server."""

    def __init__(self, database: Database) -> None:
        prometheus_client.disable_created_metrics()
        self.registry = CollectorRegistry()
        own: CollectorRegistry | None = self.registry
        if workers.FOLDER in os.environ:
            Path(os.environ[workers.FOLDER]).mkdir(mode=0o700, parents=True, exist_ok=True)
            # By its number, not by its process: files of the dead would become ever more.
            values.ValueClass = values.MultiProcessValue(workers.number)
            MultiProcessCollector(self.registry)
            own = None
        counter, gauge = partial(Counter, registry=own), partial(Gauge, registry=own)
        self.requests = counter(
            "scorekeeper_requests",
            "Requests that were answered, by pattern of the address.",
            ("method", "route", "status"),
        )
        self.seconds = Histogram(
            "scorekeeper_request_seconds",
            "How long it took to answer a request.",
            ("route",),
            buckets=SECONDS,
            registry=own,
        )
        self.polls = counter(
            "scorekeeper_polls",
            "Questions whether a page is still the same; who watches asks every 2 s.",
            ("unchanged",),
        )
        self.events = counter(
            "scorekeeper_events",
            "What happened at the table, and what was refused, as the log tells it.",
            ("event",),
        )
        for name in EVENTS:
            self.events.labels(name)
        self.connections = gauge(
            "scorekeeper_connections",
            "Connections to the database in use.",
            multiprocess_mode="livesum",
        )
        self.registry.register(Book(database))
        self._engine = database.engine
        # Not at its return, which is told of connections, too, that never came to be.
        listen(database.engine, "checkout", self._count_connections)

    def count(self, response: Response) -> Response:
        """Count a request, and how long it took."""
        method = request.method if request.method in METHODS else "other"
        self.requests.labels(method, route(), str(response.status_code)).inc()
        self.seconds.labels(route()).observe(time.perf_counter() - g.began)
        if is_poll():
            self.polls.labels("yes" if response.status_code == 304 else "no").inc()
        self._count_connections()
        return response

    def happened(self, event: Event) -> None:
        """Count an event."""
        self.events.labels(event).inc()

    def text(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return prometheus_client.generate_latest(self.registry)

    def _count_connections(self, *_: object) -> None:
        if isinstance(self._engine.pool, QueuePool):
            self.connections.set(self._engine.pool.checkedout())


class Book(Collector):
    """The size of the scorebook, looked up when somebody asks."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def collect(self) -> Iterator[Metric]:
        """Return whether the database answers, and what is known of its size then."""
        size = self._size()
        meaning = "Whether the database answers."
        yield GaugeMetricFamily("scorekeeper_book_answers", meaning, value=size is not None)
        if size is not None:
            meaning = "Size of the scorebook."
            yield GaugeMetricFamily("scorekeeper_book_bytes", meaning, value=size.taken)
        if size is not None and size.free is not None:
            meaning = "Free on the disk of its file."
            yield GaugeMetricFamily("scorekeeper_free_bytes", meaning, value=size.free)

    def _size(self) -> readiness.Size | None:
        try:
            return readiness.size(self.database)
        except StorageError:
            return None


def register(app: Flask) -> Figures:
    """Let an app count; what is counted is told by `web.metrics`, or at a port of its own."""
    figures = Figures(app.extensions["database"])
    app.extensions["figures"] = figures
    app.after_request(figures.count)
    return figures


def of_app() -> Figures:
    """Return the figures of this app."""
    found: Figures = current_app.extensions["figures"]
    return found
