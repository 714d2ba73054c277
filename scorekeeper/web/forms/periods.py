"""The period of player statistics in the query string."""

from dataclasses import dataclass

from scorekeeper.book.statistics.queries import ALL_TIME, Days
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _

PERIODS = {
    "season": N_("This season"),
    "month": N_("This month"),
    "year": N_("This year"),
    "all": N_("All time"),
}
"""Query values and their labels."""


@dataclass(frozen=True)
class Period:
    """A period: its query value, label and days; `usual` marks the default."""

    word: str
    told: str
    days: Days
    usual: bool

    @property
    def asked(self) -> str | None:
        """The query value, or None for the default."""
        return None if self.usual else self.word

    @property
    def since_day(self) -> str | None:
        """The first day as 2026-11-20, or None for all time."""
        written = f"{self.days.first:08}"
        return f"{written[:4]}-{written[4:6]}-{written[6:]}" if self.days.first else None


def list_periods(book: Roster) -> list[Period]:
    """Return the available periods; the season only if it was set."""
    month, year = book.today // 100, book.today // 10000
    days = {
        "season": Days(book.season or 0),
        "month": Days(month * 100 + 1, month * 100 + 31),
        "year": Days(year * 10000 + 101, year * 10000 + 1231),
        "all": ALL_TIME,
    }
    usual = "all" if book.season is None else "season"
    return [
        Period(word, _(PERIODS[word]), days[word], word == usual)
        for word in days
        if word != "season" or book.season is not None
    ]


def find_period(book: Roster, word: str | None) -> Period:
    """Return the period of a query value, or the default if there is none."""
    known = list_periods(book)
    found = next((one for one in known if one.word == word), None)
    return found or next(one for one in known if one.usual)
