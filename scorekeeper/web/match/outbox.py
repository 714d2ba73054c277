"""The outbox: everything that a phone recorded while this server did not answer, stored at once."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from flask import Response, make_response, render_template
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import AccessDenied, EventOver
from scorekeeper.book.matches import deletion, matches, outbox, rematches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.players.clocks import find_time_zone
from scorekeeper.rules.match_file import fields
from scorekeeper.web.forms.outbox import MAX_ENTRIES, Outbox, read_new_match, read_outbox
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.assets import asset_url
from scorekeeper.web.http.security import log_security_event
from scorekeeper.web.site import db, errors
from scorekeeper.web.site.match_page import describe_base
from scorekeeper.web.site.outbox_comparison import NumberChoice, compare_outbox, list_choices
from scorekeeper.web.site.rendering import flash_empty_match_deleted, flash_respelled_seats
from scorekeeper.words.errors import describe_error
from scorekeeper.words.scorebooks.scorebook import describe_quota
from scorekeeper.words.table import capitalize, prefix_hand

ENTRIES_PER_SAVE = 10
"""Entries that the rate limit counts as one save."""
MOST_COMPARED = 4 * MAX_ENTRIES
"""Entries to compare: more than anybody makes without a network."""


class OutboxConflict(Exception):
    """The entries do not follow what is stored now; `reason` is for the phone's script."""

    def __init__(self, reason: str, stored: StoredMatch | None = None) -> None:
        super().__init__(reason)
        self.reason, self.stored = reason, stored


def explained(view: Callable[..., Response]) -> Callable[..., Response]:
    """Return the view; it answers with `explain` if nothing was stored."""

    @wraps(view)
    def explaining(**values: str) -> Response:
        try:
            return view(**values)
        except (
            *(OutboxConflict, matches.MatchDeleted, AccessDenied),
            *(outbox.EntryRefused, quotas.QuotaExceeded, rules.RuleError),
        ) as error:
            return explain(error)

    return explaining


@explained
def save(public_id: str) -> Response:
    return _save(public_id)


@explained
def start() -> Response:
    """Store a match that a phone started with an id of its own, and what it recorded in it."""
    try:
        posted = read_outbox()
        public_id = posted.read_started_id()
    except rules.RuleError:
        with db.database().read() as session:
            # Denies access to a phone that may not start a match.
            current_device.ensure_secret(session)
        raise
    try:
        return _save(public_id)
    except AccessDenied:
        return _start(public_id, posted)


@explained
def compare(public_id: str) -> Response:
    """Answer how what a phone recorded differs from what others saved, and what replaces that.

    Unless one goes on from the other, the answer has the view that shows both.
    """
    stored = db.load_recorded_match(public_id)
    stored.rights.require_write(public_id)
    case, about, rows = compare_outbox(stored, read_outbox(MOST_COMPARED))
    return make_response(about | _describe(stored) | _draw_case(case, rows=rows))


def explain(error: Exception) -> Response:
    """Answer why nothing was stored, with the view and the script that settle it on the phone."""
    case, status, reply, choices = "denied", 404, dict[str, Any](), list[NumberChoice]()
    match error:
        case OutboxConflict():
            status, reply = 409, {"reason": error.reason}
            if error.stored:
                case, reply = "changed", reply | _describe(error.stored)
        case matches.MatchDeleted():
            if error.ref.can_write:
                with db.database().query() as session:
                    can_restore = deletion.can_restore(session, error.ref)
                case, status = ("deleted" if can_restore else "locked"), 410
            reply = {"id": error.ref.public_id}
        case EventOver():
            case, status = "closed", 403
        case CSRFError():
            log_security_event("token", "missing or wrong CSRF token")
            status = 400
        case outbox.EntryRefused():
            case, status = "over", 422
            reply = {"entry": error.entry.index}
            reply |= _describe_refusal(error.error, error.stored, error.entry.says.get("place"))
            if "place" in reply and error.stored and error.error.code != "match is over":
                case = "refused"
                choices = list_choices(db.localize_players(error.stored).match, error.entry.says)
        case quotas.QuotaExceeded():
            if error.seconds:
                return errors.handle_quota_exceeded(error)
            case, status = "over", 422
            reply = {"entry": 0, "sentence": describe_quota(error.what, error.limit)}
        case rules.RuleError():
            case, status, reply = "over", 422, _describe_refusal(error)
    drawn = _draw_case(case, choices=choices, **reply)
    return make_response({**reply, **drawn, "script": asset_url("conflict.js")}, status)


