"""The titles and purposes of the referee's pages."""

from scorekeeper.words.language import N_, gettext as _

PAGES = {
    "drawing": (N_("Draw the cards"), N_("Keep or discard, turn by turn")),
    "outlook": (N_("What do we need?"), N_("Who wins, who loses?")),
    "judge": (N_("Check a trick"), N_("Was that allowed? Who wins?")),
    "rulings": (N_("Rulings"), N_("Revoke, misdeal: what now?")),
    "rule_card": (N_("Rule card"), N_("How this table plays")),
    "tally": (N_("Trick by trick"), N_("Tap who took each trick")),
}
"""The title of each page, and its purpose."""


def name_page(page: str) -> str:
    return _(PAGES[page][0])
