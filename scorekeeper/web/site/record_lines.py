"""Records in words: each with its figure, and the matches of its holders."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.book.history import records
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.statistics import results
from scorekeeper.book.statistics.queries import Days
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.rules.review.figures import RecordKind, find_place
from scorekeeper.web.site import db
from scorekeeper.words.dates import format_day
from scorekeeper.words.language import ngettext
from scorekeeper.words.review import records as words

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
