"""The match file as JSON Schema, made from the rules themselves.

It says the shape of a match file; that tricks add up, that names are different and that bids are
allowed is beyond it.
"""

from typing import Any

from scorekeeper.rules.big_bids import BIG_BID_RANGES, MOST_BIG_BIDS
from scorekeeper.rules.games import GAMES, Game
from scorekeeper.rules.hand import Redeal
from scorekeeper.rules.house import CHOICES, NULLABLE, RANGES, RULES
from scorekeeper.rules.limits import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_HANDS,
    MOST_RULINGS,
    OPENING_POINTS,
)
from scorekeeper.rules.notation.fields import MOMENT
from scorekeeper.rules.notation.match import FIRST_FORMAT, FORMAT
from scorekeeper.rules.rulings import MOST_POINTS, Incident

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(place: str = "") -> Schema:
    """Return the schema of match files of all versions that are read.

    In a document of its own it stands at no `place`, in another at the pointer to where.

    >>> schema()["properties"]["format"]
    {'enum': ['spades-match/1', 'spades-match/2']}
    >>> schema("/components/schemas/MatchFile")["allOf"][0]["then"]["properties"]["hands"]
    {'items': {'$ref': '#/components/schemas/MatchFile/$defs/partnership'}}
    """
    return {
        **({} if place else {"$schema": DIALECT}),
        "title": f"Match file ({FORMAT})",
        "description": "A match of Spades: what the table said, and nothing that can be computed.",
        "type": "object",
        "required": ["format", "house", "players"],
        "additionalProperties": False,
        "properties": {
            "format": {"enum": [FIRST_FORMAT, FORMAT]},
            "id": {"type": ["string", "null"]},
            "house": _house(),
            "players": {"type": "array", "items": _or_null(_text(1, LONGEST_NAME))},
            "sides": _or_null({"type": "array", "items": _text(1, LONGEST_NAME)}),
            "first": {"type": ["integer", "null"]},
            "opening": _or_null({"type": "array", "items": _opening()}),
            "hands": {"type": "array", "maxItems": MOST_HANDS},
            "started": _or_null(_moment()),
            "ended": _or_null(_moment()),
            "place": _or_null(_text(0, LONGEST_NOTE)),
            "note": _or_null(_text(0, LONGEST_NOTE)),
        },
        "allOf": [_of_game(game, place) for game in GAMES.values()],
        "$defs": {game.key: _hand(game) for game in GAMES.values()},
    }


def bid(most: int) -> Schema:
    """Return what a bid is like, of so many tricks at most.

    >>> bid(2)["anyOf"][1]
    {'enum': ['nil', 'blind nil', 'blind 1', 'blind 2']}
    """
    blind = [f"blind {number}" for number in range(1, most + 1)]
    return {"anyOf": [_number(0, most), {"enum": ["nil", "blind nil", *blind]}]}


def _of_game(game: Game, place: str) -> Schema:
    """Return what a match of one game has besides: so many seats, sides and tricks."""
    of_it = {"house": {"properties": {"game": {"const": game.key}}}}
    return {
        "if": {"properties": of_it},
        "then": {
            "properties": {
                "players": _exactly(game.seats),
                "sides": _exactly(len(game.sides)),
                "first": {"minimum": 0, "maximum": game.seats - 1},
                "opening": _exactly(len(game.sides)),
                "hands": {"items": {"$ref": f"#{place}/$defs/{game.key}"}},
            }
        },
    }


def _house() -> Schema:
    rules = {rule: _rule(rule) for rule in RULES}
    return {
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": {"game": {"enum": [*GAMES]}, **rules},
    }


def _rule(rule: str) -> Schema:
    if rule == "bag_carry":
        return {"type": "boolean"}
    if rule == "big_bids":
        return {"type": "array", "maxItems": MOST_BIG_BIDS, "items": _big_bid()}
    kinds: list[Schema] = []
    if rule in CHOICES:
        kinds.append({"enum": [choice.value for choice in CHOICES[rule]]})
    if rule in RANGES:
        kinds.append(_number(*RANGES[rule]))
    if rule in NULLABLE:
        kinds.append({"type": "null"})
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _big_bid() -> Schema:
    numbers = {name: _number(*limits) for name, limits in BIG_BID_RANGES.items()}
    return {
        "type": "object",
        "required": [*numbers],
        "additionalProperties": False,
        "properties": {**numbers, "how": {"enum": ["instead", "extra"]}},
    }


def _opening() -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "points": _number(-OPENING_POINTS, OPENING_POINTS),
            "bags": _number(0, RANGES["bag_limit"][1]),
        },
    }


def _hand(game: Game) -> Schema:
    tricks = _number(0, game.tricks)
    piles = {"type": "object", "maxProperties": len(game.sides), "additionalProperties": tricks}
    tally = {"type": "array", "maxItems": game.tricks, "items": _taken(game)}
    rulings = {"type": "array", "maxItems": MOST_RULINGS, "items": _ruling(game)}
    redeal = {"enum": [reason.value for reason in Redeal]}
    said = {"type": "array", "items": bid(game.tricks)}
    nothing = {"type": "null"}
    # A hand that bids itself has no bid at all.
    bids = {**said, "anyOf": [{"maxItems": 0}, _exactly(game.seats)]}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "bids": _or_null(bids),
            "tricks": _or_null(
                {"type": "array", "items": _or_null(tricks), **_exactly(game.seats)}
            ),
            "piles": _or_null(piles),
            "redeal": _or_null(redeal),
            "rulings": _or_null(rulings),
            "tally": _or_null(tally),
            "noted": _or_null(_moment()),
            "note": _or_null(_text(0, LONGEST_NOTE)),
        },
        "anyOf": [
            {"required": ["bids"]},
            {"required": ["redeal"], "properties": {"redeal": redeal}},
            {
                "required": ["rulings"],
                "properties": {
                    "rulings": {**rulings, "minItems": 1},
                    "tricks": nothing,
                    "piles": nothing,
                    "tally": _or_null({"maxItems": 0}),
                },
            },
        ],
    }


def _taken(game: Game) -> Schema:
    side = {"type": "string"}
    asked = {
        "type": "object",
        "required": ["asked"],
        "additionalProperties": False,
        "properties": {"asked": side},
    }
    return {"anyOf": [_number(0, game.seats - 1), side, asked]}


def _ruling(game: Game) -> Schema:
    return {
        "type": "object",
        "required": ["kind", "seat"],
        "additionalProperties": False,
        "properties": {
            "kind": {"enum": [kind.value for kind in Incident]},
            "seat": _number(0, game.seats - 1),
            "tricks": _number(0, game.tricks),
            "to": {"type": ["string", "null"]},
            "points": _number(0, MOST_POINTS),
            "set": {"type": "boolean"},
            "note": _or_null(_text(0, LONGEST_NOTE)),
            "noted": _or_null(_moment()),
        },
    }


def _number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _text(least: int, most: int) -> Schema:
    return {"type": "string", "minLength": least, "maxLength": most}


def _moment() -> Schema:
    return {"type": "string", "pattern": f"^{MOMENT}$"}


def _exactly(items: int) -> Schema:
    return {"minItems": items, "maxItems": items}


def _or_null(wanted: Schema) -> Schema:
    return {"anyOf": [wanted, {"type": "null"}]}
