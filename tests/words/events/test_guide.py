"""What the guide card of a player says after a round, while resting, and at the end."""

from dataclasses import replace

import pytest

from scorekeeper.rules.seating.event import Entrant, Event, EventKind, EventRound, EventTable
from scorekeeper.rules.seating.standings import RoundScore
from scorekeeper.words.events import playoff as words
from tests.words.events.test_playoff import EIGHT, FIRST_WINS, SIX, played

TABLE = EventTable(2, (1, 2), FIRST_WINS)
LEFT = replace(EIGHT, entrants=(replace(EIGHT.entrants[0], is_present=False), *EIGHT.entrants[1:]))


def after(rounds: int, event: Event = EIGHT) -> Event:
    return replace(event, rounds=tuple(EventRound(number + 1, ()) for number in range(rounds)))


def test_the_last_result_is_short() -> None:
    assert words.describe_last_result(EIGHT, RoundScore(2, 1, TABLE)) == "Round 2, won"
    assert words.describe_last_result(EIGHT, RoundScore(2, 0, TABLE)) == "Round 2, lost"
    assert words.describe_last_result(EIGHT, RoundScore(2, 0.5, TABLE)) == "Round 2"
    playoff = played(EIGHT, 1, FIRST_WINS, FIRST_WINS, FIRST_WINS)
    assert words.describe_last_result(playoff, RoundScore(3, 0, TABLE)) == "Final, lost"


@pytest.mark.parametrize(
    ("entrant", "told"), [(1, "You sit out"), (6, "You’re out"), (9, "Playoff")]
)
def test_who_has_no_match_reads_why(entrant: int, told: str) -> None:
    event = played(replace(SIX, entrants=(*SIX.entrants, Entrant(9, lot=9))), 1, FIRST_WINS)
    assert words.describe_state(event, entrant)[0] == told


def test_the_next_round_is_promised_only_if_there_is_one() -> None:
    assert words.describe_next_round(after(2), 1) == "Round 3 shows up here by itself."
    assert words.describe_next_round(after(3), 1) == ""
    circle = replace(EIGHT, kind=EventKind.ROUND_ROBIN, planned_rounds=1)
    begun = replace(circle, rounds=(EventRound(1, (TABLE,)),))
    assert words.describe_next_round(begun, 1) == "Round 2 shows up here by itself."
    assert words.describe_waiting_line(after(2)) == "You are first in line for round 3."
    assert words.describe_waiting_line(after(3)) == ""


def test_who_has_left_is_promised_nothing() -> None:
    left = after(2, LEFT)
    assert words.describe_next_round(left, 1) == "Tell the organiser if you come back."


@pytest.mark.parametrize(
    ("rounds", "entrant", "told"),
    [
        (1, 1, "Your table shows up here by itself."),
        (1, 8, "You have no more matches."),
        (1, 9, "You are not in the playoff."),
        (3, 1, ""),
        (3, 2, "You have no more matches."),
    ],
    ids=["won", "lost", "not in it", "won the final", "lost the final"],
)
def test_who_goes_on_in_the_playoff_waits_for_a_table(rounds: int, entrant: int, told: str) -> None:
    nine = replace(EIGHT, entrants=(*EIGHT.entrants, Entrant(9, lot=9)))
    event = played(nine, 1, *[FIRST_WINS] * rounds)
    assert words.describe_next_round(event, entrant) == told
