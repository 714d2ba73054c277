"""The state of a match that a phone takes along, to go on while its server does not answer."""

import hashlib
from typing import Any

from flask import url_for

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules import Match, Step
from scorekeeper.web.http.assets import release_digest
from scorekeeper.words.language import get_language


def describe_base(stored: StoredMatch) -> dict[str, Any]:
    """Return a match as the server has it, for a phone that goes on from there.

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
        "over": match.step == Step.OVER,
        "brought": last and [side.points for side in last],
        **({"tallied": True} if begun and begun.tally else {}),
        **({"event": url_for("guide.show", event=event)} if event else {}),
    }


def tag_skeletons(match: Match) -> str:
    """Return a tag of the skeletons of a match, which changes when they look different."""
    about = match.players, match.sides, match.house, get_language(), release_digest()
    return hashlib.sha256(repr(about).encode()).hexdigest()[:12]
