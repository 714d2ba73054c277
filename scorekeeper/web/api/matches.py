"""API responses about matches and their scores."""

from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MatchRef
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import public_api_queries
from scorekeeper.book.history.history_entries import HistoryEntry, HistoryRow, load_entries
from scorekeeper.book.history.search import Position
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.rules import match_file
from scorekeeper.rules.match.setup import list_given_names
from scorekeeper.rules.match_file.fields import write_time
from scorekeeper.web.api.responses import CachedBody
from scorekeeper.web.forms.filters import format_position
from scorekeeper.web.site.db import load_stored


def matches(session: Session, scorebook_id: int, limit: int, cursor: Position | None) -> CachedBody:
    """Return a page of the matches, newest first."""
    page = public_api_queries.load_page(session, scorebook_id, cursor, limit)

    def build() -> dict[str, Any]:
        entries = zip(page.rows, load_entries(session, page.rows), strict=True)
        return {
            "matches": [_serialize_summary(row, entry) for row, entry in entries],
            "next": page.older and format_position(page.older),
        }

    return CachedBody((scorebook_id, page.shown, page.older), build)


def match(session: Session, scorebook_id: int, match: str) -> CachedBody | None:
    """Return a match with its recorded hands and its score; None if there is none."""
    ref = public_api_queries.find_match(session, scorebook_id, match)
    if ref is None:
        return None
    return CachedBody((ref.key, ref.revision), partial(_serialize_match, session, ref))


def running(session: Session, scorebook_id: int) -> CachedBody:
    """Return the board of the running match."""
    ref = public_api_queries.find_running_match(session, scorebook_id)
    if ref is None:
        return CachedBody(scorebook_id, lambda: {"match": None})
    match = load_stored(session, ref).match
    time_is_up = match.is_time_up(match.minutes_at(now()))
    build = partial(_serialize_board, match, ref.public_id, time_is_up)
    return CachedBody((ref.key, ref.revision, time_is_up), lambda: {"match": build()})


def _serialize_match(session: Session, ref: MatchRef) -> dict[str, Any]:
    [stored] = load_matches(session, [ref])
    return {
        "match": match_file.write(stored.match, ref.public_id),
        "score": match_file.report(stored.match),
    }


def _serialize_summary(row: HistoryRow, entry: HistoryEntry) -> dict[str, Any]:
    outcome = {"winner": entry.winner, "ending": entry.ending} if entry.ending else None
    return {
        "id": entry.public_id,
        "game": entry.game.key,
        "players": list(list_given_names(entry.players)),
        "sides": list(entry.sides),
        "points": entry.points and list(entry.points),
        "outcome": outcome,
        "started": write_time(row.started, row.utc_offset),
        "ended": write_time(row.ended, row.utc_offset),
        "place": row.place,
    }


def _serialize_board(match: rules.Match, public_id: str, time_is_up: bool) -> dict[str, Any]:
    bids = match.due_bids
    return {
        "id": public_id,
        "game": match.house.game.key,
        "players": list(list_given_names(match.players)),
        "target": match.house.target,
        "bag_limit": match.house.bag_limit,
        "time_is_up": time_is_up,
        "turn": match_file.report(match)["turn"],
        "bids": [bid.notation for bid in bids] if bids else None,
        "sides": [_serialize_side(match, side) for side in range(len(match.sides))],
    }


def _serialize_side(match: rules.Match, side: int) -> dict[str, Any]:
    game, bids = match.house.game, match.due_bids
    is_tallied = match.current_hand is not None and bool(match.current_hand.tally)
    return {
        "name": match.sides[side],
        "seats": list(game.sides[side]),
        **match.standings[side]._asdict(),
        "to_go": match.points_to_target(side),
        "contract": rules.get_contract(game, bids, side) if bids else None,
        "tricks": match.tally.sides[side].taken if is_tallied else None,
    }
