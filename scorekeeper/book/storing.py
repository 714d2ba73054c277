"""From the matches of the rules to the rows of the scorebook."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Insert, bindparam, insert, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.columns import new_id, new_public_id, now, table_of
from scorekeeper.book.hands import store_hands
from scorekeeper.book.loading import Point, Stored
from scorekeeper.book.models import (
    Address,
    Match,
    MatchSide,
    Seat,
)
from scorekeeper.book.players import seat

# Made once, on the tables alone: a hand is saved while people wait for the next deal.
MATCHES, SIDES = table_of(Match), table_of(MatchSide)
INSERT_ADDRESS, INSERT_MATCH, INSERT_MATCH_SIDES, INSERT_SEATS = (
    insert(table_of(model)) for model in (Address, Match, MatchSide, Seat)
)
SCOREBOOK: BindParameter[int] = bindparam("scorebook")
MATCH: BindParameter[int] = bindparam("match")
_THE_MATCH = update(MATCHES).where(MATCHES.c.scorebook_id == SCOREBOOK, MATCHES.c.id == MATCH)
KEEP_RESULT = _THE_MATCH.values(
    shown=MATCHES.c.shown + 1,
    preset=bindparam("called"),
    ended_at=bindparam("ended"),
    winner=bindparam("won_by"),
    ending=bindparam("ended_by"),
)
COUNT_ON = KEEP_RESULT.values(
    version=MATCHES.c.version + 1, at_change=bindparam("at"), next_change=bindparam("next")
)
CHANGE_HOUSE = _THE_MATCH.values(house=bindparam("rules"))
KEEP_POINTS = (
    update(SIDES)
    .where(
        SIDES.c.scorebook_id == SCOREBOOK,
        SIDES.c.match_id == MATCH,
        SIDES.c.side == bindparam("the_side"),
    )
    .values(points=bindparam("its_points"))
)


def timed(match: rules.Match) -> rules.Match:
    """Return the match as it will be loaded: what nobody timed happened now."""
    if not all(hand.noted for hand in match.hands):
        hands = [hand if hand.noted else replace(hand, noted=now()) for hand in match.hands]
        match = replace(match, hands=tuple(hands))
    if match.outcome and match.ended is None:
        match = replace(match, ended=match.hands[-1].noted)
    return match


def insert_match(
    session: Session, scorebook_id: int, match: rules.Match, rematch_of: int | None = None
) -> tuple[int, str]:
    """Write a whole match that is not in the scorebook yet; return its id and public id."""
    players = seat(session, scorebook_id, rules.given_names(match.players))
    match_id, public_id = new_id(), new_public_id()
    key = {"scorebook_id": scorebook_id, "match_id": match_id}
    session.execute(INSERT_ADDRESS, {**key, "public_id": public_id})
    session.execute(
        INSERT_MATCH,
        {
            "scorebook_id": scorebook_id,
            "id": match_id,
            "game": match.house.game.key,
            "house": match.house.differences(),
            "first": match.first,
            "started_at": match.started,
            "place": match.place,
            "note": match.note,
            "utc_offset": match.utc_offset,
            "rematch_of": rematch_of,
        }
        | _result(match),
    )
    finished = match.outcome is not None
    sides = zip(match.sides, match.opening, match.standings, strict=True)
    session.execute(
        INSERT_MATCH_SIDES,
        [
            {
                **key,
                "side": side,
                "name": name if match.names_sides else None,
                "opening_points": opening.points,
                "opening_bags": opening.bags,
                "points": standing.points if finished else None,
            }
            for side, (name, opening, standing) in enumerate(sides)
        ],
    )
    seats = [
        {"seat": number, "player_id": player, "started_at": match.started}
        for number, player in enumerate(players)
    ]
    _insert(session, INSERT_SEATS, key, seats)
    store_hands(session, key, (), match)
    return match_id, public_id


def store(session: Session, stored: Stored, new: rules.Match, point: Point) -> None:
    """Write what is different in `new`: hands, house rules, ending and result, the next version."""
    old = stored.match
    key = {"scorebook_id": stored.scorebook_id, "match_id": stored.id}
    match = {"scorebook": stored.scorebook_id, "match": stored.id}
    store_hands(session, key, old.hands, new)
    if new.house != old.house:
        session.execute(CHANGE_HOUSE, {**match, "rules": new.house.differences()})
    where = {"at": point.at, "next": point.next}
    session.execute(COUNT_ON, match | _as_kept(new) | where)
    if new.outcome or old.outcome:
        keep_points(session, match, new)


def keep_result(session: Session, where: Mapping[str, int], match: rules.Match) -> None:
    """Keep what lists say of a match, and that there is something else to be seen of it."""
    session.execute(KEEP_RESULT, {**where, **_as_kept(match)})


def keep_points(session: Session, where: Mapping[str, int], match: rules.Match) -> None:
    """Keep the points of a finished match for lists; forget them where it goes on."""
    session.execute(
        KEEP_POINTS,
        [
            {**where, "the_side": side, "its_points": standing.points if match.outcome else None}
            for side, standing in enumerate(match.standings)
        ],
    )


def _result(match: rules.Match) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "ended_at": match.ended,
        "winner": outcome and outcome.winner,
        "ending": outcome and str(outcome.ending),
        "preset": rules.preset_of(match.house),
    }


def _as_kept(match: rules.Match) -> dict[str, Any]:
    result = _result(match)
    return {
        "ended": result["ended_at"],
        "won_by": result["winner"],
        "ended_by": result["ending"],
        "called": result["preset"],
    }


def _insert(
    session: Session, statement: Insert, key: Mapping[str, int], rows: list[dict[str, Any]]
) -> None:
    if rows:
        session.execute(statement, [{**key, **row} for row in rows])
