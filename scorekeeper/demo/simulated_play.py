"""Simulated play with a seeded random generator: a match, and two years of evenings."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from scorekeeper.rules import BLIND_NIL, NIL, Bid, HouseRules, Match, Step, list_pooled_seats

NIL_TRICK_SHARE = 0.65
"""Share of a nil bidder's strength that still takes tricks: about two nils of three are made."""
CERTAIN_TRICK_SHARE = 0.7
"""Share of a player's expected tricks that is not random."""
BIDDING_TIME, PLAYING_TIME = timedelta(minutes=1), timedelta(minutes=6)
FRIDAY = 4
DAYS = 2 * 365
MAX_HANDS = 17
"""Largest number of hands of a match; longer ones are simulated again."""
BREAK = timedelta(minutes=9)
HOME_PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
GUESTS = ("Eve", "Felix", "Grandma Rose", "Uncle Leo")
PLACES = ("Kitchen", "Kitchen", "Kitchen", "Eve’s terrace", "Garden")
NOTES = (
    "Rain outside, tea inside.",
    "Cleo’s birthday, cake in between.",
    "Dan swears he will never bid nil again.",
    "The dog ate the two of clubs; a joker stood in.",
    "Power cut: the last hands by candlelight.",
)
HOLIDAYS = (range(205, 216), range(355, 361))
"""Days of the year on which two of the players are on holiday."""
QUICK_RULES: Mapping[str, Any] = {"target": 250, "bag_limit": 5, "bag_penalty": 50}


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


def simulate_years(now: datetime) -> list[Match]:
    """Return the matches of the last two years, oldest first."""
    chance = Random(1)
    today = now.replace(hour=18, minute=0, second=0, microsecond=0)
    days = (today - timedelta(days=ago) for ago in range(DAYS, 2, -1))
    return [match for day in days for match in _play_day(day, chance)]


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


def _play_day(day: datetime, chance: Random) -> Iterator[Match]:
    """Yield the matches of a day; most days have none."""
    if any(day.timetuple().tm_yday in days for days in HOLIDAYS):
        if chance.random() < 0.5:
            house = HouseRules.of("two-player", **(QUICK_RULES if chance.random() < 0.3 else {}))
            place = "Seaside" if day.month < 9 else "Grandma’s house"
            start = Match.start(house, ("Ann", "Ben"), place=place)
            yield from _play_evening(start, day, chance, matches=1)
    elif day.weekday() == FRIDAY and chance.random() < 0.65:
        at_table = list(HOME_PLAYERS)
        if chance.random() < 0.3:
            at_table[chance.choice((1, 3))] = chance.choice(GUESTS)
        if chance.random() < 0.2:
            at_table[1], at_table[2] = at_table[2], at_table[1]
        house = HouseRules.of("partnership", **(QUICK_RULES if chance.random() < 0.15 else {}))
        start = Match.start(house, at_table, place=chance.choice(PLACES))
        yield from _play_evening(start, day, chance, chance.choice((1, 2, 2, 3)))


def _play_evening(start: Match, day: datetime, chance: Random, matches: int) -> Iterator[Match]:
    began = day + timedelta(minutes=chance.randrange(90))
    for number in range(matches):
        match = _play_to_the_end(replace(start, started=began), chance)
        if number == 0 and chance.random() < 0.12:
            match = replace(match, note=chance.choice(NOTES))
        yield match
        began = (match.ended or began) + BREAK


def _play_to_the_end(start: Match, chance: Random) -> Match:
    """Return a finished match of at most MAX_HANDS hands."""
    while True:
        match = play_match(start, chance, boldness=chance.choice((-0.7, -0.5, -0.3)))
        if match.outcome and len(match.hands) <= MAX_HANDS:
            return match
