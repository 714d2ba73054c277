"""Simulated play with a seeded random generator."""

from datetime import datetime, timedelta
from random import Random

from scorekeeper.rules import BLIND_NIL, NIL, Bid, Match, Step, list_pooled_seats

NIL_TRICK_SHARE = 0.65
"""Share of a nil bidder's strength that still takes tricks: about two nils of three are made."""
CERTAIN_TRICK_SHARE = 0.7
"""Share of a player's expected tricks that is not random."""
BIDDING_TIME, PLAYING_TIME = timedelta(minutes=1), timedelta(minutes=6)


def play_match(match: Match, chance: Random, boldness: float = -0.5, hands: int = 30) -> Match:
    """Play a match to its end, or up to `hands` hands; `boldness` is how far side 1 overbids."""
    now = match.started or datetime.min
    while match.step is Step.BIDS and len(match.hands) < hands:
        luck = [chance.gammavariate(4, 1) for _ in match.players]
        hopes = [match.house.game.tricks * part / sum(luck) for part in luck]
        bids = _bids(match, hopes, chance, boldness)
        match = match.bid(bids, now + BIDDING_TIME)
        now += BIDDING_TIME + PLAYING_TIME
        match = match.record_tricks(*_tricks(match, hopes, bids, chance), now)
    return match


def _bids(match: Match, hopes: list[float], chance: Random, boldness: float) -> list[Bid]:
    best = max(standing.points for standing in match.standings)
    fair = match.house.game.tricks / len(hopes)
    bids = []
    for seat, hope in enumerate(hopes):
        side = match.house.game.side_of[seat]
        mood = chance.gauss(boldness if side else -0.5, 0.5)
        if best - match.standings[side].points >= 120 and chance.random() < 0.1:
            bids.append(BLIND_NIL)
        elif hope < 0.4 * fair:
            bids.append(NIL)
        else:
            bids.append(Bid(max(1, round(hope + mood))))
    return bids


def _tricks(
    match: Match, hopes: list[float], bids: list[Bid], chance: Random
) -> tuple[list[int | None], list[int | None]]:
    """Return the tricks of each seat and each side's pile; partners' tricks are in one pile."""
    game = match.house.game
    strengths = [
        hope * (NIL_TRICK_SHARE if bid.is_nil else 1) for hope, bid in zip(hopes, bids, strict=True)
    ]
    winners = [
        seat
        for seat, strength in enumerate(strengths)
        for _ in range(int(strength * CERTAIN_TRICK_SHARE))
    ]
    winners += chance.choices(range(game.seats), strengths, k=game.tricks - len(winners))
    seats: list[int | None] = [winners.count(seat) for seat in range(game.seats)]
    piles: list[int | None] = [None] * len(game.sides)
    for side in range(len(game.sides)):
        pooled = list_pooled_seats(game, bids, side)
        if len(pooled) > 1:
            piles[side] = sum(winners.count(seat) for seat in pooled)
            for seat in pooled:
                seats[seat] = None
    return seats, piles
