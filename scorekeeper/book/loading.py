"""From the rows of the scorebook to the matches of the rules."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules

from .models import Hand, HandSeat, HandSide, Match, MatchSide, Player, Ruling, Seat


@dataclass(frozen=True)
class Kept:
    """A match as the scorebook keeps it: its ids, its version, and the match itself."""

    id: int
    public_id: str
    scorebook_id: int
    version: int
    match: rules.Match


def whole(chosen: Select[Match]) -> Select[Any]:
    """Select the chosen matches with their sides and players.

    A row for each seat and side together: few, and two statements less.
    """
    return (
        chosen.join(MatchSide, MatchSide.match_id == Match.id)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .add_columns(
            MatchSide.side,
            MatchSide.name,
            MatchSide.opening_points,
            MatchSide.opening_bags,
            Seat.seat,
            Player.name,
        )
    )


# Made once: building statements takes longer than SQLite takes to answer them.
_OF_MATCHES = Hand.match_id.in_(bindparam("matches", expanding=True))
PILES = (
    select(HandSide.hand_id, HandSide.side, HandSide.pile)
    .join(Hand, Hand.id == HandSide.hand_id)
    .where(_OF_MATCHES)
)
RULINGS = (
    select(Ruling)
    .join(Hand, Hand.id == Ruling.hand_id)
    .where(_OF_MATCHES)
    .order_by(Ruling.hand_id, Ruling.place)
)
HANDS = (
    select(
        Hand.id,
        Hand.match_id,
        Hand.redeal,
        Hand.noted_at,
        Hand.tally,
        HandSeat.seat,
        HandSeat.bid,
        HandSeat.blind,
        HandSeat.tricks,
    )
    .outerjoin(HandSeat, HandSeat.hand_id == Hand.id)
    .where(_OF_MATCHES)
    .order_by(Hand.match_id, Hand.number, HandSeat.seat)
)


def load_all(
    session: Session, chosen: Select[Any], values: Mapping[str, Any] = MappingProxyType({})
) -> list[Kept]:
    """Load `whole` chosen matches, in their order, with four statements in all."""
    matches: dict[int, Match] = {}
    sides: dict[int, dict[int, Any]] = defaultdict(dict)
    players: dict[int, dict[int, str]] = defaultdict(dict)
    for match, side, name, points, bags, seat, player in session.execute(chosen, dict(values)):
        matches[match.id] = match
        sides[match.id][side] = (name, points, bags)
        players[match.id][seat] = player
    if not matches:
        return []
    hands = _load_hands(session, matches.values())
    return [
        _kept(match, in_order(sides[match.id]), in_order(players[match.id]), hands[match.id])
        for match in matches.values()
    ]


def in_order(numbered: dict[int, Any]) -> list[Any]:
    """Return what is numbered from 0 as a list."""
    return [numbered[place] for place in sorted(numbered)]


def _load_hands(session: Session, matches: Iterable[Match]) -> dict[int, list[rules.Hand]]:
    games = {match.id: rules.GAMES[match.game] for match in matches}
    piles: dict[int, dict[int, int]] = defaultdict(dict)
    these = {"matches": list(games)}
    for hand_id, side, pile in session.execute(PILES, these):
        piles[hand_id][side] = pile

    rulings: dict[int, list[rules.Ruling]] = defaultdict(list)
    for row in session.scalars(RULINGS, these):
        rulings[row.hand_id].append(_ruling(row))

    seats: dict[int, list[Any]] = defaultdict(list)
    heads: dict[int, Any] = {}
    for hand_id, match_id, redeal, noted, tally, seat, bid, blind, tricks in session.execute(
        HANDS, these
    ):
        heads[hand_id] = (match_id, redeal, noted, tally)
        if seat is not None:
            seats[hand_id].append((bid, blind, tricks))

    hands: dict[int, list[rules.Hand]] = defaultdict(list)
    for hand_id, (match_id, redeal, noted, tally) in heads.items():
        hand = _hand(games[match_id], seats[hand_id], piles[hand_id], redeal, noted)
        if hand_id in rulings or tally:
            taken = tuple(rules.Taken(*entry) for entry in tally or ())
            hand = replace(hand, rulings=tuple(rulings[hand_id]), tally=taken)
        hands[match_id].append(hand)
    return hands


def _hand(
    game: rules.Game,
    seats: Sequence[tuple[int | None, bool, int | None]],
    piles: dict[int, int],
    redeal: str | None,
    noted: datetime,
) -> rules.Hand:
    bids = tuple([rules.Bid(bid, blind) for bid, blind, _ in seats if bid is not None])
    taken = tuple([tricks for _, _, tricks in seats])
    tricks = None
    if seats and (piles or None not in taken):
        tricks = rules.Tricks(taken, _whole_piles(game, bids, taken, piles))
    return rules.Hand(
        bids=bids if seats else None,
        tricks=tricks,
        redeal=rules.Redeal(redeal) if redeal else None,
        noted=noted,
    )


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
        else sum([taken[seat] or 0 for seat in rules.pooled_seats(game, bids, side)])
        for side in range(len(game.sides))
    )


def _ruling(row: Ruling) -> rules.Ruling:
    return rules.Ruling(
        kind=rules.Incident(row.kind),
        seat=row.seat,
        tricks=row.tricks,
        to=row.to_side,
        points=row.points,
        set=row.set,
        note=row.note,
        noted=row.noted_at,
    )


@lru_cache(maxsize=200)
def _house(game: str, written: str) -> rules.HouseRules:
    """Return house rules as they are written in a row; few tables play by rules of their own."""
    return rules.HouseRules.of(game, **json.loads(written))


def _kept(
    row: Match, sides: Sequence[Any], players: Sequence[str], hands: Sequence[rules.Hand]
) -> Kept:
    house = _house(row.game, json.dumps(row.house, sort_keys=True))
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
