"""The view that a match page shows, with its form, and the state that a phone takes along."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy.orm import Session
from werkzeug.datastructures import MultiDict

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.rematches import has_rematch
from scorekeeper.book.matches.undo_tree import LogEntry, load_log, redo
from scorekeeper.book.statistics.streaks import load_streak
from scorekeeper.rules import Fact
from scorekeeper.rules.review.evenings import Streak
from scorekeeper.rules.review.story import list_nils
from scorekeeper.rules.score_tables import REASONS
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.forms.hand import BidsForm, TricksForm, bids_form, tricks_form
from scorekeeper.web.forms.hand_fields import (
    TrickEntry,
    convert_tricks,
    read_trick_numbers,
    recorded_values,
    to_field_names,
)
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import is_long_over

FACT_OF_STEP = {rules.Step.BIDS: rules.Fact.BIDS, rules.Step.TRICKS: rules.Fact.TRICKS}
LISTED_FACTS = (Fact.CORRECTION, Fact.RULING, Fact.WITHDRAWAL, Fact.HOUSE_RULES, Fact.DEALER)
"""Facts listed below the score sheet; bids, tricks and the like are in the hands themselves."""


@dataclass(frozen=True)
class Due:
    """A view with the form for what is due.

    `by_player` says how tricks are entered, `carried` are those of another way of entering them.
    `given` is true if some were tapped before, or the form has errors. `rematch` and
    `streak` are about a match that has just ended; an hour later it is `long_over`. `log` has the
    changes listed below the score sheet. `base` is for a phone that may go on without its server.
    """

    stored: StoredMatch
    view: str
    form: RecordingForm
    by_player: bool
    carried: dict[str, str]
    given: bool
    long_over: bool
    rematch: bool
    streak: Streak
    log: list[LogEntry]
    base: dict[str, Any] | None

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
    long_over = is_long_over(stored.match)
    nearby = _load_nearby(stored, long_over=long_over)
    if isinstance(invalid, BidsForm | TricksForm):
        form: RecordingForm = invalid
    else:
        form = _make_form(stored, query, nearby.undone)
        if error is not None:
            form.add_rule_error(error, stored.match)
    is_again, is_undone = form is invalid, nearby.undone is not None
    asked = "" if is_again else query.get("change", "")
    view = _choose_view(stored, form, way, asked, is_again=is_again, is_undone=is_undone)
    return Due(
        stored,
        view,
        form,
        by_player=way is TrickEntry.PLAYER,
        carried={
            name: value for name, value in requested.items() if view == "tally" or name not in form
        },
        given=bool(requested) or bool(form.list_errors()),
        long_over=long_over,
        rematch=nearby.rematch,
        streak=nearby.streak,
        log=nearby.log,
        base=describe_base(stored) if stored.can_write and not long_over else None,
    )


def describe_base(stored: StoredMatch) -> dict[str, Any]:
    """Return a match as the server has it, for a phone that goes on while there is no answer.

    `bids` are those whose tricks are due: empty in a first hand without bids. `minutes` count up to
    the last record. `brought` are the points of each side in the last hand. `counted` is false if
    the current hand has a ruling, which only the server counts. `tallied` is there if its tricks
    are recorded one by one, `winner` if the others gave up, `ends` in a timed match. `course` and
    `nils` are those of describe_course.
    """
    match, begun = stored.match, stored.match.begun_hand
    sets = match.progress.sets or (0,) * len(match.sides)
    minutes = round(match.minutes_at(match.last_noted), 2)
    bids = match.due_bids
    last = next(filter(None, reversed(match.scores)), None)
    return {
        "version": stored.version,
        "standings": [standing._asdict() for standing in match.standings],
        "progress": {"sets": list(sets), "hands": match.progress.hands, "minutes": minutes},
        "played": match.number_of(match.due_place) - 1,
        "place": match.due_place,
        "first": match.first_as_of(match.due_place),
        "bids": None if bids is None else [bid.notation for bid in bids],
        "counted": begun is None or not begun.rulings,
        "over": match.step == rules.Step.OVER,
        "brought": last and [side.points for side in last],
        **describe_course(match),
        **({"tallied": True} if begun and begun.tally else {}),
        **({} if match.awarded is None else {"winner": match.awarded}),
        **({"ends": match.ends.isoformat()} if match.ends else {}),
    }


def describe_course(match: rules.Match) -> dict[str, Any]:
    """Return the points of each side at the start and after each hand, and the nils.

    A nil is the number of its hand, its side, the index of the reason of its line, the points, and
    the seat.
    """
    return {
        "course": [[standing.points for standing in after] for _number, after in match.course],
        "nils": [
            [number, side, REASONS.index(line.reason), line.points, line.seat]
            for number, side, line in list_nils(match)
        ],
    }


class Nearby(NamedTuple):
    """Things a page shows that are not in the match: what was undone last, and its rematch."""

    undone: rules.Match | None
    rematch: bool
    streak: Streak
    log: list[LogEntry]


def _load_nearby(stored: StoredMatch, *, long_over: bool) -> Nearby:
    redoes, is_over = stored.position.redoes, stored.match.step is rules.Step.OVER
    is_undone = redoes is not None and redoes.fact is FACT_OF_STEP.get(stored.match.step)
    is_fresh, lists_log = is_over and not long_over, is_over or _has_more_than_hands(stored)
    with db.database().read() as session:
        return Nearby(
            redo(session, stored).match if is_undone and stored.can_write else None,
            is_fresh and has_rematch(session, stored),
            load_streak(session, stored.key) if is_fresh else Streak(),
            _list_log(session, stored) if lists_log else [],
        )


def _has_more_than_hands(stored: StoredMatch) -> bool:
    """Whether more may have been saved than the start and the hands: only then is the log read."""
    saved = (bool(hand.bids) + (len(hand.tally) or hand.is_complete) for hand in stored.match.hands)
    return stored.version != 1 + sum(saved)


def _list_log(session: Session, stored: StoredMatch) -> list[LogEntry]:
    return [
        one
        for one in load_log(session, stored)
        if one.record.fact in LISTED_FACTS or one.change.after.awarded is not None
    ]


def _make_form(
    stored: StoredMatch, query: MultiDict[str, str], undone: rules.Match | None
) -> RecordingForm:
    """Return the form for what is due, or for the bids on request, filled in with undone values."""
    match, version, hand = stored.match, stored.version, stored.match.current_hand
    if match.step is rules.Step.OVER:
        return RecordingForm(**initial_values(version, match.due_place))
    values = recorded_values(undone, undone.hands[match.due_place - 1]) if undone else {}
    if match.step is rules.Step.BIDS:
        return bids_form(match, values=values, version=version)
    if hand is not None and query.get("change") == "bids":
        return bids_form(match, values=recorded_values(match, hand), version=version)
    by_player = TrickEntry.of(query) is TrickEntry.PLAYER
    known = convert_tricks(match, {**values, **read_trick_numbers(query)}, by_player=by_player)
    return tricks_form(match, by_player=by_player, values=known, version=version)


def _choose_view(
    stored: StoredMatch,
    form: RecordingForm,
    way: TrickEntry | None,
    asked: str,
    *,
    is_again: bool,
    is_undone: bool,
) -> str:
    """Return the view to show: the board, unless something is to be entered or was asked for."""
    match, hand = stored.match, stored.match.current_hand
    if match.outcome is not None:
        return "over"
    if not stored.can_write:
        return "watch"
    if asked == "end" or (asked == "dealer" and match.can_set_dealer):
        return asked
    if isinstance(form, BidsForm):
        return "bids"
    is_tallied = way is TrickEntry.TRICK or (way is None and bool(hand and hand.tally))
    if is_tallied and hand is not None and hand.bids and not is_again:
        return "tally"
    return "tricks" if way is not None or form.list_errors() or is_undone else "play"
