"""Between the rows of the scorebook and the matches of the rules."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules

from .models import Hand, HandSeat, HandSide, Match, MatchSide, Player, Seat


@dataclass(frozen=True)
class Kept:
    """A match as the scorebook keeps it: its ids, its version, and the match itself."""

    id: int
    public_id: str
    scorebook_id: int
    version: int
    match: rules.Match


def load_all(session: Session, chosen: Select[tuple[Match]]) -> list[Kept]:
    """Load the matches of a selection, in its order, with four statements in all."""
    rows = (
        session.execute(
            chosen.join(MatchSide, MatchSide.match_id == Match.id)
            .add_columns(*MATCH_SIDE_COLUMNS)
            .order_by(MatchSide.side)
        )
        .tuples()
        .all()
    )
    sides: dict[int, list[Any]] = defaultdict(list)
    matches: dict[int, Match] = {}
    for match, *side in rows:
        matches[match.id] = match
        sides[match.id].append(side)
    if not matches:
        return []
    players, hands = _load_players(session, list(matches)), _load_hands(session, matches.values())
    return [
        _kept(match, sides[match.id], players[match.id], hands[match.id])
        for match in matches.values()
    ]


MATCH_SIDE_COLUMNS = (MatchSide.name, MatchSide.opening_points, MatchSide.opening_bags)


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
    empty = rules.Match(**{**vars_of(match), "hands": (), "ended": None})
    store(session, Kept(row.id, row.public_id, scorebook_id, 0, empty), match)
    return row


def vars_of(match: rules.Match) -> dict[str, Any]:
    """Return the recorded facts of a match by name."""
    return {name: getattr(match, name) for name in match.__dataclass_fields__}


def remember_players(session: Session, scorebook_id: int, names: Sequence[str]) -> dict[str, int]:
    """Return the ids of the scorebook's players of these names; new ones are written."""
    known = select(Player.name, Player.id).where(
        Player.scorebook_id == scorebook_id, Player.name.in_(names)
    )
    ids = {name: id_ for name, id_ in session.execute(known)}
    new = [
        Player(scorebook_id=scorebook_id, name=name, folded=name.casefold())
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


def _load_players(session: Session, match_ids: Sequence[int]) -> dict[int, list[str]]:
    players: dict[int, list[str]] = defaultdict(list)
    seated = (
        select(Seat.match_id, Player.name)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.match_id.in_(match_ids))
        .order_by(Seat.match_id, Seat.seat)
    )
    for match_id, name in session.execute(seated):
        players[match_id].append(name)
    return players


def _load_hands(session: Session, matches: Iterable[Match]) -> dict[int, list[rules.Hand]]:
    games = {match.id: rules.GAMES[match.game] for match in matches}
    piles: dict[int, dict[int, int]] = defaultdict(dict)
    piled = (
        select(HandSide.hand_id, HandSide.side, HandSide.pile)
        .join(Hand, Hand.id == HandSide.hand_id)
        .where(Hand.match_id.in_(games))
    )
    for hand_id, side, pile in session.execute(piled):
        piles[hand_id][side] = pile

    seats: dict[int, list[Any]] = defaultdict(list)
    heads: dict[int, Any] = {}
    played = (
        select(
            Hand.id,
            Hand.match_id,
            Hand.redeal,
            Hand.noted_at,
            HandSeat.bid,
            HandSeat.blind,
            HandSeat.tricks,
        )
        .outerjoin(HandSeat, HandSeat.hand_id == Hand.id)
        .where(Hand.match_id.in_(games))
        .order_by(Hand.match_id, Hand.number, HandSeat.seat)
    )
    for hand_id, match_id, redeal, noted, bid, blind, tricks in session.execute(played):
        heads[hand_id] = (match_id, redeal, noted)
        if bid is not None:
            seats[hand_id].append((bid, blind, tricks))

    hands: dict[int, list[rules.Hand]] = defaultdict(list)
    for hand_id, (match_id, redeal, noted) in heads.items():
        hand = _hand(games[match_id], seats[hand_id], piles[hand_id], redeal, noted)
        hands[match_id].append(hand)
    return hands


def _hand(
    game: rules.Game,
    seats: Sequence[tuple[int, bool, int | None]],
    piles: dict[int, int],
    redeal: str | None,
    noted: datetime,
) -> rules.Hand:
    bids = tuple([rules.Bid(bid, blind) for bid, blind, _ in seats]) or None
    taken = tuple([tricks for _, _, tricks in seats])
    tricks = None
    if bids and (piles or all(number is not None for number in taken)):
        tricks = rules.Tricks(taken, _whole_piles(game, bids, taken, piles))
    return rules.Hand(bids, tricks, rules.Redeal(redeal) if redeal else None, noted)


def _whole_piles(
    game: rules.Game,
    bids: Sequence[rules.Bid],
    taken: Sequence[int | None],
    piles: dict[int, int],
) -> tuple[int, ...]:
    """Return each side's pile; only those are written whose seats did not say who took what."""
    return tuple(
        piles[side]
        if side in piles
        else sum([taken[seat] or 0 for seat in game.sides[side] if not bids[seat].is_nil])
        for side in range(len(game.sides))
    )


def _kept(
    row: Match, sides: Sequence[Any], players: Sequence[str], hands: Sequence[rules.Hand]
) -> Kept:
    house = rules.HouseRules.of(row.game, **row.house)
    usual = house.game.side_names or tuple(players)
    match = rules.Match(
        house=house,
        players=tuple(players),
        sides=tuple(name or usual[side] for side, (name, _, _) in enumerate(sides)),
        first=row.first,
        opening=tuple(rules.Standing(points, bags) for _, points, bags in sides),
        hands=tuple(hands),
        started=row.started_at,
        ended=row.ended_at,
        place=row.place,
        note=row.note,
    )
    return Kept(row.id, row.public_id, row.scorebook_id, row.version, match)


def _replace_hand(session: Session, kept: Kept, number: int, hand: rules.Hand) -> None:
    if number <= len(kept.match.hands):
        session.execute(delete(Hand).where(Hand.match_id == kept.id, Hand.number == number))
    taken = hand.tricks.seats if hand.tricks else (None,) * len(hand.bids or ())
    row = Hand(match_id=kept.id, number=number, redeal=hand.redeal and str(hand.redeal))
    if hand.noted:
        row.noted_at = hand.noted
    row.seats = [
        HandSeat(seat=seat, bid=bid.tricks, blind=bid.blind, tricks=tricks)
        for seat, (bid, tricks) in enumerate(zip(hand.bids or (), taken, strict=True))
    ]
    if hand.tricks:
        row.sides = [
            HandSide(side=side, pile=hand.tricks.piles[side])
            for side, seats in enumerate(kept.match.house.game.sides)
            if any(taken[seat] is None for seat in seats)
        ]
    session.add(row)
    session.flush()
