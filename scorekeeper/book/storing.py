"""From the matches of the rules to the rows of the scorebook."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Insert, bindparam, delete, insert, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.columns import new_id, new_public_id, now, table_of
from scorekeeper.book.models import (
    Address,
    Hand,
    HandSeat,
    HandSide,
    Match,
    MatchSide,
    Ruling,
    Seat,
)
from scorekeeper.book.players import seat

# Made once, on the tables alone: a hand is saved while people wait for the next deal.
MATCHES, SIDES, HANDS = (table_of(model) for model in (Match, MatchSide, Hand))
INSERT_ADDRESS, INSERT_MATCH, INSERT_MATCH_SIDES, INSERT_SEATS = (
    insert(table_of(model)) for model in (Address, Match, MatchSide, Seat)
)
INSERT_HANDS, INSERT_HAND_SEATS, INSERT_HAND_SIDES, INSERT_RULINGS = (
    insert(table_of(model)) for model in (Hand, HandSeat, HandSide, Ruling)
)
SCOREBOOK: BindParameter[int] = bindparam("scorebook")
MATCH: BindParameter[int] = bindparam("match")
FORGET_HANDS = delete(HANDS).where(
    HANDS.c.scorebook_id == SCOREBOOK,
    HANDS.c.match_id == MATCH,
    HANDS.c.number == bindparam("hand"),
)
_THE_MATCH = update(MATCHES).where(MATCHES.c.scorebook_id == SCOREBOOK, MATCHES.c.id == MATCH)
COUNT_ON = _THE_MATCH.values(
    version=MATCHES.c.version + bindparam("facts"),
    shown=MATCHES.c.shown + 1,
    ended_at=bindparam("ended"),
    winner=bindparam("won_by"),
    ending=bindparam("ended_by"),
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
    seats = [{"seat": number, "player_id": player} for number, player in enumerate(players)]
    _insert(session, INSERT_SEATS, key, seats)
    _insert_hands(session, key, match, range(1, len(match.hands) + 1))
    return match_id, public_id


def store(
    session: Session, scorebook_id: int, match_id: int, old: rules.Match, new: rules.Match
) -> None:
    """Write what is different in `new`: hands, house rules, ending and result, the next version."""
    key = {"scorebook_id": scorebook_id, "match_id": match_id}
    match = {"scorebook": scorebook_id, "match": match_id}
    longest = range(1, max(len(old.hands), len(new.hands)) + 1)
    changed = [n for n in longest if old.hands[n - 1 : n] != new.hands[n - 1 : n]]
    if gone := [{**match, "hand": number} for number in changed if number <= len(old.hands)]:
        session.execute(FORGET_HANDS, gone)
    _insert_hands(session, key, new, [number for number in changed if number <= len(new.hands)])
    if new.house != old.house:
        session.execute(CHANGE_HOUSE, {**match, "rules": new.house.differences()})
    keep_result(session, match, new, facts=1)
    if new.outcome or old.outcome:
        keep_points(session, match, new)


def keep_result(
    session: Session, where: Mapping[str, int], match: rules.Match, *, facts: int
) -> None:
    """Keep how a match ended, if it did, and that there is something else to be seen of it.

    `facts` is how many facts of the table are new.
    """
    result = _result(match)
    values = {
        "ended": result["ended_at"],
        "won_by": result["winner"],
        "ended_by": result["ending"],
        "facts": facts,
    }
    session.execute(COUNT_ON, {**where, **values})


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
    }


def _insert_hands(
    session: Session, key: Mapping[str, int], match: rules.Match, numbers: Iterable[int]
) -> None:
    game = match.house.game
    hands = [(number, match.hands[number - 1]) for number in numbers]
    _insert(session, INSERT_HANDS, key, [_hand_row(number, hand) for number, hand in hands])
    for statement, rows_of in (
        (INSERT_HAND_SEATS, _seat_rows),
        (INSERT_HAND_SIDES, _side_rows),
        (INSERT_RULINGS, _ruling_rows),
    ):
        rows = [{"hand": number, **row} for number, hand in hands for row in rows_of(game, hand)]
        _insert(session, statement, key, rows)


def _insert(
    session: Session, statement: Insert, key: Mapping[str, int], rows: list[dict[str, Any]]
) -> None:
    if rows:
        session.execute(statement, [{**key, **row} for row in rows])


def _hand_row(number: int, hand: rules.Hand) -> dict[str, Any]:
    return {
        "number": number,
        "redeal": hand.redeal and str(hand.redeal),
        "noted_at": hand.noted,
        "tally": [list(taken) for taken in hand.tally] or None,
    }


def _seat_rows(game: rules.Game, hand: rules.Hand) -> list[dict[str, Any]]:
    """Return what each seat bid and took; nothing for a hand thrown in before the bids."""
    if not hand.bids and hand.tricks is None:
        return []
    bids = hand.bids or (None,) * game.seats
    taken = hand.tricks.seats if hand.tricks else (None,) * game.seats
    return [
        {
            "seat": seat,
            "bid": bid and bid.tricks,
            "blind": bid is not None and bid.blind,
            "tricks": tricks,
        }
        for seat, (bid, tricks) in enumerate(zip(bids, taken, strict=True))
    ]


def _side_rows(game: rules.Game, hand: rules.Hand) -> list[dict[str, Any]]:
    """Return the piles whose seats did not say who took what."""
    if hand.tricks is None:
        return []
    return [
        {"side": side, "pile": hand.tricks.piles[side]}
        for side, seats in enumerate(game.sides)
        if any(hand.tricks.seats[seat] is None for seat in seats)
    ]


def _ruling_rows(_game: rules.Game, hand: rules.Hand) -> list[dict[str, Any]]:
    return [
        {
            "place": place,
            "kind": str(ruling.kind),
            "seat": ruling.seat,
            "tricks": ruling.tricks,
            "to_side": ruling.to,
            "points": ruling.points,
            "set": ruling.set,
            "note": ruling.note,
            "noted_at": ruling.noted,
        }
        for place, ruling in enumerate(hand.rulings)
    ]
