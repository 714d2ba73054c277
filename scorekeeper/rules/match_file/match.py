"""The match file: a match as text, as PGN is for chess.

It holds only what was recorded, nothing computed. Reading a written match gives the same match.
"""

from dataclasses import replace
from typing import Any

from scorekeeper.rules.errors import MatchFileError, RuleError
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.limits import MAX_HANDS
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.match.changes import check_typed
from scorekeeper.rules.match.match import Match
from scorekeeper.rules.match.names import clean_name, fill_in_names, list_given_names
from scorekeeper.rules.match_file import fields
from scorekeeper.rules.match_file.hand import read_hand, write_hand

FORMAT = "spades-match/2"
FIRST_FORMAT = "spades-match/1"
"""The format written until 0.2.0: without an id, and with times in UTC only."""
FIELDS = (
    *("format", "id", "house", "players", "sides", "first", "opening", "hands"),
    *("started", "ended", "place", "note"),
)


def write(match: Match, public_id: str = "") -> dict[str, Any]:
    """Return the match as a JSON object, with its public id if given.

    >>> match = Match.start(HouseRules.of("two-player", target=250), ["Ann", "Ben"])
    >>> written = write(match.bid([Bid(0), Bid(8)]).record_tricks([0, 13]))
    >>> written["house"], written["hands"]
    ({'game': 'two-player', 'target': 250}, [{'bids': ['nil', 8], 'tricks': [0, 13]}])
    """
    return {
        "format": FORMAT,
        **({"id": public_id} if public_id else {}),
        "house": {"game": match.house.game.key, **match.house.differences()},
        "players": list(list_given_names(match.players)),
        "sides": list(match.sides),
        "first": match.first,
        "opening": [standing._asdict() for standing in match.opening],
        "hands": [write_hand(match, _without_idle_rulings(hand)) for hand in match.hands],
        "started": fields.write_time(match.started, match.utc_offset),
        "ended": fields.write_time(match.ended, match.utc_offset),
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
    players = _read_players(data.get("players"))
    sides = None if data.get("sides") is None else fields.read_texts(data["sides"], "sides")
    match = Match.start(
        house,
        [None if name is None else clean_name(name) for name in players],
        sides=None if sides is None else [*map(clean_name, sides)],
        first=None if data.get("first") is None else fields.read_number(data["first"], "first"),
        opening=_read_opening(data.get("opening")),
        started=fields.read_time(data.get("started"), "started"),
        place=fields.read_text(data.get("place"), "place"),
        note=fields.read_text(data.get("note"), "note"),
        utc_offset=fields.read_clock(data.get("started")),
    )
    # The hands name the sides as the file does.
    written = tuple(sides or house.game.side_names or fill_in_names(players))
    hands = _read_hands(replace(match, sides=written), data.get("hands", []))
    ended = fields.read_time(data.get("ended"), "ended")
    return check_typed(replace(match, hands=hands, ended=ended))


def read_house(written: object) -> HouseRules:
    """Return the house rules of a JSON object: a game and what differs from its defaults.

    Raises MatchFileError for another value or without a game, HouseRuleError for an invalid rule.
    """
    data = fields.read_object(written, "house")
    if "game" not in data:
        raise MatchFileError("missing", field="game")
    return HouseRules.of(data["game"], **{rule: data[rule] for rule in data if rule != "game"})


def _without_idle_rulings(hand: Hand) -> Hand:
    """Return the hand without rulings if it was misdealt; 0.1.0 kept them without effect."""
    return replace(hand, rulings=()) if hand.redeal and hand.rulings else hand


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


def _read_players(written: object) -> list[str | None]:
    names = fields.read_list(written, "players")
    return [None if name is None else fields.read_text(name, "players") for name in names]


def _read_opening(written: object) -> list[Standing] | None:
    if written is None:
        return None
    standings = []
    for side in fields.read_list(written, "opening"):
        data = fields.read_object(side, "opening", Standing._fields)
        standings.append(
            Standing(**{name: fields.read_number(n, name) for name, n in data.items()})
        )
    return standings
