from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper import rules
from scorekeeper.rules.presets import find_limits, limit_match
from scorekeeper.rules.seating.bracket import with_seeds
from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    EventWay,
    Seating,
    TableResult,
    with_entrant,
)
from scorekeeper.rules.seating.next_round import with_round
from scorekeeper.words.events import organiser

WON = TableResult.of_points(300, 250)
NAMES = {
    number: [name]
    for number, name in enumerate(["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus"], 1)
}


def evening(people: int, kind: EventKind = EventKind.SINGLES, most: int | None = None) -> Event:
    entrants = tuple(Entrant(number, lot=number) for number in range(1, people + 1))
    return Event("Fri", kind, 5, most, entrants)


def seated(event: Event, *tables: tuple[int, ...], result: TableResult | None = None) -> Event:
    return with_round(event, Seating(tables, ()), result=result)


FOUR_MEETING = evening(4, EventKind.ROUND_ROBIN)
FOUR_SEEDED = with_seeds(evening(4, EventKind.SWISS), {1: 1, 2: 2, 3: 3, 4: 4})


def test_each_kind_has_a_name_and_says_what_it_suits() -> None:
    kinds = organiser.list_kinds()
    assert [value for value, *_ in kinds] == [*EventKind, EventWay.ELIMINATION]
    assert kinds[0][1] == "Singles, partners change"


@pytest.mark.parametrize(
    ("limits", "length"),
    [
        ({"hand_limit": 8}, "8 hands"),
        ({"minutes": 30}, "30 minutes"),
        ({"target": 250}, "To 250"),
        ({"target": 250, "minutes": 25}, "To 250, at most 25 minutes"),
        ({"hand_limit": 8, "minutes": 45}, "8 hands, at most 45 minutes"),
    ],
    ids=str,
)
def test_the_length_of_a_round_is_its_limits(limits: dict[str, int], length: str) -> None:
    house = limit_match(rules.HouseRules(), limits)
    assert find_limits(house) == limits
    assert organiser.describe_length(find_limits(house)) == length


@pytest.mark.parametrize(
    ("event", "here", "size"),
    [
        (evening(2), "2 people are here", "2 more needed to start"),
        (evening(1, EventKind.SWISS), "1 pair is here", "1 more pair needed to start"),
        (evening(16), "16 people are here", "4 tables, everyone plays"),
        (evening(17), "17 people are here", "4 tables, 1 sits out each round"),
        (evening(17, most=3), "17 people are here", "3 tables, 5 sit out each round"),
        (evening(9, EventKind.SWISS), "9 pairs are here", "4 tables, 1 pair sits out each round"),
    ],
    ids=["too few", "one pair", "all", "one too many", "too few tables", "odd pairs"],
)
def test_the_number_of_tables_is_said(event: Event, here: str, size: str) -> None:
    counted = organiser.count_people(event).split()[0]
    described = organiser.describe_present(event)
    assert f"{counted} {described}".replace(" are here", "") in here.replace(" people", "")
    assert organiser.describe_size(event) == size


def test_a_round_robin_says_how_many_rounds_it_takes() -> None:
    pairs = EventKind.ROUND_ROBIN
    assert organiser.describe_size(evening(2, pairs)) == (
        "1 table, everyone plays, 1 round until everyone has met"
    )
    assert organiser.describe_size(evening(7, pairs)) == (
        "3 tables, 1 pair sits out each round, 7 rounds until everyone has met"
    )
    begun = seated(evening(8, pairs), (1, 2), result=WON)
    assert organiser.describe_size(begun) == "4 tables, everyone plays"


def test_the_next_round_meets_people_and_tables() -> None:
    assert organiser.describe_next(evening(16)) == "16 people, 4 tables"
    assert organiser.describe_next(evening(17)) == "17 people, 4 tables, 1 sits out"


