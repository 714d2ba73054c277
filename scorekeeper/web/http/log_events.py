"""What happens that is worth counting, where metrics are on."""

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
"""Every event, as `docs/hosting/watch.md` explains it."""


def count_event(event: LogEvent) -> None:
    """Count an event."""
    metrics = current_app.extensions.get("metrics")
    if metrics is not None:
        metrics.count_event(event)
