"""From the rows of the scorebook to the matches of the rules."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
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


def load_all(session: Session, chosen: Select[Match]) -> list[Kept]:
    """Load the matches of a selection, in its order, with four statements in all."""
    rows = session.execute(
        chosen.join(MatchSide, MatchSide.match_id == Match.id)
        .add_columns(*MATCH_SIDE_COLUMNS)
        .order_by(MatchSide.side)
    ).all()
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
