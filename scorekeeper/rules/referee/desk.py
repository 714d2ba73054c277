"""The rulings desk: what the rules say of an incident, by when it was noticed (rules.md §7)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.rules.errors import RulingError
from scorekeeper.rules.house import HouseRules, RevokePenalty
from scorekeeper.rules.rulings import Incident, Ruling


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


class Answer(NamedTuple):
    """What is to be done about an incident, and who says so."""

    remedy: Remedy
    source: Source


ANSWERS: Mapping[Incident, Mapping[Noticed, Answer]] = MappingProxyType(
    {
        Incident.REVOKE: {
            Noticed.IN_TIME: Answer(Remedy.TAKE_BACK, Source.PRACTICE),
            Noticed.LATER: Answer(Remedy.PENALTY, Source.HOUSE),
        },
        Incident.EARLY_SPADE: {
            Noticed.IN_TIME: Answer(Remedy.TAKE_BACK, Source.GAME),
            Noticed.LATER: Answer(Remedy.STANDS, Source.PRACTICE),
        },
        Incident.LEAD_OUT_OF_TURN: {
            Noticed.IN_TIME: Answer(Remedy.TAKE_BACK, Source.PRACTICE),
            Noticed.ACCEPTED: Answer(Remedy.STANDS, Source.PRACTICE),
        },
        Incident.EXPOSED_CARD: {Noticed.ALWAYS: Answer(Remedy.PLAY_ON, Source.PRACTICE)},
        Incident.BID_OUT_OF_TURN: {
            Noticed.ACCEPTED: Answer(Remedy.STANDS, Source.PRACTICE),
            Noticed.REFUSED: Answer(Remedy.TAKE_BACK, Source.PRACTICE),
        },
        Incident.LOOKED_BEFORE_BLIND: {Noticed.ALWAYS: Answer(Remedy.PLAY_ON, Source.GAME)},
        Incident.MISDEAL: {
            Noticed.IN_TIME: Answer(Remedy.DEAL_AGAIN, Source.GAME),
            Noticed.LATER: Answer(Remedy.PLAY_ON, Source.PRACTICE),
        },
        Incident.WRONG_NUMBER_OF_CARDS: {
            Noticed.IN_TIME: Answer(Remedy.DEAL_AGAIN, Source.GAME),
            Noticed.LATER: Answer(Remedy.PLAY_ON, Source.PRACTICE),
        },
        Incident.TABLE_TALK: {Noticed.ALWAYS: Answer(Remedy.PLAY_ON, Source.HOUSE)},
    }
)


def moments(incident: Incident) -> tuple[Noticed, ...]:
    """Return when an incident can have been noticed, as far as that changes the answer.

    >>> [noticed.value for noticed in moments(Incident.REVOKE)]
    ['in time', 'later']
    """
    return tuple(ANSWERS[incident])


def ruling(
    house: HouseRules,
    incident: Incident,
    noticed: Noticed | None,
    seat: int | None,
    note: str = "",
    noted: datetime | None = None,
) -> Ruling:
    """Return the ruling that follows from an incident, when it was noticed, and who did it.

    Where the moment changes nothing it need not be known. Raises RulingError where nobody did it,
    or for a moment at which such a thing cannot be noticed.

    >>> house = HouseRules.of("partnership")
    >>> ruling(house, Incident.REVOKE, Noticed.LATER, seat=1).tricks
    3
    >>> ruling(house, Incident.REVOKE, Noticed.IN_TIME, seat=1).tricks
    0
    """
    if seat is None or not 0 <= seat < house.game.seats:
        raise RulingError("no offender")
    possible = moments(incident)
    moment = possible[0] if noticed is None and len(possible) == 1 else noticed
    if moment is None or moment not in possible:
        raise RulingError("not noticed then", incident=incident, noticed=noticed)
    if ANSWERS[incident][moment].remedy is Remedy.PENALTY:
        return revoke_ruling(house, seat, note, noted)
    return Ruling(incident, seat, note=note, noted=noted)


def revoke_ruling(
    house: HouseRules, seat: int, note: str = "", noted: datetime | None = None
) -> Ruling:
    """Return the ruling on an established revoke, as the house rules froze it.

    Tricks go to the other side; where there are several, to nobody.

    >>> revoke_ruling(HouseRules.of("partnership"), seat=1).tricks
    3
    """
    game, penalty = house.game, house.revoke_penalty
    ruling = Ruling(Incident.REVOKE, seat, note=note, noted=noted)
    if not isinstance(penalty, RevokePenalty):
        return replace(ruling, points=penalty)
    if penalty is RevokePenalty.SET:
        return replace(ruling, set=True)
    others = [side for side in range(len(game.sides)) if side != game.side_of[seat]]
    to = others[0] if len(others) == 1 else None
    return replace(ruling, tricks=int(penalty.split()[0]), to=to)
