"""The number of tries: enough for every change, or as many as the promises say.

Set the environment variable THOROUGH to anything for the latter; it takes minutes.
"""

import os

THOROUGH = bool(os.environ.get("THOROUGH"))

KILLS = 100 if THOROUGH else 3
OUTBOX_POSTS = 400 if THOROUGH else 40
KILLED_STARTS = 50 if THOROUGH else 3
KILLED_BROWSERS = 20 if THOROUGH else 2
HOSTILE_SHARE = 1 if THOROUGH else 120
UNDO_SHARE = 1 if THOROUGH else 3
LARGE_BODY_SHARE = 1 if THOROUGH else 8


def tries(many: int) -> int:
    """Return the number of random tries: a third of the thorough number by default."""
    return many if THOROUGH else many // 3
