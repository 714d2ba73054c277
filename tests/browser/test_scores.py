"""The phone adds up what the engine scores, from score tables that the engine made."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from benchmarks import offline
from scorekeeper.rules import GAMES, HouseRules
from scorekeeper.web.http.assets import strip_script
from tests.browser.offline_scripts import SCORES, find_differences
from tests.effort import THOROUGH
from tests.rules.score_cases import Case, make_case, make_house, make_side_cases

PLANTED_ERRORS = {
    "contract made too early": ("counted >= contract : null", "counted >= contract - 1 : null"),
    "overtricks from the second": ("add(counted - contract, t", "add(counted - contract - 1, t"),
    "failed nil does not help": ("pile + (failed ? 0 : onNils)", "pile"),
    "pair of nils scored apart": ("nils.length > 1 && t", "nils.length > 2 && t"),
    "target not reached at it": (">= target", "> target"),
    "sets do not end the match": ("every.some(isOut)", "false"),
    "first seat one too far": ("(first + played)", "(first + played + 1)"),
    "blind bid too late": ("points < deficit", "points <= deficit"),
    "deficit of an old blind bid": ("!isBlind(old?.[seat])", "true"),
}


REFUSALS = {
    *("not far enough behind", "two nils not allowed", "below board", "blind bid too low"),
    *("suicide needs one nil", "suicide bid too low", "mirror bids must total"),
    *("nil not played", "blind nil not played"),
    *("more than the spades", "forbidden total", "one bid a side"),
}
ENDINGS = {"target", "floor", "sets", "hands", "time"}


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def houses() -> list[tuple[HouseRules, list[Case]]]:
    random = Random(25)
    houses = [make_house(random) for _ in range(120)]
    return [(house, [make_case(random, house) for _ in range(10)]) for house in houses]


def test_random_hands_of_all_house_rules(
    page: Page, houses: list[tuple[HouseRules, list[Case]]]
) -> None:
    assert [find_differences(page, house, cases) for house, cases in houses] == [[]] * len(houses)
    assert sum(len(case.hands) for _, cases in houses for case in cases) >= 5000
    assert {
        refused for _, cases in houses for case in cases for refused in case.expected["refused"]
    }


def test_random_hands_meet_every_refusal_and_every_ending(
    houses: list[tuple[HouseRules, list[Case]]],
) -> None:
    expected = [case.expected for _, cases in houses for case in cases]
    assert {refused for one in expected for refused in one["refused"]} == {*REFUSALS, None}
    assert {one["outcome"]["ending"] for one in expected if one["outcome"]} == ENDINGS


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_of_a_side_under_the_usual_house_rules(page: Page, game: str) -> None:
    house = HouseRules.of(game)
    assert find_differences(page, house, [*make_side_cases(house)]) == []


@pytest.mark.parametrize("error", PLANTED_ERRORS if THOROUGH else [*PLANTED_ERRORS][:2])
def test_planted_errors_are_found(
    page: Page, houses: list[tuple[HouseRules, list[Case]]], error: str
) -> None:
    right, wrong = (strip_script(text.encode()).decode() for text in PLANTED_ERRORS[error])
    assert SCORES.count(right) == 1
    planted = SCORES.replace(right, wrong)
    assert any(find_differences(page, house, cases, planted) for house, cases in houses)


def test_the_benchmark_runs(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    offline.show(offline.compare(page, seed=1, hands=60, houses=2))

    assert "| **0** |" in capsys.readouterr().out
