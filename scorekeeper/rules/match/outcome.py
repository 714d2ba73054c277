"""The end of a match: conditions, winner and ties."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Standing


class Ending(StrEnum):
    """The reason why a match ended."""

    TARGET = "target"
    FLOOR = "floor"
    SETS = "sets"
    HANDS = "hands"
    TIME = "time"
    EARLY = "early"
    GIVEN_UP = "given up"


class Outcome(NamedTuple):
    """The winning side, and the reason why the match ended.

    A match that the table ended early has no winner, unless the others gave up. If a match was
    played to its end by older scoring rules, but is undecided by today's, the leader wins.
    """

    winner: int | None
    ending: Ending


class Progress(NamedTuple):
    """The progress of a match besides points, for house rules that depend on it.

    `sets` counts the set contracts of each side, `hands` the scored hands, `minutes` the time
    since the clock began.
    """

    sets: tuple[int, ...] = ()
    hands: int = 0
    minutes: float = 0

    def after(self, made: Sequence[bool | None], minutes: float | None = None) -> "Progress":
        """Return the progress after one more hand; `made` says which sides made their contract.

        `minutes` are those from the clock to the hand; None means the same as before.
        """
        sets = self.sets or (0,) * len(made)
        totals = [was + (side is False) for was, side in zip(sets, made, strict=True)]
        return Progress(tuple(totals), self.hands + 1, self.minutes if minutes is None else minutes)


START = Progress()


def decide(
    house: HouseRules, standings: Sequence[Standing], progress: Progress = START
) -> Outcome | None:
    """Return the outcome of these standings, or None if the match goes on.

    The match is decided when a side is at the target or at the floor, or was set too
    often, or when the hands or the time of the match are over. The highest wins;
    if the highest are equal, another hand is played (rules.md §1, §2 and §4). A side with too
    many sets wins only over others that have them too.

    >>> house = HouseRules.of("partnership")
    >>> decide(house, [Standing(-200), Standing(90)])
    Outcome(winner=1, ending=<Ending.FLOOR: 'floor'>)
    >>> decide(house, [Standing(510), Standing(510)]) is None
    True
    """
    return decide_or_tie(house, standings, progress)[0]


def decide_or_tie(
    house: HouseRules, standings: Sequence[Standing], progress: Progress = START
) -> tuple[Outcome | None, tuple[int, ...]]:
    """Return the outcome as `decide`, and the sides whose equal points alone keep it open."""
    ending = _find_ending(house, standings, progress)
    if ending is None:
        return None, ()
    leaders = find_leaders(house, standings, progress)
    return (Outcome(leaders[0], ending), ()) if len(leaders) == 1 else (None, leaders)


def find_leaders(
    house: HouseRules, standings: Sequence[Standing], progress: Progress
) -> tuple[int, ...]:
    """Return the sides with the most points, of those that have not lost by their sets."""
    sides = range(len(standings))
    within = [side for side in sides if not _has_lost_by_sets(house, progress, side)]
    contenders = within or sides
    best = max(standings[side].points for side in contenders)
    return tuple(side for side in contenders if standings[side].points == best)


def find_lost_sides(
    house: HouseRules, standings: Sequence[Standing], progress: Progress = START
) -> tuple[int, ...]:
    """Return the sides at the floor or with too many sets, of which at most the highest can win.

    >>> find_lost_sides(HouseRules.of("partnership"), [Standing(-200), Standing(-199)])
    (0,)
    """
    return tuple(
        side
        for side, standing in enumerate(standings)
        if (house.floor is not None and standing.points <= house.floor)
        or _has_lost_by_sets(house, progress, side)
    )


def is_time_up(house: HouseRules, minutes: float) -> bool:
    """Whether a timed match ends after a number of minutes."""
    return house.minutes is not None and minutes >= house.minutes


def find_end(house: HouseRules, clock: datetime | None) -> datetime | None:
    """Return when the time is up; None without a clock or without a limit of minutes.

    >>> find_end(HouseRules.of("partnership", minutes=25), datetime(2026, 11, 20, 20, 9))
    datetime.datetime(2026, 11, 20, 20, 34)
    """
    if house.minutes is None or clock is None:
        return None
    try:
        return clock + timedelta(minutes=house.minutes)
    except OverflowError:  # the last day of all years
        return None


def _find_ending(
    house: HouseRules, standings: Sequence[Standing], progress: Progress
) -> Ending | None:
    """Return the reason why the match ends now, or None."""
    points = [standing.points for standing in standings]
    if any([sets >= house.sets_to_lose > 0 for sets in progress.sets]):
        return Ending.SETS
    if max(points) >= house.target:
        return Ending.TARGET
    if house.floor is not None and min(points) <= house.floor:
        return Ending.FLOOR
    if house.hand_limit is not None and progress.hands >= house.hand_limit:
        return Ending.HANDS
    if is_time_up(house, progress.minutes):
        return Ending.TIME
    return None


def _has_lost_by_sets(house: HouseRules, progress: Progress, side: int) -> bool:
    return bool(house.sets_to_lose and progress.sets) and (
        progress.sets[side] >= house.sets_to_lose
    )
