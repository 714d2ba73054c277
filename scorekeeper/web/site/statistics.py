"""Rankings of players and pairs by several measures, and records in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.history import records
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.statistics import queries, results, roster
from scorekeeper.book.statistics.queries import Days
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.rules.review.figures import RecordKind, Sums, find_place
from scorekeeper.rules.review.intervals import MIN_TRIES_FOR_PERCENTAGE, Rate, rank_key
from scorekeeper.web.site import db
from scorekeeper.words.dates import format_day
from scorekeeper.words.language import ngettext
from scorekeeper.words.review import records as words, statistics


@dataclass(frozen=True)
class Measure:
    """A measure to rank by: its sample size, its text, the text of the sample, and a sort key."""

    count: Callable[[Sums], int]
    format: Callable[[Sums], str]
    format_sample: Callable[[Sums], str]
    sort_key: Callable[[Sums], tuple[bool, float]]

    def has_few(self, sums: Sums) -> bool:
        """Whether the sample is too small for a place among the others."""
        return self.sort_key(sums)[0]


def _by_rate(rate: Callable[[Sums], Rate]) -> Measure:
    """Rank by a rate as it is shown; players with few tries come last."""
    return Measure(
        lambda sums: rate(sums).tried,
        lambda sums: statistics.format_rate(rate(sums)),
        lambda sums: statistics.format_tries(rate(sums)),
        lambda sums: rank_key(rate(sums)),
    )


TABLES = {
    "won": _by_rate(statistics.get_win_rate),
    "pairs": _by_rate(statistics.get_win_rate),
    "contracts": _by_rate(statistics.get_contract_rate),
    "nil": _by_rate(statistics.get_nil_rate),
    # The fewest per hand are the best; players with few hands come last.
    "bags": Measure(
        lambda sums: sums.hands,
        statistics.format_bags_per_hand,
        lambda sums: statistics.format_hands(sums.hands),
        lambda sums: (sums.hands < MIN_TRIES_FOR_PERCENTAGE, sums.bags / sums.hands),
    ),
}


@dataclass(frozen=True)
class PlayerRow:
    """A row of a ranking: one player or two partners, and their totals."""

    people: tuple[roster.Person, ...]
    sums: Sums


def load_ranking(
    session: Session,
    book: roster.Roster,
    by: str,
    days: queries.Days,
    house: int = queries.ANY_HOUSE_RULES,
) -> tuple[queries.ScorebookSums, list[PlayerRow]]:
    """Return the sums of a range of days, and the players or pairs by a measure, without guests."""
    measure, standing = TABLES[by], queries.sum_by_player(session, book, days, house)
    ranked: Mapping[Any, Sums] = {(one,): sums for one, sums in standing.people.items()}
    if by == "pairs":
        ranked = queries.sum_by_pair(session, book, days, house)
    rows = [
        PlayerRow(tuple(book.people[id_] for id_ in ids), sums)
        for ids, sums in ranked.items()
        if measure.count(sums) and not any(book.people[id_].guest for id_ in ids)
    ]
    return standing, sorted(
        rows,
        key=lambda line: (
            *measure.sort_key(line.sums),
            -measure.count(line.sums),
            [person.name for person in line.people],
        ),
    )


MIN_MATCHES = 3
"""Finished matches from which on there are records."""


@dataclass(frozen=True)
class HolderLine:
    """A holder of a record: the match and the place of its hand, its name, and details."""

    match: str
    place: int
    name: str
    detail: str


@dataclass(frozen=True)
class RecordEntry:
    """A record in words: its kind, figure, a note about ties, and its holders."""

    kind: RecordKind
    figure: str
    ties: str
    lines: list[HolderLine]


def load_records(
    session: Session, book: Roster, days: Days, game: str = ""
) -> tuple[records.Records, list[RecordEntry]]:
    """Return the records of a range of days, and their words if there are enough matches."""
    found = records.find_records(session, book, days, game)
    stored = db.load_all_stored(session, records.find_refs(session, book, found))
    matches = {one.id: db.localize_players(one) for one in stored}
    is_enough = found.matches >= MIN_MATCHES
    return found, [_describe(one, matches) for one in found.records] if is_enough else []


def _describe(record: records.ScorebookRecord, matches: dict[int, StoredMatch]) -> RecordEntry:
    ties = ngettext("%(num)d time, last:", "%(num)d times, last:", record.times)
    return RecordEntry(
        record.kind,
        words.format_figure(record.kind, record.figure),
        ties if record.times > len(record.holders) else "",
        [_describe_holder(record, one, matches[one.match_id]) for one in record.holders],
    )


def _describe_holder(
    record: records.ScorebookRecord, holder: records.Holder, stored: StoredMatch
) -> HolderLine:
    match, kind = stored.match, record.kind
    if holder.person is not None:
        days = results.read_day(holder.first_day), results.read_day(holder.last_day)
        run = words.describe_run(record.figure, *days)
        return HolderLine(stored.public_id, 0, holder.person.name, run)
    place = find_place(match, kind, holder.side)
    detail = words.describe_record(match, kind, record.figure, holder.side, place)
    day = format_day(stored.to_local(match.started)) if match.started else ""
    name = words.name_holder(match, kind, holder.side, holder.seat)
    return HolderLine(stored.public_id, place, name, " · ".join(filter(None, (detail, day))))
