"""The event file: a club evening as a JSON object, with people, rounds and typed results.

It names the matches of its tables by their ids. They are in match files, as all matches are.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorekeeper.rules import HouseRules, MatchFileError
from scorekeeper.rules.match.names import clean_name
from scorekeeper.rules.match.setup import check_names
from scorekeeper.rules.match_file import fields, read_house
from scorekeeper.rules.seating.bracket import MAX_PAIRS
from scorekeeper.rules.seating.event import (
    GAME,
    MAX_PEOPLE,
    MAX_ROUNDS,
    MAX_TABLE_NUMBER,
    MAX_TABLE_POINTS,
    MAX_TABLES,
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableEnding,
    TableResult,
)

FORMAT = "spades-event/1"
FAMILY = "spades-event/"
MAX_NUMBER = 2**31 - 1
MAX_ENTRANT = 2**30  # those who come later get greater numbers
FIELDS = (
    *("format", "id", "name", "kind", "house", "rounds_planned", "most_tables", "started"),
    *("ended", "entrants", "rounds"),
)
ENTRANT_FIELDS = ("number", "players", "lot", "left", "seed")
ROUND_FIELDS = ("round", "started", "house", "lives", "tables", "sits_out")
TABLE_FIELDS = ("table", "seats", "match", "result", "points", "winner")


@dataclass(frozen=True)
class WrittenEvent:
    """An event as a file holds it; the results in `event` are those that were typed.

    `matches` are the public ids of matches by round and table; `round_house` are the house rules
    that are different in a round.
    """

    public_id: str
    name: str
    event: Event
    house: HouseRules
    names: Mapping[int, tuple[str, ...]]
    started: datetime
    ended: datetime | None = None
    utc_offset: int | None = None
    matches: Mapping[tuple[int, int], str] = field(default_factory=dict)
    round_house: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    round_starts: Mapping[int, datetime] = field(default_factory=dict)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all people, by entrant."""
        return tuple(name for names in self.names.values() for name in names)


def is_event(written: object) -> bool:
    """Whether a JSON text is an event, of this version or a newer one."""
    return isinstance(written, dict) and str(written.get("format")).startswith(FAMILY)


def write(written: WrittenEvent) -> dict[str, Any]:
    """Return the event as a JSON object; reading it gives the same event."""
    event, offset = written.event, written.utc_offset
    return {
        "format": FORMAT,
        "id": written.public_id,
        "name": written.name,
        "kind": event.kind.value,
        "house": {"game": written.house.game.key, **written.house.differences()},
        "rounds_planned": event.planned_rounds,
        **({"most_tables": event.max_tables} if event.max_tables else {}),
        "started": fields.write_time(written.started, offset),
        "ended": fields.write_time(written.ended, offset),
        "entrants": [_write_entrant(written, entrant) for entrant in event.entrants],
        "rounds": [_write_round(written, seated) for seated in event.rounds],
    }


