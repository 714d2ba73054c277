"""Compare a scorebook of many matches with one of few."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import measurement
from benchmarks.clients import SCORER, Phone, steps
from benchmarks.measurement import ALONE, HANDS, Comparison, Line
from benchmarks.scorebooks import FINISHED, fill
from benchmarks.servers import scorekeeper


def against_few(here: Path, there: Path, many: int) -> list[Line]:
    """Compare a scorebook of many matches with one of few."""
    few, large = fill(here, ALONE), fill(there, ALONE, many)
    with scorekeeper(here) as one, scorekeeper(there) as other:
        readers = Phone(one.port), Phone(other.port)
        scorers = Phone(one.port, SCORER), Phone(other.port, SCORER)
        places = steps(few.new, HANDS), steps(large.new, HANDS)
        tasks: dict[str, tuple[Callable[[], float], Callable[[], float]]] = {
            "match page": (
                partial(readers[0].get, f"/matches/{few.bidding}"),
                partial(readers[1].get, f"/matches/{large.bidding}"),
            ),
            "history": (partial(readers[0].get, "/history"), partial(readers[1].get, "/history")),
            "saving": (
                lambda: scorers[0].save(next(places[0])),
                lambda: scorers[1].save(next(places[1])),
            ),
        }
        comparisons = [
            Comparison(f"{name}, {many:,} matches / {FINISHED}", "1.3", base=base, ours=ours)
            for name, (base, ours) in tasks.items()
        ]
        measurement.compare(comparisons)
    return [*comparisons]
