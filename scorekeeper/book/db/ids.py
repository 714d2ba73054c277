"""The clock, and the ids of rows and addresses."""

import secrets
import time
from datetime import UTC, datetime
from threading import Lock

_CHANCE = 21
"""Random bits of an id; the 42 above them count milliseconds until the year 2109."""

_latest = 0
_turn = Lock()


def now() -> datetime:
    """Read the clock: the present second in UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def new_id() -> int:
    """Make an id for a row: later ones are greater, and no two processes make the same."""
    global _latest
    with _turn:
        moment = time.time_ns() // 1_000_000
        # Also within a millisecond, and after the clock was set back.
        _latest = max(_latest + 1, moment << _CHANCE | secrets.randbits(_CHANCE))
        return _latest


def first_id_of(moment: float) -> int:
    """Return the least id that a row can have since a moment of the clock."""
    return int(moment * 1000) << _CHANCE


def moment_of(id_: int) -> float:
    """Return when an id was made."""
    return (id_ >> _CHANCE) / 1000


def new_public_id() -> str:
    """Make an id for an address: 128 random bits as 22 base64url characters."""
    return secrets.token_urlsafe(16)
