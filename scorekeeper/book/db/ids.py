"""The clock, and the ids of rows and addresses."""

import secrets
import time
from datetime import UTC, datetime
from threading import Lock

_RANDOM_BITS = 21
"""Random bits of an id; the 42 above them count milliseconds until the year 2109."""

_last_id = 0
_lock = Lock()


def now() -> datetime:
    """Return the current time in UTC, without fractions of a second."""
    return datetime.now(UTC).replace(microsecond=0)


def new_id() -> int:
    """Create an id for a row: later ids are greater, and processes do not collide."""
    global _last_id
    with _lock:
        moment = time.time_ns() // 1_000_000
        # Increase also within a millisecond and after the clock was set back.
        _last_id = max(_last_id + 1, moment << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS))
        return _last_id


def first_id_at(moment: float) -> int:
    """Return the smallest id of rows created at or after a Unix timestamp."""
    return int(moment * 1000) << _RANDOM_BITS


def timestamp_of(id_: int) -> float:
    """Return the Unix timestamp of an id in seconds."""
    return (id_ >> _RANDOM_BITS) / 1000


def new_public_id() -> str:
    """Create a public id for URLs: 128 random bits as 22 base64url characters."""
    return secrets.token_urlsafe(16)
