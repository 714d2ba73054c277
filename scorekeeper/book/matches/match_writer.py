"""Writing matches: from matches of the rules to rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import quotas
from scorekeeper.book.db.ids import new_id, new_public_id, now
from scorekeeper.book.db.statements import insert_rows
from scorekeeper.book.matches.hands import insert_hands, store_hands
from scorekeeper.book.matches.match_loader import StoredMatch, UndoPosition
from scorekeeper.book.models.conditions import UPDATE_MATCH, of_match, raise_statistics_revision
from scorekeeper.book.models.tables import ADDRESSES, MATCH_SIDES, MATCHES, SEATS
from scorekeeper.book.players.players import find_or_create_players
from scorekeeper.book.statistics import results
from scorekeeper.rules.match.match import AFTERWARDS

# Built once, in Core: building a statement takes longer than executing it.
INSERT_ADDRESS, INSERT_MATCH = insert(ADDRESSES), insert(MATCHES)
ADVANCE_MATCH = UPDATE_MATCH.values(version=MATCHES.c.version + 1)
UPDATE_SIDE = update(MATCH_SIDES).where(
    *of_match(MATCH_SIDES), MATCH_SIDES.c.side == bindparam("the_side")
)


class NewMatch(NamedTuple):
    """A match to insert, with its ids and its players by seat.

    `has_address` is true if it takes over the address of the match that it replaces.
    """

    id: int
    public_id: str
    match: rules.Match
    players: Sequence[int | None]
    rematch_of: int | None = None
    has_address: bool = False


def fill_in_times(match: rules.Match, at: datetime | None = None) -> rules.Match:
    """Return the match with missing times of hands and ending.

    What was just recorded was recorded `at` a time. Without it, an unknown time is that of the hand
    before, at first of the start, so that a match stays on its day.
    """
    if not all(hand.noted for hand in match.hands):
        had_stopped, hands, last = not match.is_played_out, [], match.started
        for hand in match.hands:
            hands.append(hand if hand.noted else replace(hand, noted=at or last))
            last = hands[-1].noted
        match = replace(match, hands=tuple(hands))
        if had_stopped and match.is_played_out and match.ended and match.decision is None:
            # It was ended at the start, too: its last tricks did not end it.
            with suppress(OverflowError):
                match = replace(match, ended=match.ended + AFTERWARDS)
    if match.outcome and match.ended is None:
        match = replace(match, ended=match.hands[-1].noted)
    return match


def insert_match(
    session: Session,
    scorebook_id: int,
    match: rules.Match,
    rematch_of: int | None = None,
    public_id: str | None = None,
) -> tuple[int, str]:
    """Insert a match with all its hands; return its id and public id, a new one unless given."""
    names, others = rules.list_given_names(match.players), list[str | None]()
    if public_id:
        # A phone started it without this server: what was recorded with two alike names is kept.
        keys = Counter(rules.fold(name) for name in names if name)
        others = [name for name in names if name and keys[rules.fold(name)] > 1]
    seated = find_or_create_players(session, scorebook_id, names, others)
    if seated.is_any_new:
        quotas.check_players(session, scorebook_id)
    new = NewMatch(new_id(), public_id or new_public_id(), match, seated.ids, rematch_of)
    insert_matches(session, scorebook_id, [new])
    return new.id, new.public_id


def insert_matches(session: Session, scorebook_id: int, new_matches: Sequence[NewMatch]) -> None:
    """Insert matches with all their hands, with a statement for each table."""
    finished = {one.id: one.match for one in new_matches if one.match.outcome}
    # Also for a running one: until it ends, its evening has no winner.
    raise_statistics_revision(session, scorebook_id)
    addresses = [
        {"scorebook_id": scorebook_id, "match_id": one.id, "public_id": one.public_id}
        for one in new_matches
        if not one.has_address
    ]
    if addresses:
        session.execute(INSERT_ADDRESS, addresses)
    session.execute(INSERT_MATCH, [_match_row(scorebook_id, one) for one in new_matches])
    for statement, names, rows_of in ROWS_OF_MATCH:
        rows = [(scorebook_id, one.id, *row) for one in new_matches for row in rows_of(one)]
        insert_rows(session, statement, ("scorebook_id", "match_id", *names), rows)
    insert_hands(session, [((scorebook_id, one.id), one.match) for one in new_matches])
    results.insert_results(session, scorebook_id, finished)


def update_match(
    session: Session, stored: StoredMatch, new: rules.Match, position: UndoPosition
) -> None:
    """Update a match to `new`: changed hands, house rules, result and version."""
    old = stored.match
    key = {"scorebook_id": stored.scorebook_id, "match_id": stored.id}
    store_hands(session, key, old.hands, new)
    values: dict[str, Any] = {"at_change": position.at, "next_change": position.next}
    values["last_played_at"] = now()
    if new.house != old.house:
        values["house_rules"] = new.house.differences()
    session.execute(ADVANCE_MATCH, stored.where | _result(new) | values)
    if new.outcome or old.outcome:
        update_points(session, stored.where, new)
        if old.outcome:
            results.delete_results(session, stored.scorebook_id, [stored.id])
        results.insert_results(session, stored.scorebook_id, {stored.id: new})


def update_result(session: Session, where: Mapping[str, int], match: rules.Match) -> None:
    """Update the result of a match for lists and raise its revision."""
    session.execute(UPDATE_MATCH, {**where, **_result(match)})


def update_points(session: Session, where: Mapping[str, int], match: rules.Match) -> None:
    """Update the points of a finished match for lists; clear them if it continues."""
    session.execute(
        UPDATE_SIDE,
        [
            {**where, "the_side": side, "points": standing.points if match.outcome else None}
            for side, standing in enumerate(match.standings)
        ],
    )


def _result(match: rules.Match) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "ended_at": match.ended,
        "awarded": match.awarded,
        "winner": outcome and outcome.winner,
        "ending": outcome and str(outcome.ending),
        "preset": rules.find_preset(match.house),
    }


def _match_row(scorebook_id: int, new: NewMatch) -> dict[str, Any]:
    match = new.match
    return {
        "scorebook_id": scorebook_id,
        "id": new.id,
        "game": match.house.game.key,
        "house_rules": match.house.differences(),
        "first_seat": match.first,
        "started_at": match.started,
        "clock_at": match.clock,
        "last_played_at": match.last_noted,
        "place": match.place,
        "note": match.note,
        "utc_offset": match.utc_offset,
        "rematch_of": new.rematch_of,
        **_result(match),
    }


def _side_rows(new: NewMatch) -> list[tuple[Any, ...]]:
    match = new.match
    finished = match.outcome is not None
    sides = zip(match.sides, match.opening, match.standings, strict=True)
    return [
        (
            side,
            name if match.has_side_names else None,
            *opening,
            standing.points if finished else None,
        )
        for side, (name, opening, standing) in enumerate(sides)
    ]


def _seat_rows(new: NewMatch) -> list[tuple[Any, ...]]:
    return [(seat, player, new.match.started) for seat, player in enumerate(new.players)]


ROWS_OF_MATCH = (
    (insert(MATCH_SIDES), ("side", "name", "opening_points", "opening_bags", "points"), _side_rows),
    (insert(SEATS), ("seat", "player_id", "started_at"), _seat_rows),
)
"""Inserts into the tables of a match, their columns without the key, and the rows."""
