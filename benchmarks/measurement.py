"""Measures pairs in rounds and in turn, so that a slow minute affects both."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.scorebooks import start_match
from benchmarks.servers import floor, scorekeeper
from scorekeeper.demo.simulated_play import play_match

ROUNDS = 7
TURNS = 15
"""Requests of each task per round, of which the median counts."""
HANDS = 6
"""Hands saved per match, few enough that it does not end."""
ALONE = ceil(TURNS * (1 + ROUNDS) / (2 * HANDS))
"""Matches one client needs for all its steps."""

Task = Callable[[], float]
"""Runs once and returns the seconds it took."""


@dataclass
class Line:
    """The results of each round for the base and for ours, and the wanted ratio."""

    name: str
    goal: str = ""
    unit: int = 1000
    rounds: list[tuple[float, float]] = field(default_factory=list)

    @property
    def medians(self) -> tuple[float, float]:
        """The medians of the rounds, in the displayed unit."""
        base, ours = (median(taken) * self.unit for taken in zip(*self.rounds, strict=True))
        return base, ours

    @property
    def ratios(self) -> tuple[float, float, float]:
        """The median, minimum and maximum ratio of the rounds."""
        found = [ours / base for base, ours in self.rounds]
        return median(found), min(found), max(found)


@dataclass
class Comparison(Line):
    """A line whose two tasks run in turn."""

    base: Task = float
    ours: Task = float
    turns: int = TURNS

    def play_round(self) -> None:
        """Run both in turn, and store the median of each."""
        pairs = [(self.base(), self.ours()) for _ in range(self.turns)]
        self.rounds.append((median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)))


def compare(comparisons: Sequence[Comparison], rounds: int = ROUNDS) -> None:
    """Play all rounds after one more as a warm-up."""
    for _ in range(1 + rounds):
        for comparison in comparisons:
            comparison.play_round()
    for comparison in comparisons:
        del comparison.rounds[0]


def starts(folder: Path, goal: str, memory_goal: str) -> tuple[Line, Line]:
    """Compare the seconds from start to first response, and the memory in MB then."""
    start = Line("start to first answer", goal)
    memory = Line("memory, MB, at the start", memory_goal, unit=1)
    for _ in range(ROUNDS):
        with ExitStack() as stack:
            bare, app = (stack.enter_context(serve(folder)) for serve in (floor, scorekeeper))
            start.rounds.append((bare.start, app.start))
            memory.rounds.append((bare.memory, app.memory))
    return start, memory


def hands_a_second() -> float:
    """Return the number of hands the rules score per second."""
    played = [play_match(start_match(), Random(seed)) for seed in range(100)]
    best = 0.0
    for _ in range(ROUNDS):
        fresh = [replace(match) for match in played]
        begun = time.perf_counter()
        hands = sum(len(match.scores) for match in fresh)
        best = max(best, hands / (time.perf_counter() - begun))
    return best


def show_text(lines: Sequence[Line], hands: float = 0, base: str = "floor") -> None:
    """Print the lines for a terminal, in milliseconds, and the hands a second if measured."""
    print(f"{'':<40}{base:>9}{'ours':>9}{'ratio':>9}  {'from – to':<15}{'goal':>6}")
    for line in lines:
        ratio, least, most = line.ratios
        theirs, ours = line.medians
        spread = f"{least:.2f} – {most:.2f}"
        print(f"{line.name:<40}{theirs:>9.2f}{ours:>9.2f}{ratio:>9.2f}  {spread:<15}{line.goal:>6}")
    if hands:
        print(f"{'engine, hands a second':<40}{hands:>18,.0f}{'':>26}{100_000:>6,}")


def show_markdown(lines: Sequence[Line], hands: float = 0) -> None:
    """Print the lines as a table for docs/speed.md, in milliseconds."""
    print("| measure | ours | ratio | goal |\n|---|--:|--:|--:|")
    for line in lines:
        ratio, *_ = line.ratios
        _, ours = line.medians
        print(f"| {line.name} | {ours:.2f} | **{ratio:.2f}** | {line.goal} |")
    if hands:
        print(f"| engine, hands a second | {hands:,.0f} | | 100,000 |")
