"""The match file: a match as text, as PGN is for chess.

What was recorded, nothing that can be computed; reading what was written gives the same match.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from .bidding import check_bids
from .bids import Bid, read_bid
from .errors import MatchFileError, RuleError, StepError
from .games import Game
from .hand import Hand, Redeal, Tricks, count_tricks
from .house import HouseRules
from .match import Match
from .outcome import decide
from .scoring import Standing
from .setup import has_surrogates

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
HAND_FIELDS = ("bids", "tricks", "piles", "redeal", "noted")
LONGEST_NOTE = 500
"""Characters in the place or the note of a match."""
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
        "started": _write_time(match.started),
        "ended": _write_time(match.ended),
        "place": match.place,
        "note": match.note,
    }


def read(written: object) -> Match:
    """Return the match of a JSON object; raise a RuleError that names what is wrong in it."""
    given = _mapping(written, "match", FIELDS)
    if given.get("format") != FORMAT:
        raise MatchFileError("unknown format", format=given.get("format"), known=FORMAT)
    house = _read_house(given.get("house"))
    match = Match.start(
        house,
        _strings(given.get("players"), "players"),
        sides=_strings(given["sides"], "sides") if given.get("sides") is not None else None,
        first=None if given.get("first") is None else _number(given["first"], "first"),
        opening=_read_opening(given.get("opening")),
        started=_read_time(given.get("started"), "started"),
        place=_text(given.get("place"), "place"),
        note=_text(given.get("note"), "note"),
    )
    hands = _list(given.get("hands", []), "hands", most=MOST_HANDS)
    facts: list[Hand] = []
    for number, hand in enumerate(hands, start=1):
        try:
            facts.append(_read_hand(match, hand))
        except RuleError as error:
            raise error.in_hand(number) from None
    return check(
        Match(
            **{
                **vars(match),
                "hands": tuple(facts),
                "ended": _read_time(given.get("ended"), "ended"),
            }
        )
    )


def check(match: Match) -> Match:
    """Return the match if each of its hands could be recorded when it was; else raise RuleError."""
    for number, (hand, _score) in enumerate(zip(match.hands, match.scores, strict=True), start=1):
        try:
            before = match.standings_before(number)
            if number > 1 and any(match.scores[: number - 1]) and decide(match.house, before):
                raise StepError("match is over")
            if number < len(match.hands) and not hand.complete:
                raise StepError("tricks are due")
            if hand.bids is not None:
                check_bids(match.house, hand.bids, before)
        except RuleError as error:
            raise error.in_hand(number) from None
    return match


def _write_hand(match: Match, hand: Hand) -> dict[str, Any]:
    written: dict[str, Any] = {"bids": hand.bids and [bid.notation for bid in hand.bids]}
    if hand.tricks:
        written["tricks"] = list(hand.tricks.seats)
        piles = {
            match.sides[side]: hand.tricks.piles[side]
            for side, seats in enumerate(match.house.game.sides)
            if any(hand.tricks.seats[seat] is None for seat in seats)
        }
        if piles:
            written["piles"] = piles
    if hand.redeal:
        written["redeal"] = str(hand.redeal)
    if hand.noted:
        written["noted"] = _write_time(hand.noted)
    return written


def _write_time(time: datetime | None) -> str | None:
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z") if time else None


def _read_house(written: object) -> HouseRules:
    given = _mapping(written, "house")
    if "game" not in given:
        raise MatchFileError("missing", field="game")
    return HouseRules.of(given["game"], **{rule: given[rule] for rule in given if rule != "game"})


def _read_opening(written: object) -> list[Standing] | None:
    if written is None:
        return None
    standings = []
    for side in _list(written, "opening"):
        given = _mapping(side, "opening", Standing._fields)
        standings.append(Standing(**{name: _number(n, name) for name, n in given.items()}))
    return standings


def _read_hand(match: Match, written: object) -> Hand:
    given = _mapping(written, "hand", HAND_FIELDS)
    noted = _read_time(given.get("noted"), "noted")
    bids = _read_bids(match.house.game, given.get("bids"))
    redeal = given.get("redeal")
    if redeal is not None and redeal not in list(Redeal):
        raise MatchFileError("not a choice", field="redeal", value=redeal)
    if bids is None or redeal is not None:
        if given.get("tricks") is not None or given.get("piles") is not None:
            raise MatchFileError("tricks without bids")
        return Hand(bids=bids, redeal=Redeal(redeal or Redeal.MISDEAL), noted=noted)
    return Hand(bids=bids, tricks=_read_tricks(match, bids, given), noted=noted)


def _read_bids(game: Game, written: object) -> tuple[Bid, ...] | None:
    if written is None:
        return None
    bids = tuple(read_bid(bid) for bid in _list(written, "bids"))
    if len(bids) != game.seats:
        raise MatchFileError("wrong length", field="bids", wanted=game.seats)
    return bids


def _read_tricks(match: Match, bids: Sequence[Bid], given: Mapping[str, Any]) -> Tricks | None:
    if given.get("tricks") is None and given.get("piles") is None:
        return None
    seats = _list(given.get("tricks") or [None] * len(bids), "tricks")
    if len(seats) != len(bids):
        raise MatchFileError("wrong length", field="tricks", wanted=len(bids))
    piles = _mapping(given.get("piles") or {}, "piles", match.sides)
    return count_tricks(
        match.house.game,
        bids,
        [None if number is None else _number(number, "tricks") for number in seats],
        [_number(piles[side], "piles") if side in piles else None for side in match.sides],
    )


def _mapping(value: object, field: str, known: Sequence[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise MatchFileError("missing" if value is None else "not an object", field=field)
    for name in value:
        if known is not None and name not in known:
            raise MatchFileError("unknown field", field=name, within=field)
    return value


def _list(value: object, field: str, most: int = 100) -> list[Any]:
    if not isinstance(value, list):
        raise MatchFileError("missing" if value is None else "not a list", field=field)
    if len(value) > most:
        raise MatchFileError("too long", field=field, most=most)
    return value


def _strings(value: object, field: str) -> list[str]:
    return [_text(item, field) for item in _list(value, field)]


def _text(value: object, field: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or has_surrogates(value):
        raise MatchFileError("not a text", field=field)
    if len(value) > LONGEST_NOTE:
        raise MatchFileError("too long", field=field, most=LONGEST_NOTE)
    return value


def _number(value: object, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise MatchFileError("not a whole number", field=field, value=value)
    return value


def _read_time(value: object, field: str) -> datetime | None:
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(str(value))
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise MatchFileError("not a time", field=field, value=value)
    return time.astimezone(UTC)
