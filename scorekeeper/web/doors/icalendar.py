"""A calendar as other programs read it (RFC 5545)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST = 75
"""Bytes of a line; what is longer goes on in the next, behind a blank."""
ESCAPED = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})
NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Event:
    """An evening; where it changed, `sequence` is greater than it was a second before.

    A clock that is set back tells smaller ones again.
    """

    uid: str
    begins: datetime
    ends: datetime
    written: datetime
    sequence: int
    title: str
    told: str
    place: str


def write(name: str, events: Iterable[Event]) -> str:
    """Return a calendar of this name."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorekeeper//Spades//EN"]
    lines += [f"X-WR-CALNAME:{_text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    lines += [line for event in events for line in _lines(event)]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _lines(event: Event) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{event.uid}", f"DTSTAMP:{_moment(event.written)}")
    yield f"DTSTART:{_moment(event.begins)}"
    if event.ends > event.begins:
        yield f"DTEND:{_moment(event.ends)}"
    yield from (f"SEQUENCE:{event.sequence}", f"SUMMARY:{_text(event.title)}")
    yield f"DESCRIPTION:{_text(event.told)}"
    if event.place:
        yield f"LOCATION:{_text(event.place)}"
    yield from ("TRANSP:TRANSPARENT", "END:VEVENT")


def _moment(moment: datetime) -> str:
    # Some systems write the year 1 as 1.
    utc = moment.astimezone(UTC)
    return f"{utc.year:04}{utc:%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    return NO_TEXT.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).translate(ESCAPED)


def _folded(line: str) -> str:
    """Part a line where it gets too long, never within a character."""
    parts, length = [""], 0
    for sign in line:
        size = len(sign.encode())
        if length + size > LONGEST:
            parts.append(" ")
            length = 1
        parts[-1] += sign
        length += size
    return "\r\n".join(parts)
