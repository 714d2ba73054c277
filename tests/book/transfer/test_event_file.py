"""The event file: what is written is read again, and broken files are refused with a reason."""

import json
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from scorekeeper.book.events.entrants import MAX_LOT
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.rules import HouseRules, RuleError
from scorekeeper.rules.seating.event import (
    MAX_TABLE_NUMBER,
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    EventWay,
    TableResult,
)
from tests.rules.match_file.test_hostile_files import VALUES, places, put, refusal
from tests.rules.test_schema import NO_JSON, TOO_LARGE, VALIDATOR

BEYOND_ITS_SHAPE = {"people of an event", "seats of a round", "name unreadable"}
"""What the schema leaves to the reader."""
FRIDAY = datetime(2026, 11, 20, 18, 40, tzinfo=UTC)
PUBLIC_ID = "RnJpZGF5LWV2ZW5pbmctMQ"
HOUSE = HouseRules.of("partnership", target=250)
FINAL = HouseRules.of("partnership", target=350)
EVENT = Event(
    key=PUBLIC_ID,
    kind=EventKind.SINGLES,
    planned_rounds=2,
    max_tables=4,
    entrants=(
        Entrant(1, lot=MAX_LOT - 1, seed=1),
        Entrant(2, lot=1, seed=2),
        Entrant(3, lot=4, seed=2),
        Entrant(4, lot=3, seed=1),
        Entrant(5, lot=9, is_present=False),
    ),
    rounds=(
        EventRound(
            1,
            (EventTable(1, (1, 2, 3, 4), TableResult.of_points(312, -40)),),
            (5,),
            house=HOUSE,
            started=FRIDAY,
        ),
        EventRound(
            2,
            (EventTable(3, (2, 1, 3, 4), TableResult.walkover(1)),),
            house=HOUSE,
            started=FRIDAY,
            misses=(5,),
        ),
        EventRound(3, (EventTable(1, (1, 2, 4, 3)),), lives=1, house=FINAL, started=FRIDAY),
    ),
    house=HOUSE,
    way=EventWay.ROUNDS,
)
WRITTEN = WrittenEvent(
    public_id=PUBLIC_ID,
    name="Friday club",
    event=EVENT,
    names={1: ("Ann",), 2: ("Ben",), 3: ("Cleo",), 4: ("Dan",), 5: ("Player 5",)},
    started=FRIDAY,
    ended=FRIDAY,
    utc_offset=60,
    matches={(3, 1): "c3BhZGVzLW1hdGNoLTAwMQ"},
)


def of_pairs(event: WrittenEvent) -> WrittenEvent:
    """Return an event of two pairs, whose only table has no result yet."""
    rounds = (EventRound(1, (EventTable(1, (1, 2)),), house=HOUSE, started=FRIDAY),)
    entrants = (Entrant(1, lot=1), Entrant(2, lot=2))
    swiss = replace(event.event, kind=EventKind.SWISS, entrants=entrants, rounds=rounds)
    names = {1: ("Ann", "Ben"), 2: ("Cleo", "Dan")}
    return replace(event, event=swiss, names=names, matches={})


def of_elimination(event: WrittenEvent) -> WrittenEvent:
    """Return an elimination of two pairs, drawn before its only table has a result."""
    pairs = of_pairs(event)
    rounds = (replace(pairs.event.rounds[0], lives=2),)
    entrants = (Entrant(1, lot=1, seed=2), Entrant(2, lot=2, seed=1))
    drawn = replace(pairs.event, entrants=entrants, rounds=rounds, way=EventWay.ELIMINATION)
    return replace(pairs, event=drawn)


@pytest.mark.parametrize(
    "written",
    [WRITTEN, of_pairs(WRITTEN), of_elimination(WRITTEN)],
    ids=["singles", "pairs", "elimination"],
)
def test_what_is_written_is_read_again(written: WrittenEvent) -> None:
    data = json.loads(json.dumps(event_file.write(written)))
    assert event_file.read(data) == written


