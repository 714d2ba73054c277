"""Serialization of changes for their rows: by seats and sides, never by names, which can change."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any

from scorekeeper import rules
from scorekeeper.rules.match.changes import Part


def write_part(part: Part) -> dict[str, Any]:
    """Serialize the part of a match that a change touches; leave out the rest."""
    data: dict[str, Any] = {"hands": [write_hand(hand) for hand in part.hands]}
    if part.house is not None:
        data["house"] = part.house.differences()
    if part.ended is not None:
        data["ended"] = part.ended.isoformat()
    if part.awarded is not None:
        data["awarded"] = part.awarded
    return data


def write_change(change: rules.Change) -> dict[str, Any]:
    return {
        "fact": str(change.record.fact),
        "hand": change.place,
        "before": write_part(change.before),
        "after": write_part(change.after),
    }


def read_change(game: str, row: Any) -> rules.Change:
    """Return the change of a row; `game` is the key of the match's game."""
    return rules.Change(row.hand, read_part(game, row.before), read_part(game, row.after))


def read_part(game: str, data: Mapping[str, Any]) -> Part:
    """Return the serialized part of a match of this game."""
    house, ended = data.get("house"), data.get("ended")
    return Part(
        tuple(read_hand(hand) for hand in data["hands"]),
        None if house is None else read_house(game, house),
        ended and datetime.fromisoformat(ended),
        data.get("awarded"),
    )


def read_record(fact: str, hand: int) -> rules.Record:
    """Return the record of a row from its fact and hand."""
    of_hand = fact not in (rules.Fact.HOUSE_RULES, rules.Fact.END)
    return rules.Record(rules.Fact(fact), hand if of_hand else None)


def read_house(game: str, differences: Mapping[str, Any]) -> rules.HouseRules:
    """Return the house rules of a row from their differences, from a cache."""
    return _house(game, json.dumps(differences, sort_keys=True))


@lru_cache(maxsize=200)
def _house(game: str, text: str) -> rules.HouseRules:
    return rules.HouseRules.of(game, **json.loads(text))


def write_hand(hand: rules.Hand) -> dict[str, Any]:
    """Serialize a hand; leave out empty fields."""
    fields = {
        "tricks": hand.tricks and [hand.tricks.seats, hand.tricks.piles],
        "tally": hand.tally,
        "redeal": hand.redeal,
        "rulings": [_write_ruling(ruling) for ruling in hand.rulings],
        "noted": hand.noted and hand.noted.isoformat(),
        "note": hand.note,
    }
    data: dict[str, Any] = {name: value for name, value in fields.items() if value}
    if hand.first is not None:
        data["first"] = hand.first
    if hand.bids is not None:
        data["bids"] = [bid.notation for bid in hand.bids]
    return data


def read_hand(data: Mapping[str, Any]) -> rules.Hand:
    """Return a serialized hand."""
    bids, tricks, redeal = (data.get(name) for name in ("bids", "tricks", "redeal"))
    return rules.Hand(
        bids=None if bids is None else tuple(map(rules.read_bid, bids)),
        tricks=tricks and rules.Tricks(*map(tuple, tricks)),
        redeal=redeal and rules.Redeal(redeal),
        rulings=tuple(map(_read_ruling, data.get("rulings", ()))),
        noted=_moment(data),
        tally=tuple(rules.Taker(*entry) for entry in data.get("tally", ())),
        note=data.get("note", ""),
        first=data.get("first"),
    )


def _write_ruling(ruling: rules.Ruling) -> dict[str, Any]:
    return {**asdict(ruling), "noted": ruling.noted and ruling.noted.isoformat()}


def _read_ruling(data: Mapping[str, Any]) -> rules.Ruling:
    kind = rules.Incident(data["kind"])
    return rules.Ruling(**{**data, "kind": kind, "noted": _moment(data)})


def _moment(data: Mapping[str, Any]) -> datetime | None:
    noted = data.get("noted")
    return noted and datetime.fromisoformat(noted)
