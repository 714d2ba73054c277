"""The period of player statistics in the query string."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.book.statistics.queries import ALL_TIME, Days
from scorekeeper.book.statistics.results import read_day
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.words.language import N_, gettext as _

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
