"""The checks on how a match starts: names, first seat, opening scores and notes."""

import unicodedata
from collections.abc import Mapping, Sequence

from scorekeeper.rules.errors import SetUpError
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.limits import (
    MAX_NAME_LENGTH,
    MAX_OPENING_POINTS,
    SURROGATE,
    check_note,
    list_character_categories,
)
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.match.outcome import decide

# Unicode's categories: a name with a line break in it breaks every list it is in.
UNFIT_FOR_NAMES = frozenset({SURROGATE, "Cc", "Zl", "Zp"})
INVISIBLE = frozenset({"Cf", "Zs"})


def fill_in_names(names: Sequence[str | None]) -> tuple[str, ...]:
    """Return the names of the players by seat; a seat without one gets a default name.

    >>> fill_in_names(["Ann", None])
    ('Ann', 'Player 2')
    """
    # Files can have more names than seats; `check_set_up` reports that.
    return tuple(
        f"Player {number}" if name is None else name for number, name in enumerate(names, start=1)
    )


USUAL_NAMES = fill_in_names([None] * 6)
"""The default names of players by seat."""


def list_given_names(players: Sequence[str]) -> tuple[str | None, ...]:
    """Return the names that the table gave, by seat; None for a default name.

    >>> list_given_names(["Ann", "Player 2"])
    ('Ann', None)
    """
    return tuple(
        None if name == usual else name for name, usual in zip(players, USUAL_NAMES, strict=False)
    )


def check_set_up(
    house: HouseRules,
    players: Sequence[str],
    sides: Sequence[str],
    first: int,
    opening: Sequence[Standing],
    notes: Mapping[str, str],
) -> None:
    """Raise SetUpError for the first part of the setup that does not fit the game."""
    game = house.game
    if len(players) != game.seats:
        raise SetUpError("wrong number of players", players=len(players), seats=game.seats)
    if len(sides) != len(game.sides):
        raise SetUpError("wrong number of sides", sides=len(sides), wanted=len(game.sides))
    check_names(players)
    check_names(sides)
    if not 0 <= first < game.seats:
        raise SetUpError("no such seat", seat=first)
    _check_opening(house, opening)
    for field, note in notes.items():
        check_note(field, note)


def check_names(names: Sequence[str]) -> None:
    """Raise SetUpError for the first name that cannot be stored or is used twice."""
    for position, name in enumerate(names):
        if len(name) > MAX_NAME_LENGTH:
            raise SetUpError("name too long", position=position, name=name, most=MAX_NAME_LENGTH)
        if list_character_categories(name) & UNFIT_FOR_NAMES:
            raise SetUpError("name unreadable", position=position)
        if list_character_categories(name) <= INVISIBLE:
            raise SetUpError("name missing", position=position)
        if _make_comparable(name) in map(_make_comparable, names[:position]):
            raise SetUpError("same name twice", position=position, name=name)


def _make_comparable(name: str) -> str:
    """Return a name without case and invisible characters."""
    return "".join(sign for sign in name if unicodedata.category(sign) != "Cf").casefold()


def _check_opening(house: HouseRules, opening: Sequence[Standing]) -> None:
    if len(opening) != len(house.game.sides):
        wanted = len(house.game.sides)
        raise SetUpError("wrong number of openings", openings=len(opening), wanted=wanted)
    most = max(house.bag_limit - 1, 0)
    for side, standing in enumerate(opening):
        if abs(standing.points) > MAX_OPENING_POINTS:
            raise SetUpError("opening points out of range", side=side, most=MAX_OPENING_POINTS)
        if not 0 <= standing.bags <= most:
            raise SetUpError("opening bags out of range", side=side, bags=standing.bags, most=most)
    if decide(house, opening) is not None:
        raise SetUpError("opening already decided")