def read(data: object) -> WrittenEvent:
    """Return the event of a JSON object; raise a RuleError that names the problem."""
    given = fields.read_object(data, "event", FIELDS)
    if given.get("format") != FORMAT:
        raise MatchFileError("unknown format", format=given.get("format"), known=FORMAT)
    kind = fields.read_text(given.get("kind"), "kind")
    if kind not in [known.value for known in EventKind]:
        raise MatchFileError("not a choice", field="kind", value=kind)
    started = fields.read_time(given.get("started"), "started")
    if started is None:
        raise MatchFileError("missing", field="started")
    people = fields.read_list(given.get("entrants"), "entrants", MAX_PEOPLE)
    rounds = fields.read_list(given.get("rounds", []), "rounds", MAX_ROUNDS)
    house = read_house(given.get("house"))
    if house.game.key != GAME:
        raise MatchFileError("not a choice", field="game", value=house.game.key)
    public_id = fields.read_text(given.get("id"), "id")
    event = Event(
        key=public_id,
        kind=EventKind(kind),
        planned_rounds=_read_number(given.get("rounds_planned"), "rounds_planned", 1, MAX_ROUNDS),
        max_tables=_read_optional(given, "most_tables", 1, MAX_TABLES),
        entrants=tuple(map(_read_entrant, people)),
        rounds=tuple(map(_read_round, rounds)),
    )
    numbers = [entrant.number for entrant in event.entrants]
    names = dict(zip(numbers, map(_read_players, people), strict=True))
    changes = [(one["round"], _read_changes(house, one.get("house"))) for one in rounds]
    written = WrittenEvent(
        public_id=public_id,
        name=_read_name(given.get("name")),
        event=event,
        house=house,
        names=names,
        started=started,
        ended=fields.read_time(given.get("ended"), "ended"),
        utc_offset=fields.read_clock(given.get("started")),
        matches=_read_matches(rounds),
        round_house={number: rules for number, rules in changes if rules},
        round_starts={one["round"]: _read_start(one, started) for one in rounds},
    )
    _check(written)
    return written


def _write_entrant(written: WrittenEvent, entrant: Entrant) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "players": list(written.names[entrant.number]),
        "lot": entrant.lot,
        **({} if entrant.is_present else {"left": True}),
        **({"seed": entrant.seed} if entrant.seed else {}),
    }


def _write_round(written: WrittenEvent, seated: EventRound) -> dict[str, Any]:
    house = written.round_house.get(seated.number)
    began = written.round_starts.get(seated.number)
    return {
        "round": seated.number,
        **({"lives": seated.lives} if seated.lives else {}),
        **({"house": dict(house)} if house else {}),
        "started": fields.write_time(began, written.utc_offset),
        "tables": [_write_table(written, seated.number, table) for table in seated.tables],
        **({"sits_out": list(seated.sits_out)} if seated.sits_out else {}),
    }


def _write_table(written: WrittenEvent, number: int, table: EventTable) -> dict[str, Any]:
    match = written.matches.get((number, table.number))
    data: dict[str, Any] = {"table": table.number, "seats": list(table.seats)}
    if match:
        data["match"] = match
    if result := table.result:
        data["result"] = result.ending.value
        data |= {"points": list(result.points)} if result.points else {}
        data |= {} if result.winner is None else {"winner": result.winner}
    return data


def _read_entrant(data: object) -> Entrant:
    given = fields.read_object(data, "entrants", ENTRANT_FIELDS)
    return Entrant(
        number=_read_number(given.get("number"), "number", 1, MAX_ENTRANT),
        lot=_read_number(given.get("lot"), "lot", 0, MAX_NUMBER),
        is_present=not fields.read_flag(given.get("left", False), "left"),
        seed=_read_optional(given, "seed", 1, MAX_PAIRS),
    )


def _read_players(given: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(clean_name, fields.read_texts(given.get("players"), "players")))


def _read_round(data: object) -> EventRound:
    given = fields.read_object(data, "rounds", ROUND_FIELDS)
    tables = fields.read_list(given.get("tables"), "tables", MAX_TABLES)
    resting = fields.read_list(given.get("sits_out", []), "sits_out", MAX_PEOPLE)
    return EventRound(
        number=_read_number(given.get("round"), "round", 1, MAX_ROUNDS),
        tables=tuple(map(_read_table, tables)),
        sits_out=tuple(_read_number(one, "sits_out", 1, MAX_NUMBER) for one in resting),
        lives=_read_optional(given, "lives", 1, 2),
    )


def _read_table(data: object) -> EventTable:
    given = fields.read_object(data, "tables", TABLE_FIELDS)
    seats = fields.read_list(given.get("seats"), "seats", 4)
    return EventTable(
        number=_read_number(given.get("table"), "table", 1, MAX_TABLE_NUMBER),
        seats=tuple(_read_number(seat, "seats", 1, MAX_NUMBER) for seat in seats),
        result=_read_result(given) if given.get("result") is not None else None,
    )


