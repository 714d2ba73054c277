"""Standings of a club evening in singles, added up from slips of paper, apart from our rules."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction

Pair = tuple[str, str]
Seated = dict[int, tuple[Pair, Pair]]
"""The pairs at each table: North and South, East and West."""
Points = tuple[int, int]
Hand = tuple[tuple[int, int, int, int], Points]
"""The bids by seat, and the tricks of both sides."""
Row = tuple[str, str, str]
"""A name, its wins and its points difference, as the standings show them."""
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Round:
    tables: Seated
    sits_out: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    """Who still plays at a table of an earlier round."""

    @property
    def pairs(self) -> list[Pair]:
        return [pair for sides in self.tables.values() for pair in sides]

    @property
    def people(self) -> list[str]:
        names = [name for pair in self.pairs for name in pair]
        return sorted([*names, *self.sits_out])


@dataclass
class Ledger:
    """The rounds of an evening, and the slip of each table."""

    rounds: dict[int, Round] = field(default_factory=dict)
    slips: dict[tuple[int, int], Points | None] = field(default_factory=dict)
    """Points by round and table; None is no result."""

    def seat(self, number: int, seated: Round) -> None:
        late = [
            name
            for earlier in range(1, number)
            for table, sides in self.rounds[earlier].tables.items()
            if (earlier, table) not in self.slips
            for pair in sides
            for name in pair
        ]
        self.rounds[number] = replace(seated, misses=tuple(late))

    def note(self, number: int, points: dict[int, Points | None]) -> None:
        for table, slip in points.items():
            self.slips[number, table] = slip

    @property
    def rows(self) -> list[Row]:
        """Everyone who was seated or sat out, sorted by name."""
        wins: defaultdict[str, Fraction] = defaultdict(Fraction)
        difference: Counter[str] = Counter()
        for number, seated in self.rounds.items():
            for name in (*seated.sits_out, *seated.misses):
                wins[name] += HALF
            for table, sides in seated.tables.items():
                if (number, table) not in self.slips:
                    continue
                slip = self.slips[number, table]
                for own, pair in enumerate(sides):
                    for name in pair:
                        wins[name] += _wins(slip, own)
                        difference[name] += slip[own] - slip[1 - own] if slip else 0
        people = {name for seated in self.rounds.values() for name in seated.people}
        return sorted((one, written(wins[one]), signed(difference[one])) for one in people)

    def rows_with(self, name: str) -> list[Row]:
        """Return the rows with someone who came after the last round was seated."""
        return sorted([*self.rows, (name, "0", "0")])

    @property
    def first(self) -> str:
        """The name of the best; with equal wins, the one with the larger difference."""
        return max(self.rows, key=lambda row: (read_wins(row[1]), read_signed(row[2])))[0]


def _wins(slip: Points | None, own: int) -> Fraction:
    if slip is None or slip[0] == slip[1]:
        return HALF
    return Fraction(int(slip[own] > slip[1 - own]))


def written(wins: Fraction | int) -> str:
    whole, half = divmod(Fraction(wins), 1)
    return f"{whole or ''}½" if half else str(whole)


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def read_wins(written: str) -> float:
    return float(written.replace("½", ".5"))


def read_signed(written: str) -> int:
    return int(written.replace("−", "-"))


def score_hand(bids: tuple[int, int, int, int], tricks: Points) -> Points:
    """Return what a hand without nils brings: 10 points per trick of a made contract, 1 per bag."""
    contracts = bids[0] + bids[2], bids[1] + bids[3]
    first, second = (
        10 * bid + taken - bid if taken >= bid else -10 * bid
        for bid, taken in zip(contracts, tricks, strict=True)
    )
    return first, second
