"""The event file: a club evening as a JSON object, with people, rounds and typed results.

It names the matches of its tables by their ids. They are in match files, as all matches are.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorekeeper.book.events import document
from scorekeeper.rules import MatchFileError
from scorekeeper.rules.match.names import check_names, clean_name
from scorekeeper.rules.match_file import fields
from scorekeeper.rules.seating.event import MAX_TABLE_NUMBER, MAX_TABLE_POINTS, Event, Place

FORMAT = "spades-event/1"
FAMILY = "spades-event/"
MAX_ENTRANT = 2**30  # those who come later get greater numbers
FIELDS = (
    *("format", "id", "name", "kind", "way", "house", "rounds_planned", "most_tables", "started"),
    *("ended", "entrants", "rounds", "at_end"),
)


@dataclass(frozen=True)
class WrittenEvent:
    """An event as a file holds it; the results in `event` are those that were typed.

    `matches` are the public ids of matches by round and table.
    """

    public_id: str
    name: str
    event: Event
    names: Mapping[int, tuple[str, ...]]
    started: datetime
    ended: datetime | None = None
    utc_offset: int | None = None
    matches: Mapping[Place, str] = field(default_factory=dict)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all people, by entrant."""
        return tuple(name for names in self.names.values() for name in names)


def is_event(written: object) -> bool:
    """Whether a JSON text is an event, of this version or a newer one."""
    return isinstance(written, dict) and str(written.get("format")).startswith(FAMILY)


def write(written: WrittenEvent) -> dict[str, Any]:
    """Return the event as a JSON object; reading it gives the same event."""
    offset = written.utc_offset
    data = {
        "format": FORMAT,
        "id": written.public_id,
        "name": written.name,
        "started": fields.write_time(written.started, offset),
        "ended": fields.write_time(written.ended, offset),
        **document.write(written.event, written.names, written.matches, offset),
    }
    return {name: data[name] for name in FIELDS if name in data}


def read(data: object) -> WrittenEvent:
    """Return the event of a JSON object; raise a RuleError that names the problem."""
    given = fields.read_object(data, "event", FIELDS)
    if given.get("format") != FORMAT:
        raise MatchFileError("unknown format", format=given.get("format"), known=FORMAT)
    started = fields.read_time(given.get("started"), "started")
    if started is None:
        raise MatchFileError("missing", field="started")
    public_id = fields.read_text(given.get("id"), "id")
    check_names([name := clean_name(fields.read_text(given.get("name"), "name"))])
    written = WrittenEvent(
        public_id=public_id,
        name=name,
        event=document.read(given, public_id, started),
        names={
            one["number"]: tuple(map(clean_name, fields.read_texts(one.get("players"), "players")))
            for one in given["entrants"]
        },
        started=started,
        ended=fields.read_time(given.get("ended"), "ended"),
        utc_offset=fields.read_clock(given.get("started")),
        matches={
            (one["round"], table["table"]): match
            for one in given.get("rounds", [])
            for table in one["tables"]
            if (match := fields.read_text(table.get("match"), "match"))
        },
    )
    if len(written.names) != len(given["entrants"]):
        raise MatchFileError("people of an event")
    _check_limits(written.event)
    _check(written)
    return written


def _check_limits(event: Event) -> None:
    """Raise a RuleError for what the document of the database may have, but no file."""
    tables = [one.table for one in event.tables]
    if any(table.typed_at for table in tables):
        raise MatchFileError("unknown field", field="typed", within="tables")
    points = [one for table in tables if table.typed for one in table.typed.points or ()]
    for name, least, most, numbers in (
        ("number", 1, MAX_ENTRANT, [entrant.number for entrant in event.entrants]),
        ("table", 1, MAX_TABLE_NUMBER, [table.number for table in tables]),
        ("points", -MAX_TABLE_POINTS, MAX_TABLE_POINTS, points),
    ):
        for value in numbers:
            if not least <= value <= most:
                about = {"field": name, "least": least, "most": most, "value": value}
                raise MatchFileError("value out of range", **about)


def _check(written: WrittenEvent) -> None:
    """Raise a RuleError if a number, a name or a chair is there twice, or an entrant missing."""
    event = written.event
    check_names(written.people)
    if any(len(names) != 1 + event.is_pairs for names in written.names.values()):
        raise MatchFileError("people of an event")
    rounds = Counter(seated.number for seated in event.rounds)
    for seated in event.rounds:
        seats = [one for table in seated.tables for one in table.seats]
        chairs = Counter([*seated.rests, *seats])
        tables = {table.number for table in seated.tables}
        fits = all(len(table.seats) == event.seats_per_table for table in seated.tables)
        once = rounds[seated.number] == 1 and len(tables) == len(seated.tables)
        once = once and chairs.total() == len(chairs)
        if not (tables and fits and once and chairs.keys() <= event.by_number.keys()):
            raise MatchFileError("seats of a round", round=seated.number)
    _check_playoff(event)


def _check_playoff(event: Event) -> None:
    """Raise a RuleError if seeds are missing or twice, or a playoff table is not of two of them."""
    seeds = sorted(entrant.seed for entrant in event.entrants if entrant.seed)
    each = 1 if event.is_pairs else 2
    if seeds != sorted([*range(1, len(seeds) // each + 1)] * each):
        raise MatchFileError("people of an event")
    begin = len(event.main_rounds)
    if event.is_elimination and begin:
        raise MatchFileError("seats of a round", round=event.rounds[0].number)
    for seated in event.rounds[begin:]:
        for table in seated.tables:
            teams = [{event.by_number[one].seed for one in table.side(side)} for side in (0, 1)]
            is_match = teams[0] != teams[1] and [len(team) for team in teams] == [1, 1]
            is_known = {None} not in teams and seated.lives in (1, 2)
            if not (is_match and is_known and seated.lives == event.lives):
                raise MatchFileError("seats of a round", round=seated.number)
