"""Prints the comparison with the floor, or with another release."""

from collections.abc import Sequence

from benchmarks.measurement import Line


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
