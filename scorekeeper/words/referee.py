"""What the pages of the referee are called, and what they are for."""

from typing import NamedTuple

from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _


class Page(NamedTuple):
    """The title of a page, and what it answers."""

    title: str
    about: str


PAGES = {
    "drawing": Page(N_("Drawing the cards"), N_("Keep or discard, turn by turn")),
    "outlook": Page(N_("What do we need?"), N_("Who wins, who loses?")),
    "judge": Page(N_("Trick judge"), N_("Was that allowed? Who wins?")),
    "voids": Page(N_("Void watch"), N_("Who has none of which suit?")),
    "rulings": Page(N_("Rulings"), N_("Revoke, misdeal: what now?")),
    "rule_card": Page(N_("Rule card"), N_("How this table plays")),
    "tally": Page(N_("Trick by trick"), N_("Who took it? Counts along")),
}


def title(page: str) -> str:
    """Return what a page of the referee is called."""
    return _(PAGES[page].title)


def about(page: str) -> str:
    """Return what a page of the referee answers."""
    return _(PAGES[page].about)
