"""From the matches of the rules to the rows of the scorebook."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules

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


def store(session: Session, kept: Kept, match: rules.Match) -> None:
    """Write what is different in `match`: hands, ending, result, and the next version."""
    for number, hand in enumerate(match.hands, start=1):
        if number > len(kept.match.hands) or hand != kept.match.hands[number - 1]:
            _replace_hand(session, kept, number, hand)
    if len(match.hands) < len(kept.match.hands):
        session.execute(
            delete(Hand).where(Hand.match_id == kept.id, Hand.number > len(match.hands))
        )
    outcome = match.outcome
    session.execute(
        update(Match)
        .where(Match.id == kept.id)
        .values(
            version=kept.version + 1,
            ended_at=match.ended,
            winner=outcome and outcome.winner,
            ending=outcome and str(outcome.ending),
            house=match.house.differences(),
        )
    )
    if outcome or kept.match.outcome:
        keep_result(session, kept.id, match)


def keep_result(session: Session, match_id: int, match: rules.Match) -> None:
    """Keep the points of a finished match for lists; forget them where it goes on."""
    session.execute(
        update(MatchSide),
        [
            {
                "match_id": match_id,
                "side": side,
                "points": standing.points if match.outcome else None,
            }
            for side, standing in enumerate(match.standings)
        ],
    )


def _replace_hand(session: Session, kept: Kept, number: int, hand: rules.Hand) -> None:
    if number <= len(kept.match.hands):
        session.execute(delete(Hand).where(Hand.match_id == kept.id, Hand.number == number))
    seats = kept.match.house.game.seats if hand.bids or hand.tricks else 0
    bids = hand.bids or (None,) * seats
    taken = hand.tricks.seats if hand.tricks else (None,) * seats
    row = Hand(match_id=kept.id, number=number, redeal=hand.redeal and str(hand.redeal))
    row.tally = [list(taken) for taken in hand.tally] or None
    if hand.noted:
        row.noted_at = hand.noted
    row.seats = [
        HandSeat(seat=seat, bid=bid and bid.tricks, blind=bool(bid and bid.blind), tricks=tricks)
        for seat, (bid, tricks) in enumerate(zip(bids, taken, strict=True))
    ]
    row.rulings = [
        Ruling(
            place=place,
            kind=str(ruling.kind),
            seat=ruling.seat,
            tricks=ruling.tricks,
            to_side=ruling.to,
            points=ruling.points,
            set=ruling.set,
            note=ruling.note,
            noted_at=ruling.noted,
        )
        for place, ruling in enumerate(hand.rulings)
    ]
    if hand.tricks:
        row.sides = [
            HandSide(side=side, pile=hand.tricks.piles[side])
            for side, seats in enumerate(kept.match.house.game.sides)
            if any(taken[seat] is None for seat in seats)
        ]
    session.add(row)
    session.flush()