def test_tables_that_still_play_are_named() -> None:
    event = seated(evening(9), (1, 2, 3, 4), (5, 6, 7, 8))
    assert organiser.describe_next(event) == "Tables 1 and 2 are still playing"
    assert organiser.label_start(event) == "Tables 1 and 2 play on"
    assert organiser.describe_missing(event) == "Their 8 players miss round 2."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (seated(evening(7), (1, 2, 3, 4)), "Too few are free."),
        (seated(seated(FOUR_MEETING, (1, 2), (3, 4), result=WON), (1, 3)), ""),
        (
            seated(seated(FOUR_MEETING, (1, 2), (3, 4), (1, 3), result=WON), (2, 4)),
            "The free pairs have all met.",
        ),
        (seated(evening(8, most=1), (1, 2, 3, 4)), "No table is free."),
        (with_round(FOUR_SEEDED, Seating(((1, 4), (2, 3)), ()), 1), "No pair can play yet."),
    ],
    ids=["too few", "nobody", "have met", "no table", "semi-finals"],
)
def test_who_waits_reads_why(event: Event, sentence: str) -> None:
    assert organiser.describe_obstacle(event).partition(" Wait")[0] == sentence


def test_players_at_a_slow_table_miss_a_round() -> None:
    singles = seated(evening(8), (1, 2, 3, 4))
    assert organiser.describe_missing(singles) == "Their 4 players miss round 2."
    fair = replace(singles, way=EventWay.ROUNDS)
    expected = "Their 4 players miss round 2. It counts ½ a win each."
    assert organiser.describe_missing(fair) == expected
    gone = with_entrant(fair, 3, is_present=False)
    assert organiser.describe_missing(gone).startswith("Their 3 players")
    two = seated(evening(6, EventKind.SWISS), (1, 2), (3, 4))
    assert organiser.describe_missing(two) == "Their 4 pairs miss round 2."


def test_nobody_misses_a_round_of_the_playoff() -> None:
    playing = with_round(FOUR_SEEDED, Seating(((1, 4), (2, 3)), ()), 1)
    assert organiser.describe_missing(playing) == "The other tables can start now."


def test_more_than_three_tables_are_counted() -> None:
    assert organiser.describe_playing([2, 4, 6]) == "Tables 2, 4 and 6 are still playing"
    assert organiser.describe_playing([2, 4, 6, 7]) == "4 tables are still playing"


def test_nothing_is_said_of_tables_when_all_are_free() -> None:
    assert organiser.label_start(evening(8)) == ""


def test_progress_says_the_round_and_its_tables() -> None:
    playing = seated(evening(8), (1, 2, 3, 4), (5, 6, 7, 8))
    done = seated(evening(8), (1, 2, 3, 4), result=WON)
    assert playing.latest is not None
    assert done.latest is not None
    describe = organiser.describe_progress
    assert describe(playing, playing.latest) == "Round 1 of 5 · 0 of 2 tables done"
    assert describe(done, done.latest) == "Round 1 of 5 · all tables done"
    assert describe(done, replace(done.latest, number=6)) == "Round 6 · all tables done"


def test_a_round_of_the_playoff_has_the_name_of_its_stage() -> None:
    event = with_seeds(evening(4, EventKind.SWISS), {1: 1, 2: 2, 3: 3, 4: 4})
    assert organiser.label_seating(event) == "Seat round 1"
    playing = with_round(event, Seating(((1, 4), (2, 3)), ()), 1)
    assert playing.latest is not None
    progress = organiser.describe_progress(playing, playing.latest)
    assert progress == "Semi-finals · 0 of 2 tables done"
    done = with_round(event, Seating(((1, 4), (2, 3)), ()), 1, WON)
    assert organiser.label_seating(done) == "Seat the final"


