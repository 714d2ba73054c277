"""The match file: a match as text, as PGN is for chess.

It holds only what was recorded, nothing computed. Reading a written match gives the same match.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.bids import PARTNER, Bid, read_bid
from scorekeeper.rules.errors import BidError, MatchFileError, RuleError, SetUpError
from scorekeeper.rules.games import Game, Step
from scorekeeper.rules.hand import Hand, Redeal, Taker, count_tricks
from scorekeeper.rules.house_rules import BidsBy, HouseRules
from scorekeeper.rules.limits import MAX_HANDS, MAX_RULINGS_PER_HAND, check_note
from scorekeeper.rules.lines import SideScore, Standing
from scorekeeper.rules.match.changes import check_typed
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.match.match import Match
from scorekeeper.rules.match.names import clean_name, fill_in_names, list_given_names
from scorekeeper.rules.match_file import fields
from scorekeeper.rules.rulings import Incident, Ruling, check_rulings

FORMAT = "spades-match/2"
FIRST_FORMAT = "spades-match/1"
"""The format written until 0.2.0: without an id, and with times in UTC only."""
FIELDS = (
    *("format", "id", "house", "players", "sides", "first", "opening", "hands"),
    *("started", "clock", "ended", "awarded", "place", "note"),
)


def write(match: Match, public_id: str = "") -> dict[str, Any]:
    """Return the match as a JSON object, with its public id if given.

    >>> match = Match.start(HouseRules.of("two-player", target=250), ["Ann", "Ben"])
    >>> written = write(match.bid([Bid(0), Bid(8)]).record_tricks([0, 13]))
    >>> written["house"], written["hands"]
    ({'game': 'two-player', 'target': 250}, [{'bids': ['nil', 8], 'tricks': [0, 13]}])
    """
    # 0.1.0 kept the rulings of misdealt hands, without effect.
    hands = [replace(hand, rulings=()) if hand.redeal else hand for hand in match.hands]
    return {
        "format": FORMAT,
        **({"id": public_id} if public_id else {}),
        "house": {"game": match.house.game.key, **match.house.differences()},
        "players": list(list_given_names(match.players)),
        "sides": list(match.sides),
        "first": match.first,
        "opening": [standing._asdict() for standing in match.opening],
        "hands": [write_hand(match, hand) for hand in hands],
        "started": fields.write_time(match.started, match.utc_offset),
        **({"clock": fields.write_time(match.clock, match.utc_offset)} if match.clock else {}),
        "ended": fields.write_time(match.ended, match.utc_offset),
        **({} if match.awarded is None else {"awarded": match.sides[match.awarded]}),
        "place": match.place,
        "note": match.note,
    }


def read(given: object) -> Match:
    """Return the match of a JSON object; raise a RuleError that names the problem."""
    data = fields.read_object(given, "match", FIELDS)
    if data.get("format") is None:
        raise MatchFileError("missing", field="format")
    if data["format"] not in (FORMAT, FIRST_FORMAT):
        raise MatchFileError("unknown format", format=data["format"], known=FORMAT)
    fields.read_text(data.get("id"), "id")
    house = read_house(data.get("house"))
    players = [
        None if name is None else fields.read_text(name, "players")
        for name in fields.read_list(data.get("players"), "players")
    ]
    sides = None if data.get("sides") is None else fields.read_texts(data["sides"], "sides")
    match = Match.start(
        house,
        [None if name is None else clean_name(name) for name in players],
        sides=None if sides is None else [*map(clean_name, sides)],
        first=None if data.get("first") is None else fields.read_number(data["first"], "first"),
        opening=read_opening(data.get("opening")),
        started=fields.read_time(data.get("started"), "started"),
        place=fields.read_text(data.get("place"), "place"),
        note=fields.read_text(data.get("note"), "note"),
        utc_offset=fields.read_clock(data.get("started")),
    )
    # The sides are named as the file does.
    written = replace(match, sides=tuple(sides or house.game.side_names or fill_in_names(players)))
    hands = _read_hands(written, data.get("hands", []))
    ended, awarded = fields.read_time(data.get("ended"), "ended"), data.get("awarded")
    if awarded is not None and ended is None:
        raise MatchFileError("missing", field="ended")
    side = None if awarded is None else _read_side(written, awarded, "awarded")
    clock = fields.read_time(data.get("clock"), "clock")
    return check_typed(replace(match, hands=hands, clock=clock, ended=ended, awarded=side))


def read_house(written: object) -> HouseRules:
    """Return the house rules of a JSON object: a game and what differs from its defaults.

    Raises MatchFileError for another value or without a game, HouseRuleError for an invalid rule.
    """
    data = fields.read_object(written, "house")
    if "game" not in data:
        raise MatchFileError("missing", field="game")
    return HouseRules.of(data["game"], **{rule: data[rule] for rule in data if rule != "game"})


def _read_hands(match: Match, written: object) -> tuple[Hand, ...]:
    hands: list[Hand] = []
    for place, hand in enumerate(fields.read_list(written, "hands", most=MAX_HANDS), start=1):
        try:
            hands.append(read_hand(match, hand))
            if hands[-1].redeal and hands[-1].rulings:
                raise MatchFileError("rulings of a thrown-in hand")
        except RuleError as error:
            raise error.in_hand(replace(match, hands=tuple(hands)).number_of(place)) from None
    return tuple(hands)


def read_opening(written: object) -> list[Standing] | None:
    """Read the standings that a match starts from; None if it starts without any."""
    if written is None:
        return None
    standings = []
    for side in fields.read_list(written, "opening"):
        data = fields.read_object(side, "opening", Standing._fields)
        standings.append(
            Standing(**{name: fields.read_number(n, name) for name, n in data.items()})
        )
    return standings


HAND_FIELDS = ("first", "bids", "tricks", "piles", "redeal", "rulings", "tally", "noted", "note")
RULING_FIELDS = ("kind", "seat", "tricks", "to", "points", "set", "note", "noted")


def write_hand(match: Facts, hand: Hand) -> dict[str, Any]:
    """Return a hand of this match as JSON; fields that were not recorded are left out."""
    bids = None if hand.bids is None else [bid.notation for bid in hand.bids]
    # Bids are null for a misdeal, and left out if a hand has only rulings.
    written: dict[str, Any] = {} if hand.first is None else {"first": hand.first}
    if bids is not None or hand.redeal:
        written["bids"] = bids
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
        written["tally"] = [_write_taken(match, taken) for taken in hand.tally]
    if hand.redeal:
        written["redeal"] = str(hand.redeal)
    if hand.rulings:
        written["rulings"] = [_write_ruling(match, ruling) for ruling in hand.rulings]
    if hand.noted:
        written["noted"] = fields.write_time(hand.noted, match.utc_offset)
    if hand.note:
        written["note"] = hand.note
    return written


def read_hand(match: Facts, written: object) -> Hand:
    """Read a hand of this match; raise a RuleError that names the problem."""
    data = fields.read_object(written, "hand", HAND_FIELDS)
    noted = fields.read_time(data.get("noted"), "noted")
    redeal = data.get("redeal")
    if redeal is not None and redeal not in list(Redeal):
        raise MatchFileError("not a choice", field="redeal", value=redeal)
    bids = read_bids(match.house.game, data.get("bids"), match.house.bids_by)
    rulings = _read_rulings(match, data.get("rulings"))
    tally = _read_tally(match, data.get("tally"))
    note = fields.read_text(data.get("note"), "note")
    if note:
        check_note("note", note)
    first = None if data.get("first") is None else fields.read_number(data["first"], "first")
    if first is not None and first not in range(match.house.game.seats):
        raise SetUpError("no such seat", seat=first)
    has_tricks = data.get("tricks") is not None or data.get("piles") is not None
    tricks = None
    if "bids" not in data and redeal is None:
        if has_tricks or tally or (not rulings and first is None):
            raise MatchFileError("missing", field="bids")
    elif bids is None or redeal is not None:
        if has_tricks:
            raise MatchFileError("tricks of a thrown-in hand")
        redeal = Redeal(redeal or Redeal.MISDEAL)
    elif has_tricks:
        given = read_trick_numbers(
            match.house.game, data.get("tricks"), data.get("piles"), match.sides
        )
        tricks = count_tricks(match.house.game, bids, *given)
    return Hand(bids, tricks, redeal, rulings, noted, tally, note, first)


def read_bids(game: Game, written: object, bids_by: BidsBy = BidsBy.SEAT) -> tuple[Bid, ...] | None:
    """Read the bids of a hand, by seat; raise a RuleError that names the problem.

    Where partners bid together, there may be one number a side instead.

    >>> [bid.notation for bid in read_bids(PARTNERSHIP, [7, 5], BidsBy.SIDE)]
    [7, 5, 'partner', 'partner']
    """
    if written is None:
        return None
    bids = tuple([read_bid(bid) for bid in fields.read_list(written, "bids")])
    if bids_by is BidsBy.SIDE and len(bids) == len(game.sides):
        numbers = {seats[0]: bid for seats, bid in zip(game.sides, bids, strict=True)}
        bids = tuple([numbers.get(seat, PARTNER) for seat in range(game.seats)])
    if bids and len(bids) != game.seats:
        raise BidError("one bid a seat", bids=len(bids), seats=game.seats)
    return bids


def read_trick_numbers(
    game: Game, tricks: object, piles: object, sides: Sequence[str]
) -> tuple[list[int | None], list[int | None]]:
    """Read the tricks of a hand by seat, and its piles by the names of the sides, unchecked."""
    by_seat = [None] * game.seats if tricks is None else fields.read_list(tricks, "tricks")
    by_side = {} if piles is None else fields.read_object(piles, "piles", sides)
    return (
        [None if number is None else fields.read_number(number, "tricks") for number in by_seat],
        [fields.read_number(by_side[side], "piles") if side in by_side else None for side in sides],
    )


def _write_taken(match: Facts, taken: Taker) -> object:
    side = match.sides[taken.side]
    if taken.asked:
        return {"asked": side}
    return side if taken.seat is None else taken.seat


def _write_ruling(match: Facts, ruling: Ruling) -> dict[str, Any]:
    to = None if ruling.to is None else match.sides[ruling.to]
    values = {
        "tricks": ruling.tricks,
        "to": to,
        "points": ruling.points,
        "set": ruling.set,
        "note": ruling.note,
        "noted": fields.write_time(ruling.noted, match.utc_offset),
    }
    data = {name: value for name, value in values.items() if value}
    return {"kind": str(ruling.kind), "seat": ruling.seat, **data}


def _read_tally(match: Facts, written: object) -> tuple[Taker, ...]:
    """Read the taker of each trick: a seat by number, a side, or a side with its seat missing."""
    if written is None:
        return ()
    game, taken = match.house.game, []
    for entry in fields.read_list(written, "tally", most=game.tricks):
        if isinstance(entry, str) and entry in match.sides:
            taken.append(Taker(match.sides.index(entry)))
        elif isinstance(entry, dict) and entry.keys() == {"asked"}:
            taken.append(Taker(_read_side(match, entry["asked"], "tally"), asked=True))
        elif fields.read_number(entry, "tally") in range(game.seats):
            taken.append(Taker(game.side_of[entry], entry))
        else:
            raise MatchFileError("not a choice", field="tally", value=entry)
    return tuple(taken)


def _read_rulings(match: Facts, written: object) -> tuple[Ruling, ...]:
    if written is None:
        return ()
    listed = fields.read_list(written, "rulings", most=MAX_RULINGS_PER_HAND)
    rulings = tuple(_read_ruling(match, ruling) for ruling in listed)
    check_rulings(match.house.game, rulings)
    return rulings


def _read_ruling(match: Facts, written: object) -> Ruling:
    data = fields.read_object(written, "ruling", RULING_FIELDS)
    kind, to = data.get("kind"), data.get("to")
    if kind not in list(Incident):
        raise MatchFileError("not a choice", field="kind", value=kind)
    return Ruling(
        kind=Incident(kind),
        seat=fields.read_number(data.get("seat"), "seat"),
        tricks=fields.read_number(data.get("tricks", 0), "tricks"),
        to=None if to is None else _read_side(match, to, "to"),
        points=fields.read_number(data.get("points", 0), "points"),
        set=fields.read_flag(data.get("set", False), "set"),
        note=fields.read_text(data.get("note"), "note"),
        noted=fields.read_time(data.get("noted"), "noted"),
    )


def _read_side(match: Facts, written: object, field: str) -> int:
    if not isinstance(written, str) or written not in match.sides:
        raise MatchFileError("not a choice", field=field, value=written)
    return match.sides.index(written)


def report(match: Match) -> dict[str, Any]:
    """Return finished hands, standings, outcome and turn of a match as a JSON object."""
    outcome = match.outcome
    return {
        "hands": [
            {"sides": [_side(side) for side in score]} if score else {"redeal": str(hand.redeal)}
            for hand, score in zip(match.hands, match.scores, strict=True)
            if hand.is_complete
        ],
        "standings": [standing._asdict() for standing in match.standings],
        "outcome": outcome and {"winner": outcome.winner, "ending": str(outcome.ending)},
        "turn": _turn(match),
    }


def _side(score: SideScore) -> dict[str, Any]:
    return {
        "lines": [[str(line.reason), line.points] for line in score.lines],
        "points": score.points,
        "bags": score.bags,
        "standing": score.standing._asdict(),
    }


def _turn(match: Match) -> dict[str, Any] | None:
    if match.step is Step.OVER:
        return None
    turn = match.turn
    return {
        "hand": turn.hand,
        "step": str(turn.step),
        str(match.house.game.role): turn.first,
        "bids": turn.bids,
        "leads": turn.leads,
    }