def _draw_case(case: str, **about: Any) -> dict[str, str]:
    """Return a case of what was not stored, with its view if people choose."""
    if case in ("changed", "saved", "following"):
        return {"case": case}
    return {"case": case, "view": render_template("match/outbox.html", case=case, **about)}


def _save(public_id: str) -> Response:
    """Store entries in a match; all of them if nothing else was recorded since the phone saw it."""
    secret = current_device.read_secret()
    while True:
        with db.database().read() as session:
            ref = matches.find_match(session, secret, public_id)
            if not ref.rights.is_closed:
                ref.rights.require_write(public_id)
            posted = read_outbox()
            stored = db.load_stored(session, ref)
            left = _check(session, stored, posted)
        if not left:
            return make_response({**_describe(stored), "stored": 0})
        for _ in range(0, len(left), ENTRIES_PER_SAVE):
            rate_limits.count("saves", secret or "")
        try:
            with db.database().write() as session:
                stored = outbox.record_entries(session, secret, stored, left)
        except matches.StaleMatch:
            # Someone else was faster: perhaps this phone, with the same entries.
            continue
        return _answer_stored(stored, left)


def _start(public_id: str, posted: Outbox) -> Response:
    """Start a match, or a rematch, and store the other entries in it."""
    first, secret = posted.entries[0], current_device.read_secret()
    before = fields.read_text(posted.start.get("rematch_of"), "rematch_of")
    previous = db.load_recorded_match(before) if before else None
    if previous:
        previous.rights.require_write(previous.public_id)
    zone = posted.start.get("time_zone")
    zone = zone if isinstance(zone, str) and find_time_zone(zone) else None
    try:
        match = read_new_match(posted.start, previous.match if previous else None, first.age)
    except rules.RuleError as error:
        raise outbox.EntryRefused(first, previous, error) from error
    try:
        with db.database().write() as session:
            if previous:
                started, was_there = rematches.start_rematch(
                    *(session, secret, previous, first.submission, match, zone), public_id=public_id
                )
                if was_there:
                    ref = matches.find_match(session, secret, started)
                    raise OutboxConflict("rematch", matches.load(session, ref))
            else:
                secret = current_device.ensure_secret(session, first.submission.key)
                started = matches.start_match(
                    session, secret, first.submission, match, zone, public_id
                )
            rate_limits.count("matches", secret or "")
            deleted = deletion.delete_unplayed(session, secret, started)
            ref = matches.find_match(session, secret, started)
            stored = matches.load(session, ref)
            left = _check(session, stored, posted)
            stored = outbox.record_entries(session, secret, stored, left)
    except (matches.PublicIdTaken, IntegrityError) as error:
        raise OutboxConflict("id taken") from error
    flash_empty_match_deleted(deleted)
    flash_respelled_seats(started, dict(enumerate(match.players)), session)
    response = _answer_stored(stored, [first, *left] if started == public_id else left)
    return current_device.set_device_cookie(response, secret) if secret else response


def _check(session: Session, stored: StoredMatch, posted: Outbox) -> Sequence[outbox.OutboxEntry]:
    """Return the entries that are not stored yet; raise OutboxConflict unless they follow."""
    try:
        passed = outbox.count_stored(session, stored.key, posted.entries)
    except outbox.KeyUsed:
        raise OutboxConflict("key used", stored) from None
    if posted.start and not passed:
        raise OutboxConflict("id taken")
    left = posted.entries[passed:]
    if left:
        stored.rights.require_write(stored.public_id)
    if left and stored.version != posted.base + passed:
        raise OutboxConflict("changed", stored)
    # A restored backup may have reached the same version with other hands.
    is_other = posted.standings not in (None, describe_base(stored)["standings"])
    if left and not passed and is_other:
        raise OutboxConflict("changed", stored)
    return left


def _answer_stored(stored: StoredMatch, entries: Sequence[outbox.OutboxEntry]) -> Response:
    db.cache_match(stored)
    return make_response({**_describe(stored), "stored": len(entries)})


def _describe(stored: StoredMatch) -> dict[str, Any]:
    return {"id": stored.public_id, "version": stored.version, "base": describe_base(stored)}


def _describe_refusal(
    error: rules.RuleError, stored: StoredMatch | None = None, place: object = None
) -> dict[str, Any]:
    match = db.localize_players(stored).match if stored else None
    names = (match.players, match.sides) if match else ()
    sentence = capitalize(describe_error(error, *names))
    reply: dict[str, Any] = {"code": error.code, "sentence": sentence}
    if match and isinstance(place, int):
        reply |= {"place": place, "message": prefix_hand(match.number_of(place), sentence)}
    return reply
