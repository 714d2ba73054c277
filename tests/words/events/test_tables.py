from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper import rules
from scorekeeper.rules.seating.event import EventTable, TableResult
from scorekeeper.words.events import tables

NAMES = {1: ["Ann"], 2: ["Cleo"], 3: ["Ben"], 4: ["Dan"]}
TABLE = EventTable(2, (1, 2, 3, 4))


def running(**house: int) -> rules.Match:
    rules_of_round = rules.HouseRules.of("partnership", **house)
    return rules.Match.start(rules_of_round, ["Ann", "Cleo", "Ben", "Dan"])


def test_a_table_before_its_first_phone_has_not_started() -> None:
    line = tables.describe_table(TABLE, NAMES)
    assert line == (2, ("Ann &\xa0Ben", "Cleo &\xa0Dan"), "open", "Not started", None, None)


@pytest.mark.parametrize(
    ("house", "told"), [({}, "Hand 1"), ({"hand_limit": 8}, "Hand 1 of 8")], ids=str
)
def test_a_table_that_plays_shows_its_hand_and_points(house: dict[str, int], told: str) -> None:
    line = tables.describe_table(TABLE, NAMES, running(**house))
    assert (line.state, line.description, line.points, line.winner) == ("live", told, (0, 0), None)


def test_a_match_ended_early_gives_no_result() -> None:
    ended = running().end(datetime(2026, 11, 20, 20, tzinfo=UTC))
    assert tables.describe_hand(ended) == "Ended early: no result yet"
    assert tables.describe_running(ended, 0) == "ended early, 0\xa0:\xa00"


def test_running_points_are_those_of_a_side() -> None:
    played = running().bid([rules.Bid(3)] * 4).record_tricks([4, 3, 3, 3])
    assert tables.describe_running(played, 0) == "playing, 61\xa0:\xa060"
    assert tables.describe_running(played, 1) == "playing, 60\xa0:\xa061"


@pytest.mark.parametrize(
    ("result", "told", "written"),
    [
        (TableResult.of_points(312, -40), "Done", "312\xa0:\xa0−40"),
        (TableResult.walkover(1), "Walkover", "Walkover"),
        (TableResult.none(), "No result", "No result"),
    ],
    ids=["played", "walkover", "none"],
)
def test_a_table_that_is_done_says_how(result: TableResult, told: str, written: str) -> None:
    line = tables.describe_table(replace(TABLE, typed=result), NAMES)
    assert (line.state, line.description, line.points) == ("done", told, result.points)
    assert tables.format_result(result) == written


def test_a_result_that_was_typed_says_so() -> None:
    done = replace(TABLE, typed=TableResult.of_points(312, 250))
    line = tables.describe_table(done, NAMES, is_typed=True)
    assert (line.description, line.winner) == ("Done · typed in", 0)


def test_rounds_and_tables_have_names() -> None:
    assert (tables.name_round(3), tables.name_table(2)) == ("Round 3", "Table 2")
    assert (tables.name_tables([3]), tables.name_tables([1, 3])) == ("Table 3", "Tables 1 and 3")
