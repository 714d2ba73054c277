"""Sentences of the playoff: its rounds, the bracket, the lists and the winner."""

from dataclasses import replace

import pytest

from scorekeeper.rules.seating.bracket import plan_playoff
from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventWay,
    TableResult,
    with_tables,
)
from scorekeeper.rules.seating.next_round import seat_next_round, with_round
from scorekeeper.words.events import playoff
from scorekeeper.words.events.playoff import BracketSide, ListedPair
from scorekeeper.words.events.tables import describe_table

NAMES = {
    1: ("Leo", "Max"),
    2: ("Ann", "Quin"),
    3: ("Eva", "Finn"),
    4: ("Ben", "Zoë"),
    5: ("Gus", "Ida"),
    6: ("Nia", "Oz"),
    7: ("Jo", "Kim"),
    8: ("Cleo", "Dan"),
}
EIGHT = Event(
    key="Tue",
    kind=EventKind.SWISS,
    planned_rounds=3,
    max_tables=None,
    entrants=tuple(Entrant(number, lot=number, seed=number) for number in NAMES),
)
SIX = replace(EIGHT, entrants=EIGHT.entrants[:6])
FIRST_WINS = TableResult.of_points(350, 212)
SECOND_WINS = TableResult.of_points(98, 351)


def played(event: Event, lives: int, *results: TableResult | None) -> Event:
    """Return the event after one playoff round for each result, which all its tables have."""
    for result in results:
        event = with_round(event, seat_next_round(event, lives=lives), lives, result)
    return event


def lines(event: Event) -> playoff.Lines:
    """Return the tables of the playoff as pages describe them."""
    return {
        (seated.number, table.number): describe_table(table, NAMES)
        for seated in event.playoff_rounds
        for table in seated.tables
    }


@pytest.mark.parametrize(
    ("matches", "name"),
    [(1, "Final"), (2, "Semi-finals"), (4, "Quarter-finals"), (8, "Round of 16")],
)
def test_rounds_have_the_names_of_the_bracket(matches: int, name: str) -> None:
    assert playoff.name_stage(matches) == name


def test_a_round_says_how_many_are_planned_or_its_name_in_the_bracket() -> None:
    assert playoff.describe_round(EIGHT, 3) == "Round 3 of 3"
    assert playoff.describe_round(EIGHT, 4) == "Round 4"
    event = played(EIGHT, 1, FIRST_WINS, None)
    assert playoff.describe_round(event, 2) == "Semi-finals"
    assert playoff.describe_seating(event, 1) == "Quarter-finals: find your table"
    assert playoff.describe_round(played(EIGHT, 2, FIRST_WINS, None), 2) == "Round 2"


def test_nobody_is_first_before_a_table_is_done() -> None:
    five = replace(
        EIGHT, kind=EventKind.SINGLES, entrants=tuple(Entrant(n, n) for n in range(1, 6))
    )
    event = with_round(five, seat_next_round(five))
    names = dict.fromkeys(range(1, 6), ("Ann",))
    assert event.rounds[0].sits_out
    assert playoff.describe_evening(event, names, is_over=True) == ""


def test_the_evening_is_won_by_the_rounds_or_else_by_the_playoff() -> None:
    two = replace(EIGHT, entrants=EIGHT.entrants[:2])
    event = with_round(two, seat_next_round(two), result=FIRST_WINS)
    won = playoff.describe_evening(event, NAMES, is_over=True)
    assert won == "Leo & Max win the evening with 1 win."
    event = played(event, 1, SECOND_WINS)
    won = playoff.describe_evening(event, NAMES, is_over=True)
    assert won == "Ann &\xa0Quin win the final, 351\xa0:\xa098."


def test_rounds_are_named_by_their_matches_in_the_bracket() -> None:
    event = played(EIGHT, 1, FIRST_WINS, FIRST_WINS, None)
    names = [playoff.name_playoff_round(event, number) for number in (1, 2, 3)]
    assert names == ["Quarter-finals", "Semi-finals", "Final"]
    assert playoff.name_playoff_round(played(EIGHT, 2, None), 1) == "Round 1"


def test_the_key_says_which_round_is_seated_next() -> None:
    assert playoff.label_seating(EIGHT) == "Seat the quarter-finals"
    assert playoff.label_seating(played(EIGHT, 1, FIRST_WINS)) == "Seat the semi-finals"
    assert playoff.label_seating(played(EIGHT, 1, FIRST_WINS, FIRST_WINS)) == "Seat the final"
    assert playoff.label_seating(played(EIGHT, 2, FIRST_WINS)) == "Seat round 2"


def test_the_choices_are_explained() -> None:
    singles = replace(EIGHT, kind=EventKind.SINGLES)
    assert playoff.describe_size(singles, 8) == "Top 8 as 4 pairs"
    assert playoff.describe_size(EIGHT, 4) == "Top 4 pairs"
    assert playoff.describe_size(EIGHT, 8) == "All 8 pairs"
    assert playoff.describe_seeding(singles).startswith("First plays with last")
    assert playoff.describe_seeding(EIGHT).startswith("First plays last")
    assert playoff.describe_elimination(1) == "Out after one loss"
    assert playoff.describe_elimination(2) == "Out after two losses"
    assert playoff.explain_elimination(EIGHT, 1).startswith("Single")
    eliminated = replace(SIX, way=EventWay.ELIMINATION)
    assert playoff.explain_elimination(eliminated, 1).endswith("2 byes in round 1.")
    assert playoff.explain_elimination(EIGHT, 2).startswith("Double")


