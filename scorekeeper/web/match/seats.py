"""Seats claimed by phones, and their replies to a hand: confirmed or queried."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, abort, request
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret
from scorekeeper.book.matches import matches, seats
from scorekeeper.web.forms.base import clean_text, read_index
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import answers, db, rendering
from scorekeeper.words.match.seats import describe_taken

REPLIES = {"confirmed": seats.CONFIRMED, "queried": seats.QUERIED, "undo": None}
"""Replies to store, by the keys of the form; None undoes one."""


def claim(public_id: str) -> Response:
    """Claim a seat for this phone, which names it, too."""
    seat = read_index("seat")
    try:
        with _writing() as (session, secret):
            seats.claim_seat(session, secret, public_id, seat)
    except seats.SeatTaken:
        stored = db.load_match(public_id)
        return answers.refuse(stored, reason=describe_taken(stored.match, seat))
    return rendering.redirect_to("match.show", public_id=public_id)


def release(public_id: str) -> Response:
    """Release a seat."""
    with _writing() as (session, secret):
        seats.release_seat(session, secret, public_id, read_index("seat"))
    return rendering.redirect_to("match.show", public_id=public_id)


def save_reply(public_id: str, place: int) -> Response:
    """Confirm or query a hand as it was shown, or undo that."""
    db.load_match(public_id)
    word = request.form.get("word")
    if word not in REPLIES:
        abort(422)
    fingerprint = clean_text(request.form.get("hand"))
    try:
        with _writing() as (session, secret):
            seats.save_reply(session, secret, public_id, place, fingerprint, REPLIES[word])
    except matches.StaleMatch:
        return answers.refuse(db.load_match(public_id))
    return rendering.redirect_to("match.show", public_id=public_id)


@contextmanager
def _writing() -> Iterator[tuple[Session, Secret | None]]:
    secret = current_device.read_secret()
    rate_limits.count("saves", secret or rate_limits.client_address())
    with db.write() as asking:
        yield asking
