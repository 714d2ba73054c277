"""The document of an event: how the database stores its people, rounds and typed results.

A line of a file is the same with more: the names of the people, the matches of the tables, and what
the database has in columns. See docs/match-file.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from scorekeeper.rules import HouseRules, MatchFileError
from scorekeeper.rules.match_file import fields, read_house
from scorekeeper.rules.seating.bracket import MAX_PAIRS
from scorekeeper.rules.seating.event import (
    GAME,
    MAX_PEOPLE,
    MAX_ROUNDS,
    MAX_TABLES,
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    EventWay,
    Place,
    TableEnding,
    TableResult,
)

MAX_NUMBER = 2**31 - 1
Numbered = TypeVar("Numbered", Entrant, EventRound, EventTable)
ENTRANT_FIELDS = ("number", "players", "lot", "left", "seed")
ROUND_FIELDS = ("round", "started", "clock", "house", "lives", "tables", "sits_out", "misses")
RESULT_FIELDS = ("round", "table", "result", "points", "winner")
TABLE_FIELDS = ("table", "seats", "match", "result", "points", "winner", "typed")


def write(
    event: Event,
    names: Mapping[int, tuple[str, ...]] | None = None,
    matches: Mapping[Place, str] | None = None,
    utc_offset: int | None = None,
) -> dict[str, Any]:
    """Return an event as a JSON object; for a file, with the names of people and ids of matches.

    Only the database stores when a result was typed.
    """
    return _leave_out_none(
        kind=event.kind.value,
        way=event.way and event.way.value,
        house={"game": event.house.game.key, **event.house.differences()},
        rounds_planned=event.planned_rounds,
        most_tables=event.max_tables,
        entrants=[
            _leave_out_none(
                number=one.number,
                players=None if names is None else [*names[one.number]],
                lot=one.lot,
                left=None if one.is_present else True,
                seed=one.seed,
            )
            for one in event.entrants
        ],
        rounds=[
            _leave_out_none(
                round=one.number,
                lives=one.lives,
                house=(one.house and event.house.list_changes(one.house)) or None,
                started=fields.write_time(one.started, utc_offset),
                clock=fields.write_time(one.clock, utc_offset),
                tables=[
                    _leave_out_none(
                        table=table.number,
                        seats=[*table.seats],
                        match=(matches or {}).get((one.number, table.number)),
                        **_write_result(table.typed),
                        typed=fields.write_time(table.typed_at) if names is None else None,
                    )
                    for table in one.tables
                ],
                sits_out=[*one.sits_out] or None,
                misses=[*one.misses] or None,
            )
            for one in event.rounds
        ],
        at_end=None
        if event.at_end is None
        else [
            {"round": place[0], "table": place[1], **_leave_out_none(**_write_result(result))}
            for place, result in sorted(event.at_end.items())
        ],
    )


def read(given: Mapping[str, Any], key: str, started: datetime) -> Event:
    """Return the event of a JSON object; raise a RuleError that names the problem.

    A round without a time began when the event `started`.
    """
    kind = fields.read_text(given.get("kind"), "kind")
    if kind not in [known.value for known in EventKind]:
        raise MatchFileError("not a choice", field="kind", value=kind)
    way = given.get("way")
    ways = {*EventWay} if kind == EventKind.SWISS else {EventWay.ROUNDS}
    if way not in (None, *ways):
        raise MatchFileError("not a choice", field="way", value=way)
    house = read_house(given.get("house"))
    if house.game.key != GAME:
        raise MatchFileError("not a choice", field="game", value=house.game.key)
    people = fields.read_list(given.get("entrants"), "entrants", MAX_PEOPLE)
    rounds = fields.read_list(given.get("rounds", []), "rounds", MAX_ROUNDS)
    return Event(
        key=key,
        kind=EventKind(kind),
        planned_rounds=_read_number(given.get("rounds_planned"), "rounds_planned", 1, MAX_ROUNDS),
        max_tables=_read_optional(given, "most_tables", 1, MAX_TABLES),
        entrants=_sort(map(_read_entrant, people)),
        rounds=_sort(_read_round(one, house, started) for one in rounds),
        house=house,
        at_end=_read_results(given["at_end"]) if given.get("at_end") is not None else None,
        way=EventWay(way) if way else None,
    )


def _leave_out_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _write_result(result: TableResult | None) -> dict[str, Any]:
    if result is None:
        return {}
    points = result.points and [*result.points]
    return {"result": result.ending.value, "points": points, "winner": result.winner}


def _read_entrant(data: object) -> Entrant:
    given = fields.read_object(data, "entrants", ENTRANT_FIELDS)
    return Entrant(
        number=_read_number(given.get("number"), "number", 1, MAX_NUMBER),
        lot=_read_number(given.get("lot"), "lot", 0, MAX_NUMBER),
        is_present=not fields.read_flag(given.get("left", False), "left"),
        seed=_read_optional(given, "seed", 1, MAX_PAIRS),
    )


def _read_round(data: object, house: HouseRules, started: datetime) -> EventRound:
    given = fields.read_object(data, "rounds", ROUND_FIELDS)
    tables = fields.read_list(given.get("tables"), "tables", MAX_TABLES)
    written = given.get("house")
    changes = fields.read_object({} if written is None else written, "house")
    return EventRound(
        number=_read_number(given.get("round"), "round", 1, MAX_ROUNDS),
        tables=_sort(map(_read_table, tables)),
        sits_out=_read_entrants(given, "sits_out"),
        misses=_read_entrants(given, "misses"),
        lives=_read_optional(given, "lives", 1, 2),
        house=HouseRules.of(GAME, **{**house.differences(), **changes}),
        started=fields.read_time(given.get("started"), "started") or started,
        clock=fields.read_time(given.get("clock"), "clock"),
    )


def _read_entrants(given: Mapping[str, Any], name: str) -> tuple[int, ...]:
    written = fields.read_list(given.get(name, []), name, MAX_PEOPLE)
    return tuple(sorted(_read_number(one, name, 1, MAX_NUMBER) for one in written))


def _read_table(data: object) -> EventTable:
    given = fields.read_object(data, "tables", TABLE_FIELDS)
    seats = fields.read_list(given.get("seats"), "seats", 4)
    return EventTable(
        number=_read_number(given.get("table"), "table", 1, MAX_NUMBER),
        seats=tuple(_read_number(seat, "seats", 1, MAX_NUMBER) for seat in seats),
        typed=_read_result(given) if given.get("result") is not None else None,
        typed_at=fields.read_time(given.get("typed"), "typed"),
    )


def _read_results(data: object) -> dict[Place, TableResult]:
    """Return the results at the end; of a match, the side that did not give up may have less."""
    results = {}
    for one in fields.read_list(data, "at_end", MAX_ROUNDS * MAX_TABLES):
        given = fields.read_object(one, "at_end", RESULT_FIELDS)
        number = _read_number(given.get("round"), "round", 1, MAX_ROUNDS)
        table = _read_number(given.get("table"), "table", 1, MAX_NUMBER)
        results[number, table] = _read_result(given, is_typed=False)
    return results


def _read_result(given: Mapping[str, Any], *, is_typed: bool = True) -> TableResult:
    ending = fields.read_text(given.get("result"), "result")
    winner = _read_optional(given, "winner", 0, 1)
    if ending == TableEnding.NONE:
        return TableResult.none()
    if ending == TableEnding.WALKOVER and winner is not None:
        return TableResult.walkover(winner)
    points = fields.read_list(given.get("points"), "points", 2)
    if ending != TableEnding.PLAYED or len(points) != 2:
        raise MatchFileError("not a choice", field="result", value=ending)
    first, second = (fields.read_number(one, "points") for one in points)
    result = TableResult.of_points(first, second)
    if not is_typed:
        return replace(result, winner=winner)
    if winner is not None and winner != result.winner:
        raise MatchFileError("not a choice", field="winner", value=winner)
    return result


def _sort(numbered: Iterable[Numbered]) -> tuple[Numbered, ...]:
    return tuple(sorted(numbered, key=lambda one: one.number))


def _read_number(value: object, name: str, least: int, most: int) -> int:
    number = fields.read_number(value, name)
    if not least <= number <= most:
        raise MatchFileError("value out of range", field=name, least=least, most=most, value=number)
    return number


def _read_optional(given: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    value = given.get(name)
    return None if value is None else _read_number(value, name, least, most)
