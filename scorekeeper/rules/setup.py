"""What a match can start from."""

import unicodedata
from collections.abc import Sequence

from .errors import SetUpError
from .house import HouseRules
from .outcome import decide
from .scoring import Standing

LONGEST_NAME = 40
"""Characters in the name of a player or a side."""
OPENING_POINTS = 2000
"""How far from 0 a paper game can stand that is carried on."""


def check_set_up(
    house: HouseRules,
    players: Sequence[str],
    sides: Sequence[str],
    first: int,
    opening: Sequence[Standing],
) -> None:
    """Raise SetUpError for the first thing that does not fit the game."""
    game = house.game
    if len(players) != game.seats:
        raise SetUpError("wrong number of players", players=len(players), seats=game.seats)
    if len(sides) != len(game.sides):
        raise SetUpError("wrong number of sides", sides=len(sides), wanted=len(game.sides))
    _check_names(players)
    _check_names(sides)
    if not 0 <= first < game.seats:
        raise SetUpError("no such seat", seat=first)
    if len(opening) != len(game.sides):
        raise SetUpError("wrong number of openings", openings=len(opening), wanted=len(game.sides))
    for side, standing in enumerate(opening):
        if abs(standing.points) > OPENING_POINTS:
            raise SetUpError("opening points out of range", side=side, most=OPENING_POINTS)
        if not 0 <= standing.bags < (house.bag_limit or 1):
            most = max(house.bag_limit - 1, 0)
            raise SetUpError("opening bags out of range", side=side, bags=standing.bags, most=most)
    if decide(house, opening) is not None:
        raise SetUpError("opening already decided")


def has_surrogates(text: str) -> bool:
    """Whether a text holds half characters, which no file or database can keep."""
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def _check_names(names: Sequence[str]) -> None:
    for position, name in enumerate(names):
        if not name.strip():
            raise SetUpError("name missing", position=position)
        if has_surrogates(name) or any(unicodedata.category(sign) == "Cc" for sign in name):
            raise SetUpError("name unreadable", position=position)
        if len(name) > LONGEST_NAME:
            raise SetUpError("name too long", name=name, most=LONGEST_NAME)
        if name.casefold() in {other.casefold() for other in names[:position]}:
            raise SetUpError("same name twice", name=name)