@pytest.mark.parametrize(
    ("kind", "before", "tables", "said", "notes"),
    [
        (EventKind.SINGLES, (), (1, 2, 3, 4), "New partners for everyone.", []),
        (
            EventKind.SINGLES,
            ((1, 2, 3, 4),),
            (1, 2, 3, 5),
            "Some people are partners again.",
            ["Ann and Cleo are partners again"],
        ),
        (
            EventKind.SINGLES,
            ((1, 2, 3, 4), (1, 2, 5, 6)),
            (1, 2, 6, 7),
            "New partners for everyone.",
            ["Ann and Ben meet a third time"],
        ),
        (EventKind.SWISS, (), (1, 2), "New opponents for everyone.", []),
        (EventKind.SWISS, ((1, 2),), (2, 1), "Some pairs meet again.", ["Ben and Ann meet again"]),
    ],
    ids=["new partners", "partners again", "third time", "new opponents", "rematch"],
)
def test_a_seating_says_what_it_repeats(
    kind: EventKind,
    before: tuple[tuple[int, ...], ...],
    tables: tuple[int, ...],
    said: str,
    notes: list[str],
) -> None:
    event = evening(7, kind)
    for table in before:
        event = seated(event, table, result=WON)
    seating = Seating((tables,), ())
    repeats = organiser.list_repeats(event, seating)
    assert organiser.describe_seating(event, seating).startswith(said)
    assert [organiser.describe_repeat(repeat, NAMES) for repeat in repeats] == notes


def test_a_seating_without_slow_tables_is_for_the_others() -> None:
    event = seated(evening(8), (1, 2, 3, 4))
    said = organiser.describe_seating(event, Seating(((5, 6, 7, 8),), ()))
    assert said.startswith("New partners for the other 4.")


def test_the_playoff_decides_its_tables() -> None:
    event = evening(4, EventKind.SWISS)
    playoff = with_round(event, Seating(((1, 2),), ()), 1, WON)
    assert organiser.describe_seating(playoff, Seating(((3, 4),), ())) == (
        "The results decide who meets."
    )


def test_a_match_that_still_runs_or_was_ended_early_says_so() -> None:
    match = rules.Match.start(rules.HouseRules.of("partnership"), ["Ann", "Cleo", "Ben", "Dan"])
    assert organiser.describe_phone(match) == (
        "A phone is keeping score here: 0\xa0:\xa00, Hand 1. What you type counts."
    )
    ended = match.end(datetime(2026, 11, 20, 20, tzinfo=UTC))
    assert organiser.describe_phone(ended) == "Ended early, 0\xa0:\xa00. No result yet."


def test_two_different_results_are_both_named() -> None:
    said = organiser.describe_conflict("312 : 250", "310 : 250")
    assert said == "Someone saved 312 : 250. You typed 310 : 250."


def test_the_next_round_of_a_playoff_is_its_open_tables() -> None:
    event = with_seeds(evening(4, EventKind.SWISS), {1: 1, 2: 2, 3: 3, 4: 4})
    event = with_round(event, Seating(((1, 4), (2, 3)), ()), 1, WON)
    assert organiser.describe_next(event) == "1 table"


def test_a_change_after_the_next_round_says_so() -> None:
    first = EventRound(1, (EventTable(2, (1, 2, 3, 4), TableResult.of_points(287, 310)),))
    event = Event("Fri", EventKind.SINGLES, 5, None, (), (first, EventRound(2, ())))
    assert organiser.describe_change(event, first, first.tables[0]) == (
        "Changed: Round 1, table 2 is now 287\xa0:\xa0310. Round 2 was already seated, so"
        " its tables stay as they are."
    )
    playoff = replace(event, rounds=(first, EventRound(2, (), lives=1)))
    assert organiser.describe_change(playoff, first, first.tables[0]) == (
        "Changed: Round 1, table 2 is now 287\xa0:\xa0310. The playoff started before this change."
    )
    semi_finals = with_round(FOUR_SEEDED, Seating(((1, 4), (2, 3)), ()), 1, WON)
    event_of_four = with_round(semi_finals, Seating(((1, 2),), ()), 1)
    seated_before = event_of_four.rounds[0]
    assert organiser.describe_change(event_of_four, seated_before, seated_before.tables[1]) == (
        "Changed: Semi-finals, table 2 is now 300 : 250. Other pairs may meet now. Tap “Undo:"
        " Final” in Set-up, or give a table that has begun “No result”."
    )
    still_open = EventTable(2, (1, 2, 3, 4))
    assert organiser.describe_change(event, first, still_open) == (
        "Round 1, table 2 is open again. Round 2 was already seated, so"
        " its tables stay as they are."
    )
