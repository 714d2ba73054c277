"""Two years of sample evenings: Fridays at home, guests, and holidays for two."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import HouseRules, Match

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


def simulate_years(now: datetime) -> list[Match]:
    """Return the matches of the last two years, oldest first."""
    chance = Random(1)
    today = now.replace(hour=18, minute=0, second=0, microsecond=0)
    days = (today - timedelta(days=ago) for ago in range(DAYS, 2, -1))
    return [match for day in days for match in _play_day(day, chance)]


def _play_day(day: datetime, chance: Random) -> Iterator[Match]:
    """Yield the matches of a day; most days have none."""
    if any(day.timetuple().tm_yday in days for days in HOLIDAYS):
        if chance.random() < 0.5:
            house = HouseRules.of("two-player", **(QUICK_RULES if chance.random() < 0.3 else {}))
            place = "Seaside" if day.month < 9 else "Grandma’s house"
            yield from _play_evening(house, ("Ann", "Ben"), day, place, chance, matches=1)
    elif day.weekday() == FRIDAY and chance.random() < 0.65:
        at_table = list(HOME_PLAYERS)
        if chance.random() < 0.3:
            at_table[chance.choice((1, 3))] = chance.choice(GUESTS)
        if chance.random() < 0.2:
            at_table[1], at_table[2] = at_table[2], at_table[1]
        house = HouseRules.of("partnership", **(QUICK_RULES if chance.random() < 0.15 else {}))
        place = chance.choice(PLACES)
        matches = chance.choice((1, 2, 2, 3))
        yield from _play_evening(house, tuple(at_table), day, place, chance, matches)


def _play_evening(
    house: HouseRules,
    players: tuple[str, ...],
    day: datetime,
    place: str,
    chance: Random,
    matches: int,
) -> Iterator[Match]:
    began = day + timedelta(minutes=chance.randrange(90))
    for number in range(matches):
        match = _play_to_the_end(Match.start(house, players, started=began, place=place), chance)
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
