"""Compare what a phone adds up offline with the engine: `python -m benchmarks offline`."""

import argparse
import gzip
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median

from playwright.sync_api import Page, sync_playwright

from scorekeeper.rules import HouseRules
from scorekeeper.rules.score_tables import score_tables
from tests.browser.conftest import CHROMIUM, SWITCHES
from tests.browser.offline_scripts import find_differences
from tests.rules.score_cases import Case, make_case, make_house

MATCHES = 25
"""Matches made at once under the same house rules."""


@dataclass
class Result:
    """The counts of a comparison, with the bytes and milliseconds of each house's tables."""

    houses: int = 0
    matches: int = 0
    hands: int = 0
    tries: int = 0
    differences: int = 0
    sizes: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    adding: float = 0

    def add(self, page: Page, house: HouseRules, cases: Sequence[Case]) -> None:
        """Compare matches under the same house rules."""
        begun = time.perf_counter()
        self.differences += len(find_differences(page, house, cases))
        self.adding += time.perf_counter() - begun
        self.matches += len(cases)
        self.hands += sum(len(case.hands) for case in cases)
        self.tries += sum(len(case.tries) for case in cases)


def main(words: Sequence[str] | None = None) -> None:
    """Compare random hands under random house rules, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks offline", description=__doc__)
    arguments.add_argument("--hands", type=int, default=100_000)
    arguments.add_argument("--houses", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args(words)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        show(compare(chromium.new_page(), chosen.seed, chosen.hands, chosen.houses))
        chromium.close()


def compare(page: Page, seed: int, hands: int, houses: int) -> Result:
    """Compare until there are enough hands under enough house rules."""
    random, result = Random(seed), Result()
    while result.houses < houses or result.hands < hands:
        house = make_house(random)
        begun = time.perf_counter()
        tables = score_tables(house)
        result.times.append((time.perf_counter() - begun) * 1000)
        result.sizes.append(len(gzip.compress(json.dumps(tables, separators=(",", ":")).encode())))
        result.houses += 1
        wanted = result.hands + hands // houses
        while result.hands < wanted:
            result.add(page, house, [make_case(random, house) for _ in range(MATCHES)])
    return result


def show(result: Result) -> None:
    """Print the result as tables."""
    print("| house rules | matches | hands | bids tried | differences |")
    print("|--:|--:|--:|--:|--:|")
    print(
        f"| {result.houses:,} | {result.matches:,} | {result.hands:,} | {result.tries:,} "
        f"| **{result.differences}** |\n"
    )
    print("| score tables | least | median | mean | most |\n|---|--:|--:|--:|--:|")
    for name, numbers in {"bytes, compressed": result.sizes, "ms to make": result.times}.items():
        row = (min(numbers), median(numbers), mean(numbers), max(numbers))
        print(f"| {name} | {' | '.join(f'{number:,.0f}' for number in row)} |")
    print(
        f"\nAdded up in {result.adding * 1000 / result.hands:.2f} ms a hand, with the comparison."
    )
