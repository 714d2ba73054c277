"""Who won an evening, and how far each got in the playoff."""

from dataclasses import replace

import pytest

from scorekeeper.rules.seating.event import Entrant, Event, EventKind, TableResult
from scorekeeper.rules.seating.final import rank_finally
from scorekeeper.words.events import final
from tests.rules.seating.evenings import gather, play
from tests.words.events.test_playoff import EIGHT, FIRST_WINS, NAMES, played

NINE = replace(EIGHT, entrants=(*EIGHT.entrants, Entrant(9, lot=9)))


def describe(event: Event) -> list[str]:
    return [final.describe_stage(event, line) for line in rank_finally(event)]


def test_each_line_says_how_far_the_playoff_went() -> None:
    assert describe(played(NINE, 1, *[FIRST_WINS] * 3)) == [
        *("won the final, 350\xa0:\xa0212", "lost the final"),
        *["out in the semi-final"] * 2,
        *["out in round 1 of the playoff"] * 4,
        "",
    ]
    assert describe(played(EIGHT, 2, *[FIRST_WINS] * 6))[:3] == [
        *("won the final, 350\xa0:\xa0212", "lost the final", "out in round 5 of the playoff")
    ]


@pytest.mark.parametrize("winner", [0, 1])
def test_a_final_without_points_is_won(winner: int) -> None:
    event = played(EIGHT, 1, FIRST_WINS, FIRST_WINS, TableResult.walkover(winner))
    assert describe(event)[0] == "won the final"


def test_an_unfinished_playoff_has_no_winner() -> None:
    event = played(EIGHT, 1, FIRST_WINS)
    assert describe(event)[:4] == ["still in"] * 4
    assert final.name_winners(event, NAMES) == ""


def test_all_who_share_the_first_place_won() -> None:
    event = play(gather(EventKind.SINGLES, 4), 1)
    names = {one: [name] for one, name in enumerate(("Ann", "Ben", "Cleo", "Dan"), start=1)}
    first = [line for line in rank_finally(event) if line.place == 1]
    both = " and ".join(names[line.entrants[0]][0] for line in first)
    assert (final.name_winners(event, names), final.label_winners(event)) == (both, "Winners")
