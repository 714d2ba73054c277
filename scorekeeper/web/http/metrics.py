"""Prometheus metrics, imported only when enabled.

Labels are URL rules and fixed words, never ids, codes or names.
"""

import os
import time
from functools import partial
from pathlib import Path

import prometheus_client
from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector

from scorekeeper.web.http.logs import LOG_EVENTS, LogEvent, route_pattern

MULTIPROCESS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus_client combines the counts of all workers."""
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
BUCKETS_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

blueprint = Blueprint("metrics", __name__)


class Metrics:
    """The metrics of this process, or of all workers of its server."""

    def __init__(self) -> None:
        prometheus_client.disable_created_metrics()
        self.registry = CollectorRegistry()
        own: CollectorRegistry | None = self.registry
        if folder := os.environ.get(MULTIPROCESS_FOLDER):
            Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
            MultiProcessCollector(self.registry)
            own = None
        counter = partial(Counter, registry=own)
        self.requests = counter(
            "scorekeeper_requests",
            "Requests answered, by URL pattern.",
            ("method", "route", "status"),
        )
        self.seconds = Histogram(
            "scorekeeper_request_seconds",
            "Request duration.",
            ("route",),
            buckets=BUCKETS_SECONDS,
            registry=own,
        )
        self.events = counter(
            "scorekeeper_events", "Saves, rejected requests and removals, by event.", ("event",)
        )
        for name in LOG_EVENTS:
            self.events.labels(name)

    def count_request(self, response: Response) -> Response:
        """Count a request and its duration."""
        method = request.method if request.method in METHODS else "other"
        seconds = time.perf_counter() - g.began
        self.count_answer(method, route_pattern(), response.status_code, seconds)
        return response

    def count_answer(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request by its URL rule."""
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def count_event(self, event: LogEvent) -> None:
        self.events.labels(event).inc()


def register(app: Flask) -> None:
    """Count the requests of an app, and serve the metrics."""
    app.extensions["metrics"] = metrics = Metrics()
    app.after_request(metrics.count_request)
    app.register_blueprint(blueprint)


@blueprint.get("/metrics")
def show() -> Response:
    """Send the metrics in Prometheus text format."""
    metrics: Metrics = current_app.extensions["metrics"]
    text = prometheus_client.generate_latest(metrics.registry)
    return Response(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)
