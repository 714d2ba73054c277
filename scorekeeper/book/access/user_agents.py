"""Default names of phones from their User-Agent header."""

import re

from scorekeeper.book.db.types import MAX_NAME_LENGTH


def guess_device_name(agent: str) -> str | None:
    """Guess the name of a phone from its User-Agent header.

    >>> guess_device_name("Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36")
    'Pixel 7'
    """
    model = re.search(r"Android [\d.]+; ([\w .\-]{2,40}?)(?: Build/[^)]*)?\)", agent)
    if model is not None and "TV" not in agent:
        return model[1][:MAX_NAME_LENGTH]
    return next((name for sign, name in _SIGNS.items() if sign in agent), None)


# The first match counts: Android phones contain Linux, too, and iPhones Mac OS X.
_SIGNS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "TV": "TV",
    "Tizen": "TV",
    "Web0S": "TV",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
