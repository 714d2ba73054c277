"""Saving a change of a match: check the form's version, read it, apply and store the change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from scorekeeper import rules
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.matches.undo_tree import Transition
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.web.forms import base
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db

Form = TypeVar("Form", bound=base.RecordingForm)
Changed = rules.Match | Transition


@dataclass(frozen=True)
class Saved:
    """The match before and after a save; both are equal if the form was sent before."""

    before: StoredMatch
    stored: StoredMatch


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
    change: Callable[[StoredMatch, Form], Changed | Sequence[rules.Match]],
    *,
    fits: Callable[[rules.Match], bool] = lambda _match: False,
    reason: str = "",
) -> Saved | Invalid[Form] | Stale:
    """Apply a posted form to a match and store the change, once even if the form is sent twice.

    `form` reads the request for a match; `change` applies it, and raises InvalidForm or RuleError.
    A change of several steps returns the match after each. `fits` tells if a form for an older
    version fits the current match, too. `reason` is stored with the change.
    """
    submission = base.read_submission()
    while True:
        stored, was_answered = db.load_for_submission(public_id, submission)
        readable = db.localize_players(stored)
        if was_answered:
            return Saved(readable, readable)
        rate_limits.count("saves", current_device.read_secret() or "")
        if base.read_version() != stored.version and not fits(readable.match):
            return Stale(readable)
        filled_in = None
        try:
            filled_in = form(readable.match)
            changed = change(stored, filled_in)
        except base.InvalidForm:
            return Invalid(readable, filled_in)
        except rules.RuleError as error:
            if filled_in is not None:
                filled_in.add_rule_error(error, readable.match)
            return Invalid(readable, filled_in, error)
        steps = changed if isinstance(changed, Sequence) else [changed]
        try:
            after = _store(stored, steps, submission, reason) if steps else stored
        except matches.StaleMatch:
            # Someone else was faster: perhaps this phone, with the same form.
            continue
        return Saved(readable, db.localize_players(after))


def preview(
    match: rules.Match, form: Form, change: Callable[[rules.Match, Form], rules.Match]
) -> ChangeEffect[rules.Match] | None:
    """Return the effect of a form before it is saved, or None if it has errors."""
    try:
        return ChangeEffect(match, change(match, form))
    except base.InvalidForm:
        return None
    except rules.RuleError as error:
        form.add_rule_error(error, match)
        return None


def _store(
    before: StoredMatch, steps: Sequence[Changed], submission: Submission, reason: str
) -> StoredMatch:
    """Write and cache a changed match; raise StaleMatch if it was changed in the meantime."""
    secret, after = current_device.read_secret(), before
    with db.database().write() as session:
        for step in steps:
            was_open = after is not before
            after = matches.record(
                session, secret, after, step, submission, reason, was_open=was_open
            )
            # The key stands for all steps, which are stored together.
            submission = replace(submission, key=base.new_key())
    db.cache_match(after)
    return after
