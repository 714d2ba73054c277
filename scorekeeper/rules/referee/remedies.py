"""The rulings for incidents, by the time they were noticed (rules.md §7)."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple

from scorekeeper.rules.bids import list_bids
from scorekeeper.rules.errors import RulingError
from scorekeeper.rules.games import Game, Step
from scorekeeper.rules.house_rules import HouseRules, RevokePenalty, SpadesLed
from scorekeeper.rules.match.state import MatchState
from scorekeeper.rules.rulings import Incident, Ruling


class Noticed(StrEnum):
    """The time at which an incident was noticed, or the reaction of the others."""

    IN_TIME = "in time"
    LATER = "later"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ALWAYS = "always"


class Source(StrEnum):
    """The source of an answer, the first that has one."""

    GAME = "game"
    PRACTICE = "practice"
    HOUSE = "house"


class Remedy(StrEnum):
    """The remedy for an incident."""

    CORRECT = "correct"
    ACCEPT = "accept"
    PENALTY = "penalty"
    DEAL_AGAIN = "deal again"
    PLAY_ON = "play on"


class Cost(NamedTuple):
    """The cost of an incident: tricks moved, points lost, or a contract that counts as set.

    If it costs the match, there is nothing to rule: the table ends the match.
    """

    tricks: int = 0
    points: int = 0
    set: bool = False
    match: bool = False


Receiver = int | Literal["nobody"]
"""The side that gets the moved tricks, or nobody."""


class RulingAnswer(NamedTuple):
    """The remedy for an incident, and its source."""

    remedy: Remedy
    source: Source


ANSWERS: Mapping[Incident, Mapping[Noticed, RulingAnswer]] = MappingProxyType(
    {
        Incident.REVOKE: {
            Noticed.IN_TIME: RulingAnswer(Remedy.CORRECT, Source.PRACTICE),
            Noticed.LATER: RulingAnswer(Remedy.PENALTY, Source.HOUSE),
        },
        Incident.WRONG_CALL: {Noticed.ALWAYS: RulingAnswer(Remedy.PENALTY, Source.HOUSE)},
        Incident.EARLY_SPADE: {
            Noticed.IN_TIME: RulingAnswer(Remedy.CORRECT, Source.GAME),
            Noticed.LATER: RulingAnswer(Remedy.ACCEPT, Source.PRACTICE),
        },
        Incident.LEAD_OUT_OF_TURN: {
            Noticed.IN_TIME: RulingAnswer(Remedy.CORRECT, Source.PRACTICE),
            Noticed.ACCEPTED: RulingAnswer(Remedy.ACCEPT, Source.PRACTICE),
        },
        Incident.EXPOSED_CARD: {Noticed.ALWAYS: RulingAnswer(Remedy.PLAY_ON, Source.PRACTICE)},
        Incident.BID_OUT_OF_TURN: {
            Noticed.ACCEPTED: RulingAnswer(Remedy.ACCEPT, Source.PRACTICE),
            Noticed.REFUSED: RulingAnswer(Remedy.CORRECT, Source.PRACTICE),
        },
        Incident.LOOKED_BEFORE_BLIND: {Noticed.ALWAYS: RulingAnswer(Remedy.PLAY_ON, Source.GAME)},
        Incident.MISDEAL: {
            Noticed.IN_TIME: RulingAnswer(Remedy.DEAL_AGAIN, Source.GAME),
            Noticed.LATER: RulingAnswer(Remedy.PLAY_ON, Source.PRACTICE),
        },
        Incident.WRONG_NUMBER_OF_CARDS: {
            Noticed.IN_TIME: RulingAnswer(Remedy.DEAL_AGAIN, Source.GAME),
            Noticed.LATER: RulingAnswer(Remedy.PLAY_ON, Source.PRACTICE),
        },
        Incident.TABLE_TALK: {Noticed.ALWAYS: RulingAnswer(Remedy.PLAY_ON, Source.HOUSE)},
    }
)


INCIDENTS_BEFORE_PLAY = (
    Incident.BID_OUT_OF_TURN,
    Incident.LOOKED_BEFORE_BLIND,
    Incident.MISDEAL,
    Incident.WRONG_NUMBER_OF_CARDS,
)
"""Incidents that are noticed while a hand is dealt and bid."""


def list_incidents(house: HouseRules) -> tuple[Incident, ...]:
    """Return the incidents possible at a table: table talk, for example, only with partners."""
    possible = {
        Incident.LOOKED_BEFORE_BLIND: any(bid.blind for bid in list_bids(house)),
        Incident.EARLY_SPADE: house.spades_led is not SpadesLed.ANY_TIME,
        Incident.TABLE_TALK: house.game.has_partners,
    }
    return tuple(incident for incident in Incident if possible.get(incident, True))


def list_moments(incident: Incident) -> tuple[Noticed, ...]:
    """Return the times of noticing an incident that make a difference to the answer."""
    return tuple(ANSWERS[incident])


def list_hands_concerned(match: MatchState, incident: Incident) -> tuple[int, ...]:
    """Return the places of the hands that a ruling can apply to, the likeliest first."""
    if match.step is Step.OVER:
        return match.played_places[::-1]
    due = match.due_place
    played = tuple(place for place in match.played_places[::-1] if place != due)
    if match.step is Step.BIDS and incident not in INCIDENTS_BEFORE_PLAY:
        return (*played[:1], due, *played[1:])
    return (due, *played)


def find_penalty(house: HouseRules, incident: Incident, noticed: Noticed) -> Cost:
    """Return the cost of an incident by the house rules and the time of noticing."""
    if ANSWERS[incident][noticed].remedy is not Remedy.PENALTY:
        return Cost()
    penalty = house.revoke_penalty
    if not isinstance(penalty, RevokePenalty):
        return Cost(points=penalty)
    if penalty in (RevokePenalty.SET, RevokePenalty.MATCH):
        return Cost(set=penalty is RevokePenalty.SET, match=penalty is RevokePenalty.MATCH)
    return Cost(tricks=int(penalty.split()[0]))


def count_revokes(match: MatchState, side: int) -> int:
    """Return how many revokes cost a side something so far.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.add_ruling(1, Ruling(Incident.REVOKE, seat=1, points=50))
    >>> count_revokes(match, 0), count_revokes(match, 1)
    (0, 1)
    """
    rulings = [ruling for hand in match.hands for ruling in hand.rulings if ruling.has_cost]
    revokes = [ruling.seat for ruling in rulings if ruling.kind is Incident.REVOKE]
    return sum([match.house.game.side_of[seat] == side for seat in revokes])


def make_ruling(
    house: HouseRules,
    incident: Incident,
    noticed: Noticed | None,
    seat: int | None,
    *,
    cost: Cost | None = None,
    to: Receiver | None = None,
    note: str = "",
    noted: datetime | None = None,
) -> Ruling:
    """Make the ruling on an incident from the time of noticing and the offender's seat.

    `noticed` may be None if it makes no difference. `cost` is a cost that the table agreed on
    instead of its house rules; `to` is required if several sides could get the tricks. Raises
    RulingError without an offender, for an impossible time of noticing, or without a receiver.

    >>> house = HouseRules.of("partnership")
    >>> make_ruling(house, Incident.REVOKE, Noticed.LATER, seat=1).tricks
    3
    >>> make_ruling(house, Incident.REVOKE, Noticed.IN_TIME, seat=1).tricks
    0
    """
    game = house.game
    if seat is None or not 0 <= seat < game.seats:
        raise RulingError("no offender")
    possible = list_moments(incident)
    moment = possible[0] if noticed is None and len(possible) == 1 else noticed
    if moment is None or moment not in possible:
        raise RulingError("not noticed then", incident=incident, noticed=noticed)
    due = find_penalty(house, incident, moment) if cost is None else cost
    return Ruling(
        incident,
        seat,
        tricks=due.tricks,
        to=_receiver(game, seat, to) if due.tricks else None,
        points=due.points,
        set=due.set,
        note=note,
        noted=noted,
    )


def _receiver(game: Game, seat: int, to: Receiver | None) -> int | None:
    """Return the side that gets the tricks, None for nobody; `to` may omit an only opponent."""
    others = [side for side in range(len(game.sides)) if side != game.side_of[seat]]
    if to is None:
        if len(others) > 1:
            raise RulingError("no receiver")
        return others[0]
    return None if to == "nobody" else to
