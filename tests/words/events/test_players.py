from dataclasses import replace

import pytest

from scorekeeper import rules
from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    EventWay,
    TableResult,
)
from scorekeeper.rules.seating.standings import rank
from scorekeeper.words.events import players
from scorekeeper.words.language import speak

WON, TIE = TableResult.of_points(312, 250), TableResult.of_points(300, 300)
SINGLES = EventTable(2, (1, 2, 3, 4))
NAMES = {1: ("Ann",), 2: ("Ben",), 3: ("Cleo",), 4: ("Dan",), 5: ("Eva",)}
PAIRS = {1: ("Ann", "Ben"), 2: ("Cleo", "Dan"), 3: ("Eva", "Finn"), 4: ("Gus", "Ida")}


def event(kind: EventKind, people: int, *rounds: EventRound, planned: int = 5) -> Event:
    entrants = tuple(Entrant(number, lot=number) for number in range(1, people + 1))
    return Event("Friday", kind, planned, None, entrants, rounds)


def test_chairs_have_people() -> None:
    assert players.name_chairs() == ["North", "East", "South", "West"]
    assert players.list_people(NAMES, SINGLES) == ["Ann", "Ben", "Cleo", "Dan"]
    assert players.list_names(PAIRS, [2]) == ["Cleo &\xa0Dan"]
    assert players.list_people(PAIRS, EventTable(1, (1, 2))) == ["Ann", "Cleo", "Ben", "Dan"]


def test_wins_are_counted_in_halves() -> None:
    assert [players.label_wins(wins) for wins in (0, 0.5, 1, 1.5)] == [
        *("wins", "win", "win", "wins")
    ]


@pytest.mark.parametrize(("language", "place"), [("en", "22nd"), ("de", "22."), ("fil", "ika-22")])
def test_places_are_ordinals(english: None, language: str, place: str) -> None:
    speak(language)
    assert players.format_place(22) == place


@pytest.mark.parametrize(
    ("language", "place"), [("en", "22nd"), ("de", "Platz 22"), ("fil", "ika-22")]
)
def test_a_place_alone_is_named(english: None, language: str, place: str) -> None:
    speak(language)
    assert players.name_place(22) == place


@pytest.mark.parametrize(
    ("result", "side", "sentence"),
    [
        (WON, 0, "You and Ben won."),
        (WON, 1, "You and Ben lost."),
        (TIE, 0, "A tie. It counts ½ a win for each side."),
        (TableResult.none(), 0, "No result at this table. It counts ½ a win for each side."),
        (TableResult.walkover(1), 1, "You and Ben won."),
    ],
    ids=["won", "lost", "tie", "no result", "walkover"],
)
def test_a_player_reads_their_own_result(result: TableResult, side: int, sentence: str) -> None:
    assert players.describe_own_result(result, side, "Ben") == sentence


def test_a_sit_out_says_what_it_counts() -> None:
    third, missed = EventRound(3, (), (5,)), EventRound(3, (), (5,), misses=(1, 2))
    half, whole = "Round 3 counts ½ a win for you.", "Round 3 counts as a win for you."
    singles, swiss = event(EventKind.SINGLES, 5), event(EventKind.SWISS, 5)
    fair = replace(swiss, way=EventWay.ROUNDS)
    assert [players.describe_sit_out(one, third) for one in (singles, swiss, fair)] == [
        *(half, whole, whole)
    ]
    assert [players.describe_sit_out(one, missed) for one in (swiss, fair)] == [whole, half]
    assert players.describe_bench(["Eva"]) == "Sits out: Eva"
    assert players.describe_bench(["Eva", "Finn"]) == "Sit out: Eva, Finn"


def test_a_round_says_how_far_it_is() -> None:
    done, playing = replace(SINGLES, typed=WON), replace(SINGLES, number=1)
    assert players.describe_waiting([done]) == ""
    assert players.describe_waiting([done, playing]) == "1 of 2 tables is still playing"
    assert players.describe_waiting([playing, playing]) == "2 of 2 tables are still playing"
    assert players.describe_done([done]) == "1 of 1 table done"
    assert players.describe_done([done, playing]) == "1 of 2 tables done"


def test_a_match_says_whether_its_result_has_arrived() -> None:
    arrived = players.describe_arrival(3, 2, rules.Ending.HANDS)
    assert arrived == "The result of round 3, table 2 is in."
    ended_early = players.describe_arrival(3, 2, rules.Ending.EARLY)
    assert (
        ended_early
        == "This match was ended early. If your table has no result, tell the organiser."
    )


def test_people_are_counted() -> None:
    assert players.describe_people(event(EventKind.SINGLES, 1)) == "1 is here."
    assert players.describe_people(event(EventKind.SWISS, 4)) == "8 are here."


@pytest.mark.parametrize("kind", EventKind)
def test_every_kind_explains_its_order(kind: EventKind) -> None:
    before = players.describe_order(event(kind, 4))
    after = players.describe_order(replace(event(kind, 4), way=EventWay.ROUNDS))
    assert {one.startswith("More wins come first") for one in (before, after)} == {True}
    assert before.endswith(
        "counts as a win." if kind is EventKind.SWISS else "a round counts ½ a win."
    )
    assert after.endswith(
        "it counts 1." if kind is EventKind.SWISS else "missing a round counts ½ a win."
    )


@pytest.mark.parametrize(
    ("first", "wins", "is_over", "sentence"),
    [
        ([["Ann"]], 4.5, True, "Ann wins the evening with 4½ wins."),
        ([["Ann"]], 1, True, "Ann wins the evening with 1 win."),
        ([["Jo", "Kim"]], 4, True, "Jo & Kim win the evening with 4 wins."),
        ([["Ann"], ["Ben"]], 4, True, "Ann and Ben share first place."),
        ([["Ann"]], 4.5, False, "First place: Ann, with 4½ wins."),
    ],
    ids=["one", "one win", "pair", "shared", "before the end"],
)
def test_the_first_place_has_a_sentence(
    first: list[list[str]], wins: float, is_over: bool, sentence: str
) -> None:
    assert players.describe_first(first, wins, is_over=is_over) == sentence


def test_a_row_says_whom_it_beat() -> None:
    """Pair 1 beat pair 2, lost high to pair 3, and has as many wins as pair 2."""
    rounds = (
        EventRound(1, (EventTable(1, (1, 2), TableResult.of_points(260, 250)),)),
        EventRound(2, (EventTable(1, (1, 3), TableResult.of_points(0, 300)),)),
        EventRound(3, (EventTable(1, (2, 4), TableResult.of_points(300, 0)),)),
        EventRound(4, (EventTable(1, (3, 4), TableResult.of_points(10, 0)),)),
    )
    rows = rank(event(EventKind.ROUND_ROBIN, 4, *rounds))
    found = {row.entrant: players.describe_head_to_head(PAIRS, row, rows) for row in rows}
    assert found == {3: "", 1: "beat Cleo &\xa0Dan", 2: "", 4: ""}


def test_sheets_have_names() -> None:
    assert players.name_sheet("cards") == "Table cards"
