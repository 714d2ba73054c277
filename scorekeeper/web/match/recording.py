"""Recording at the table: bids, tricks, undo and redo, misdeal, dealer, early end."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import Response, request, url_for
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import undo_tree
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms.base import RecordingForm, parse_int, plain_form, read_index
from scorekeeper.web.forms.hand import BidsForm, TricksForm, bids_form, tricks_form
from scorekeeper.web.forms.hand_fields import (
    TrickEntry,
    read_taker,
    read_trick_numbers,
    to_field_names,
)
from scorekeeper.web.site.answers import SHOWN, UNDOABLE, answer
from scorekeeper.web.site.db import database, load_writable_match
from scorekeeper.web.site.rendering import see_other
from scorekeeper.web.site.saving import Invalid, Saved, Stale, save
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.changes import describe_dealer, describe_early_end, describe_redo
from scorekeeper.words.match.hand import describe_changed_bids

Result = Saved | Invalid[Any] | Stale


def save_bids(public_id: str) -> Response:
    """Record the bids of a hand, or change those of the hand being played."""
    result = save(public_id, bids_form, _bid)
    return answer(result, *_describe_bids(result))


def save_tricks(public_id: str) -> Response:
    """Record the tricks of the hand being played."""
    result = save(
        public_id,
        _read_tricks,
        lambda stored, form: stored.match.record_tricks(*form.tricks(), noted=now()),
    )
    return answer(result, _("Hand saved"), SHOWN)


def change_entry(public_id: str) -> Response:
    """Redirect to another way of entering the tricks, with the numbers tapped so far."""
    load_writable_match(public_id)
    numbers: dict[str, Any] = {**to_field_names(read_trick_numbers(request.form))}
    return see_other(
        url_for("match.show", public_id=public_id, by=request.form.get("way"), **numbers)
    )


def save_trick(public_id: str) -> Response:
    """Record who took the next trick, or those a phone has counted; the last completes the hand."""
    result = save(public_id, plain_form, _note_tricks, fits=_continues_tally)
    return answer(result, _("Trick saved"), SHOWN)


def undo(public_id: str) -> Response:
    return answer(save(public_id, plain_form, partial(_move, undo_tree.undo)))


def redo(public_id: str) -> Response:
    """Redo the change undone last, and flash what it was."""
    result = save(public_id, plain_form, partial(_move, undo_tree.redo))
    # Something else may have been recorded in the meantime.
    undoes = result.stored.position.undoes if isinstance(result, Saved) else None
    return answer(result, describe_redo(result.stored.match, undoes) if undoes else "")


def save_misdeal(public_id: str) -> Response:
    """Record a misdeal."""
    result = save(public_id, plain_form, lambda stored, _form: stored.match.record_misdeal(now()))
    return answer(result, _("Misdeal: this hand starts over"), UNDOABLE)


def end_match(public_id: str) -> Response:
    """End the match early; the table may say who wins."""
    winner = read_index("winner") if request.form.get("winner") else None
    result = save(public_id, plain_form, lambda stored, _form: stored.match.end(now(), winner))
    match = result.stored.match
    return answer(result, describe_early_end(match, match.awarded), UNDOABLE)


def set_dealer(public_id: str) -> Response:
    """Record who deals, or draws first in, the hand that is due."""
    seat = read_index("seat")
    result = save(public_id, plain_form, lambda stored, _form: stored.match.set_dealer(seat))
    match = result.stored.match
    is_new = isinstance(result, Saved) and result.before.match != match
    message = describe_dealer(match, match.due_place, match.turn.first)
    return answer(result, message, UNDOABLE if is_new else "message")


def _bid(stored: StoredMatch, form: BidsForm) -> rules.Match:
    match = stored.match
    if match.current_hand is not None and form.place == match.due_place:
        return match.change_bids(form.bids())
    return match.bid(form.bids(), now())


def _read_tricks(match: rules.Match) -> TricksForm:
    return tricks_form(match, by_player=TrickEntry.of(request.form) is TrickEntry.PLAYER)


def _note_tricks(stored: StoredMatch, form: RecordingForm) -> list[rules.Match]:
    """Return the match after each new trick: that of the pressed key, or those of the list."""
    match = stored.match
    if "taken" in request.form or "tricks" not in request.form:
        return [match.note_trick(read_taker(match.house.game, request.form.get("taken")), now())]
    steps = [match]
    for taken in _find_new_tricks(match, form.place):
        steps.append(steps[-1].note_trick(taken, now()))
    return steps[1:]


def _continues_tally(match: rules.Match) -> bool:
    """Whether a list still fits: nothing but its own tricks was recorded, and none was undone."""
    place, known = (parse_int(request.form.get(name)) for name in ("number", "known"))
    if "taken" in request.form or place is None or known is None:
        return False
    try:
        _find_new_tricks(match, place)
    except rules.RuleError:
        return False
    return len(match.hands[place - 1].tally) >= known


def _find_new_tricks(match: rules.Match, place: int | None) -> Sequence[rules.Taker]:
    """Return what the posted list adds; raise TrickError unless it continues what is recorded."""
    names = request.form.get("tricks", "").split()
    takers = [read_taker(match.house.game, name) for name in names[: match.house.game.tricks + 1]]
    known = [taker for taker in takers if taker is not None]
    new = match.find_new_tricks(place or 0, known) if len(known) == len(takers) else None
    if new is None:
        raise rules.TrickError("nobody took the trick")
    return new


def _move(
    find: Callable[[Session, StoredMatch], undo_tree.Transition], stored: StoredMatch, _form: object
) -> undo_tree.Transition:
    with database().read() as session:
        return find(session, stored)


def _describe_bids(result: Result) -> tuple[str, str]:
    """Return the message after bids, and its category: what changed in the hand being played."""
    if isinstance(result, Saved):
        before, after = result.before.match, result.stored.match
        if before.current_hand is not None and after.current_hand is not None:
            changed = describe_changed_bids(after, before.current_hand, after.current_hand)
            if changed:
                return changed, UNDOABLE
    return _("Bids saved"), SHOWN
