"""The posted outbox of a phone: JSON, whose bids, tricks and house rules are as in match files."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl

from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper import rules
from scorekeeper.book.access.grants import is_public_id
from scorekeeper.book.matches.outbox import OutboxEntry, recorded_at
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.rules import match_file
from scorekeeper.rules.limits import MAX_HANDS
from scorekeeper.rules.match_file import fields
from scorekeeper.web.forms.base import clean_text, make_submission
from scorekeeper.web.forms.hand_fields import read_taker

VERSION = 1
FIELDS = ("v", "base", "standings", "entries", "house", "known")
MAX_ENTRIES = 52
"""Entries of one request, which are stored under one lock; a match has about 26."""
MAX_AGE = timedelta(days=366)
START, UNDO = "start", "undo"
DUE_FACTS = ("bids", "tricks", "misdeal")
"""The facts about the hand that is due."""
KEY = re.compile(r"[\w+-]{16,64}", re.ASCII)
Says = Mapping[str, Any]


class Known(NamedTuple):
    """A state of a match that a phone knew: the place and the bids of the hand that was due.

    `played` counts the hands before it that were not misdealt.
    """

    place: int
    played: int
    bids: object
    standings: object

    @classmethod
    def read(cls, written: object) -> Self:
        """Read a state that a page described; see `match_page.describe_base`."""
        data = fields.read_object(written, "known")
        place, played = (fields.read_number(data.get(name), name) for name in ("place", "played"))
        if not 0 < place <= MAX_HANDS:
            raise rules.MatchFileError("not a choice", field="place", value=place)
        return cls(place, played, data.get("bids"), data.get("standings"))


@dataclass(frozen=True)
class Outbox:
    """The entries of a request, and the version and standings of the match as the phone knew it.

    `start` is what the first entry says if it starts a match, else empty. To compare, a phone also
    sends its house rules and what it knew: perhaps the state before, and that of the version.
    """

    base: int
    standings: object
    entries: list[OutboxEntry]
    start: Says
    house: object
    known: list[Known]

    def read_started_id(self) -> str:
        """Return the id of the match that the first entry starts; raise MatchFileError if none."""
        public_id = fields.read_text(self.start.get("id"), "id")
        if not is_public_id(public_id):
            raise rules.MatchFileError("missing", field="start")
        return public_id


def read_outbox(most: int = MAX_ENTRIES) -> Outbox:
    """Read the posted outbox; raise a RuleError that names the problem."""
    written = match_file.parse(request.form.get("outbox", "").encode(errors="replace"))
    data = fields.read_object(written, "outbox", FIELDS)
    if data.get("v") != VERSION:
        raise rules.MatchFileError("unknown format", format=data.get("v"), known=VERSION)
    listed = fields.read_list(data.get("entries"), "entries", most)
    entries = [_read_entry(index, one) for index, one in enumerate(listed)]
    start = entries[0].says if entries and entries[0].says["fact"] == START else {}
    base = fields.read_number(data.get("base"), "base")
    known = [Known.read(one) for one in fields.read_list(data.get("known", []), "known")]
    return Outbox(base, data.get("standings"), entries, start, data.get("house"), known)


def read_new_match(says: Says, before: rules.Match | None, age: timedelta) -> rules.Match:
    """Read a match that a phone started some time ago, perhaps as the rematch of another."""
    written = {name: says.get(name) for name in ("house", "players", "first")}
    if before is not None:
        sides = list(before.sides) if before.has_side_names else None
        written |= {"place": before.place, "sides": sides}
    match = match_file.read({"format": match_file.FORMAT, **written})
    offset = says.get("utc_offset")
    if not isinstance(offset, int) or abs(offset) > rules.MAX_UTC_OFFSET_MINUTES:
        offset = None
    return replace(match, started=recorded_at(match, age), utc_offset=offset)


def _read_entry(index: int, written: object) -> OutboxEntry:
    data = fields.read_object(written, "entry", ("key", "says", "age", "was"))
    says = fields.read_object(data.get("says"), "says")
    if says.get("fact") not in [*CHANGES, UNDO, *([] if index else [START])]:
        raise rules.MatchFileError("not a choice", field="fact", value=says.get("fact"))
    key = fields.read_text(data.get("key"), "key")
    if not KEY.fullmatch(key):
        raise rules.MatchFileError("not a choice", field="key", value=key)
    own = Submission.of(key, [("says", json.dumps(says, sort_keys=True))])
    age = fields.read_number(data.get("age"), "age")
    was = None if data.get("was") is None else _read_form(data["was"])
    return OutboxEntry(
        index,
        says=says,
        submission=was or own,
        own=own if was else None,
        age=timedelta(milliseconds=min(max(age, 0), MAX_AGE // timedelta(milliseconds=1))),
        change=None if says["fact"] == UNDO else partial(_apply, says),
        reason=clean_text(fields.read_text(says.get("reason"), "reason")),
    )


def _read_form(written: object) -> Submission | None:
    """Read the form that was on its way, as it may still arrive; None for a list of tricks.

    Such a list is only a part of what the entry says.
    """
    was = fields.read_object(written, "was", ("path", "fields"))
    path = fields.read_text(was.get("path"), "path").removeprefix(request.script_root)
    posted = parse_qsl(fields.read_text(was.get("fields"), "fields"), keep_blank_values=True)
    return None if path.endswith("/tally") else make_submission(path, MultiDict(posted))


def _apply(says: Says, match: rules.Match, at: datetime) -> rules.Match:
    is_due = says["fact"] in DUE_FACTS
    if is_due and fields.read_number(says.get("place"), "place") != match.due_place:
        raise rules.StepError("not as it was left")
    return CHANGES[says["fact"]](says, match, at)


def _bid(says: Says, match: rules.Match, at: datetime) -> rules.Match:
    house, listed = match.house, fields.read_list(says.get("bids"), "bids")
    bids = match_file.read_bids(house.game, listed, house.bids_by) or ()
    # The phone asked who may bid blind, by the rules of its release: they are not asked again.
    free = replace(match, house=replace(match.house, blind_deficit=0))
    bid = free.bid(bids, at) if match.current_hand is None else free.change_bids(bids)
    return replace(bid, house=match.house)


def _record_tricks(says: Says, match: rules.Match, at: datetime) -> rules.Match:
    numbered = match.record_tricks(*_read_tricks(says, match.house.game), at)
    try:
        tallied = _tally(says, match, at)
    except rules.RuleError:
        return numbered
    return tallied if tallied.scores[-1:] == numbered.scores[-1:] else numbered


def _tally(says: Says, match: rules.Match, at: datetime) -> rules.Match:
    """Record the tricks one by one, as a phone listed them; raise RuleError if that is wrong."""
    game = match.house.game
    names = fields.read_list(says.get("tally"), "tally", most=game.tricks)
    takers = [read_taker(game, fields.read_text(name, "tally")) for name in names]
    known = [taker for taker in takers if taker is not None]
    for taker in match.find_new_tricks(match.due_place, known) or ():
        match = match.note_trick(taker, at)
    return match


def _end(says: Says, match: rules.Match, at: datetime) -> rules.Match:
    winner = says.get("winner")
    return match.end(at, None if winner is None else fields.read_number(winner, "winner"))


def _correct(says: Says, match: rules.Match, _at: datetime) -> rules.Match:
    place, game = fields.read_number(says.get("place"), "place"), match.house.game
    bids = match_file.read_bids(game, says.get("bids")) or ()
    if bool(bids) != bool(match.played_hand(place).bids):
        raise rules.BidError("one bid a seat", bids=len(bids), seats=game.seats)
    return match.correct(place, bids, *_read_tricks(says, game))


def _read_tricks(says: Says, game: rules.Game) -> tuple[list[int | None], list[int | None]]:
    sides = [str(side) for side in range(len(game.sides))]
    return match_file.read_trick_numbers(game, says.get("tricks"), says.get("piles"), sides)


CHANGES: dict[str, Callable[[Says, rules.Match, datetime], rules.Match]] = {
    "bids": _bid,
    "tricks": _record_tricks,
    "misdeal": lambda _says, match, at: match.record_misdeal(at),
    "end": _end,
    "correct": _correct,
}
"""The functions that record a fact."""