@pytest.mark.parametrize(
    ("final", "sentence"),
    [
        (FIRST_WINS, "Leo &\xa0Max win the final, 350\xa0:\xa0212."),
        (SECOND_WINS, "Ann &\xa0Quin win the final, 351\xa0:\xa098."),
        (TableResult.walkover(0), "Leo &\xa0Max win the final."),
        (TableResult.none(), ""),
        (None, ""),
    ],
)
def test_the_winner_is_named_with_the_points_of_the_final(
    final: TableResult | None, sentence: str
) -> None:
    plan = plan_playoff(played(EIGHT, 1, FIRST_WINS, FIRST_WINS, final), 1)
    assert playoff.describe_winner(plan, NAMES) == sentence


def test_the_bracket_shows_who_won_who_plays_and_who_may_come() -> None:
    event = played(EIGHT, 1, FIRST_WINS, None)
    columns = playoff.build_bracket(plan_playoff(event, 1), NAMES, lines(event))
    assert [(column.name, column.is_current) for column in columns] == [
        ("Quarter-finals", False),
        ("Semi-finals", True),
        ("Final", False),
    ]
    quarter, semi, final = (column.cells[0] for column in columns)
    assert quarter.sides == (
        BracketSide(1, "Leo &\xa0Max", 350, "won"),
        BracketSide(8, "Cleo &\xa0Dan", 212, "lost"),
    )
    assert (semi.description, semi.state) == ("Table 1 · Not started", "open")
    assert [side.name for side in final.sides] == [
        "Leo &\xa0Max or Ben &\xa0Zoë",
        "Ann &\xa0Quin or Eva &\xa0Finn",
    ]
    assert final.state == "next"


def test_what_nobody_can_know_yet_is_left_open() -> None:
    columns = playoff.build_bracket(plan_playoff(EIGHT, 1), NAMES, {})
    assert [side.name for side in columns[2].cells[0].sides] == ["Not known yet"] * 2
    assert columns[0].is_current


def test_a_bye_goes_straight_on() -> None:
    columns = playoff.build_bracket(plan_playoff(SIX, 1), NAMES, {})
    bye = columns[0].cells[0]
    assert (bye.description, bye.state) == ("Straight to the next round", "done")
    assert [side.name for side in bye.sides] == ["Leo &\xa0Max"]


def test_a_match_without_points_says_why() -> None:
    event = played(EIGHT, 1, TableResult.walkover(0))
    columns = playoff.build_bracket(plan_playoff(event, 1), NAMES, lines(event))
    assert columns[0].cells[0].description == "Walkover"


def test_the_last_column_stays_when_all_is_over() -> None:
    event = played(EIGHT, 1, FIRST_WINS, FIRST_WINS, FIRST_WINS)
    columns = playoff.build_bracket(plan_playoff(event, 1), NAMES, lines(event))
    assert [column.is_current for column in columns] == [False, False, True]


def test_double_elimination_is_three_lists() -> None:
    event = played(EIGHT, 2, FIRST_WINS, FIRST_WINS, None)
    unbeaten, one_loss, out = playoff.build_lists(plan_playoff(event, 2), NAMES, lines(event))
    assert (unbeaten.name, one_loss.name, out.name) == ("Unbeaten", "One loss", "Out")
    first = ListedPair("Leo &\xa0Max", "Seed 1 · 2 won", "Table 1 · Not started")
    assert unbeaten.pairs[0] == first
    assert one_loss.pairs[0].past.startswith("Lost to ")
    assert [pair.now for pair in out.pairs] == ["", ""]


def test_two_losses_to_one_pair_are_said_once() -> None:
    event = played(replace(EIGHT, entrants=EIGHT.entrants[:2]), 2, FIRST_WINS, FIRST_WINS)
    *_others, out = playoff.build_lists(plan_playoff(event, 2), NAMES, lines(event))
    assert [pair.past for pair in out.pairs] == ["Lost to Leo &\xa0Max twice"]
    # The second round was corrected after the third.
    two = replace(EIGHT, entrants=EIGHT.entrants[:2])
    event = played(two, 2, FIRST_WINS, SECOND_WINS, FIRST_WINS)
    event = with_tables(event, {(2, 1): {"typed": FIRST_WINS}})
    *_others, out = playoff.build_lists(plan_playoff(event, 2), NAMES, lines(event))
    assert [pair.past for pair in out.pairs] == ["Lost to Leo &\xa0Max"]


def test_the_lists_show_running_points_from_the_view_of_each_pair() -> None:
    event = played(EIGHT, 2, FIRST_WINS, FIRST_WINS, None)
    running = {
        key: line._replace(state="live", points=(145, 98)) for key, line in lines(event).items()
    }
    unbeaten = playoff.build_lists(plan_playoff(event, 2), NAMES, running)[0]
    assert [pair.now for pair in unbeaten.pairs] == [
        "Table 1 · 145\xa0:\xa098",
        "Table 1 · 98\xa0:\xa0145",
    ]
