"""The titles and purposes of the referee's pages."""

from typing import NamedTuple

from scorekeeper.words.language import N_, gettext as _


class RefereePage(NamedTuple):
    """The title of a page, and its purpose."""

    title: str
    about: str


PAGES = {
    "drawing": RefereePage(N_("Draw the cards"), N_("Keep or discard, turn by turn")),
    "outlook": RefereePage(N_("What do we need?"), N_("Who wins, who loses?")),
    "judge": RefereePage(N_("Check a trick"), N_("Was that allowed? Who wins?")),
    "rulings": RefereePage(N_("Rulings"), N_("Revoke, misdeal: what now?")),
    "rule_card": RefereePage(N_("Rule card"), N_("How this table plays")),
    "tally": RefereePage(N_("Trick by trick"), N_("Tap who took each trick")),
}


def name_page(page: str) -> str:
    return _(PAGES[page].title)
