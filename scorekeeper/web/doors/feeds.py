"""What machines read behind the link to a scorebook: a feed of results, a calendar of evenings.

They keep no cookies: the token in the address lets them in, every time, and nothing is written.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from scorekeeper import words
from scorekeeper.book.columns import now
from scorekeeper.book.published import Head, Published, head, published, uuid_of
from scorekeeper.rules.evenings import evenings
from scorekeeper.web.doors.entering import private
from scorekeeper.web.doors.icalendar import Event, write
from scorekeeper.web.site import tokens
from scorekeeper.web.site.assets import release
from scorekeeper.web.site.languages import choose
from scorekeeper.web.site.rendering import xml
from scorekeeper.web.site.scorebook import as_read, database

blueprint = Blueprint("doors_feeds", __name__, url_prefix="/r/<text>")

IN_FEED, IN_CALENDAR = 30, 200
"""Matches that are told of, the newest."""
SINCE, SECOND = datetime(2020, 1, 1, tzinfo=UTC), timedelta(seconds=1)


@dataclass(frozen=True)
class Kept:
    """A document as it was written, what it was written of, and since when it is like this."""

    shown: object
    written: str
    since: datetime


@blueprint.get("/feed.atom")
def atom(text: str) -> Response:
    """Tell of the newest finished matches (RFC 4287)."""
    return _answer(text, IN_FEED, "application/atom+xml", _feed)


@blueprint.get("/evenings.ics")
def calendar(text: str) -> Response:
    """Tell of the evenings on which matches were played."""
    return _answer(text, IN_CALENDAR, "text/calendar", _calendar)


def _answer(
    text: str, most: int, mimetype: str, write: Callable[[Head, list[Published]], str]
) -> Response:
    """Answer with a document, or that it is still the one that was fetched before."""
    words.language.speak(choose(request.args.get("language")))
    with database().read() as reading:
        scorebook_id = tokens.scorebook_of(reading, text)
        if scorebook_id is None:
            raise NotFound
        found = head(reading, scorebook_id, most)
        address = request.endpoint, request.base_url, words.language.spoken()
        kept: Kept | None = database().pages.get(address)
        if kept is None or kept.shown != found.shown:
            matches = [_as_read(one) for one in published(reading, found.matches)]
            kept = Kept(found.shown, write(found, matches), now())
            database().pages.put(address, kept)
    response = Response(kept.written, mimetype=mimetype)
    # Of what is told, not of when it was written: that is another moment in each process.
    told = hashlib.sha256(repr((address, found.shown, release())).encode())
    response.set_etag(told.hexdigest()[:32], weak=True)
    response.last_modified = kept.since
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Accept-Language")
    response.make_conditional(request)
    return private(response)


def _as_read(found: Published) -> Published:
    return Published(as_read(found.stored), found.updated)


def _feed(head: Head, matches: list[Published]) -> str:
    updated = max((one.updated for one in matches), default=head.began)
    named = {"head": head, "title": _title(head), "uuid_of": uuid_of}
    return xml("doors/feed.xml", matches=matches, updated=updated, **named)


def _calendar(head: Head, matches: list[Published]) -> str:
    began = [one.stored.match.started or head.began for one in matches]
    # The oldest ones may be a part of an evening only.
    whole = evenings(began)[: -1 if len(matches) == IN_CALENDAR else None]
    # Matches come and go, and part evenings in two: time grows all the same.
    sequence = (now() - SINCE) // SECOND
    return write(_title(head), [_evening(matches[evening][::-1], sequence) for evening in whole])


def _evening(played: list[Published], sequence: int) -> Event:
    """Return an evening, its matches in the order in which they were played."""
    matches = [one.stored.match for one in played]
    first = played[0].stored
    assert first.match.started is not None
    return Event(
        uid=str(uuid_of(first.public_id)),
        begins=first.match.started,
        ends=max(match.last_noted or first.match.started for match in matches),
        written=max(one.updated for one in played),
        sequence=sequence,
        title=words.published.evening(matches),
        told="\n".join(
            words.published.of_evening(match, one.stored.at(match.started or first.match.started))
            for match, one in zip(matches, played, strict=True)
        ),
        place=", ".join(dict.fromkeys(match.place for match in matches if match.place)),
    )


def _title(head: Head) -> str:
    return words.scorebooks.called(head.name, head.is_house)
