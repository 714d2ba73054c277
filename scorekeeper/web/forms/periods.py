"""Which time the figures of players are asked for, as it stands in an address."""

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
"""The words of addresses, and what is shown for them."""


@dataclass(frozen=True)
class Period:
    """A time that can be asked for: its word in addresses, what it is called, its days.

    `usual` is the one that is shown where nobody asks.
    """

    word: str
    told: str
    days: Days
    usual: bool

    @property
    def asked(self) -> str | None:
        """What stands in the address of a page of it."""
        return None if self.usual else self.word

    @property
    def since_day(self) -> str | None:
        """The first day as addresses write days; none from the beginning."""
        written = f"{self.days.first:08}"
        return f"{written[:4]}-{written[4:6]}-{written[6:]}" if self.days.first else None


def list_periods(book: Roster) -> list[Period]:
    """Return the times that can be asked for; a season only where somebody set one."""
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
    """Return the time that a word asks for; the usual one for what is no word here."""
    known = list_periods(book)
    found = next((one for one in known if one.word == word), None)
    return found or next(one for one in known if one.usual)
