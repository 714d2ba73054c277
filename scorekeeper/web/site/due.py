"""What is due in a match: a view with its form, and the state that a phone takes along."""

from dataclasses import dataclass
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.undo_tree import redo
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.forms.hand import BidsForm, TricksForm, bids_form, tricks_form
from scorekeeper.web.forms.hand_fields import (
    HandField,
    TrickEntry,
    convert_tricks,
    read_trick_numbers,
    recorded_values,
    to_field_names,
)
from scorekeeper.web.site import db


@dataclass(frozen=True)
class Due:
    """What a match page shows: a view with the form for what is due.

    `by_player` says how tricks are entered, `carried` are those of another way of entering them.
    `given` is true if some were tapped before, or the form has errors.
    """

    stored: StoredMatch
    view: str
    form: RecordingForm
    by_player: bool
    carried: dict[str, str]
    given: bool

    @property
    def changing(self) -> bool:
        """Whether the bids of the hand being played are changed."""
        return self.view == "bids" and self.stored.match.current_hand is not None


def find_due(
    stored: StoredMatch,
    query: MultiDict[str, str],
    invalid: RecordingForm | None = None,
    error: rules.RuleError | None = None,
) -> Due:
    """Return what is due; `query` asks for a way of entering it.

    An `invalid` form of bids or tricks is shown again. The error of a rule about any other form is
    added to the form for what is due.
    """
    way, requested = TrickEntry.of(query), to_field_names(read_trick_numbers(query))
    if isinstance(invalid, BidsForm | TricksForm):
        form, view = invalid, _choose_view(stored, invalid, way, is_again=True)
    else:
        form = _make_form(stored, query)
        if error is not None:
            form.add_rule_error(error, stored.match)
        view = _choose_view(stored, form, way)
    carried = {name: requested[name] for name in requested if view == "tally" or name not in form}
    given = bool(requested) or bool(form.list_errors())
    return Due(stored, view, form, way is TrickEntry.PLAYER, carried, given)


def describe_base(stored: StoredMatch) -> dict[str, Any]:
    """Return a match as the server has it, for a phone that goes on while there is no answer.

    `bids` are those whose tricks are due: empty in a first hand without bids. `minutes` count up to
    the last record. `brought` are the points of each side in the last hand. `counted` is false if
    the current hand has a ruling, which only the server counts. `tallied` is there if its tricks
    are recorded one by one. `event` is the way back if the match belongs to an event: then it has
    no rematch.
    """
    match, begun = stored.match, stored.match.begun_hand
    sets = match.progress.sets or (0,) * len(match.sides)
    minutes = round(match.minutes_at(match.last_noted), 2)
    bids, event = match.due_bids, stored.event and stored.event.public_id
    last = next(filter(None, reversed(match.scores)), None)
    return {
        "version": stored.version,
        "standings": [standing._asdict() for standing in match.standings],
        "progress": {"sets": list(sets), "hands": match.progress.hands, "minutes": minutes},
        "played": match.number_of(match.due_place) - 1,
        "place": match.due_place,
        "first": match.first,
        "bids": None if bids is None else [bid.notation for bid in bids],
        "counted": begun is None or not begun.rulings,
        "over": match.step == rules.Step.OVER,
        "brought": last and [side.points for side in last],
        **({"tallied": True} if begun and begun.tally else {}),
        **({"event": url_for("guide.show", event=event)} if event else {}),
    }


def _choose_view(
    stored: StoredMatch, form: RecordingForm, way: TrickEntry | None, *, is_again: bool = False
) -> str:
    """Return the view to show: the board, unless something is to be entered."""
    match, hand = stored.match, stored.match.current_hand
    if match.outcome is not None:
        return "over"
    if not stored.can_write:
        return "watch"
    if isinstance(form, BidsForm):
        return "bids"
    is_tallied = way is TrickEntry.TRICK or (way is None and bool(hand and hand.tally))
    if is_tallied and hand is not None and hand.bids and not is_again:
        return "tally"
    is_asked = way is not None or form.list_errors() or _is_undone(stored, rules.Fact.TRICKS)
    return "tricks" if is_asked else "play"


def _make_form(stored: StoredMatch, query: MultiDict[str, str]) -> RecordingForm:
    """Return the form for what is due, or for changing the bids on request.

    It is filled in with undone values, to save them again or change them.
    """
    match, hand = stored.match, stored.match.current_hand
    position = stored.version, match.due_place
    if match.step is rules.Step.OVER:
        return RecordingForm(**initial_values(*position))
    if match.step is rules.Step.BIDS:
        values = _load_undone_values(stored, rules.Fact.BIDS)
    elif hand is not None and query.get("change") == "bids":
        values = recorded_values(match, hand)
    else:
        by_player = TrickEntry.of(query) is TrickEntry.PLAYER
        known = {**_load_undone_values(stored, rules.Fact.TRICKS), **read_trick_numbers(query)}
        values = convert_tricks(match, known, by_player=by_player)
        shown = initial_values(*position, to_field_names(values))
        return tricks_form(match, by_player=by_player, **shown)
    return bids_form(match, **initial_values(*position, to_field_names(values)))


def _is_undone(stored: StoredMatch, fact: rules.Fact) -> bool:
    """Whether the fact undone last is of this kind."""
    return stored.position.redoes is not None and stored.position.redoes.fact is fact


def _load_undone_values(stored: StoredMatch, fact: rules.Fact) -> dict[HandField, str]:
    """Return the values of the hand's fields before they were undone."""
    if not (stored.can_write and _is_undone(stored, fact)):
        return {}
    with db.database().read() as session:
        redone = redo(session, stored).match
    return recorded_values(redone, redone.hands[stored.match.due_place - 1])
