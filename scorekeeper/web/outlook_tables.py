"""Every way a hand can fall from where it stands now, and that as tables to read up."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

from scorekeeper import rules


class Row(NamedTuple):
    """One number of tricks: those of the sides told of, what they come to, the cases it covers."""

    tricks: tuple[int, ...]
    standings: tuple[rules.Standing, ...]
    cases: tuple[rules.Case, ...]


class Table(NamedTuple):
    """The rows of some sides where the nils end so: these are made, those are broken."""

    sides: tuple[int, ...]
    made: tuple[int, ...]
    broken: tuple[int, ...]
    rows: tuple[Row, ...]


def ahead(match: rules.Match) -> tuple[rules.Case, ...]:
    """Return every way the hand that is being played can fall; none where there are no bids."""
    hand = match.current
    if hand is None or not hand.bids:
        return ()
    return rules.look_ahead(
        match.house,
        hand.bids,
        match.standings,
        match.tallied.tricks,
        progress=progress(match),
        rulings=hand.rulings,
    )


def least_bids(match: rules.Match) -> list[rules.LeastBid]:
    """Return what each side has to bid to win the hand that is due."""
    sides, so_far = range(len(match.sides)), progress(match)
    return [rules.least_winning_bid(match.house, match.standings, side, so_far) for side in sides]


def progress(match: rules.Match) -> rules.Progress:
    """Return how far the match has come, by the clock of now."""
    if match.started is None:
        return match.progress
    return match.progress._replace(minutes=(datetime.now(UTC) - match.started).total_seconds() / 60)


def tables(match: rules.Match, cases: Sequence[rules.Case]) -> list[Table]:
    """Return the cases to read up: two sides beside each other, of more each for itself."""
    sides = tuple(range(len(match.sides)))
    told = [sides] if len(sides) == 2 else [(side,) for side in sides]
    return [table for these in told for table in _tables(match, cases, these)]


def _tables(match: rules.Match, cases: Sequence[rules.Case], sides: tuple[int, ...]) -> list[Table]:
    """Return a table for each end of the nils that these sides bid."""
    seats = [seat for side in sides for seat in match.house.game.sides[side]]
    bids = match.current.bids if match.current else None
    nils = [seat for seat in seats if bids and bids[seat].is_nil]

    def broken(case: rules.Case) -> tuple[int, ...]:
        return tuple([seat for seat in nils if seat in case.broken])

    def tricks(case: rules.Case) -> tuple[int, ...]:
        return tuple([case.counts[side] for side in sides])

    found = []
    for lost, group in groupby(sorted(cases, key=broken), key=broken):
        rows = [
            _row(sides, counts, tuple(alike))
            for counts, alike in groupby(sorted(group, key=tricks), key=tricks)
        ]
        made = tuple(seat for seat in nils if seat not in lost)
        found.append(Table(sides, made, lost, tuple(rows)))
    return found


def _row(sides: tuple[int, ...], counts: tuple[int, ...], alike: tuple[rules.Case, ...]) -> Row:
    # What a side scores follows from its own tricks: those of the others change nothing.
    standings = tuple([alike[0].score[side].standing for side in sides])
    return Row(counts, standings, alike)
