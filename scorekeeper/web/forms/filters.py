"""Filters of the history and periods of statistics, as query strings have them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scorekeeper import rules
from scorekeeper.book.history.search import LOST, WON, Filters, Position
from scorekeeper.book.statistics.queries import ALL_TIME, Days
from scorekeeper.book.statistics.results import read_day
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.rules import GAMES
from scorekeeper.rules.review.remarkable import Tag
from scorekeeper.web.forms import base
from scorekeeper.words import table
from scorekeeper.words.dates import find_month, format_date
from scorekeeper.words.language import N_, gettext as _
from scorekeeper.words.review import tags
from scorekeeper.words.scorebooks import scorebook as words

MAX_NAMES = 6
"""Names that can be searched together."""
MAX_TEXT_LENGTH = MAX_NAMES * rules.MAX_NAME_LENGTH
PARAMETERS = (
    *("name", "player", "with", "game", "house", "result"),
    *("from", "to", "place", "unfinished", "what"),
)
"""Query parameters, in the order in which they are shown."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class HistoryQuery:
    """A parsed query: its filters, their texts by parameter, and the texts of unknown values."""

    filters: Filters
    texts: dict[str, str]
    before: Position | None = None
    unknown: tuple[str, ...] = ()

    def without(self, name: str) -> dict[str, str]:
        return {key: text for key, text in self.texts.items() if key != name}

    def with_tag(self, tag: Tag, without: str = "") -> dict[str, str]:
        return self.without(without) | {"what": ",".join((*self.filters.tags, tag))}

    def list_labels(self, player: str, partner: str) -> list[tuple[str, dict[str, str]]]:
        """Return a label for each filter in use, and the texts without this filter."""
        filters = self.filters
        labels = {
            "name": self.texts.get("name"),
            "player": player,
            "with": _("with %(name)s", name=partner),
            "game": filters.game and table.name_game(filters.game),
            "house": words.list_house_rules().get(filters.preset, ""),
            "result": filters.result and words.name_result(filters.result),
            "from": filters.since and _("from %(day)s", day=format_date(filters.since)),
            "to": filters.until and _("until %(day)s", day=format_date(filters.until)),
            "place": filters.place,
            "unfinished": _("in progress"),
        }
        chosen = [name for name in labels if name in self.texts]
        listed = [(str(labels[name]), self.without(name)) for name in chosen]
        for tag in filters.tags:
            others = ",".join(other for other in filters.tags if other != tag)
            rest = self.without("what") | ({"what": others} if others else {})
            listed.append((tags.name_tag(tag), rest))
        return listed


def read_query(address: Mapping[str, str]) -> HistoryQuery:
    """Parse a query string."""
    if not address:
        return HistoryQuery(Filters(), {})
    texts = {name: base.clean_text(address.get(name), MAX_TEXT_LENGTH) for name in PARAMETERS}
    if texts["with"] and not texts["player"]:
        texts |= {"player": texts["with"], "with": ""}
    month = find_month(texts["name"])
    if month and not (texts["from"] or texts["to"]):
        first, last, name = month
        texts |= {"name": name, "from": first.isoformat(), "to": last.isoformat()}
    names = tuple(part for part in re.split("[&+,]", texts["name"]) if part.strip())[:MAX_NAMES]
    since, until = base.parse_date(texts["from"]), base.parse_date(texts["to"])
    known = {
        "name": bool(names),
        "game": texts["game"] in GAMES,
        "house": texts["house"] in words.list_house_rules(),
        "result": texts["result"] in words.list_results(),
        "from": since is not None,
        "to": until is not None,
        "what": {*texts["what"].split(",")} <= {*Tag},
    }
    if texts["result"] in (WON, LOST) and not (names or texts["player"]):
        known["result"] = False
    valid = {name: text for name, text in texts.items() if text and known.get(name, True)}
    filters = Filters(
        names=tuple(part.strip() for part in names),
        player=valid.get("player", ""),
        partner=valid.get("with", ""),
        game=valid.get("game", ""),
        preset=valid.get("house", ""),
        result=valid.get("result", ""),
        since=since,
        until=until,
        place=valid.get("place", ""),
        unfinished="unfinished" in valid,
        tags=tuple(Tag(tag) for tag in dict.fromkeys(valid.get("what", "").split(",")) if tag),
    )
    before = parse_position(address.get("before", ""))
    unknown = [
        text for name, text in texts.items() if text and name not in valid and name != "name"
    ]
    if before is None and address.get("before"):
        unknown.append(base.clean_text(address["before"], 40))
    return HistoryQuery(filters, valid, before, tuple(unknown))


def format_position(position: Position) -> str:
    return f"{(position.began - EPOCH) // MICROSECOND}.{position.id}"


def parse_position(text: str) -> Position | None:
    """Parse a position from a URL; return None if it is invalid."""
    match = re.fullmatch(r"(-?[0-9]{1,18})\.([0-9]{1,18}|[0-8][0-9]{18})", text)
    if not match:
        return None
    try:
        return Position(EPOCH + int(match[1]) * MICROSECOND, int(match[2]))
    except OverflowError:
        return None


PERIODS = {
    "season": N_("This season"),
    "month": N_("This month"),
    "year": N_("This year"),
    "all": N_("All time"),
}
"""Query values and their labels."""


@dataclass(frozen=True)
class Period:
    """A period: its query value, label and days; `is_default` marks the default."""

    key: str
    label: str
    days: Days
    is_default: bool

    @property
    def parameter(self) -> str | None:
        return None if self.is_default else self.key

    @property
    def since_day(self) -> str | None:
        """The first day as 2026-11-20, or None for all time."""
        return read_day(self.days.first).isoformat() if self.days.first else None


def list_periods(book: Roster) -> list[Period]:
    """Return the available periods; the season only if it was set."""
    month = book.today // 100
    days = {
        "season": Days(book.season or 0),
        "month": Days(month * 100 + 1, month * 100 + 31),
        "year": _days_of_year(book.today // 10000),
        "all": ALL_TIME,
    }
    default = "all" if book.season is None else "season"
    return [
        Period(key, _(PERIODS[key]), days[key], key == default)
        for key in days
        if key != "season" or book.season is not None
    ]


def list_book_periods(book: Roster, years: Iterable[int]) -> list[Period]:
    """Return the periods of season books: this season if it was set, each year, and all time."""
    season = [one for one in list_periods(book) if one.key == "season"]
    of_years = [Period(str(year), str(year), _days_of_year(year), False) for year in years]
    return [*season, *of_years, Period("all", _("All matches"), ALL_TIME, False)]


def find_period(book: Roster, key: str | None) -> Period:
    """Return the period of a query value, or the default if there is none."""
    periods = list_periods(book)
    period = next((one for one in periods if one.key == key), None)
    return period or next(one for one in periods if one.is_default)


def _days_of_year(year: int) -> Days:
    return Days(year * 10000 + 101, year * 10000 + 1231)
