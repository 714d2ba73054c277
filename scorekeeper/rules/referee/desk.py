"""The rulings desk: what the rules say of an incident, by when it was noticed (rules.md §7)."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple

from scorekeeper.rules.errors import RulingError
from scorekeeper.rules.games import Game
from scorekeeper.rules.house_rules import HouseRules, RevokePenalty
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.rulings import Incident, Ruling
from scorekeeper.rules.turns import Step


class Noticed(StrEnum):
    """When an incident came to light, or how the others took it."""

    IN_TIME = "in time"
    LATER = "later"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ALWAYS = "always"


class Source(StrEnum):
    """Where an answer comes from, the first that says something."""

    GAME = "game"
    PRACTICE = "practice"
    HOUSE = "house"


class Remedy(StrEnum):
    """What is to be done."""

    TAKE_BACK = "take back"
    STANDS = "stands"
    PENALTY = "penalty"
    DEAL_AGAIN = "deal again"
    PLAY_ON = "play on"


class Cost(NamedTuple):
    """What an incident costs: tricks moved, points taken, or a contract that counts as set."""

    tricks: int = 0
    points: int = 0
    set: bool = False


Receiver = int | Literal["nobody"]
"""Who gets the tricks that are moved: a side, or nobody."""


class RulingAnswer(NamedTuple):
    """What is to be done about an incident, and who says so."""

    remedy: Remedy
    source: Source


ANSWERS: Mapping[Incident, Mapping[Noticed, RulingAnswer]] = MappingProxyType(
    {
        Incident.REVOKE: {
            Noticed.IN_TIME: RulingAnswer(Remedy.TAKE_BACK, Source.PRACTICE),
            Noticed.LATER: RulingAnswer(Remedy.PENALTY, Source.HOUSE),
        },
        Incident.EARLY_SPADE: {
            Noticed.IN_TIME: RulingAnswer(Remedy.TAKE_BACK, Source.GAME),
            Noticed.LATER: RulingAnswer(Remedy.STANDS, Source.PRACTICE),
        },
        Incident.LEAD_OUT_OF_TURN: {
            Noticed.IN_TIME: RulingAnswer(Remedy.TAKE_BACK, Source.PRACTICE),
            Noticed.ACCEPTED: RulingAnswer(Remedy.STANDS, Source.PRACTICE),
        },
        Incident.EXPOSED_CARD: {Noticed.ALWAYS: RulingAnswer(Remedy.PLAY_ON, Source.PRACTICE)},
        Incident.BID_OUT_OF_TURN: {
            Noticed.ACCEPTED: RulingAnswer(Remedy.STANDS, Source.PRACTICE),
            Noticed.REFUSED: RulingAnswer(Remedy.TAKE_BACK, Source.PRACTICE),
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
"""What comes to light while a hand is dealt and bid."""


def list_incidents(game: Game) -> tuple[Incident, ...]:
    """Return what can go wrong in a game: who plays alone has nobody to talk to.

    >>> from scorekeeper.rules.games import SOLO
    >>> Incident.TABLE_TALK in list_incidents(SOLO)
    False
    """
    return tuple(
        incident
        for incident in Incident
        if game.has_partners or incident is not Incident.TABLE_TALK
    )


def list_moments(incident: Incident) -> tuple[Noticed, ...]:
    """Return when an incident can have been noticed, as far as that changes the answer.

    >>> [noticed.value for noticed in list_moments(Incident.REVOKE)]
    ['in time', 'later']
    """
    return tuple(ANSWERS[incident])


def list_hands_concerned(match: Facts, incident: Incident) -> tuple[int, ...]:
    """Return the places of the hands that a ruling can be about, the likeliest first.

    >>> from scorekeeper.rules import Bid, Match
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(5), Bid(6)]).take([7, 6])
    >>> list_hands_concerned(match, Incident.REVOKE), list_hands_concerned(match, Incident.MISDEAL)
    ((1, 2), (2, 1))
    """
    if match.step is Step.OVER:
        return match.played_places[::-1]
    due = match.due_place
    played = tuple(place for place in match.played_places[::-1] if place != due)
    if match.step is Step.BIDS and incident not in INCIDENTS_BEFORE_PLAY:
        return (*played[:1], due, *played[1:])
    return (due, *played)


def find_penalty(house: HouseRules, incident: Incident, noticed: Noticed) -> Cost:
    """Return what an incident noticed then costs by the house rules.

    >>> find_penalty(HouseRules.of("partnership"), Incident.REVOKE, Noticed.LATER)
    Cost(tricks=3, points=0, set=False)
    """
    if ANSWERS[incident][noticed].remedy is not Remedy.PENALTY:
        return Cost()
    frozen = house.revoke_penalty
    if not isinstance(frozen, RevokePenalty):
        return Cost(points=frozen)
    if frozen is RevokePenalty.SET:
        return Cost(set=True)
    return Cost(tricks=int(frozen.split()[0]))


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
    """Return the ruling that follows from an incident, when it was noticed, and who did it.

    Where the moment changes nothing it need not be known. `cost` is what the table agreed on
    instead of its house rules; `to` has to be said where several sides could get the tricks.
    Raises RulingError where nobody did it, for a moment at which such a thing cannot be noticed,
    and for tricks nobody said who gets.

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
    """Return the side that gets the tricks, None for nobody; the only other one goes unsaid."""
    others = [side for side in range(len(game.sides)) if side != game.side_of[seat]]
    if to is None:
        if len(others) > 1:
            raise RulingError("no receiver")
        return others[0]
    return None if to == "nobody" else to