def _read_result(given: Mapping[str, Any]) -> TableResult:
    ending = fields.read_text(given["result"], "result")
    winner = _read_optional(given, "winner", 0, 1)
    if ending == TableEnding.NONE:
        return TableResult.none()
    if ending == TableEnding.WALKOVER and winner is not None:
        return TableResult.walkover(winner)
    points = fields.read_list(given.get("points"), "points", 2)
    if ending != TableEnding.PLAYED or len(points) != 2:
        raise MatchFileError("not a choice", field="result", value=ending)
    most = MAX_TABLE_POINTS
    first, second = (_read_number(one, "points", -most, most) for one in points)
    result = TableResult.of_points(first, second)
    if winner not in (None, result.winner):
        raise MatchFileError("not a choice", field="winner", value=winner)
    return result


def _read_matches(rounds: list[Any]) -> dict[tuple[int, int], str]:
    return {
        (one["round"], table["table"]): match
        for one in rounds
        for table in one["tables"]
        if (match := fields.read_text(table.get("match"), "match"))
    }


def _read_changes(house: HouseRules, written: object) -> Mapping[str, Any]:
    """Return the house rules that are different in a round."""
    changes = fields.read_object({} if written is None else written, "house")
    return house.list_changes(HouseRules.of(GAME, **{**house.differences(), **changes}))


def _read_start(one: Mapping[str, Any], otherwise: datetime) -> datetime:
    return fields.read_time(one.get("started"), "started") or otherwise


def _read_name(value: object) -> str:
    check_names([name := clean_name(fields.read_text(value, "name"))])
    return name


def _read_number(value: object, name: str, least: int, most: int) -> int:
    number = fields.read_number(value, name)
    if not least <= number <= most:
        raise MatchFileError("value out of range", field=name, least=least, most=most, value=number)
    return number


def _read_optional(given: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    value = given.get(name)
    return None if value is None else _read_number(value, name, least, most)


def _check(written: WrittenEvent) -> None:
    """Raise a RuleError if a number, a name or a chair is there twice, or an entrant missing."""
    event = written.event
    check_names(written.people)
    if any(len(names) != 1 + event.is_pairs for names in written.names.values()):
        raise MatchFileError("people of an event")
    if len(event.by_number) != len(event.entrants):
        raise MatchFileError("people of an event")
    rounds = Counter(seated.number for seated in event.rounds)
    for seated in event.rounds:
        seats = [one for table in seated.tables for one in table.seats]
        chairs = Counter([*seated.sits_out, *seats])
        tables = {table.number for table in seated.tables}
        fits = all(len(table.seats) == event.seats_per_table for table in seated.tables)
        once = rounds[seated.number] == 1 and len(tables) == len(seated.tables)
        once = once and chairs.total() == len(chairs)
        if not (tables and fits and once and chairs.keys() <= event.by_number.keys()):
            raise MatchFileError("seats of a round", round=seated.number)
    _check_playoff(event)


def _check_playoff(event: Event) -> None:
    """Raise a RuleError if seeds are missing or twice, or a playoff table is not of two of them."""
    seeds = sorted(entrant.seed for entrant in event.entrants if entrant.seed)
    each = 1 if event.is_pairs else 2
    if seeds != sorted([*range(1, len(seeds) // each + 1)] * each):
        raise MatchFileError("people of an event")
    begin = len(event.main_rounds)
    for seated in sorted(event.rounds, key=lambda one: one.number)[begin:]:
        for table in seated.tables:
            teams = [{event.by_number[one].seed for one in table.side(side)} for side in (0, 1)]
            is_match = teams[0] != teams[1] and [len(team) for team in teams] == [1, 1]
            is_known = {None} not in teams and seated.lives in (1, 2)
            if not (is_match and is_known and seated.lives == event.lives):
                raise MatchFileError("seats of a round", round=seated.number)
