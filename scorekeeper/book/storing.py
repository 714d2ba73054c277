"""From the matches of the rules to the rows of the scorebook."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules

from .columns import table_of
from .loading import Kept
from .models import Hand, HandSeat, HandSide, Match, MatchSide, Player, Ruling, Seat
from .players import fold


def insert_match(session: Session, scorebook_id: int, match: rules.Match) -> Match:
    """Write a whole match that is not in the scorebook yet, and return its row."""
    named = match.sides not in (match.players, match.house.game.side_names)
    players = remember_players(session, scorebook_id, match.players)
    row = Match(
        scorebook_id=scorebook_id,
        game=match.house.game.key,
        house=match.house.differences(),
        first=match.first,
        started_at=match.started,
        place=match.place,
        note=match.note,
        sides=[
            MatchSide(
                side=side,
                name=match.sides[side] if named else None,
                opening_points=standing.points,
                opening_bags=standing.bags,
            )
            for side, standing in enumerate(match.opening)
        ],
        seats=[Seat(seat=seat, player_id=players[name]) for seat, name in enumerate(match.players)],
    )
    session.add(row)
    session.flush()
    empty = replace(match, hands=(), ended=None)
    store(session, Kept(row.id, row.public_id, scorebook_id, 0, empty), match)
    return row


def remember_players(session: Session, scorebook_id: int, names: Sequence[str]) -> dict[str, int]:
    """Return the ids of the scorebook's players of these names; new ones are written."""
    known = select(Player.name, Player.id).where(
        Player.scorebook_id == scorebook_id, Player.name.in_(names)
    )
    ids = {name: id_ for name, id_ in session.execute(known)}
    new = [
        Player(scorebook_id=scorebook_id, name=name, folded=fold(name))
        for name in names
        if name not in ids
    ]
    session.add_all(new)
    session.flush()
    return ids | {player.name: player.id for player in new}


# On the tables alone, and made once: a hand is saved while people wait for the next deal.
HANDS, MATCHES, SIDES = table_of(Hand), table_of(Match), table_of(MatchSide)
_THE_MATCH: BindParameter[int] = bindparam("the_match")
_THE_HAND: BindParameter[int] = bindparam("the_hand")
FORGET_HAND = delete(HANDS).where(HANDS.c.match_id == _THE_MATCH, HANDS.c.number == _THE_HAND)
FORGET_LATER_HANDS = delete(HANDS).where(HANDS.c.match_id == _THE_MATCH, HANDS.c.number > _THE_HAND)
INSERT_HAND = insert(HANDS).returning(HANDS.c.id)
INSERT_SEATS, INSERT_SIDES, INSERT_RULINGS = (
    insert(table_of(model)) for model in (HandSeat, HandSide, Ruling)
)
UPDATE_MATCH = update(MATCHES).where(MATCHES.c.id == _THE_MATCH)
UPDATE_POINTS = (
    update(SIDES)
    .where(SIDES.c.match_id == _THE_MATCH, SIDES.c.side == bindparam("the_side"))
    .values(points=bindparam("its_points"))
)


def store(session: Session, kept: Kept, match: rules.Match) -> None:
    """Write what is different in `match`: hands, ending, result, and the next version."""
    old = kept.match.hands
    for number, hand in enumerate(match.hands, start=1):
        if number > len(old) or hand != old[number - 1]:
            if number <= len(old):
                session.execute(FORGET_HAND, {"the_match": kept.id, "the_hand": number})
            _insert_hand(session, kept, number, hand)
    if len(match.hands) < len(old):
        last = {"the_match": kept.id, "the_hand": len(match.hands)}
        session.execute(FORGET_LATER_HANDS, last)
    outcome = match.outcome
    values: dict[str, Any] = {
        "version": kept.version + 1,
        "ended_at": match.ended,
        "winner": outcome and outcome.winner,
        "ending": outcome and str(outcome.ending),
    }
    if match.house is not kept.match.house:
        values["house"] = match.house.differences()
    session.execute(UPDATE_MATCH.values(**values), {"the_match": kept.id})
    if outcome or kept.match.outcome:
        keep_result(session, kept.id, match)


def keep_result(session: Session, match_id: int, match: rules.Match) -> None:
    """Keep the points of a finished match for lists; forget them where it goes on."""
    session.execute(
        UPDATE_POINTS,
        [
            {
                "the_match": match_id,
                "the_side": side,
                "its_points": standing.points if match.outcome else None,
            }
            for side, standing in enumerate(match.standings)
        ],
    )


def _insert_hand(session: Session, kept: Kept, number: int, hand: rules.Hand) -> None:
    values = {
        "match_id": kept.id,
        "number": number,
        "redeal": hand.redeal and str(hand.redeal),
        "tally": [list(taken) for taken in hand.tally] or None,
    }
    noted = {"noted_at": hand.noted} if hand.noted else {}
    hand_id = session.execute(INSERT_HAND, values | noted).scalar_one()
    for statement, rows in (
        (INSERT_SEATS, _seat_rows(kept.match.house.game, hand)),
        (INSERT_SIDES, _side_rows(kept.match.house.game, hand)),
        (INSERT_RULINGS, _ruling_rows(hand)),
    ):
        if rows:
            session.execute(statement, [{"hand_id": hand_id, **row} for row in rows])


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


def _ruling_rows(hand: rules.Hand) -> list[dict[str, Any]]:
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
