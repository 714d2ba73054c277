"""The straight way of a save: load, look whether it is late, read the form, play it, write."""

from collections.abc import Callable
from typing import TypeVar

from flask import Response
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.changes import Why
from scorekeeper.book.loading import Stored
from scorekeeper.web.forms.base import Invalid, RecordingForm, sending
from scorekeeper.web.site import device, match_page
from scorekeeper.web.site.conflict import conflict
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import as_read, database, load, remember, to_write
from scorekeeper.words.table import called

Form = TypeVar("Form", bound=RecordingForm)
Page = Callable[[Stored, RecordingForm | None, rules.RuleError | None], Response]


def recorded(
    public_id: str,
    form_of: Callable[[rules.Match], Form],
    change: Callable[[rules.Match, Form], rules.Match],
    done: str | Callable[[rules.Match, rules.Match], str],
    *,
    kind: str = "message",
    why: Why | None = None,
    page: Page = match_page.refused,
    late: Callable[[Stored], Response] = conflict,
    then: str = "match.show",
) -> BaseResponse:
    """Record what a form changes in a match, once, and go on; or show what stands in its way.

    The form is read once, and shown again with the very match it was read for. `done` says what
    was saved, given the match before and after; `page` shows a form that is refused, `late` one
    whose match has moved on since.
    """
    submission = sending()
    before, answered = to_write(public_id, submission)
    told, after = as_read(before), before.match
    if not answered:
        if submission.version != before.version:
            return late(told)
        form = None
        try:
            form = form_of(told.match)
            after = change(before.match, form)
        except Invalid:
            return page(told, form, None)
        except rules.RuleError as error:
            return page(told, form, error)
        try:
            with database().write() as session:
                new = matches.record(session, device.known(), before, after, submission, why)
        except matches.Stale:
            return late(load(public_id))
        if new is not None:
            remember(new)
    saved(done if isinstance(done, str) else done(told.match, called(after)), kind)
    return device.renew(see(then, public_id=public_id))


def plain_form(_match: rules.Match) -> RecordingForm:
    """Return the form of what is said by pressing a key alone."""
    return RecordingForm()