def test_a_table_may_have_the_highest_number() -> None:
    data = event_file.write(WRITTEN)
    data["rounds"][1]["tables"][0]["table"] = MAX_TABLE_NUMBER
    assert event_file.read(data).event.rounds[1].tables[0].number == MAX_TABLE_NUMBER


BROKEN: dict[str, tuple[tuple[str | int, ...], Any, str]] = {
    "a newer format": (("format",), "spades-event/2", "unknown format"),
    "an unknown field": (("colour",), "red", "unknown field"),
    "no name": (("name",), "", "name missing"),
    "a name with an escape": (("name",), "Friday\x1bclub", "name unreadable"),
    "a number twice": (("entrants", 1, "number"), 1, "people of an event"),
    "a name twice": (("entrants", 1, "players"), ["Ann"], "same name twice"),
    "two people as one": (("entrants", 1, "players"), ["Ben", "Eve"], "people of an event"),
    "a round twice": (("rounds", 1, "round"), 1, "seats of a round"),
    "a person twice in a round": (("rounds", 0, "tables", 0, "seats", 0), 5, "seats of a round"),
    "a way of another version": (("way",), "ladder", "not a choice"),
    "a person at a table who misses the round": (
        *(("rounds", 1, "misses", 0), 4, "seats of a round"),
    ),
    "an unknown person": (("rounds", 0, "sits_out", 0), 6, "seats of a round"),
    "three at a table": (("rounds", 1, "tables", 0, "seats"), [1, 2, 3], "seats of a round"),
    "a table number too high": (
        *(("rounds", 1, "tables", 0, "table"), MAX_TABLE_NUMBER + 1, "value out of range"),
    ),
    "a winner with fewer points": (("rounds", 0, "tables", 0, "winner"), 1, "not a choice"),
    "a seed of one person": (("entrants", 1, "seed"), None, "people of an event"),
    "a seed too high": (("entrants", 4, "seed"), 3, "people of an event"),
    "a playoff against oneself": (
        ("rounds", 2, "tables", 0, "seats"),
        [1, 4, 2, 3],
        "seats of a round",
    ),
    "a playoff of people without a seed": (
        *(("rounds", 2, "tables", 0, "seats"), [1, 2, 4, 5], "seats of a round"),
    ),
    "a round after the playoff": (("rounds", 0, "round"), 4, "seats of a round"),
    "another game in a round": (
        *(("rounds", 2, "house"), {"game": "three-handed"}, "unknown house rule"),
    ),
    "a round without tables": (("rounds", 0, "tables"), [], "seats of a round"),
    "a number nobody can follow": (("entrants", 0, "number"), 2**31 - 1, "value out of range"),
}


@pytest.mark.parametrize(("path", "value", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_event_is_refused_with_a_reason(
    path: tuple[str | int, ...], value: object, code: str
) -> None:
    broken = deepcopy(event_file.write(WRITTEN))
    inside: Any = broken
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    with pytest.raises(RuleError) as refused:
        event_file.read(broken)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("changes", "code"), [({"kind": "round robin"}, "not a choice"), ({}, "seats of a round")]
)
def test_an_elimination_has_no_rounds_before_it_and_no_other_kind(
    changes: dict[str, str], code: str
) -> None:
    data = event_file.write(of_pairs(WRITTEN)) | {"way": "elimination"} | changes
    with pytest.raises(RuleError) as refused:
        event_file.read(data)
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], 7, "spades-event/1", {"format": 7}])
def test_what_is_no_event_is_recognized(data: object) -> None:
    assert not event_file.is_event(data)


@pytest.mark.parametrize("path", [*places(event_file.write(WRITTEN))], ids=str)
def test_schema_and_reader_accept_the_same_evenings(path: tuple[str | int, ...]) -> None:
    for name, value in VALUES.items():
        if name not in NO_JSON | TOO_LARGE:
            changed = put(event_file.write(WRITTEN), path, value)
            error = refusal(changed, event_file.read)
            if VALIDATOR.is_valid(changed):
                assert error is None or error.code in BEYOND_ITS_SHAPE, (name, error)
            else:
                assert error is not None, name
