"""The match file: a match as text, as PGN is for chess.

What was recorded, nothing that can be computed; reading what was written gives the same match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .bids import Bid, read_bid
from .errors import BidError, MatchFileError, RuleError
from .fields import (
    read_flag,
    read_list,
    read_number,
    read_object,
    read_text,
    read_texts,
    read_time,
    write_time,
)
from .games import Game
from .hand import Hand, Redeal, Taken, Tricks, count_tricks
from .house import HouseRules
from .lines import Standing
from .match import Match
from .replay import check
from .rulings import Incident, Ruling

FORMAT = "spades-match/1"
FIELDS = (
    "format",
    "house",
    "players",
    "sides",
    "first",
    "opening",
    "hands",
    "started",
    "ended",
    "place",
    "note",
)
HAND_FIELDS = ("bids", "tricks", "piles", "redeal", "rulings", "tally", "noted")
RULING_FIELDS = ("kind", "seat", "tricks", "to", "points", "set", "note", "noted")
MOST_RULINGS = 20
MOST_HANDS = 1000
"""Hands in one match; a real one has about ten."""


def write(match: Match) -> dict[str, Any]:
    """Return the match as a JSON object.

    >>> match = Match.start(HouseRules.of("two-player", target=250), ["Ann", "Ben"])
    >>> written = write(match.bid([Bid(0), Bid(8)]).take([0, 13]))
    >>> written["house"], written["hands"]
    ({'game': 'two-player', 'target': 250}, [{'bids': ['nil', 8], 'tricks': [0, 13]}])
    """
    return {
        "format": FORMAT,
        "house": {"game": match.house.game.key, **match.house.differences()},
        "players": list(match.players),
        "sides": list(match.sides),
        "first": match.first,
        "opening": [standing._asdict() for standing in match.opening],
        "hands": [_write_hand(match, hand) for hand in match.hands],
        "started": write_time(match.started),
        "ended": write_time(match.ended),
        "place": match.place,
        "note": match.note,
    }


def read(written: object) -> Match:
    """Return the match of a JSON object; raise a RuleError that names what is wrong in it."""
    given = read_object(written, "match", FIELDS)
    if given.get("format") != FORMAT:
        raise MatchFileError("unknown format", format=given.get("format"), known=FORMAT)
    house = _read_house(given.get("house"))
    match = Match.start(
        house,
        read_texts(given.get("players"), "players"),
        sides=read_texts(given["sides"], "sides") if given.get("sides") is not None else None,
        first=None if given.get("first") is None else read_number(given["first"], "first"),
        opening=_read_opening(given.get("opening")),
        started=read_time(given.get("started"), "started"),
        place=read_text(given.get("place"), "place"),
        note=read_text(given.get("note"), "note"),
    )
    hands = read_list(given.get("hands", []), "hands", most=MOST_HANDS)
    facts: list[Hand] = []
    for number, hand in enumerate(hands, start=1):
        try:
            facts.append(_read_hand(match, hand))
        except RuleError as error:
            raise error.in_hand(number) from None
    return check(replace(match, hands=tuple(facts), ended=read_time(given.get("ended"), "ended")))


def _write_hand(match: Match, hand: Hand) -> dict[str, Any]:
    bids = None if hand.bids is None else [bid.notation for bid in hand.bids]
    written: dict[str, Any] = {"bids": bids}
    if hand.tricks:
        written["tricks"] = list(hand.tricks.seats)
        piles = {
            match.sides[side]: hand.tricks.piles[side]
            for side, seats in enumerate(match.house.game.sides)
            if any(hand.tricks.seats[seat] is None for seat in seats)
        }
        if piles:
            written["piles"] = piles
    if hand.tally:
        written["tally"] = [
            match.sides[taken.side] if taken.seat is None else taken.seat for taken in hand.tally
        ]
    if hand.redeal:
        written["redeal"] = str(hand.redeal)
    if hand.rulings:
        written["rulings"] = [_write_ruling(match, ruling) for ruling in hand.rulings]
    if hand.noted:
        written["noted"] = write_time(hand.noted)
    return written


def _write_ruling(match: Match, ruling: Ruling) -> dict[str, Any]:
    """Return what a ruling says; what it leaves alone is not written."""
    to = None if ruling.to is None else match.sides[ruling.to]
    said = {
        "tricks": ruling.tricks,
        "to": to,
        "points": ruling.points,
        "set": ruling.set,
        "note": ruling.note,
        "noted": write_time(ruling.noted),
    }
    given = {name: value for name, value in said.items() if value}
    return {"kind": str(ruling.kind), "seat": ruling.seat, **given}


def _read_house(written: object) -> HouseRules:
    given = read_object(written, "house")
    if "game" not in given:
        raise MatchFileError("missing", field="game")
    return HouseRules.of(given["game"], **{rule: given[rule] for rule in given if rule != "game"})


def _read_opening(written: object) -> list[Standing] | None:
    if written is None:
        return None
    standings = []
    for side in read_list(written, "opening"):
        given = read_object(side, "opening", Standing._fields)
        standings.append(Standing(**{name: read_number(n, name) for name, n in given.items()}))
    return standings


def _read_hand(match: Match, written: object) -> Hand:
    given = read_object(written, "hand", HAND_FIELDS)
    noted = read_time(given.get("noted"), "noted")
    redeal = given.get("redeal")
    if redeal is not None and redeal not in list(Redeal):
        raise MatchFileError("not a choice", field="redeal", value=redeal)
    if "bids" not in given and redeal is None:
        raise MatchFileError("missing", field="bids")
    bids = _read_bids(match.house.game, given.get("bids"))
    rulings = _read_rulings(match, given.get("rulings"))
    if bids is None or redeal is not None:
        if given.get("tricks") is not None or given.get("piles") is not None:
            raise MatchFileError("tricks of a thrown-in hand")
        return Hand(bids, None, Redeal(redeal or Redeal.MISDEAL), rulings, noted)
    tricks = _read_tricks(match, bids, given)
    return Hand(bids, tricks, None, rulings, noted, _read_tally(match, given.get("tally")))


def _read_bids(game: Game, written: object) -> tuple[Bid, ...] | None:
    if written is None:
        return None
    bids = tuple(read_bid(bid) for bid in read_list(written, "bids"))
    if bids and len(bids) != game.seats:
        raise BidError("one bid a seat", bids=len(bids), seats=game.seats)
    return bids


def _read_tricks(match: Match, bids: Sequence[Bid], given: Mapping[str, Any]) -> Tricks | None:
    tricks, piles = given.get("tricks"), given.get("piles")
    if tricks is None and piles is None:
        return None
    seats = [None] * match.house.game.seats if tricks is None else read_list(tricks, "tricks")
    piles = {} if piles is None else read_object(piles, "piles", match.sides)
    return count_tricks(
        match.house.game,
        bids,
        [None if number is None else read_number(number, "tricks") for number in seats],
        [read_number(piles[side], "piles") if side in piles else None for side in match.sides],
    )


def _read_tally(match: Match, written: object) -> tuple[Taken, ...]:
    """Read who took each trick: the number of a seat, or the name of a side."""
    game = match.house.game
    listed = [] if written is None else read_list(written, "tally", most=game.tricks)
    taken = []
    for entry in listed:
        if isinstance(entry, str) and entry in match.sides:
            taken.append(Taken(match.sides.index(entry)))
        elif read_number(entry, "tally") in range(game.seats):
            taken.append(Taken(game.side_of[entry], entry))
        else:
            raise MatchFileError("not a choice", field="tally", value=entry)
    return tuple(taken)


def _read_rulings(match: Match, written: object) -> tuple[Ruling, ...]:
    listed = [] if written is None else read_list(written, "rulings", most=MOST_RULINGS)
    return tuple(_read_ruling(match, ruling) for ruling in listed)


def _read_ruling(match: Match, written: object) -> Ruling:
    given = read_object(written, "ruling", RULING_FIELDS)
    kind, to = given.get("kind"), given.get("to")
    if kind not in list(Incident):
        raise MatchFileError("not a choice", field="kind", value=kind)
    if to is not None and to not in match.sides:
        raise MatchFileError("not a choice", field="to", value=to)
    return Ruling(
        kind=Incident(kind),
        seat=read_number(given.get("seat"), "seat"),
        tricks=read_number(given.get("tricks", 0), "tricks"),
        to=None if to is None else match.sides.index(to),
        points=read_number(given.get("points", 0), "points"),
        set=read_flag(given.get("set", False), "set"),
        note=read_text(given.get("note"), "note"),
        noted=read_time(given.get("noted"), "noted"),
    )
