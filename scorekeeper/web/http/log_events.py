"""Events that the security log names and the metrics count."""

from typing import Literal, get_args

from flask import current_app

LogEvent = Literal[
    "code",
    "conflict",
    "host",
    "origin",
    "prefix",
    "proxy",
    "quota",
    "rate",
    "recovery",
    "removal",
    "save",
    "size",
    "token",
]
LOG_EVENTS: tuple[LogEvent, ...] = get_args(LogEvent)
"""All events; `docs/hosting/watch.md` explains them."""


def count_event(event: LogEvent) -> None:
    """Count an event if metrics are enabled."""
    metrics = current_app.extensions.get("metrics")
    if metrics is not None:
        metrics.count_event(event)
