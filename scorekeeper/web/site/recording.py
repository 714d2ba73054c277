"""The straight way of a save: load, look whether it is late, read the form, play it, write."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from flask import Response
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.changes import Turn
from scorekeeper.book.loading import Stored
from scorekeeper.book.submissions import Submission
from scorekeeper.web.forms.base import Invalid, RecordingForm, sending
from scorekeeper.web.site import device, match_page, rates
from scorekeeper.web.site.conflict import conflict
from scorekeeper.web.site.events import happened
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import as_read, database, load, remember, to_write
from scorekeeper.words.table import called

Form = TypeVar("Form", bound=RecordingForm)
UNDOABLE = "undoable"
"""The kind of what is said to be saved with the key beside it that takes it back."""

Page = Callable[[Stored, RecordingForm | None, rules.RuleError | None], Response]


def recorded(
    public_id: str,
    form_of: Callable[[rules.Match], Form],
    change: Callable[[rules.Match, Form], rules.Match],
    done: str | Callable[[rules.Match, rules.Match], str],
    *,
    kind: str = "message",
    reason: str = "",
    page: Page = match_page.refused,
    late: Callable[[Stored], Response] = conflict,
    still: Callable[[rules.Match], bool] = lambda _match: False,
    then: str = "match.show",
) -> BaseResponse:
    """Record what a form changes in a match, once, and go on; or show what stands in its way.

    The form is read once, and shown again with the very match it was read for. `done` says what
    was saved, given the match before and after; `page` shows a form that is refused, `late` one
    whose match has moved on since, unless it is `still` what it was meant to be.
    """
    submission = sending()
    before, answered = to_write(public_id, submission)
    told, after = as_read(before), before.match
    if not answered:
        rates.count("saves", device.known() or "")
        if submission.version != before.version:
            if not still(told.match):
                return late(told)
            submission = replace(submission, version=before.version)
        form = None
        try:
            form = form_of(told.match)
            after = change(before.match, form)
        except Invalid:
            return page(told, form, None)
        except rules.RuleError as error:
            return page(told, form, error)
        if _written(before, after, submission, reason) is None:
            return late(load(public_id))
    saved(done if isinstance(done, str) else done(told.match, called(after)), kind)
    return device.renew(see(then, public_id=public_id))


def turned(
    public_id: str,
    turn: Callable[[Session, Stored], Turn],
    told: Callable[[Stored], str] = lambda _: "",
) -> BaseResponse:
    """Take back or bring back what was recorded, once; or say what happened meanwhile.

    `told` says what came of it, where the page does not say so itself.
    """
    submission = sending()
    stored, answered = to_write(public_id, submission)
    if not answered:
        if submission.version != stored.version:
            return match_page.late(as_read(stored))
        try:
            with database().read() as session:
                to = turn(session, stored)
        except rules.RuleError as error:
            return match_page.refused(as_read(stored), None, error)
        written = _written(stored, to, submission)
        if written is None:
            return match_page.late(load(public_id))
        stored = written
    if sentence := told(as_read(stored)):
        saved(sentence)
    return device.renew(see("match.show", public_id=public_id))


def _written(
    before: Stored, after: rules.Match | Turn, submission: Submission, reason: str = ""
) -> Stored | None:
    """Write what became of a match, and keep it in memory; None where it has moved on."""
    try:
        with database().write() as session:
            new = matches.record(session, device.known(), before, after, submission, reason)
    except matches.Stale:
        return None
    if new is None:  # the same form was answered in between
        return load(before.public_id)
    happened("save")
    remember(new)
    return new


def plain_form(_match: rules.Match) -> RecordingForm:
    """Return the form of what is said by pressing a key alone."""
    return RecordingForm()
