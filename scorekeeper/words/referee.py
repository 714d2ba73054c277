"""What the pages of the referee are called, and what they are for."""

from typing import NamedTuple

from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _


class Page(NamedTuple):
    """The title of a page, and what it answers."""

    title: str
    about: str


PAGES = {
    "drawing": Page(
        N_("Drawing the cards"),
        N_("Keep it or discard it: turn by turn until both hold all their cards."),
    ),
    "outlook": Page(
        N_("What do we need?"),
        N_("Who wins, loses or is bagged with how many tricks of this hand."),
    ),
    "judge": Page(N_("Trick judge"), N_("Tap the cards: was that allowed, who wins, who leads?")),
    "voids": Page(
        N_("Void watch"), N_("Who has none of which suit: if they play it later, it is a revoke.")
    ),
    "rulings": Page(
        N_("Rulings"), N_("Somebody revoked, led out of turn, showed a card: what now?")
    ),
    "rule_card": Page(
        N_("Rule card"),
        N_("How this table plays, in plain sentences; to print or to settle a question."),
    ),
}


def title(page: str) -> str:
    """Return what a page of the referee is called."""
    return _(PAGES[page].title)


def about(page: str) -> str:
    """Return what a page of the referee answers."""
    return _(PAGES[page].about)
