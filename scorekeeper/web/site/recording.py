"""Saving a change of a match: check the form's version, read it, apply and store the change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from flask import Response, flash, get_flashed_messages

from scorekeeper import rules
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.matches.undo_tree import Transition
from scorekeeper.rules.match.replay import ChangeEffect
from scorekeeper.web.forms.base import InvalidForm, RecordingForm, new_key, read_submission
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.log_events import count_event
from scorekeeper.web.site import db, rendering

Form = TypeVar("Form", bound=RecordingForm)
UNDOABLE = "undoable"
"""The category of flashed messages that are shown with an undo key."""
SHOWN = "shown"
"""The category of flashed messages that are only read aloud, because the next view shows it."""


@dataclass(frozen=True)
class Saved:
    """The match before and after a save; both are equal if the form was sent before."""

    before: StoredMatch
    after: StoredMatch


@dataclass(frozen=True)
class Invalid(Generic[Form]):
    """A form with its errors, one of them perhaps the `error` of a rule.

    `stored` is the match it was read for; `form` is None if a rule failed before the form was read.
    """

    stored: StoredMatch
    form: Form | None
    error: rules.RuleError | None = None


@dataclass(frozen=True)
class Stale:
    """A form made for an older version of the match; `stored` is the match as it is now."""

    stored: StoredMatch


def save(
    public_id: str,
    form: Callable[[rules.Match], Form],
    change: Callable[[StoredMatch, Form], rules.Match | Transition | Sequence[rules.Match]],
    *,
    version: int | None = None,
    fits: Callable[[rules.Match], bool] = lambda _match: False,
    reason: str = "",
) -> Saved | Invalid[Form] | Stale:
    """Apply a posted form to a match and store the change, once even if the form is sent twice.

    `form` reads the request for a match; `change` applies it, and raises InvalidForm or RuleError.
    A change of several steps returns the match after each. `version` replaces the form's own
    version if the change is known to fit that one, too; `fits` tells if it fits the current one.
    `reason` is stored with the change.
    """
    submission = read_submission()
    if version is not None:
        submission = replace(submission, version=version)
    stored, was_answered = db.load_for_submission(public_id, submission)
    readable = db.localize_players(stored)
    if was_answered:
        return Saved(readable, readable)
    rate_limits.count("saves", current_device.read_secret() or "")
    if submission.version != stored.version:
        if not fits(readable.match):
            return Stale(readable)
        submission = replace(submission, version=stored.version)
    filled_in = None
    try:
        filled_in = form(readable.match)
        changed = change(stored, filled_in)
    except InvalidForm:
        return Invalid(readable, filled_in)
    except rules.RuleError as error:
        if filled_in is not None:
            filled_in.add_rule_error(error, readable.match)
        return Invalid(readable, filled_in, error)
    steps = changed if isinstance(changed, Sequence) else [changed]
    after = _store(stored, steps, submission, reason) if steps else stored
    return (
        Stale(db.load_match(public_id))
        if after is None
        else Saved(readable, db.localize_players(after))
    )


def preview(
    stored: StoredMatch, form: Form, change: Callable[[rules.Match, Form], rules.Match]
) -> ChangeEffect[rules.Match] | None:
    """Return the effect of a form before it is saved, or None if it has errors."""
    try:
        return ChangeEffect(stored.match, change(stored.match, form))
    except InvalidForm:
        return None
    except rules.RuleError as error:
        form.add_rule_error(error, stored.match)
        return None


def redirect_saved(
    public_id: str, message: str, category: str = "message", endpoint: str = "match.show"
) -> Response:
    """Redirect to a page of the match; flash the message unless it is empty.

    A script that sends several forms in a row shows only the message of the last one.
    """
    get_flashed_messages()
    if message:
        flash(message, category)
    return current_device.renew_cookie(rendering.redirect_to(endpoint, public_id=public_id))


def _store(
    before: StoredMatch,
    steps: Sequence[rules.Match | Transition],
    submission: Submission,
    reason: str,
) -> StoredMatch | None:
    """Write a changed match and cache it; return None if it was changed in the meantime."""
    new: StoredMatch | None = before
    secret, own = current_device.read_secret(), submission
    try:
        with db.database().write() as session:
            for step in steps:
                assert new is not None
                was_open = new is not before
                new = matches.record(session, secret, new, step, own, reason, was_open=was_open)
                if new is None:
                    break
                # The key stands for all steps, which are stored together.
                own = replace(submission, key=new_key(), version=new.version)
    except matches.StaleMatch:
        return None
    if new is None:  # another request stored the same form in between
        return db.load_match(before.public_id)
    count_event("save")
    db.cache_match(new)
    return new
