"""The match page: where it stands, and exactly the one thing to do now."""

from flask import Response, make_response, render_template, request

from scorekeeper import rules, words
from scorekeeper.book.columns import now
from scorekeeper.book.loading import Stored
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.forms.hand import (
    BidsForm,
    TricksForm,
    Way,
    as_recorded,
    bids_form,
    named,
    tricks_form,
)
from scorekeeper.web.site.chart import score_line
from scorekeeper.web.site.pages import is_long_over


def shown(stored: Stored) -> str:
    """Return the page with a fresh form for what is due."""
    return _rendered(stored, _due_form(stored), tallying=_tallying(stored.match))


def refused(
    stored: Stored, form: RecordingForm | None, error: rules.RuleError | None = None
) -> Response:
    """Answer a form that cannot be used: as it was filled in, with what is wrong."""
    # Numbers that were entered while a tally is open stay numbers.
    tallying = _tallying(stored.match) and not isinstance(form, TricksForm)
    if not isinstance(form, BidsForm | TricksForm):
        form = _due_form(stored)
    if error is not None:
        form.refuse_rule(error, stored.match)
    return make_response(_rendered(stored, form, tallying=tallying), 422)


def late(stored: Stored) -> Response:
    """Answer a key that was pressed on an older page: what happened, and nothing to choose."""
    told = words.changes.late(stored.match, stored.point.undoes, stored.point.redoes)
    form = _due_form(stored)
    return make_response(_rendered(stored, form, tallying=_tallying(stored.match), late=told), 409)


def _rendered(stored: Stored, form: RecordingForm, *, tallying: bool, late: str = "") -> str:
    match = stored.match
    return render_template(
        "match/show.html",
        stored=stored,
        match=match,
        form=form,
        changing=match.current is not None and isinstance(form, BidsForm),
        late=late,
        long_over=is_long_over(match),
        by_player=_way() is Way.PLAYER,
        tallying=tallying,
        minutes=match.minutes_at(now()),
        chart=score_line(match) if match.outcome else None,
    )


def _due_form(stored: Stored) -> RecordingForm:
    """Return the form for what is due now, or for changing the bids where that is asked for."""
    match = stored.match
    about = stored.version, match.due_place
    if match.current is not None and request.args.get("change") == "bids":
        return bids_form(match, **fresh(*about, named(as_recorded(match, match.current))))
    if match.step is rules.Step.BIDS:
        return bids_form(match, **fresh(*about))
    if match.step is rules.Step.TRICKS:
        return tricks_form(match, by_player=_way() is Way.PLAYER, **fresh(*about))
    return RecordingForm(**fresh(*about))


def _way() -> Way | None:
    """Return how the tricks are asked for; None leaves it to the match."""
    return Way.of(request.values)


def _tallying(match: rules.Match) -> bool:
    """Whether the tricks are noted one by one, not as numbers."""
    hand, way = match.current, _way()
    if hand is None or not hand.bids:
        return False
    return way is Way.TRICK or (bool(hand.tally) and way is None)
