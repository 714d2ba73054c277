"""What happens that is worth counting, where metrics are on."""

from typing import Literal, get_args

from flask import current_app

Event = Literal[
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
EVENTS: tuple[Event, ...] = get_args(Event)
"""Every event, as `docs/hosting/watch.md` explains it."""


def happened(event: Event) -> None:
    """Count an event."""
    metrics = current_app.extensions.get("metrics")
    if metrics is not None:
        metrics.happened(event)
