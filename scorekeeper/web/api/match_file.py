"""The match file as JSON Schema, as far as that says what the rules read."""

from collections.abc import Mapping

from scorekeeper.rules import GAMES, Redeal
from scorekeeper.rules.big_bids import BIG_BID_RANGES
from scorekeeper.rules.house import CHOICES, NULLABLE, RANGES
from scorekeeper.rules.notation import FORMAT
from scorekeeper.rules.rulings import Incident
from scorekeeper.web.api.shapes import (
    ID,
    Schema,
    array,
    choice,
    closed,
    number,
    or_null,
    referred,
    text,
)

REDEAL = choice(Redeal)
_SEAT, _TRICKS, _MOMENT = number(0, 5), number(0, 17), text(format="date-time")
_BID = {"oneOf": [_TRICKS, text(pattern="^(nil|blind (nil|1?[0-9]))$")]}


def _rule(rule: str) -> Schema:
    """Return what the value of a house rule is like."""
    if rule == "bag_carry":
        return {"type": "boolean"}
    kinds = [choice(CHOICES[rule])] if rule in CHOICES else []
    kinds += [number(*RANGES[rule])] if rule in RANGES else []
    kinds += [{"type": "null"}] if rule in NULLABLE else []
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


_BIG_BID = closed(
    {
        **{name: number(*limits) for name, limits in BIG_BID_RANGES.items()},
        "how": choice(("instead", "extra")),
    }
)
_RULES = {rule: _rule(rule) for rule in (*RANGES, *CHOICES, "bag_carry")}
_RULES["big_bids"] = array(_BIG_BID)
_RULING: Mapping[str, Schema] = {
    "kind": choice(Incident),
    "seat": _SEAT,
    "tricks": _TRICKS,
    "to": text(),
    "points": number(0),
    "set": {"type": "boolean"},
    "note": text(),
    "noted": _MOMENT,
}
_HAND: Mapping[str, Schema] = {
    "bids": or_null(array(referred("Bid"))),
    "tricks": array(or_null(_TRICKS)),
    "piles": {"type": "object", "additionalProperties": _TRICKS},
    "redeal": REDEAL,
    "rulings": array(referred("Ruling")),
    "tally": array({"oneOf": [_SEAT, text(), closed({"asked": text()})]}),
    "noted": _MOMENT,
    "note": text(),
}
MATCH_FILE: Mapping[str, Schema] = {
    "Bid": _BID,
    "Standing": closed({"points": number(), "bags": number(0)}),
    "HouseRules": closed({"game": choice(GAMES), **_RULES}, optional=_RULES),
    "Ruling": closed(_RULING, optional=_RULING.keys() - {"kind", "seat"}),
    "Hand": closed(_HAND, optional=_HAND),
    "MatchFile": closed(
        {
            "format": {"const": FORMAT},
            "id": ID,
            "house": referred("HouseRules"),
            "players": array(or_null(text())),
            "sides": array(text()),
            "first": _SEAT,
            "opening": array(referred("Standing")),
            "hands": array(referred("Hand")),
            "started": or_null(_MOMENT),
            "ended": or_null(_MOMENT),
            "place": text(),
            "note": text(),
        }
    ),
}
"""By the names under which the schemas refer to one another."""
