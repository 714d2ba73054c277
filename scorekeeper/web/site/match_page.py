"""The match page, drawn: the score, what to do next, and the state that a phone takes along."""

import hashlib
import json
from typing import Any

from flask import render_template
from sqlalchemy.orm import Session
from werkzeug.datastructures import MultiDict

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.rematches import has_rematch
from scorekeeper.book.matches.undo_tree import LogEntry, load_log, redo
from scorekeeper.book.statistics.player_details import load_streak
from scorekeeper.rules import Fact
from scorekeeper.rules.review.evenings import Streak
from scorekeeper.rules.review.story import list_nils
from scorekeeper.rules.score_tables import REASONS
from scorekeeper.web.charts import score_line
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.forms.hand import BidsForm, TricksForm, bids_form, tricks_form
from scorekeeper.web.forms.hand_fields import (
    TrickEntry,
    convert_tricks,
    read_trick_numbers,
    recorded_values,
    to_field_names,
)
from scorekeeper.web.http.assets import release_digest
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import is_long_over
from scorekeeper.words.language import get_language
from scorekeeper.words.match.offline import FACTS

FACT_OF_STEP = {rules.Step.BIDS: rules.Fact.BIDS, rules.Step.TRICKS: rules.Fact.TRICKS}
LISTED_FACTS = (Fact.CORRECTION, Fact.RULING, Fact.WITHDRAWAL, Fact.HOUSE_RULES, Fact.DEALER)
"""Facts listed below the score sheet; bids, tricks and the like are in the hands themselves."""


def draw(
    stored: StoredMatch,
    query: MultiDict[str, str],
    invalid: RecordingForm | None = None,
    error: rules.RuleError | None = None,
    **answer: Any,
) -> str:
    """Render the score, and the one thing to do next; `query` asks for a way of entering it.

    An `invalid` form of bids or tricks is shown again. The error of a rule about any other form is
    added to the form for what is due. A page that answers a form has its `posted_key`, and says in
    a `message` why it had no effect; if it was `stale`, this is what happened in the meantime.
    """
    match, hand = stored.match, stored.match.current_hand
    way, requested = (TrickEntry.of(query), to_field_names(read_trick_numbers(query)))
    is_over, long_over = match.step is rules.Step.OVER, is_long_over(match)
    is_fresh, redoes = is_over and not long_over, stored.position.redoes
    with db.database().read() as session:
        undone = None
        if stored.can_write and redoes and redoes.fact is FACT_OF_STEP.get(match.step):
            undone = redo(session, stored).match
        # About a match that has just ended.
        rematch = is_fresh and has_rematch(session, stored)
        streak = load_streak(session, stored.key) if is_fresh else Streak()
        log = _list_log(session, stored)
    is_again = isinstance(invalid, BidsForm | TricksForm)
    form = invalid if is_again and invalid else _make_form(stored, query, undone)
    if error is not None and not is_again:
        form.add_rule_error(error, match)
    asked = "" if is_again else query.get("change", "")
    view = _choose_view(stored, form, way, asked, is_again=is_again, is_undone=undone is not None)
    base = describe_base(stored) if stored.can_write and not long_over else None
    return render_template(
        "match/show.html",
        stored=stored,
        match=match,
        view=view,
        form=form,
        changing=view == "bids" and hand is not None,
        by_player=way is TrickEntry.PLAYER,
        # The numbers of another way of entering them.
        carried={
            name: value for name, value in requested.items() if view == "tally" or name not in form
        },
        given=bool(requested) or bool(form.list_errors()),
        long_over=long_over,
        rematch=rematch,
        streak=streak,
        log=log,
        base=base and json.dumps(base, separators=(",", ":")),
        tag=tag_skeletons(match),
        minutes=match.minutes_at(now()),
        chart=score_line(match) if match.outcome else None,
        **answer,
    )


def tag_skeletons(match: rules.Match) -> str:
    """Return a tag of the skeletons of a match, which changes when they look different."""
    about = match.players, match.sides, match.house, get_language(), release_digest()
    return hashlib.sha256(repr(about).encode()).hexdigest()[:12]


def describe_base(stored: StoredMatch) -> dict[str, Any]:
    """Return a match as the server has it, for a phone that goes on while there is no answer.

    `bids` are those whose tricks are due: empty in a first hand without bids. `minutes` count up to
    the last record. `brought` are the points of each side in the last hand. `counted` is false if
    the current hand has a ruling, which only the server counts. `tallied` is there if its tricks
    are recorded one by one, `winner` if the others gave up, `ends` in a timed match. `undoes` is
    the last change and the number of its hand. `course` and `nils` are those of describe_course.
    """
    match, begun = stored.match, stored.match.begun_hand
    sets = match.progress.sets or (0,) * len(match.sides)
    minutes = round(match.minutes_at(match.last_noted), 2)
    bids = match.due_bids
    last = next(filter(None, reversed(match.scores)), None)
    undoes, place = stored.position.undoes or (None, None)
    return {
        "version": stored.version,
        "standings": [standing._asdict() for standing in match.standings],
        "progress": {"sets": list(sets), "hands": match.progress.hands, "minutes": minutes},
        "played": match.number_of(match.due_place) - 1,
        "place": match.due_place,
        "first": match.first_as_of(match.due_place),
        "bids": None if bids is None else [bid.notation for bid in bids],
        "undoes": [FACTS[undoes], match.number_of(place)] if place and undoes in FACTS else None,
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


def _list_log(session: Session, stored: StoredMatch) -> list[LogEntry]:
    """Return the changes listed below the score sheet; with no query for the start and hands."""
    saved = (bool(hand.bids) + (len(hand.tally) or hand.is_complete) for hand in stored.match.hands)
    if stored.match.step is not rules.Step.OVER and stored.version == 1 + sum(saved):
        return []
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
